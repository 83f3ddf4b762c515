/* result_dymola.c - dsin.txt and dsfin.txt of Dymola's simulators: one point of time.
 *
 * Text with matrices one after the other, "double NAME(ROWS,COLUMNS)" with numbers in free format,
 * or "char NAME(ROWS,COLUMNS)" with a text in each line; # begins a comment. `experiment` has the
 * start time first, `initialName` the names, `initialValue` in its six columns how a value is used,
 * the value, its bounds, what it is (1: a parameter) and its type. */
#include "base/die.h"
#include "result/result_internal.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

enum { VALUE = 1, CATEGORY = 4, COLUMNS = 6, PARAMETER = 1, MOST_ROWS = 10000000 };

typedef struct Reader {
    Result *r;
    char *line;
    size_t room;
    const char *at; /* in the line */
    Buf *why;
} Reader;

/* The next line without comment; false: the file ends. */
static bool next_line(Reader *w)
{
    long n = memory_line(&w->line, &w->room, w->r->file);
    w->at = w->line;
    return n >= 0;
}

/* The next number, perhaps in a later line. */
static bool next_number(Reader *w, double *x)
{
    for (;;) {
        while (w->at && isspace((unsigned char)*w->at))
            w->at++;
        if (!w->at || !*w->at || *w->at == '#') {
            if (!next_line(w))
                return refuse_file(w->why, "it ends in the middle of a matrix");
            continue;
        }
        char *end;
        *x = strtod(w->at, &end);
        bool good = end != w->at;
        w->at = end;
        return good || refuse_file(w->why, "there is no number where one is needed");
    }
}

/* "double NAME(ROWS,COLUMNS)" */
static bool read_head(const char *line, const char *type, char name[64], long size[2])
{
    int end = 0;
    char format[40];
    snprintf(format, sizeof format, " %s %%63[A-Za-z0-9_](%%ld,%%ld)%%n", type);
    return sscanf(line, format, name, &size[0], &size[1], &end) == 3 && end && size[0] >= 0 &&
           size[0] <= MOST_ROWS && size[1] >= 0;
}

static bool read_names(Reader *w, long n)
{
    for (long i = 0; i < n; i++) {
        if (!next_line(w))
            return refuse_file(w->why, "it ends in the middle of the names");
        size_t length = strcspn(w->line, "\r\n");
        while (length && w->line[length - 1] == ' ')
            length--;
        ResultVar *v = vec_add(w->r->arena, &w->r->var);
        v->name = clean_text(w->r->arena, w->line, length);
        v->unit = "";
        v->column = (int)i;
    }
    return true;
}

static bool read_values(Reader *w, long rows, long columns)
{
    Result *r = w->r;
    if (rows != r->var.n || columns != COLUMNS)
        return refuse_file(w->why, "initialValue does not fit the names");
    r->point = ARENA_ARRAY(r->arena, double, rows + 1);
    for (long i = 0; i < rows; i++) {
        double x[COLUMNS];
        for (int k = 0; k < COLUMNS; k++)
            if (!next_number(w, &x[k]))
                return false;
        r->point[i] = x[VALUE];
        r->var.v[i].constant = x[CATEGORY] == PARAMETER;
    }
    return true;
}

static bool read_matrix(Reader *w)
{
    char name[64];
    long size[2];
    double x;
    if (read_head(w->line, "char", name, size)) {
        if (!strcmp(name, "initialName"))
            return w->r->var.n ? refuse_file(w->why, "there are names twice")
                               : read_names(w, size[0]);
        for (long i = 0; i < size[0]; i++)
            if (!next_line(w))
                return refuse_file(w->why, "it ends in the middle of a matrix");
        return true;
    }
    if (!read_head(w->line, "double", name, size) && !read_head(w->line, "int", name, size))
        return true; /* a comment, an empty line */
    w->at = NULL;
    if (!strcmp(name, "initialValue"))
        return read_values(w, size[0], size[1]);
    for (long i = 0; i < size[0] * size[1]; i++) {
        if (!next_number(w, &x))
            return false;
        if (!i && !strcmp(name, "experiment"))
            w->r->point_time = x;
    }
    return true;
}

bool dymola_open(Result *r, Buf *why)
{
    Reader w = {.r = r, .why = why};
    bool good = !fseeko(r->file, 0, SEEK_SET) || refuse_file(why, strerror(errno));
    while (good && next_line(&w))
        good = read_matrix(&w);
    free(w.line);
    if (good && !r->point)
        good =
            refuse_file(why, "there is no initialValue in it: it is not a dsin.txt or dsfin.txt");
    return good;
}

bool dymola_read(Result *r, int n, const int *chosen, Curves *out, Buf *why)
{
    (void)why;
    double *row = curves_add_row(out);
    row[0] = r->point_time;
    for (int k = 0; k < n; k++)
        row[k + 1] = r->point[chosen[k]];
    return true;
}
