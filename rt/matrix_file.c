/* matrix_file.c - matrices in text files, in CSV files, and in MATLAB's (matrix_mat.c).
 *
 * Text: the first line is #1, then `double name(rows, columns)` and the numbers, by rows, as often
 * as there are matrices; behind # a line is a comment. Linear in the size of the file. */
#include "rt/matrix_file.h"
#include "rt/external.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 1 << 27 };

static const char *say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const char *say(const char *format, ...)
{
    char *text = k_string(500);
    va_list args;
    va_start(args, format);
    vsnprintf(text, 500, format, args);
    va_end(args);
    return text;
}

/* The whole file, zero-terminated; NULL: *why. */
static char *read_all(const char *path, size_t *size, const char **why)
{
    FILE *f = fopen(path, "rb");
    char *data = NULL;
    size_t room = 0;
    *size = 0;
    *why = f ? NULL : strerror(errno);
    while (f) {
        if (room < *size + 65536) {
            room = 2 * room + 131072;
            char *more = realloc(data, room);
            if (!more) {
                *why = "out of memory";
                break;
            }
            data = more;
        }
        size_t n = fread(data + *size, 1, 65535, f);
        *size += n;
        if (!n)
            break;
    }
    if (f && ferror(f))
        *why = "it cannot be read";
    if (f)
        fclose(f);
    if (!*why && data) {
        data[*size] = 0;
        return data;
    }
    free(data);
    return NULL;
}

static bool matrix_make(Matrix *m, double nrows, double ncols)
{
    if (nrows < 0 || ncols < 0 || nrows * ncols > MOST_NUMBERS)
        return false;
    *m = (Matrix){(int)nrows, (int)ncols, NULL};
    m->v = malloc(((size_t)nrows * (size_t)ncols + 1) * sizeof *m->v);
    return m->v;
}

/* ---- Text ---- */

static const char *skip(const char *at, const char *what)
{
    return at + strspn(at, what);
}

static const char *next_line(const char *at)
{
    at += strcspn(at, "\n");
    return *at ? at + 1 : at;
}

/* `double name` at the beginning of a line: where the name stands, or NULL. */
static const char *text_name(const char *line)
{
    const char *at = skip(line, " \t");
    if (!strncmp(at, "double", 6) && isspace((unsigned char)at[6]))
        return skip(at + 6, " \t");
    if (!strncmp(at, "float", 5) && isspace((unsigned char)at[5]))
        return skip(at + 5, " \t");
    return NULL;
}

/* double name(2, 3) at the beginning of a line; where the sizes stand, or NULL. */
static const char *text_header(const char *line, const char *name)
{
    const char *at = text_name(line);
    size_t n = strlen(name);
    if (!at || strncmp(at, name, n) || !strchr(" \t(", at[n]))
        return NULL;
    at = skip(at + n, " \t");
    return *at == '(' ? at + 1 : NULL;
}

/* Numbers with blanks, commas and comments between them. */
static bool text_numbers(const char *at, const char *between, size_t n, double *out)
{
    for (size_t i = 0; i < n; i++) {
        for (at = skip(at, between); *at == '#'; at = skip(at, between))
            at = next_line(at);
        char *end;
        out[i] = strtod(at, &end);
        if (end == at)
            return false;
        at = end;
    }
    return true;
}

/* That there is no such matrix, and one that there is. */
static const char *say_found(const char *text, const char *name)
{
    for (const char *line = text; *line; line = next_line(line)) {
        const char *at = text_name(line);
        size_t n = at ? strcspn(at, " \t(\r\n") : 0;
        if (n && n < 100)
            return say("it has no matrix `%s`, but `%.*s`", name, (int)n, at);
    }
    return say("it has no matrix `%s`", name);
}

