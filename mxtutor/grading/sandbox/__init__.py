"""Confinement of the processes that run an answer, in independent layers; standard library and ctypes only.

    worker      probe() -> make_plan() -> confine_worker(plan)    once, before the framework is imported
    supervisor  confine_supervisor(confinement)                   once per job, before the child is forked
    child       confine_child(confinement, limits, ...)           once per job, before any byte of the answer runs

`plan` describes the requested layers and limits. `probe` finds the layers that work on this machine, says how to get
the others, and lists what an answer may read. `layers` combines `mounts`, `namespaces`, `landlock` and `seccomp`;
`denials` lists the refused system calls. `syscalls` calls the kernel.
See `docs/sandbox.md` for what each layer stops and costs.
"""
