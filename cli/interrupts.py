"""Ctrl-C while the program waits for a line.

Python notes a signal and looks at it when a call into the system comes back. One that arrives just before such a call
waits until the call ends by itself: with the next line that somebody types. So a thread sends it once more.
"""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["interrupts_heard"]

_AGAIN = 0.2
"""Seconds between two tries to be heard."""


@contextmanager
def interrupts_heard() -> Iterator[None]:
    """No Ctrl-C is lost within, whenever it comes. Raises KeyboardInterrupt."""
    handler = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    heard = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        heard.set()
        handler(number, frame)

    here, there = socket.socketpair()
    there.setblocking(False)
    watcher = threading.Thread(target=_send_until_heard, args=(here, threading.get_ident(), heard), daemon=True)
    watcher.start()
    signal.signal(signal.SIGINT, hear)
    before = signal.set_wakeup_fd(there.fileno(), warn_on_full_buffer=False)
    try:
        yield
    finally:
        heard.set()
        signal.set_wakeup_fd(before)
        signal.signal(signal.SIGINT, handler)
        there.close()
        watcher.join()
        here.close()


def _send_until_heard(signals: socket.socket, reader: int, heard: threading.Event) -> None:
    while received := signals.recv(1):
        while received[0] == signal.SIGINT and not heard.wait(_AGAIN):
            signal.pthread_kill(reader, signal.SIGINT)
