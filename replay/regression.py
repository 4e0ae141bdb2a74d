"""Logistic regression with a ridge, in plain Python: the same coefficients on every machine.

Penalised likelihood by Newton's method, which is iteratively reweighted least squares: P. McCullagh and J. A. Nelder,
*Generalized Linear Models* (1989), chapter 4; the ridge as in S. le Cessie and J. C. van Houwelingen, "Ridge
estimators in logistic regression", Applied Statistics 41 (1992).
"""

from collections.abc import Sequence
from math import exp, fsum, log1p, sqrt

__all__ = ["logistic", "ridge_logistic", "solve", "standards"]

_Row = Sequence[float]
_STEPS_MOST = 100
_CLOSE = 1e-10
"""A step of which no coefficient moves by more than this is the last one."""


def logistic(score: float) -> float:
    """The probability whose log odds these are."""
    if score >= 0:
        return 1 / (1 + exp(-score))
    return exp(score) / (1 + exp(score))


def standards(rows: Sequence[_Row]) -> tuple[list[float], list[float]]:
    """Mean and standard deviation (over n) of each column. Raises ValueError for no rows."""
    if not rows:
        raise ValueError("no rows")
    columns = list(zip(*rows, strict=True))
    means = [fsum(column) / len(rows) for column in columns]
    spreads = [
        sqrt(fsum((value - mean) ** 2 for value in column) / len(rows))
        for column, mean in zip(columns, means, strict=True)
    ]
    return means, spreads


def ridge_logistic(rows: Sequence[_Row], shares: Sequence[float], ridge: float) -> tuple[float, list[float]]:
    """Intercept and coefficients b that make `sum(y log p + (1 - y) log(1 - p)) - ridge / 2 * |b|**2` greatest.

    `shares` are the y, from 0 to 1; the intercept is not in b. With a ridge above 0 there is one
    answer, whatever the rows. Raises ValueError for no rows.
    """
    if not rows:
        raise ValueError("no rows")
    design = [(1.0, *row) for row in rows]
    size = len(design[0])
    held = [0.0] + [ridge] * (size - 1)
    found = [0.0] * size
    value = _likelihood(design, shares, found, held)
    for _ in range(_STEPS_MOST):
        step = _newton(design, shares, found, held)
        # Halve the step where the whole of it would overshoot.
        for _ in range(60):
            tried = [one + change for one, change in zip(found, step, strict=True)]
            reached = _likelihood(design, shares, tried, held)
            if reached >= value - 1e-12 * abs(value):
                break
            step = [change / 2 for change in step]
        found, value = tried, reached
        if max(map(abs, step)) < _CLOSE:
            break
    return found[0], found[1:]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The x of `matrix x = right` for a symmetric, positive definite matrix, by Cholesky. Raises ValueError else."""
    size = len(right)
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = matrix[i][j] - sum(lower[i][k] * lower[j][k] for k in range(j))
            if i != j:
                lower[i][j] = rest / lower[j][j]
            elif rest <= 0:
                raise ValueError("the matrix is not positive definite")
            else:
                lower[i][i] = sqrt(rest)
    found = [0.0] * size
    for i in range(size):
        found[i] = (right[i] - sum(lower[i][k] * found[k] for k in range(i))) / lower[i][i]
    for i in reversed(range(size)):
        found[i] = (found[i] - sum(lower[k][i] * found[k] for k in range(i + 1, size))) / lower[i][i]
    return found


def _newton(design: Sequence[_Row], shares: Sequence[float], at: _Row, held: _Row) -> list[float]:
    """The step from the gradient and the curvature."""
    size = len(at)
    gradient = [-weight * one for weight, one in zip(held, at, strict=True)]
    curvature = [[0.0] * (i + 1) for i in range(size)]
    for row, share in zip(design, shares, strict=True):
        chance = logistic(sum(map(float.__mul__, row, at)))
        rest, weight = share - chance, max(chance * (1 - chance), 1e-12)
        for i, value in enumerate(row):
            gradient[i] += rest * value
            scaled, line = weight * value, curvature[i]
            for j in range(i + 1):
                line[j] += scaled * row[j]
    whole = [[curvature[max(i, j)][min(i, j)] + (held[i] if i == j else 0.0) for j in range(size)] for i in range(size)]
    return solve(whole, gradient)


def _likelihood(design: Sequence[_Row], shares: Sequence[float], at: _Row, held: _Row) -> float:
    """The penalised log likelihood; log(1 + e^s) without overflow."""
    terms = []
    for row, share in zip(design, shares, strict=True):
        score = sum(map(float.__mul__, row, at))
        terms.append(share * score - (max(score, 0.0) + log1p(exp(-abs(score)))))
    return fsum(terms) - fsum(weight * one * one for weight, one in zip(held, at, strict=True)) / 2
