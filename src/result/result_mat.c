/* result_mat.c - the MAT file of version 4 in which Dymola, OpenModelica and kron leave results.
 *
 * It is a sequence of matrices, each behind five 32-bit numbers (type, rows, columns, imaginary
 * part, length of the name) and its name, elements column by column. The type is written MOPT in
 * decimal: byte order, zero, format of the elements, text or numbers. The matrices are
 *
 *     Aclass       four lines: "Atrajectory", version, text, "binTrans" or "binNormal"
 *     name         a line for each variable
 *     description  likewise; ends with [unit], [unit|display unit] or [unit:#(type=...)]
 *     dataInfo     for each variable: which data (0: the abscissa), its column, negative for the
 *                  negated value; two numbers about interpolation
 *     data_1       constants: a column for each, a line for the start and one for the end
 *     data_2       a line for each point of time, the abscissa in the first column
 *
 * with binTrans all but Aclass transposed. Files of version 1.0 have `names` and `data` only.
 * Linear in the size of the file; memory for the names and the chosen values only. */
#include "base/die.h"
#include "result/result_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { HEAD = 20, LONGEST_NAME = 64, NFORMATS = 6 };

static const int element_size[NFORMATS] = {8, 4, 4, 2, 2, 1};

static double element(const unsigned char *p, int format)
{
    double d;
    float f;
    int32_t i;
    int16_t s;
    uint16_t u;
    switch (format) {
    case 0:
        return memcpy(&d, p, sizeof d), d;
    case 1:
        return memcpy(&f, p, sizeof f), (double)f;
    case 2:
        return memcpy(&i, p, sizeof i), (double)i;
    case 3:
        return memcpy(&s, p, sizeof s), (double)s;
    case 4:
        return memcpy(&u, p, sizeof u), (double)u;
    default:
        return *p;
    }
}

/* ---- The matrices ---- */

typedef struct Directory {
    Matrix aclass, name, names, description, info, data, data_1, data_2;
    int64_t size;               /* of the file */
    char cut[LONGEST_NAME + 1]; /* the matrix inside which the file ends; "": none */
} Directory;

static Matrix *matrix_named(Directory *d, const char *name)
{
    const struct {
        const char *name;
        Matrix *matrix;
    } known[] = {{"Aclass", &d->aclass},           {"name", &d->name},     {"names", &d->names},
                 {"description", &d->description}, {"dataInfo", &d->info}, {"data", &d->data},
                 {"data_1", &d->data_1},           {"data_2", &d->data_2}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name))
            return known[i].matrix;
    return NULL;
}

/* Reads one head and name; false at the end of the file or if it makes no sense (*wrong). */
static bool read_head(FILE *file, Matrix *m, char *name, bool *wrong)
{
    int32_t head[5];
    size_t n = fread(head, 1, sizeof head, file);
    *wrong = n > 0;
    if (n < sizeof head || head[0] < 0 || head[0] > 51 || head[0] % 10 > 1 || head[1] < 0 ||
        head[2] < 0 || head[3] != 0 || head[4] < 1 || head[4] > LONGEST_NAME)
        return false;
    if (fread(name, 1, (size_t)head[4], file) < (size_t)head[4])
        return false;
    name[head[4]] = 0;
    *m = (Matrix){true, head[0] / 10, head[1], head[2], ftello(file)};
    return true;
}

/* Cuts a matrix that goes beyond the end of the file down to its whole columns. */
static void cut_matrix(Directory *d, Matrix *m, const char *name)
{
    int64_t column = m->rows * element_size[m->format];
    if (column && m->cols > (d->size - m->at) / column) {
        m->cols = (d->size - m->at) / column;
        memcpy(d->cut, name, sizeof d->cut);
    }
}

static bool read_directory(FILE *file, Directory *d, Buf *why)
{
    struct stat st;
    if (fstat(fileno(file), &st) || fseeko(file, 0, SEEK_SET))
        return refuse_file(why, strerror(errno));
    d->size = st.st_size;
    char name[LONGEST_NAME + 1] = {0};
    bool wrong;
    Matrix m;
    for (int64_t at = 0; !*d->cut && read_head(file, &m, name, &wrong);) {
        cut_matrix(d, &m, name);
        Matrix *place = matrix_named(d, name);
        if (place)
            *place = m;
        at = m.at + m.rows * m.cols * element_size[m.format];
        if (fseeko(file, at, SEEK_SET))
            break;
    }
    return *d->cut || !wrong || d->data_2.present || d->data.present ||
           refuse_file(why, "this MAT file is damaged or cut short");
}

/* All bytes of a matrix; NULL: `why` says that they cannot be read. */
static unsigned char *load(Result *r, const Matrix *m, Buf *why)
{
    size_t n = (size_t)(m->rows * m->cols) * (size_t)element_size[m->format];
    unsigned char *bytes = arena_alloc(r->arena, n + 1);
    if (!fseeko(r->file, m->at, SEEK_SET) && fread(bytes, 1, n, r->file) == n)
        return bytes;
    buf_puts(why, "it cannot be read to its end");
    return NULL;
}

