/* mat.c - results as a MAT file of version 4 with the matrices that Dymola and OpenModelica use:
 *
 *     Aclass       4 lines of text: Atrajectory, 1.1, (none), binTrans
 *     name         one name a column, filled up with blanks
 *     description  likewise, with the unit, and that to show it in, in brackets: [K|degC], or the
 * type of what is not Real: [:#(type=Boolean)] dataInfo     for each name: table (1: constant, 2:
 * trajectory, 0: abscissa), row in it, negative for an alias of opposite sign; interpolation (0:
 * linear), extrapolation (-1: none, 0: constant) data_1       a row for each parameter, with its
 * value at start and end; the first row is time data_2       a column for each point, the first row
 * is time
 *
 * binTrans means that matrices are stored transposed, so points are appended as they come; the
 * number of columns of data_2 is put into its header after every write. Variables with the same
 * place in memory share a row. */
#include "rt/result_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 20, DOUBLES = 0, INTEGERS = 20, TEXT = 51, BIG_ENDIAN_FILE = 1000 };

typedef struct Mat {
    int n; /* variables, time not counted */
    const KVariable **var;
    int32_t *info;                  /* [4*(n+1)] dataInfo */
    int nconst, nrow;               /* rows of data_1 and data_2, time included */
    const KVariable **konst, **row; /* what stands in them; [0] is time */
    size_t name_length, text_length;
    bool begun;      /* the matrices before data_2 are in the buffer or the file */
    long stop_at;    /* places in the file: stop time in data_1, */
    long columns_at; /* number of columns of data_2 */
    int32_t columns; /* in the buffer and the file */
    double last;     /* time of the last point */
} Mat;

/* ---- Choosing rows ---- */

static bool is_fixed(const KVariable *v)
{
    return v->kind == K_PARAMETER || v->kind == K_CONSTANT;
}

/* Boolean aliases of opposite sign cannot be told by a sign. */
static bool by_sign(const KVariable *v)
{
    return v->negated && v->type != K_BOOLEAN;
}

/* Behind the description: " [unit]", " [unit|display unit]", " [:#(type=Boolean)]"; returns its
 * length, without its end. */
static size_t bracket(const KVariable *v, char *out, size_t size)
{
    static const char *const type[] = {
        [K_INTEGER] = "Integer", [K_BOOLEAN] = "Boolean", [K_ENUM] = "Enumeration"};
    bool typed = v->type == K_INTEGER || v->type == K_BOOLEAN || v->type == K_ENUM;
    if (!*v->unit && !typed) {
        if (size)
            *out = 0;
        return 0;
    }
    return (size_t)snprintf(out, size, "%s[%s%s%s%s%s%s]", *v->description ? " " : "", v->unit,
                            *v->unit && *v->display ? "|" : "", *v->unit ? v->display : "",
                            typed ? ":#(type=" : "", typed ? type[v->type] : "", typed ? ")" : "");
}

static size_t text_length(const KVariable *v)
{
    return strlen(v->description) + bracket(v, NULL, 0);
}

/* Gives every variable its row. place[] has four numbers for each place in memory: its row in
 * data_2 and in data_1, each as it is and as a Boolean negated. */
static void number_rows(Mat *s, int *place)
{
    s->nconst = s->nrow = 1;
    memcpy(s->info, (const int32_t[]){0, 1, 0, -1}, 4 * sizeof *s->info);
    for (int i = 0; i < s->n; i++) {
        const KVariable *v = s->var[i];
        bool fixed = is_fixed(v), apart = v->negated && v->type == K_BOOLEAN;
        int *at = &place[4 * v->index + 2 * fixed + apart];
        if (*at == 0) {
            *at = fixed ? s->nconst : s->nrow;
            if (fixed)
                s->konst[s->nconst++] = v;
            else
                s->row[s->nrow++] = v;
        }
        int32_t row = *at + 1;
        memcpy(s->info + 4 * (i + 1),
               (const int32_t[]){fixed ? 1 : 2, by_sign(v) ? -row : row, 0, fixed ? 0 : -1},
               4 * sizeof *s->info);
    }
}

static bool mat_open(KResult *r, int n, const int *chosen)
{
    const KModel *model = k_inst_model(r->m);
    size_t room = (size_t)n + 1;
    Mat *s = r->own = calloc(1, sizeof *s);
    int *place = calloc(4 * (size_t)model->nv + 1, sizeof *place);
    if (s) {
        s->var = malloc(3 * room * sizeof *s->var);
        s->info = malloc(4 * room * sizeof *s->info);
    }
    if (!s || !place || !s->var || !s->info) {
        free(place);
        return false;
    }
    s->konst = s->var + room;
    s->row = s->konst + room;
    s->name_length = strlen("time");
    s->text_length = strlen("Time [s]");
    for (int i = 0; i < n; i++) {
        const KVariable *v = &model->variable[chosen ? chosen[i] : i];
        if (v->type == K_STRING)
            continue;
        s->var[s->n++] = v;
        size_t name = strlen(v->name), text = text_length(v);
        s->name_length = name > s->name_length ? name : s->name_length;
        s->text_length = text > s->text_length ? text : s->text_length;
    }
    number_rows(s, place);
    free(place);
    s->last = r->start;
    size_t head = 6 * (HEADER + 16) + 44 +
                  ((size_t)s->n + 1) * (s->name_length + s->text_length + 4 * sizeof *s->info) +
                  2 * (size_t)s->nconst * sizeof(double);
    return out_reserve(r, head + (size_t)s->nrow * sizeof(double));
}

