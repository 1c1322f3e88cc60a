#!/usr/bin/env python3
"""Writes golden.inc: values that NumPy, SciPy (1.10) or plain counting give, for the unit tests here.

    python3 tests/stats/golden.py > tests/stats/golden.inc

Not part of the build: the tests read only golden.inc. Where SciPy has no such function, the value is
counted here in another way than Fathom's: all signs tried, exact fractions, a cosine transform.
"""
import fractions
import itertools

import numpy as np
import scipy.fft
import scipy.stats as st

RNG = np.random.default_rng(20240229)


def number(value):
    return repr(float(value))


def cpp(value):
    if isinstance(value, (list, tuple, np.ndarray)):
        return "{" + ", ".join(cpp(v) for v in value) + "}"
    return number(value)


def table(name, kind, rows):
    print(f"inline const std::vector<{kind}> {name} = {{")
    for row in rows:
        print(f"    {cpp(row)},")
    print("};\n")


def struct(name, fields):
    print(f"struct {name} {{")
    for field in fields:
        print(f"    {field};")
    print("};")


def signed_rank_by_all_signs(d):
    d = np.asarray([v for v in d if v != 0])
    ranks = st.rankdata(np.abs(d))
    seen = ranks[d > 0].sum()
    sums = [sum(r for r, s in zip(ranks, signs) if s)
            for signs in itertools.product((0, 1), repeat=len(d))]
    low = np.mean([s <= seen for s in sums])
    high = np.mean([s >= seen for s in sums])
    return min(1, 2 * min(low, high))


def counts_of_t_plus(n):
    counts = {0: 1}
    for i in range(1, n + 1):
        new = dict(counts)
        for t, c in counts.items():
            new[t + i] = new.get(t + i, 0) + c
        counts = new
    return counts


def t_plus_at_most(n, t):
    counts = counts_of_t_plus(n)
    return float(fractions.Fraction(sum(c for s, c in counts.items() if s <= t), 2**n))


def critical(n, tail):
    counts = counts_of_t_plus(n)
    limit = fractions.Fraction(tail) * 2**n
    below = 0
    k = 0
    while below + counts.get(k, 0) <= limit:
        below += counts.get(k, 0)
        k += 1
    return k


def signed_ranks():
    struct("SignedRankCase", ["std::vector<double> d", "double t_plus", "double p"])
    rows = []
    for n in (1, 2, 5, 6, 8, 13, 25, 50):
        d = RNG.normal(0.4, 1, n)
        t = st.rankdata(np.abs(d))[d > 0].sum()
        rows.append([d, t, st.wilcoxon(d, mode="exact").pvalue])
    for d in ([1, 1, -1, 2, 2, 0, 3], [0, 0, 0.5, -0.5, 1.5, 2.5, 2.5, 2.5, -1.5, 4],
              [2, 2, 2, 2, 2, 2, 2], [-1, 1, -1, 1], [1, -2, 3, -4, 5, 5, -6, 7, 8, 8, 9, 10]):
        a = np.asarray([v for v in d if v != 0], float)
        rows.append([d, st.rankdata(np.abs(a))[a > 0].sum(), signed_rank_by_all_signs(d)])
    d = np.round(RNG.normal(0.1, 1, 350), 3)
    d = d[d != 0]
    t = st.rankdata(np.abs(d))[d > 0].sum()
    rows.append([d, t, st.wilcoxon(d, mode="approx", correction=True).pvalue])
    table("signed_rank", "SignedRankCase", rows)


def nulls():
    table("t_plus_at_most", "std::array<double, 3>",
          [[n, t, t_plus_at_most(n, t)]
           for n, t in ((1, 0), (5, 3), (6, 0), (10, 27), (10, 28), (20, 52), (20, 150),
                        (60, 650), (150, 5000), (300, 18000), (300, 30000))])
    table("critical", "std::array<double, 3>",
          [[n, tail, critical(n, tail)]
           for tail in (0.025, 0.05)
           for n in (1, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 100)])


def hodges_lehmann():
    struct("HodgesLehmannCase",
           ["std::vector<double> d", "double confidence", "double estimate", "double low",
            "double high"])
    rows = []
    for n in (6, 7, 8, 15, 30):
        for confidence in (0.95, 0.90):
            d = RNG.standard_t(3, n)
            walsh = sorted((d[i] + d[j]) / 2 for i in range(n) for j in range(i, n))
            k = critical(n, (1 - confidence) / 2)
            rows.append([d, confidence, np.median(walsh), walsh[k - 1], walsh[len(walsh) - k]])
    table("hodges_lehmann", "HodgesLehmannCase", rows)


def sign_tests():
    table("sign_p", "std::array<double, 3>",
          [[n, k, st.binomtest(k, n).pvalue]
           for n, k in ((1, 0), (6, 0), (6, 6), (9, 2), (10, 5), (25, 18), (200, 80))])
    table("median_ranks", "std::array<double, 3>",
          [[n, c, st.binom.ppf((1 - c) / 2, n, 0.5)] for c in (0.95, 0.90)
           for n in (6, 9, 12, 20, 33, 100)])