/* ---- Text ---- */

/* A text matrix: `count` texts of `length` characters. */
typedef struct Texts {
    const unsigned char *bytes;
    int format;
    int64_t count, length;
    int64_t next_text, next_char; /* steps from one to the next, in elements */
} Texts;

static bool load_texts(Result *r, const Matrix *m, bool transposed, Texts *t, Buf *why)
{
    *t = (Texts){.format = m->format,
                 .count = transposed ? m->cols : m->rows,
                 .length = transposed ? m->rows : m->cols,
                 .next_text = transposed ? m->rows : 1,
                 .next_char = transposed ? 1 : m->rows};
    if (!t->length)
        t->count = 0;
    t->bytes = load(r, m, why);
    return t->bytes != NULL;
}

/* Text i without the blanks and zeros at its end. */
static const char *text_at(const Texts *t, int64_t i, Buf *out)
{
    buf_clear(out);
    for (int64_t j = 0; j < t->length; j++) {
        double c = element(
            t->bytes + (i * t->next_text + j * t->next_char) * element_size[t->format], t->format);
        if (!(c >= 1 && c < 256))
            break;
        buf_putc(out, (char)(unsigned char)c);
    }
    while (out->n && out->s[out->n - 1] == ' ')
        out->s[--out->n] = 0;
    return buf_text(out);
}

/* Unit and type from the brackets at the end of a description. */
static void read_unit(Result *r, ResultVar *v, const char *description)
{
    static const char type[] = ":#(type=";
    size_t n = strlen(description);
    const char *open = strrchr(description, '[');
    if (!open || description[n - 1] != ']')
        return;
    const char *unit = open + 1, *colon = strstr(unit, type);
    size_t length = strcspn(unit, "|:]");
    if (!(length == 1 && *unit == '1'))
        v->unit = clean_text(r->arena, unit, length);
    if (unit[length] == '|')
        v->display = clean_text(r->arena, unit + length + 1, strcspn(unit + length + 1, ":]"));
    if (colon) {
        const char *name = colon + sizeof type - 1;
        v->kind = !strncmp(name, "Boolean)", 8) ? CURVE_BOOLEAN
                  : !strncmp(name, "Real)", 5)  ? CURVE_REAL
                                                : CURVE_INTEGER;
    }
}

/* ---- Variables ---- */

/* Points of time, and variables, of a data matrix. */
static int64_t data_variables(const Result *r, const Matrix *m)
{
    return r->transposed ? m->rows : m->cols;
}

static int64_t data_points(const Result *r, const Matrix *m)
{
    return r->transposed ? m->cols : m->rows;
}

/* Finds variable i in the data; false: it cannot be there. Data other than data_1 and data_2 are
 * not read, their variables not offered. */
static bool locate(Result *r, const Matrix *info, const unsigned char *numbers, int64_t i,
                   ResultVar *v, bool *offered)
{
    int size = element_size[info->format];
    int64_t at = r->transposed ? i * info->rows : i, next = r->transposed ? 1 : info->rows;
    double which = element(numbers + at * size, info->format);
    double column = element(numbers + (at + next) * size, info->format);
    *offered = which == 0 || which == 1 || which == 2;
    if (!*offered)
        return true;
    v->constant = which == 1;
    v->negated = column < 0;
    double index = (column < 0 ? -column : column) - 1;
    const Matrix *data = v->constant ? &r->constants : &r->series;
    if (!(index >= 0 && index < (double)data_variables(r, data)) ||
        (v->constant && !data_points(r, data)))
        return false;
    v->column = (int)index;
    if (which == 0)
        r->abscissa = r->var.n;
    return true;
}

static bool add_variables(Result *r, const Directory *d, const Texts *name, Buf *why)
{
    const Matrix *info = &d->info;
    int64_t numbers = r->transposed ? info->rows : info->cols;
    int64_t lines = r->transposed ? info->cols : info->rows;
    if (info->present ? numbers < 2 || lines != name->count
                      : name->count > data_variables(r, &r->series))
        return refuse_file(why, "the names and the data in it do not belong together");
    unsigned char *where = info->present ? load(r, info, why) : NULL;
    Texts description = {0};
    if ((info->present && !where) ||
        (d->description.present &&
         !load_texts(r, &d->description, r->transposed, &description, why)))
        return false;
    Buf text = {0};
    bool good = true, offered = true;
    for (int64_t i = 0; i < name->count && good; i++) {
        ResultVar v = {.unit = "", .column = (int)i};
        if (where)
            good = locate(r, info, where, i, &v, &offered);
        text_at(name, i, &text);
        v.name = clean_text(r->arena, buf_text(&text), text.n);
        if (!good)
            buf_printf(why, "its matrix `dataInfo` seeks `%s` outside of the data", v.name);
        if (i < description.count)
            read_unit(r, &v, text_at(&description, i, &text));
        if (good && offered && *v.name)
            vec_push(r->arena, &r->var, v);
    }
    buf_free(&text);
    if (!where && r->var.n)
        r->abscissa = 0;
    return good;
}

