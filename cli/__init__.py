"""The command line: each command a thin door to one function below."""
