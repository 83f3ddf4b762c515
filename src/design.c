/* design.c - the library interface: which values the runs of a sweep have.
 *
 * Lists and ranges are combined with each other, the first varying slowest; distributions are
 * sampled, with the same samples for every combination. Sample i of variation k depends on the
 * seed, k and i alone: random numbers are a hash of these (SplitMix64's mixing function), so any
 * part of a sweep may be computed anywhere. A Latin hypercube has one sample in each of N parts of
 * equal probability, in an order shuffled for every variation. Normal numbers are made by the
 * inverse of the distribution function: Acklam's rational approximation, then a step of Halley's
 * method. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"
#include "kron_internal.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_RUNS = 100000000 };

typedef enum { GRID, UNIFORM, LOGUNIFORM, NORMAL } VaryKind;

typedef struct Vary {
    const char *name;
    VaryKind kind;
    VEC(double) level; /* GRID */
    double a, b;       /* of a distribution */
} Vary;

typedef struct Design {
    KronDesign out; /* first: what the caller sees */
    Arena *arena;
    Vary *vary; /* [out.nvaried] */
} Design;

/* ---- Random numbers ---- */

static uint64_t mix(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

/* In (0, 1). */
static double random_number(uint64_t seed, uint64_t k, uint64_t i)
{
    uint64_t x = mix(mix(mix(seed) ^ k) ^ i);
    return ((double)(x >> 11) + 0.5) * 0x1p-53;
}

static double ratio(const double *p, int np, const double *q, int nq, double x)
{
    double a = 0, b = 0;
    for (int i = 0; i < np; i++)
        a = a * x + p[i];
    for (int i = 0; i < nq; i++)
        b = b * x + q[i];
    return a / (b * x + 1);
}

/* Where the distribution function of the normal distribution is p. */
static double normal_quantile(double p)
{
    static const double a[] = {-3.969683028665376e+01, 2.209460984245205e+02,
                               -2.759285104469687e+02, 1.383577518672690e+02,
                               -3.066479806614716e+01, 2.506628277459239e+00};
    static const double b[] = {-5.447609879822406e+01, 1.615858368580409e+02,
                               -1.556989798598866e+02, 6.680131188771972e+01,
                               -1.328068155288572e+01};
    static const double c[] = {-7.784894002430293e-03, -3.223964580411365e-01,
                               -2.400758277161838e+00, -2.549732539343734e+00,
                               4.374664141464968e+00,  2.938163982698783e+00};
    static const double d[] = {7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00,
                               3.754408661907416e+00};
    static const double middle = 0.02425;
    double x, q = p - 0.5, tail = sqrt(-2 * log(fmin(p, 1 - p)));
    if (p >= middle && p <= 1 - middle)
        x = q * ratio(a, 6, b, 5, q * q);
    else
        x = copysign(ratio(c, 6, d, 4, tail), q);
    double e = 0.5 * erfc(-x / sqrt(2)) - p;
    double u = e * sqrt(2 * 3.14159265358979323846) * exp(x * x / 2);
    return x - u / (1 + x * u / 2);
}

static double value_of(const Vary *v, double p)
{
    return v->kind == UNIFORM      ? v->a + (v->b - v->a) * p
           : v->kind == LOGUNIFORM ? exp(log(v->a) + (log(v->b) - log(v->a)) * p)
                                   : v->a + v->b * normal_quantile(p);
}

/* The samples of variation k. */
static double *sample(Design *d, int k, size_t n, uint64_t seed, bool latin)
{
    double *x = arena_alloc(d->arena, (n + 1) * sizeof *x);
    size_t *part = arena_alloc(d->arena, (n + 1) * sizeof *part);
    for (size_t i = 0; i < n; i++)
        part[i] = i;
    for (size_t i = n; latin && i > 1; i--) {
        size_t j = (size_t)(random_number(~seed, (uint64_t)k, i) * (double)i), swap = part[i - 1];
        part[i - 1] = part[j];
        part[j] = swap;
    }
    for (size_t i = 0; i < n; i++) {
        double p = random_number(seed, (uint64_t)k, i);
        p = latin ? ((double)part[i] + p) / (double)n : p;
        x[i] = value_of(&d->vary[k], fmin(fmax(p, 0x1p-54), 1 - 0x1p-53));
    }
    return x;
}

/* ---- What is written ---- */

static bool wrong(Design *d, const char *text, const char *why)
{
    d->out.wrong = arena_printf(d->arena, "`%s`: %s", text, why);
    return false;
}

/* A number at *at, which moves on behind it. */
static bool read_number(const char **at, double *x)
{
    char *end;
    for (int truth = 0; truth < 2; truth++) { /* of Booleans */
        const char *word = truth ? "true" : "false";
        if (!strncmp(*at, word, strlen(word))) {
            *at += strlen(word);
            *x = truth;
            return true;
        }
    }
    *x = strtod(*at, &end);
    bool good = end != *at && isfinite(*x) && **at != ' ';
    *at = end;
    return good;
}

/* 1..10/5 or 1..1000/log4: that many values from the first to the last. */
static bool read_range(Design *d, Vary *v, const char *text, const char *at, double first)
{
    double last, n;
    bool good = read_number(&at, &last) && *at++ == '/', by_ratio = good && !strncmp(at, "log", 3);
    at += by_ratio ? 3 : 0;
    if (!good || !read_number(&at, &n) || *at || n != floor(n) || n < 2 || n > MOST_RUNS)
        return wrong(d, text, "a range is FIRST..LAST/N or FIRST..LAST/logN, with N from 2 on");
    if (by_ratio && !(first > 0 && last > 0))
        return wrong(d, text, "a logarithmic range lies above 0");
    for (double i = 0; i < n; i++) {
        double x = by_ratio ? first * pow(last / first, i / (n - 1))
                            : first + (last - first) * i / (n - 1);
        vec_push(d->arena, &v->level, i == n - 1 ? last : x);
    }
    return true;
}

/* strtod takes the first point of ".." for its own. */
static bool read_first(const char **at, double *x)
{
    const char *dots = strstr(*at, "..");
    char number[64];
    if (!dots || (size_t)(dots - *at) >= sizeof number)
        return read_number(at, x);
    memcpy(number, *at, (size_t)(dots - *at));
    number[dots - *at] = 0;
    const char *from = number;
    bool good = read_number(&from, x) && !*from;
    *at = dots;
    return good;
}

static bool read_levels(Design *d, Vary *v, const char *text, const char *at)
{
    double x;
    v->kind = GRID;
    if (!read_first(&at, &x))
        return wrong(d, text,
                     "numbers with commas between them are needed, as in NAME=1,2,5, or a range of "
                     "N values, "
                     "FIRST..LAST/N, as in NAME=1..5/9");
    if (!strncmp(at, "..", 2))
        return read_range(d, v, text, at + 2, x);
    vec_push(d->arena, &v->level, x);
    while (*at == ',') {
        at++;
        if (!read_number(&at, &x))
            return wrong(d, text, "numbers with commas between them are needed");
        vec_push(d->arena, &v->level, x);
    }
    return !*at || wrong(d, text,
                         "numbers with commas between them are needed, as in NAME=1,2,5, or a "
                         "range of N values, "
                         "FIRST..LAST/N, as in NAME=1..5/9");
}

static bool read_distribution(Design *d, Vary *v, const char *text, const char *at)
{
    static const char *const name[] = {
        [UNIFORM] = "uniform(", [LOGUNIFORM] = "loguniform(", [NORMAL] = "normal("};
    for (int k = UNIFORM; k <= NORMAL; k++) {
        size_t n = strlen(name[k]);
        if (strncmp(at, name[k], n))
            continue;
        at += n;
        v->kind = (VaryKind)k;
        if (!read_number(&at, &v->a) || *at++ != ',' || !read_number(&at, &v->b) || strcmp(at, ")"))
            break;
        if (k == NORMAL ? !(v->b > 0) : !(v->a < v->b) || (k == LOGUNIFORM && !(v->a > 0)))
            return wrong(d, text,
                         k == NORMAL ? "the deviation must be positive"
                                     : "the first number must be less than the second, "
                                       "and above 0 for loguniform");
        return true;
    }
    return wrong(d, text,
                 "a distribution is uniform(A,B), loguniform(A,B) or normal(MEAN,DEVIATION)");
}

static bool read_vary(Design *d, Vary *v, const char *text)
{
    size_t n = strcspn(text, "=~");
    if (!n || !text[n] || !text[n + 1])
        return wrong(d, text, "NAME=VALUES or NAME~DISTRIBUTION is needed");
    v->name = arena_strndup(d->arena, text, n);
    for (const Vary *other = d->vary; other < v; other++)
        if (!strcmp(other->name, v->name))
            return wrong(d, text, "it is varied already");
    return (text[n] == '=' ? read_levels : read_distribution)(d, v, text, text + n + 1);
}

/* ---- The runs ---- */

static bool count_runs(Design *d, const size_t *samples, size_t *combinations)
{
    bool random = false;
    double n = 1;
    for (int k = 0; k < d->out.nvaried; k++) {
        random = random || d->vary[k].kind != GRID;
        n *= d->vary[k].kind == GRID ? d->vary[k].level.n : 1;
    }
    if (random && !*samples)
        return wrong(d, "~", "distributions need the number of samples");
    if (!random && *samples)
        return wrong(d, "samples", "there is no distribution to sample");
    *combinations = (size_t)n;
    n *= random ? (double)*samples : 1;
    if (n > MOST_RUNS)
        return wrong(d, "sweep", "there are more than 1e8 runs");
    d->out.nruns = (size_t)n;
    return true;
}

static void fill(Design *d, size_t samples, uint64_t seed, bool latin, size_t combinations)
{
    size_t n = (size_t)d->out.nvaried, each = d->out.nruns / combinations, slower = combinations;
    double *value = arena_alloc(d->arena, (d->out.nruns * n + 1) * sizeof *value);
    size_t *levels = arena_alloc(d->arena, (n + 1) * sizeof *levels);
    const char **name = arena_alloc(d->arena, (n + 1) * sizeof *name);
    for (size_t k = 0; k < n; k++) {
        Vary *v = &d->vary[k];
        bool grid = v->kind == GRID;
        const double *x = grid ? v->level.v : sample(d, (int)k, samples, seed, latin);
        levels[k] = grid ? (size_t)v->level.n : 0;
        slower /= grid ? levels[k] : 1;
        for (size_t i = 0; i < d->out.nruns; i++)
            value[i * n + k] = grid ? x[i / each / slower % levels[k]] : x[i % each];
        name[k] = v->name;
    }
    d->out.name = name;
    d->out.levels = levels;
    d->out.value = value;
}

typedef struct Asked {
    int n;
    const char *const *vary;
    size_t samples;
    uint64_t seed;
    bool latin;
    Design *out;
} Asked;

static KronStatus make_design(KronModel *m, void *arg)
{
    Asked *k = arg;
    size_t combinations = 1;
    (void)m;
    Arena *arena = arena_new();
    Design *d = ARENA_NEW(arena, Design);
    d->arena = arena;
    k->out = d;
    d->vary = ARENA_ARRAY(arena, Vary, k->n + 1);
    d->out.nvaried = k->n;
    bool good = true;
    for (int i = 0; i < k->n && good; i++)
        good = read_vary(d, &d->vary[i], k->vary[i]);
    if (good && count_runs(d, &k->samples, &combinations))
        fill(d, k->samples, k->seed, k->latin, combinations);
    return KRON_OK;
}

KronDesign *kron_design(int n, const char *const *vary, size_t samples, unsigned long long seed,
                        bool latin)
{
    Asked k = {n, vary, samples, seed, latin, NULL};
    if (n < 0 || (n && !vary))
        return NULL;
    guarded(NULL, make_design, &k);
    return k.out ? &k.out->out : NULL;
}

void kron_design_free(KronDesign *d)
{
    if (d)
        arena_free(((Design *)d)->arena);
}
