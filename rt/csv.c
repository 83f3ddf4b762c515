/* csv.c - results as comma-separated values.
 *
 * Rows are collected in a buffer and written whole, at least once a second, so that a run that is
 * killed leaves a readable file. Numbers have the fewest digits that read back the same: 15, 16 or
 * 17 are tried. The common range is done with 64-bit mantissas: n/10^k with both exactly
 * representable is rounded once, hence equal to what strtod gives unless it lies within one unit
 * of a tie, which (as everything outside the range) is left to printf. */
#include "rt/run.h"

#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FLUSH_AT = 1 << 16, LONGEST_NUMBER = 32 };

struct KCsv {
    int file;
    int n;
    const KVariable **column;
    char *buffer;
    size_t used, size;
    double flushed; /* clock of the last write */
    int error;      /* errno of the first failed write; 0: none */
};

/* ---- Numbers ---- */

#if LDBL_MANT_DIG == 64
static const long double power10[] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
    1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
    1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

/* Does n/10^k read back as x? 1 yes, 0 no, -1 it cannot be told. */
static int reads_back(uint64_t n, int k, double x)
{
    long double q = (long double)n / power10[k];
    uint64_t mantissa;
    memcpy(&mantissa, &q, sizeof mantissa);
    uint64_t low = mantissa & 0x7ff; /* what rounding to double drops */
    return low >= 0x3ff && low <= 0x401 ? -1 : (double)q == x;
}

/* Digits n and scale k with x = n/10^k, as few as possible; false: not found this way. */
static bool short_decimal(double x, uint64_t *n, int *k)
{
    int binary;
    frexp(x, &binary);
    int exponent = (int)floor((binary - 1) * 0.30103); /* 10^exponent <= x, or one less */
    if (x >= 1e15 || x < 1e-10)
        return false;
    while (exponent < 15 &&
           x >= (exponent + 1 >= 0 ? power10[exponent + 1] : 1 / power10[-exponent - 1]))
        exponent++;
    for (int digits = 15; digits <= 17; digits++) {
        *k = digits - 1 - exponent;
        if (*k < 0 || *k > 27)
            return false;
        *n = (uint64_t)(x * power10[*k] + 0.5L);
        int answer = reads_back(*n, *k, x);
        if (answer)
            return answer > 0;
    }
    return false;
}
#else
static bool short_decimal(double x, uint64_t *n, int *k)
{
    (void)x, (void)n, (void)k;
    return false;
}
#endif

/* n/10^k in plain notation. */
static size_t write_decimal(char *to, uint64_t n, int k)
{
    while (k > 0 && n % 10 == 0) {
        n /= 10;
        k--;
    }
    char digit[24];
    int count = 0;
    do
        digit[count++] = (char)('0' + n % 10);
    while ((n /= 10) || count <= k);
    char *at = to;
    while (count > 0) {
        if (count == k)
            *at++ = '.';
        *at++ = digit[--count];
    }
    return (size_t)(at - to);
}

/* n/10^k as d.ddde-xx, for small numbers. */
static size_t write_scientific(char *to, uint64_t n, int k)
{
    while (n % 10 == 0) {
        n /= 10;
        k--;
    }
    char digit[24];
    int count = 0;
    do
        digit[count++] = (char)('0' + n % 10);
    while (n /= 10);
    int exponent = k - (count - 1);
    char *at = to;
    *at++ = digit[--count];
    if (count > 0)
        *at++ = '.';
    while (count > 0)
        *at++ = digit[--count];
    return (size_t)(at - to) + (size_t)snprintf(at, 8, "e-%02d", exponent);
}

static size_t write_by_printf(char *to, double x)
{
    int length = 0;
    for (int digits = 15; digits <= 17; digits++) {
        length = snprintf(to, LONGEST_NUMBER, "%.*g", digits, x);
        if (strtod(to, NULL) == x)
            break;
    }
    return (size_t)length;
}

