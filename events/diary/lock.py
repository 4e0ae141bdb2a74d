"""One writer to a diary: the lock stands on the file itself, and the operating system drops it with the process.

Readers never take it.
"""

from pathlib import Path

from wardiary.events.diary.ports import FilePort
from wardiary.events.errors import Locked

__all__ = ["lock_existing", "lock_new"]


def lock_existing(port: FilePort, handle: int, path: Path) -> None:
    """Become the one writer. Raises Locked at once when there is one."""
    if not port.lock(handle, wait=False):
        raise Locked(f"{path}: another process is writing this diary; wait until it ends, or work on a copy or a fork")


def lock_new(port: FilePort, handle: int, path: Path) -> None:
    """Become the one writer of a file just created.

    Waits: whoever came between creation and lock found an empty file, and lets go of it at once.
    """
    if not port.lock(handle, wait=True):
        lock_existing(port, handle, path)