static void mat_free(KResult *r)
{
    Mat *s = r->own;
    free(s->var);
    free(s->info);
}

/* ---- Writing ---- */

static void put(KResult *r, const void *data, size_t size)
{
    memcpy(r->buffer + r->used, data, size);
    r->used += size;
}

/* The header of a matrix. */
static void put_header(KResult *r, int type, const char *name, size_t rows, size_t columns)
{
    const int one = 1;
    if (!*(const char *)&one)
        type += BIG_ENDIAN_FILE;
    int32_t head[HEADER / 4] = {type, (int32_t)rows, (int32_t)columns, 0,
                                (int32_t)strlen(name) + 1};
    put(r, head, sizeof head);
    put(r, name, strlen(name) + 1);
}

/* Text filled up with blanks. */
static void put_text(KResult *r, const char *text, size_t length)
{
    size_t n = strlen(text);
    memcpy(r->buffer + r->used, text, n);
    memset(r->buffer + r->used + n, ' ', length - n);
    r->used += length;
}

static void put_class(KResult *r)
{
    static const char *const line[4] = {"Atrajectory", "1.1", "", "binTrans"};
    put_header(r, TEXT, "Aclass", 4, 11);
    for (size_t column = 0; column < 11; column++)
        for (int i = 0; i < 4; i++)
            r->buffer[r->used++] = column < strlen(line[i]) ? line[i][column] : ' ';
}

static void put_description(KResult *r, const KVariable *v, size_t length)
{
    size_t from = r->used, n = strlen(v->description);
    put_text(r, v->description, length);
    char *at = r->buffer + from + n, first = at[0];
    size_t more = bracket(v, at, length - n + 1); /* ends where the next text begins */
    at[more] = more ? ' ' : first;
}

/* The value of the row that v stands for. */
static double row_value(const KInst *m, const KVariable *v)
{
    double x = k_value(m, v);
    return by_sign(v) ? (x == 0 ? 0 : -x) : x;
}

static void put_constants(KResult *r)
{
    const Mat *s = r->own;
    put_header(r, DOUBLES, "data_1", (size_t)s->nconst, 2);
    for (int column = 0; column < 2; column++) {
        put(r, column ? &r->stop : &r->start, sizeof(double));
        for (int i = 1; i < s->nconst; i++) {
            double x = row_value(r->m, s->konst[i]);
            put(r, &x, sizeof x);
        }
    }
}

/* Everything before the columns of data_2; parameters have their values by now. */
static void begin(KResult *r)
{
    Mat *s = r->own;
    s->begun = true;
    put_class(r);
    put_header(r, TEXT, "name", s->name_length, (size_t)s->n + 1);
    put_text(r, "time", s->name_length);
    for (int i = 0; i < s->n; i++)
        put_text(r, s->var[i]->name, s->name_length);
    put_header(r, TEXT, "description", s->text_length, (size_t)s->n + 1);
    put_text(r, "Time [s]", s->text_length);
    for (int i = 0; i < s->n; i++)
        put_description(r, s->var[i], s->text_length);
    put_header(r, INTEGERS, "dataInfo", 4, (size_t)s->n + 1);
    put(r, s->info, 4 * ((size_t)s->n + 1) * sizeof *s->info);
    put_constants(r);
    s->stop_at = (long)(r->used - (size_t)s->nconst * sizeof(double));
    s->columns_at = (long)r->used + 2 * (long)sizeof(int32_t);
    put_header(r, DOUBLES, "data_2", (size_t)s->nrow, 0);
}

static void mat_point(KResult *r, const KInst *m)
{
    Mat *s = r->own;
    if (!s->begun)
        begin(r);
    s->last = m->time;
    put(r, &m->time, sizeof m->time);
    for (int i = 1; i < s->nrow; i++) {
        double x = row_value(m, s->row[i]);
        put(r, &x, sizeof x);
    }
    s->columns++;
}

static void mat_written(KResult *r)
{
    const Mat *s = r->own;
    if (s->begun)
        out_rewrite(r, s->columns_at, &s->columns, sizeof s->columns);
}

/* The run may have ended early. */
static void mat_complete(KResult *r)
{
    Mat *s = r->own;
    if (!s->begun)
        begin(r);
    out_flush(r);
    out_rewrite(r, s->stop_at, &s->last, sizeof s->last);
}

const KFormat format_mat = {mat_open, mat_point, mat_written, mat_complete, mat_free};
