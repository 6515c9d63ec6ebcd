import itertools

import torch
import torch.nn as nn
from torch.autograd import Variable, grad

cuda = torch.cuda.is_available()
Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor


def weights_init_normal(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        torch.nn.init.normal_(m.weight.data, 0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        torch.nn.init.normal_(m.weight.data, 1.0, 0.02)
        m.bias.data.fill_(0)


class Generator(nn.Module):
    def __init__(self, latent=8):
        super(Generator, self).__init__()

        def block(in_feat, out_feat, normalize=True):
            layers = [nn.Linear(in_feat, out_feat)]
            if normalize:
                layers.append(nn.BatchNorm1d(out_feat, 0.8))
            layers.append(nn.LeakyReLU(0.2, inplace=True))
            return layers

        self.model = nn.Sequential(*block(latent, 16, normalize=False), *block(16, 32), nn.Linear(32, 64), nn.Tanh())
        self.up = nn.Sequential(nn.Upsample(scale_factor=2), nn.ConvTranspose2d(1, 1, 3, padding=1), nn.ReflectionPad2d(1))

    def forward(self, z):
        img = self.model(z)
        img = img.view(img.size(0), 1, 8, 8)
        return self.up(img)[:, :, 1:-1, 1:-1]


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Conv2d(1, 4, 3, 2, 1), nn.InstanceNorm2d(4), nn.Flatten(), nn.LazyLinear(1))

    def forward(self, img):
        return self.model(img)


def gradient_penalty(D, real, fake):
    alpha = torch.rand(real.size(0), 1, 1, 1)
    mixed = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    out = D(mixed)
    ones = Variable(Tensor(out.shape).fill_(1.0), requires_grad=False)
    g = grad(outputs=out, inputs=mixed, grad_outputs=ones, create_graph=True, retain_graph=True, only_inputs=True)[0]
    g = g.view(g.size(0), -1)
    return ((g.norm(2, dim=1) - 1) ** 2).mean()


def run(steps=2):
    generator, discriminator = Generator(), Discriminator()
    adversarial_loss = nn.BCEWithLogitsLoss()
    if cuda:
        generator.cuda()
        discriminator.cuda()
        adversarial_loss.cuda()
    optimizer_G = torch.optim.Adam(generator.parameters(), lr=2e-4, betas=(0.5, 0.999))
    discriminator(torch.zeros(1, 1, 16, 16))
    generator.apply(weights_init_normal)
    discriminator.apply(weights_init_normal)
    optimizer_D = torch.optim.RMSprop(itertools.chain(discriminator.parameters()), lr=2e-4)
    data = [torch.rand(4, 1, 16, 16) for _ in range(steps)]
    for i, imgs in enumerate(data):
        valid = Variable(Tensor(imgs.size(0), 1).fill_(1.0), requires_grad=False)
        fake = Variable(Tensor(imgs.size(0), 1).fill_(0.0), requires_grad=False)
        real_imgs = Variable(imgs.type(Tensor))
        optimizer_G.zero_grad()
        z = Variable(Tensor(torch.randn(imgs.shape[0], 8)))
        gen_imgs = generator(z)
        g_loss = adversarial_loss(discriminator(gen_imgs), valid)
        g_loss.backward()
        optimizer_G.step()
        optimizer_D.zero_grad()
        real_loss = adversarial_loss(discriminator(real_imgs), valid)
        fake_loss = adversarial_loss(discriminator(gen_imgs.detach()), fake)
        d_loss = (real_loss + fake_loss) / 2 + gradient_penalty(discriminator, real_imgs, gen_imgs.detach())
        d_loss.backward()
        for p in discriminator.parameters():
            p.data.clamp_(-1, 1)
        optimizer_D.step()
        print("[%d] D %f G %f" % (i, d_loss.item(), g_loss.item()))
    return gen_imgs.data.cpu().numpy()