static bool find_orientation(Result *r, const Directory *d, Buf *why)
{
    Texts lines;
    if (!load_texts(r, &d->aclass, false, &lines, why))
        return false;
    Buf text = {0};
    if (lines.count >= 4)
        text_at(&lines, 3, &text);
    r->transposed = !strcmp(buf_text(&text), "binTrans");
    bool good = r->transposed || !strcmp(buf_text(&text), "binNormal");
    if (!good)
        buf_puts(why, *d->cut ? "the file is cut short: its values are missing"
                              : "its matrix `Aclass` says neither binTrans nor binNormal");
    buf_free(&text);
    return good;
}

/* Only the values over time may end early, if they stand point by point. */
static bool check_matrices(Result *r, const Directory *d, Buf *why)
{
    bool simple = d->names.present && !d->name.present;
    const Matrix *name = simple ? &d->names : &d->name;
    r->series = simple ? d->data : d->data_2;
    r->constants = d->data_1;
    r->cut_short = *d->cut != 0;
    const char *last = simple ? "data" : "data_2";
    if (*d->cut && (strcmp(d->cut, last) || !r->transposed))
        buf_puts(why, "the file is cut short: its values are missing");
    else if (!name->present || (!simple && !d->info.present))
        buf_puts(why, "this MAT file does not hold results over time");
    else if (!r->series.present)
        buf_printf(why, "the file is cut short: its matrix `%s` is missing", last);
    else if (data_variables(r, &r->series) < 1)
        buf_puts(why, "there are no values in it");
    return !why->n;
}

bool mat_open(Result *r, Buf *why)
{
    Directory d = {0};
    Texts name;
    return read_directory(r->file, &d, why) && find_orientation(r, &d, why) &&
           check_matrices(r, &d, why) &&
           load_texts(r, d.name.present ? &d.name : &d.names, r->transposed, &name, why) &&
           add_variables(r, &d, &name, why);
}

/* ---- Values ---- */

/* Fills place k of all rows with column `column` of the values over time. */
static bool read_column(Result *r, int64_t column, size_t k, Curves *out)
{
    const Matrix *m = &r->series;
    int size = element_size[m->format];
    size_t width = (size_t)out->ncurves + 1;
    if (fseeko(r->file, m->at + column * m->rows * size, SEEK_SET))
        return false;
    for (size_t i = 0; i < out->n; i++) {
        unsigned char bytes[8];
        if (fread(bytes, 1, (size_t)size, r->file) < (size_t)size)
            return false;
        out->data[i * width + k] = element(bytes, m->format);
    }
    return true;
}

/* Reads point by point: place k of a row from column[k]. */
static bool read_points(Result *r, const int64_t *column, Curves *out)
{
    const Matrix *m = &r->series;
    size_t size = (size_t)element_size[m->format], width = (size_t)out->ncurves + 1;
    size_t n = (size_t)m->rows * size;
    unsigned char *point = memory_new(n, 1);
    bool good = !fseeko(r->file, m->at, SEEK_SET);
    for (size_t i = 0; good && i < out->n; i++) {
        good = fread(point, 1, n, r->file) == n;
        for (size_t k = 0; good && k < width; k++)
            out->data[i * width + k] = element(point + (size_t)column[k] * size, m->format);
    }
    free(point);
    return good;
}

static double constant_value(Result *r, const ResultVar *v)
{
    const Matrix *m = &r->constants;
    int size = element_size[m->format];
    int64_t at = r->transposed ? v->column : v->column * m->rows;
    unsigned char bytes[8] = {0};
    bool good = !fseeko(r->file, m->at + at * size, SEEK_SET) &&
                fread(bytes, 1, (size_t)size, r->file) == (size_t)size;
    return good ? element(bytes, m->format) : 0;
}

bool mat_read(Result *r, int n, const int *chosen, Curves *out, Buf *why)
{
    int64_t *column = ARENA_ARRAY(r->arena, int64_t, n + 1);
    int64_t points = data_points(r, &r->series);
    size_t width = (size_t)n + 1;
    out->data = memory_new((size_t)points * width + 1, sizeof *out->data);
    out->n = out->cap = (size_t)points;
    bool good = true;
    for (int k = 0; k < n; k++)
        if (!r->var.v[chosen[k]].constant)
            column[k + 1] = r->var.v[chosen[k]].column;
    if (r->transposed)
        good = read_points(r, column, out);
    for (size_t k = 0; good && !r->transposed && k < width; k++)
        good = read_column(r, column[k], k, out);
    for (int k = 0; k < n; k++) {
        const ResultVar *v = &r->var.v[chosen[k]];
        double value = v->constant ? constant_value(r, v) : 0;
        for (size_t i = 0; i < out->n; i++) {
            double *x = &out->data[i * width + (size_t)k + 1];
            *x = v->constant ? value : *x;
            *x = v->negated ? -*x : *x;
        }
    }
    if (!good)
        buf_puts(why, "it cannot be read to its end");
    else if (r->cut_short)
        buf_puts(why, "the file is cut short; the curves end where it does");
    return good;
}
