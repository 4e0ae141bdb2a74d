"""Ctrl-C where Python alone would not hear it: during a call into the system or a library that lasts.

Python notes a signal and looks at it when such a call comes back. So another thread is told of it as well, through a
socket, and does what makes it heard, again and again: one try may come too early.
"""

import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["interrupts_followed"]


@contextmanager
def interrupts_followed(follow: Callable[[], object], *, every: float, until_heard: bool) -> Iterator[threading.Event]:
    """Within, each Ctrl-C is followed by calls of `follow` in another thread, one every so many seconds.

    They end when Python's handler has run, with `until_heard`, else with the block. The event given says whether Ctrl-C
    came. Outside the main thread, and where Ctrl-C is ignored, nothing is done.
    """
    came, over = threading.Event(), threading.Event()
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield came
        return

    def hear(number: int, frame: FrameType | None) -> None:
        came.set()
        if until_heard:
            over.set()
        handler(number, frame)

    here, there = socket.socketpair()
    there.setblocking(False)
    signal.signal(signal.SIGINT, hear)
    before = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)

    def watch() -> None:
        while received := here.recv(1):
            if before >= 0:
                os.write(before, received)
            if received[0] == signal.SIGINT:
                came.set()
                while not over.wait(every):
                    follow()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield came
    finally:
        over.set()
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, handler)
        there.close()
        watcher.join()
        here.close()
