import torch


def distill(student, teacher, batches, lr, temperature):
    loss_fn = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(student.parameters(), lr=lr)
    teacher.eval()
    for data, _ in batches:
        with torch.no_grad():
            target = torch.softmax(teacher(data) / temperature, dim=1)
        optimizer.zero_grad()
        loss_fn(student(data) / temperature, target).backward()
        optimizer.step()