static const char *text_read(const char *text, const char *name, Matrix *out)
{
    for (const char *line = text; *line; line = next_line(line)) {
        const char *at = text_header(line, name);
        if (!at)
            continue;
        char *end;
        double nrows = strtod(at, &end), ncols = -1;
        end = (char *)(uintptr_t)skip(end, " \t");
        if (*end == ',' || isdigit((unsigned char)*end)) /* a blank is enough between them */
            ncols = strtod(end + (*end == ','), &end);
        end = (char *)(uintptr_t)skip(end, " \t");
        if (*end != ')' || !matrix_make(out, nrows, ncols))
            return say("the sizes of the matrix `%s` are wrong", name);
        if (text_numbers(end + 1, " \t\r\n,;", (size_t)out->nrows * (size_t)out->ncols, out->v))
            return NULL;
        free(out->v);
        return say("the matrix `%s` has less than %d by %d numbers", name, out->nrows, out->ncols);
    }
    return say_found(text, name);
}

/* ---- CSV ---- */

static int count_fields(const char *line, char delimiter)
{
    int n = 1;
    for (; *line && *line != '\n'; line++)
        n += *line == delimiter;
    return n;
}

static bool is_blank(const char *line)
{
    return strchr("\r\n", *skip(line, " \t")) != NULL;
}

static bool csv_row(const char *line, char delimiter, int n, double *out)
{
    for (int k = 0; k < n; k++) {
        char *end;
        line = skip(line, " \t\"");
        out[k] = strtod(line, &end);
        if (end == line)
            return false;
        line = skip(end, " \t\"");
        if (k + 1 < n && *line++ != delimiter)
            return false;
    }
    return true;
}

static const char *csv_read(const char *text, char delimiter, int header, Matrix *out)
{
    int nrows = 0, row = 0, at = header;
    for (int i = 0; i < header; i++)
        text = next_line(text);
    for (const char *line = text; *line; line = next_line(line))
        nrows += !is_blank(line);
    if (!nrows || !matrix_make(out, nrows, count_fields(text, delimiter)))
        return "it has no rows of numbers";
    for (const char *line = text; *line; line = next_line(line)) {
        at++;
        if (is_blank(line))
            continue;
        if (!csv_row(line, delimiter, out->ncols, out->v + (size_t)row++ * (size_t)out->ncols)) {
            free(out->v);
            return say("line %d does not have %d numbers with `%c` between them", at, out->ncols,
                       delimiter);
        }
    }
    return NULL;
}

/* ---- Files ---- */

static bool ends_with(const char *path, const char *end)
{
    size_t n = strlen(path), m = strlen(end);
    for (size_t i = 0; i < m; i++)
        if (n < m || tolower((unsigned char)path[n - m + i]) != end[i])
            return false;
    return true;
}

const char *matrix_read(const char *path, const char *name, char delimiter, int header, Matrix *out)
{
    size_t size;
    const char *why;
    char *data = read_all(path, &size, &why);
    if (!data)
        return say("cannot read the file `%s`: %s", path, why);
    const char *text = strncmp(data, "\xEF\xBB\xBF", 3) ? data : data + 3; /* UTF-8 may say so */
    if (ends_with(path, ".csv"))
        why = csv_read(text, delimiter, header, out);
    else if (!strncmp(text, "#1", 2))
        why = text_read(text, name, out);
    else if (ends_with(path, ".mat") || matlab_is((const unsigned char *)data, size))
        why = matlab_read((const unsigned char *)data, size, name, out);
    else
        why = "it is neither a text file, whose first line is #1, nor CSV nor one of MATLAB's";
    free(data);
    return why ? say("the file `%s`: %s", path, why) : NULL;
}

bool matrix_write(const char *path, const char *name, const Matrix *m, bool append)
{
    FILE *f = fopen(path, append ? "ab" : "wb");
    if (!f)
        return false;
    int32_t head[5] = {0, m->nrows, m->ncols, 0, (int32_t)strlen(name) + 1};
    bool good = fwrite(head, sizeof head, 1, f) == 1 && fwrite(name, (size_t)head[4], 1, f) == 1;
    for (int j = 0; j < m->ncols; j++)
        for (int i = 0; i < m->nrows; i++)
            good = good && fwrite(&m->v[i * m->ncols + j], sizeof(double), 1, f) == 1;
    return !fclose(f) && good;
}
