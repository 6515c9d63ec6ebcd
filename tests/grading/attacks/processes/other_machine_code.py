"""Forks through the 32-bit entry of the kernel, which numbers its calls otherwise.

Verdict: crash error
Machine: x86_64
"""

import ctypes
import mmap


def arccos(x):
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(b"\xb8\x02\x00\x00\x00\xcd\x80\xc3")  # mov eax, 2 (fork on i386); int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())
    return x
