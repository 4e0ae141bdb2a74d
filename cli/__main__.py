"""`python -m wardiary.cli` is the command `wardiary`."""

from wardiary.cli.main import main

if __name__ == "__main__":
    main()
