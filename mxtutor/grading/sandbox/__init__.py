"""Confinement of the answer's side in independent layers; standard library and ctypes only.

    worker  probe() -> make_plan() -> confine_worker(plan)    once, before MXNet is imported
    supervisor  confine_supervisor(confinement)                       once a job, before the child is forked
    child   confine_child(confinement, limits, ...)           once a job, before any byte of the answer

`plan` says what is wanted, `probe` what works here (`advice`: how to get the rest), `readlist` what may be read, and
`layers` puts the parts together: `mounts` and `namespaces`, `privileges`, `limits`, `landlock`, and `seccomp` with the
list in `denials`. `syscalls` is the way to the kernel. See `docs/sandbox.md` for what each layer stops and costs.
"""
