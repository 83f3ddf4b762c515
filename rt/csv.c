/* csv.c - results as comma-separated values, one row a point.
 *
 * Numbers have the fewest digits that read back the same: 15, 16 or
 * 17 are tried. The common range is done with 64-bit mantissas: n/10^k with both exactly
 * representable is rounded once, hence equal to what strtod gives unless it lies within one unit
 * of a tie, which (as everything outside the range) is left to printf. Small numbers, which are
 * divided by several such powers, are rounded as often.
 *
 * What has not changed since the last row is copied from there: parameters, and all that stands
 * still. So are further names of one variable, of which large models have several: the digits of a
 * place are made once a row, with the sign put before them. */
#include "rt/result_internal.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NUMBER = 32 };

typedef struct Csv {
    int n;
    const KVariable **column; /* [n] */
    int *cell;                /* [n] its digits: the number of the first column of the same place */
    struct Cell *last;        /* [n] digits of the last row */
} Csv;

typedef struct Cell {
    double size;          /* without sign */
    unsigned char length; /* 0: nothing has been written */
    char text[LONGEST_NUMBER];
} Cell;

/* ---- Numbers ---- */

#if LDBL_MANT_DIG == 64
static const long double power10[] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
    1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
    1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L,
};

enum { MOST_EXACT = 27 };  /* powers of 10 up to here are */
#define ROUNDED_ONCE 1e-10 /* numbers from here on are multiplied by one of them */

/* Does n/10^k read back as x? 1 yes, 0 no, -1 it cannot be told. */
static int reads_back(uint64_t n, int k, double x)
{
    long double q = (long double)n;
    uint64_t mantissa, rounded = 0;
    for (int of; k > 0 || !rounded; k -= of, rounded++) {
        of = k < MOST_EXACT ? k : MOST_EXACT;
        q /= power10[of];
    }
    memcpy(&mantissa, &q, sizeof mantissa);
    uint64_t low = mantissa & 0x7ff; /* what rounding to double drops */
    return low + rounded >= 0x400 && low <= 0x400 + rounded ? -1 : (double)q == x;
}

/* x*10^k. */
static long double scaled(double x, int k)
{
    long double q = x;
    for (; k > MOST_EXACT; k -= MOST_EXACT)
        q *= power10[MOST_EXACT];
    return q * power10[k];
}

/* Whether the rounding of scaled values may decide how x, a half above scaled(), is rounded down.
 */
static bool is_tie(long double x, int k)
{
    long double error = x * 0x1p-63L * (1 + k / MOST_EXACT), low = x - (long double)(uint64_t)x;
    return low <= error || low >= 1 - error;
}

/* Digits n and scale k with x = n/10^k, as few as possible; false: not found this way. */
static bool short_decimal(double x, uint64_t *n, int *k)
{
    int binary;
    frexp(x, &binary);
    int exponent = (int)floor((binary - 1) * 0.30103); /* 10^exponent <= x, or one less */
    if (x >= 1e15 || x < DBL_MIN)
        return false;
    while (exponent < 15 &&
           (exponent + 1 >= 0 ? x >= power10[exponent + 1] : scaled(x, -exponent - 1) >= 1))
        exponent++;
    for (int digits = 15; digits <= 17; digits++) {
        *k = digits - 1 - exponent;
        if (*k < 0)
            return false;
        long double above = scaled(x, *k) + 0.5L;
        *n = (uint64_t)above;
        int answer = reads_back(*n, *k, x);
        if (answer)
            return answer > 0 && (x >= ROUNDED_ONCE || !is_tie(above, *k));
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
    *at++ = 'e';
    *at++ = '-';
    if (exponent >= 100)
        *at++ = (char)('0' + exponent / 100);
    *at++ = (char)('0' + exponent / 10 % 10);
    *at++ = (char)('0' + exponent % 10);
    return (size_t)(at - to);
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

/* A name, quoted if it contains a comma, a quote or a line end. Returns its length. */
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

/* Columns of one place in memory share their digits; a Boolean and its opposite do not. */
static bool share_cells(Csv *csv)
{
    int most = 0;
    for (int i = 0; i < csv->n; i++)
        most = csv->column[i]->index > most ? csv->column[i]->index : most;
    int *first =
        calloc((size_t)most + 1, sizeof *first); /* by place: number + 1 of its first column */
    for (int i = 0; first && i < csv->n; i++) {
        const KVariable *v = csv->column[i];
        bool own = v->negated && v->type == K_BOOLEAN;
        if (!own && !first[v->index])
            first[v->index] = i + 1;
        csv->cell[i] = own ? i : first[v->index] - 1;
    }
    free(first);
    return first != NULL;
}

static bool csv_open(KResult *r, int n, const int *chosen)
{
    const KModel *model = k_inst_model(r->m);
    size_t header = 12;
    Csv *csv = r->own = calloc(1, sizeof *csv);
    if (!csv || !(csv->column = malloc(((size_t)n + 1) * sizeof *csv->column)) ||
        !(csv->cell = malloc(((size_t)n + 1) * sizeof *csv->cell)) ||
        !(csv->last = calloc((size_t)n + 1, sizeof *csv->last)))
        return false;
    for (int i = 0; i < n; i++) {
        const KVariable *v = &model->variable[chosen ? chosen[i] : i];
        if (v->type == K_STRING)
            continue;
        csv->column[csv->n++] = v;
        header += 2 * strlen(v->name) + 3 + (r->units ? 2 * strlen(v->unit) + 3 : 0);
    }
    if (!share_cells(csv))
        return false;
    size_t row = ((size_t)csv->n + 1) * LONGEST_NUMBER;
    if (!out_reserve(r, header + row)) /* the first row comes before the header is out */
        return false;
    for (int row_of_units = 0; row_of_units <= r->units; row_of_units++) {
        r->used += write_name(r->buffer + r->used, row_of_units ? "s" : "time");
        for (int i = 0; i < csv->n; i++) {
            const KVariable *v = csv->column[i];
            r->buffer[r->used++] = ',';
            r->used += write_name(r->buffer + r->used, row_of_units ? v->unit : v->name);
        }
        r->buffer[r->used++] = '\n';
    }
    return true;
}

/* x, whose digits are in cell if they have not changed. Returns the number of characters. */
static size_t write_cell(char *to, double x, Cell *cell)
{
    double size = fabs(x);
    size_t sign = x < 0;
    if (!cell->length || memcmp(&size, &cell->size, sizeof size) != 0) {
        cell->size = size;
        cell->length = (unsigned char)write_number(cell->text, size);
    }
    *to = '-';
    memcpy(to + sign, cell->text, LONGEST_NUMBER - 1);
    return sign + cell->length;
}

static void csv_point(KResult *r, const KInst *m)
{
    const Csv *csv = r->own;
    char *at = r->buffer + r->used;
    at += write_number(at, m->time);
    for (int i = 0; i < csv->n; i++) {
        *at++ = ',';
        at += write_cell(at, k_value(m, csv->column[i]), &csv->last[csv->cell[i]]);
    }
    *at++ = '\n';
    r->used = (size_t)(at - r->buffer);
}

static void csv_free(KResult *r)
{
    Csv *csv = r->own;
    free(csv->column);
    free(csv->cell);
    free(csv->last);
}

const KFormat format_csv = {.open = csv_open, .point = csv_point, .free = csv_free};
