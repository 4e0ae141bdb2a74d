-- Macros of the archive: intervals and tests that reports use, and that are good in any query.

-- 95 % Wilson interval of a rate: k of n. k may be fractional where draws count as half. NULL for no observations.
CREATE OR REPLACE MACRO wilson_low(k, n) AS CASE WHEN n > 0 AND k <= 0 THEN 0.0 WHEN n > 0 THEN greatest(0.0,
    (k / n + 1.92072941 / n - 1.95996398 * sqrt(greatest(0.0, k / n * (1 - k / n)) / n + 0.96036470 / (n * n::DOUBLE)))
    / (1 + 3.84145882 / n)) END;
CREATE OR REPLACE MACRO wilson_high(k, n) AS CASE WHEN n > 0 AND k >= n THEN 1.0 WHEN n > 0 THEN least(1.0,
    (k / n + 1.92072941 / n + 1.95996398 * sqrt(greatest(0.0, k / n * (1 - k / n)) / n + 0.96036470 / (n * n::DOUBLE)))
    / (1 + 3.84145882 / n)) END;

-- 95 % interval of the difference of two independent rates, k of n less other_k of other_n, made of their Wilson
-- intervals (R. G. Newcombe, 1998, method 10). NULL where either has no observations.
CREATE OR REPLACE MACRO difference_low(k, n, other_k, other_n) AS k / nullif(n, 0) - other_k / nullif(other_n, 0)
    - sqrt((k / nullif(n, 0) - wilson_low(k, n)) ** 2
    + (wilson_high(other_k, other_n) - other_k / nullif(other_n, 0)) ** 2);
CREATE OR REPLACE MACRO difference_high(k, n, other_k, other_n) AS k / nullif(n, 0) - other_k / nullif(other_n, 0)
    + sqrt((wilson_high(k, n) - k / nullif(n, 0)) ** 2
    + (other_k / nullif(other_n, 0) - wilson_low(other_k, other_n)) ** 2);

-- A word for rates that rest on too little.
CREATE OR REPLACE MACRO small_sample(n) AS CASE WHEN n < 30 THEN 'small sample' ELSE '' END;

-- Pearson's statistic of counts against equal chances. NULL for no observations.
CREATE OR REPLACE MACRO chi_square(counts) AS CASE WHEN list_sum(counts) > 0 THEN
    list_sum(list_transform(counts, lambda c: (c - list_sum(counts) / len(counts)) ** 2))
    / (list_sum(counts) / len(counts)) END;

-- Probability of a chi-square value at least as large, by the series of the incomplete gamma function; 0 beyond 1000.
CREATE OR REPLACE MACRO chi_square_p(x, degrees) AS CASE
    WHEN x IS NULL THEN NULL WHEN x <= 0 THEN 1.0 WHEN x > 1000 THEN 0.0
    ELSE greatest(0.0, 1 - list_sum(list_transform(range(0, 2000), lambda i:
        exp((degrees / 2 + i) * ln(x / 2) - x / 2 - lgamma(degrees / 2 + i + 1))))) END;

-- Probability that fair dice give counts of their faces at least as uneven as these.
CREATE OR REPLACE MACRO dice_p(counts) AS chi_square_p(chi_square(counts), len(counts) - 1);