def student():
    struct("StudentCase", ["std::vector<double> a, b", "double low", "double high", "double t",
                           "double p"])
    rows = []
    for n in (2, 3, 8, 40):
        a, b = RNG.normal(10, 1, n), RNG.normal(10.3, 1, n)
        d = b - a
        low, high = st.t.interval(0.95, n - 1, d.mean(), st.sem(d))
        test = st.ttest_rel(b, a)
        rows.append([a, b, low, high, test.statistic, test.pvalue])
    table("student", "StudentCase", rows)


def distributions():
    table("student_tail_point", "std::array<double, 3>",
          [[df, p, st.t.isf(p, df)] for df in (1, 2, 4.5, 19, 300) for p in (0.4, 0.025, 1e-6)])
    table("normal_tail_point", "std::array<double, 2>",
          [[p, st.norm.isf(p)] for p in (0.9, 0.5, 0.025, 1e-10, 1e-100)])
    table("chi_squared_tail", "std::array<double, 3>",
          [[df, x, st.chi2.sf(x, df)] for df in (1, 3, 7) for x in (0, 0.5, 4, 30)])


def long_run():
    struct("LongRunCase", ["std::vector<double> x", "double nu", "double omega",
                           "double correlation"])
    rows = []
    for n in (4, 10, 60, 137):
        x = 100 + np.cumsum(RNG.normal(size=n)) * 0.3 + RNG.normal(size=n)
        nu = max(1, round(0.41 * n ** (2 / 3)))
        transform = scipy.fft.dct(x, type=2, norm="ortho")
        c = x - x.mean()
        r1 = (c[1:] * c[:-1]).sum() / (c * c).sum()
        rows.append([x, nu, np.mean(transform[1:nu + 1] ** 2), r1 + (1 + 4 * r1) / n])
    table("long_run", "LongRunCase", rows)


def trends():
    struct("TrendCase", ["std::vector<double> x", "double slope", "double p"])
    rows = []
    for n, rise in ((3, 0), (8, 0.2), (20, 0.1), (60, 0), (90, 0.01)):
        x = RNG.normal(size=n) + rise * np.arange(n)
        slope = st.theilslopes(x).slope
        if n <= 60:
            p = st.kendalltau(np.arange(n), x, method="exact").pvalue
        else:
            p = mann_kendall(x)
        rows.append([x, slope, p])
    x = np.round(RNG.normal(size=25) + 0.1 * np.arange(25))
    rows.append([x, st.theilslopes(x).slope, mann_kendall(x)])
    table("trend", "TrendCase", rows)


def mann_kendall(x):
    n = len(x)
    s = sum(np.sign(x[j] - x[i]) for i in range(n) for j in range(i + 1, n))
    _, ties = np.unique(x, return_counts=True)
    variance = (n * (n - 1) * (2 * n + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18
    return 2 * st.norm.sf((abs(s) - 1) / np.sqrt(variance))


def friedman():
    struct("FriedmanCase", ["std::vector<std::vector<double>> rows", "double statistic", "double p"])
    rows = []
    for matrix in (RNG.normal(size=(6, 4)), np.round(RNG.normal(size=(9, 4)) * 2),
                   RNG.normal(size=(12, 3)) + np.array([0, 0, 1])):
        test = st.friedmanchisquare(*matrix.T)
        rows.append([matrix, test.statistic, test.pvalue])
    table("friedman", "FriedmanCase", rows)


def crossing():
    """P(some |Z_i| >= bound) from the multivariate normal's rectangle."""
    struct("CrossingCase", ["std::vector<double> fractions, bounds", "double chance"])
    rows = []
    for fractions_, bounds in (([0.5, 1], [2.5, 2]), ([0.2, 0.7, 1], [3, 2.4, 2.1]),
                               ([0.25, 0.3, 0.9], [2, 2, 2])):
        t = np.asarray(fractions_)
        correlation = np.sqrt(np.minimum.outer(t, t) / np.maximum.outer(t, t))
        inside = st.multivariate_normal.cdf(bounds, np.zeros(len(t)), correlation, maxpts=10**7,
                                            abseps=1e-8, releps=1e-8,
                                            lower_limit=-np.asarray(bounds))
        rows.append([fractions_, bounds, 1 - inside])
    table("crossing", "CrossingCase", rows)


def main():
    print("// Written by golden.py with SciPy; not edited by hand.")
    print("#pragma once\n\n#include <array>\n#include <vector>\n")
    print("namespace fathom::stats::golden {\n")
    for write in (signed_ranks, nulls, hodges_lehmann, sign_tests, student, distributions,
                  long_run, trends, friedman, crossing):
        write()
    print("}  // namespace fathom::stats::golden")


if __name__ == "__main__":
    main()