/* x in at most LONGEST_NUMBER - 1 characters; returns their number. */
static size_t write_number(char *to, double x)
{
    if (x == 0) {
        *to = '0';
        return 1;
    }
    uint64_t n;
    int k;
    size_t sign = x < 0;
    if (sign)
        *to = '-';
    double size = fabs(x);
    if (size < 1e15 && size == floor(size))
        return sign + write_decimal(to + sign, (uint64_t)size, 0);
    if (short_decimal(size, &n, &k))
        return sign + (size < 1e-4 ? write_scientific : write_decimal)(to + sign, n, k);
    return write_by_printf(to, x);
}

/* ---- The file ---- */

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int flush(KCsv *csv)
{
    size_t done = 0;
    while (done < csv->used && !csv->error) {
        ssize_t n = write(csv->file, csv->buffer + done, csv->used - done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR)
            csv->error = n == 0 ? EIO : errno;
    }
    csv->used = 0;
    csv->flushed = seconds();
    return csv->error ? -1 : 0;
}

/* Room that a name takes: quoted if it contains a comma, a quote or a line end. */
static size_t write_name(char *to, const char *name)
{
    char *at = to;
    bool quoted = strpbrk(name, ",\"\n\r") != NULL;
    if (quoted)
        *at++ = '"';
    for (; *name; name++) {
        if (*name == '"')
            *at++ = '"';
        *at++ = *name;
    }
    if (quoted)
        *at++ = '"';
    return (size_t)(at - to);
}

static bool choose_columns(KCsv *csv, const KModel *model, int n, const int *chosen)
{
    size_t header = 8;
    csv->column = malloc(((size_t)n + 1) * sizeof *csv->column);
    if (!csv->column)
        return false;
    for (int i = 0; i < n; i++) {
        const KVariable *v = &model->variable[chosen[i]];
        if (v->type == K_STRING)
            continue;
        csv->column[csv->n++] = v;
        header += 2 * strlen(v->name) + 3;
    }
    size_t row = ((size_t)csv->n + 1) * LONGEST_NUMBER;
    csv->size = FLUSH_AT + (row > header ? row : header);
    csv->buffer = malloc(csv->size);
    return csv->buffer != NULL;
}

static void csv_free(KCsv *csv)
{
    free(csv->column);
    free(csv->buffer);
    free(csv);
}

KCsv *k_csv_open(const char *path, const KModel *model, int n, const int *chosen, const char **why)
{
    KCsv *csv = calloc(1, sizeof *csv);
    if (!csv || !choose_columns(csv, model, n, chosen)) {
        *why = "memory is exhausted";
        if (csv)
            csv_free(csv);
        return NULL;
    }
    csv->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (csv->file < 0) {
        *why = strerror(errno);
        csv_free(csv);
        return NULL;
    }
    memcpy(csv->buffer, "time", 4);
    csv->used = 4;
    for (int i = 0; i < csv->n; i++) {
        csv->buffer[csv->used++] = ',';
        csv->used += write_name(csv->buffer + csv->used, csv->column[i]->name);
    }
    csv->buffer[csv->used++] = '\n';
    csv->flushed = seconds();
    return csv;
}

int k_csv_point(KCsv *csv, const KInst *m)
{
    if (csv->error)
        return -1;
    csv->used += write_number(csv->buffer + csv->used, m->time);
    for (int i = 0; i < csv->n; i++) {
        csv->buffer[csv->used++] = ',';
        csv->used += write_number(csv->buffer + csv->used, k_value(m, csv->column[i]));
    }
    csv->buffer[csv->used++] = '\n';
    if (csv->used >= FLUSH_AT || seconds() - csv->flushed > 1)
        return flush(csv);
    return 0;
}

int k_csv_close(KCsv *csv, const char **why)
{
    flush(csv);
    if (close(csv->file) && !csv->error)
        csv->error = errno;
    int error = csv->error;
    if (error)
        *why = strerror(error);
    csv_free(csv);
    return error ? -1 : 0;
}
