/* result_csv.c - results as comma-separated values.
 *
 * The first line holds the names, quoted where they contain a comma; each further line a point of
 * time. Units may stand in the second line. The first column is the abscissa. Empty cells and `nan`
 * are gaps. Lines are read one by one and only the chosen cells turned into numbers: linear in the
 * size of the file, memory for the chosen values only. A last line without its end is that of a run
 * that was stopped. */
#include "base/die.h"
#include "result/result_internal.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <strings.h>

/* The first line; line ends inside quotes belong to names. False: there is a zero byte. */
static bool read_names_line(FILE *file, Buf *line)
{
    bool quoted = false;
    for (int c; (c = getc(file)) != EOF && (c != '\n' || quoted);) {
        if (!c)
            return false;
        quoted = quoted != (c == '"');
        buf_putc(line, (char)c);
    }
    return !ferror(file);
}

/* One cell from *at on, without its quotes; *at is then behind the comma, or NULL at the end. */
static void read_cell(const char **at, Buf *cell)
{
    const char *s = *at;
    bool quoted = false;
    buf_clear(cell);
    for (; *s && (*s != ',' || quoted); s++) {
        if (*s != '"') {
            buf_putc(cell, *s);
        } else if (quoted && s[1] == '"') {
            buf_putc(cell, '"');
            s++;
        } else {
            quoted = !quoted;
        }
    }
    *at = *s ? s + 1 : NULL;
}

static bool is_number(const char *s)
{
    char *end;
    strtod(s, &end);
    return end != s && !*end;
}

static void add_names(Result *r, const char *line)
{
    Buf cell = {0};
    for (const char *at = line; at;) {
        read_cell(&at, &cell);
        size_t n = cell.n, skip = 0;
        while (n && isspace((unsigned char)buf_text(&cell)[n - 1]))
            n--;
        while (skip < n && isspace((unsigned char)buf_text(&cell)[skip]))
            skip++;
        ResultVar *v = vec_add(r->arena, &r->var);
        v->name = clean_text(r->arena, buf_text(&cell) + skip, n - skip);
        v->unit = "";
        v->column = r->var.n - 1;
    }
    buf_free(&cell);
}

/* A second line that begins with a word has the units; the lines that follow are values. */
static void read_units(Result *r)
{
    off_t at = ftello(r->file);
    Buf line = {0}, cell = {0};
    bool good = read_names_line(r->file, &line);
    size_t n = line.n;
    while (n && (line.s[n - 1] == '\r' || line.s[n - 1] == ' '))
        line.s[--n] = 0;
    const char *from = buf_text(&line);
    if (good)
        read_cell(&from, &cell);
    if (!good || !cell.n || is_number(buf_text(&cell))) {
        fseeko(r->file, at, SEEK_SET);
    } else {
        r->units_row = true;
        from = buf_text(&line);
        for (int i = 0; i < r->var.n && from; i++) {
            read_cell(&from, &cell);
            r->var.v[i].unit = clean_text(r->arena, buf_text(&cell), cell.n);
        }
    }
    buf_free(&line);
    buf_free(&cell);
}

/* What a line without commas is separated by. */
static const char *other_mark(const char *text)
{
    return strchr(text, ';') ? "semicolons" : strchr(text, '\t') ? "tabs" : NULL;
}

bool csv_open(Result *r, Buf *why)
{
    if (fseeko(r->file, 0, SEEK_SET))
        return refuse_file(why, strerror(errno));
    Buf line = {0};
    bool good = read_names_line(r->file, &line);
    const char *text = buf_text(&line);
    if (!strncmp(text, "\xEF\xBB\xBF", 3))
        text += 3;
    if (good)
        add_names(r, text);
    bool numbers = good;
    for (int i = 0; i < r->var.n; i++)
        numbers = numbers && is_number(r->var.v[i].name);
    const char *mark = good && r->var.n < 2 ? other_mark(text) : NULL;
    if (mark)
        buf_printf(why,
                   "line 1: columns are separated by %s; in a CSV file they are by commas, with a "
                   "point in numbers (0.5)",
                   mark);
    else if (!good || r->var.n < 2)
        buf_puts(why, "this is neither a CSV file nor a MAT file of results");
    else if (numbers)
        buf_puts(why, "the first line holds numbers instead of names");
    r->abscissa = 0;
    buf_free(&line);
    good = good && r->var.n >= 2 && !numbers;
    if (good)
        read_units(r);
    r->csv = good;
    return good;
}

/* ---- Values ---- */

/* The number from s to the comma or the end of the line, 1 and 0 for true and false as other tools
 * write them; false: it is none. */
static bool read_number(const char *s, const char **end, double *x)
{
    char *after;
    while (*s == ' ' || *s == '\t')
        s++;
    if (*s == ',' || !*s) {
        *x = NAN;
        *end = s;
        return true;
    }
    bool yes = !strncasecmp(s, "true", 4), no = !strncasecmp(s, "false", 5);
    *x = yes ? 1 : no ? 0 : strtod(s, &after);
    if (yes || no)
        after = (char *)s + (yes ? 4 : 5);
    bool number = after != s;
    while (*after == ' ' || *after == '\t')
        after++;
    *end = after;
    return number && (*after == ',' || !*after);
}

typedef struct Columns {
    int *place; /* [columns + 1] its first place in `next`; -1: not wanted */
    int *next;  /* [places] another place of the same column, or -1; place 0 is the abscissa */
    int ncolumns;
} Columns;

static Columns wanted_columns(Result *r, int n, const int *chosen)
{
    Columns w = {ARENA_ARRAY(r->arena, int, r->var.n), ARENA_ARRAY(r->arena, int, n + 1), r->var.n};
    for (int i = 0; i < r->var.n; i++)
        w.place[i] = -1;
    for (int k = n; k >= 0; k--) {
        int column = k ? r->var.v[chosen[k - 1]].column : 0;
        w.next[k] = w.place[column];
        w.place[column] = k;
    }
    return w;
}

/* Fills the row from a line; false: `why` says what is wrong with it. */
static bool read_row(const Result *r, const Columns *w, const char *line, double *row, Buf *why)
{
    const char *s = line;
    int column = 0;
    for (;; column++, s++) {
        const char *end = s;
        if (column < w->ncolumns && w->place[column] >= 0) {
            double x;
            if (!read_number(s, &end, &x)) {
                buf_printf(why, "the value of `%s` is not a number, but `%.*s`",
                           r->var.v[column].name, (int)strcspn(s, ","), s);
                return false;
            }
            for (int k = w->place[column]; k >= 0; k = w->next[k])
                row[k] = x;
        } else {
            end = strchr(s, ',');
        }
        if (!end || !*end)
            break;
        s = end;
    }
    if (column + 1 == w->ncolumns)
        return true;
    buf_printf(why, "%d values for %d names%s", column + 1, w->ncolumns,
               strchr(line, ';') ? "; values are separated by commas, not by semicolons" : "");
    return false;
}

static bool read_rows(Result *r, const Columns *w, char **line, size_t *room, Curves *out, Buf *why)
{
    long n;
    for (long number = 2 + r->units_row; (n = memory_line(line, room, r->file)) >= 0; number++) {
        if ((*line)[n - 1] != '\n' && !r->ends_anyhow) {
            buf_puts(why, "the last line is not complete and is left out");
            return true;
        }
        bool text = strlen(*line) == (size_t)n;
        while (n && ((*line)[n - 1] == '\n' || (*line)[n - 1] == '\r'))
            (*line)[--n] = 0;
        if (!n && text)
            continue;
        double *row = curves_add_row(out);
        Buf wrong = {0};
        if (!text)
            buf_puts(&wrong, "this is not text");
        bool good = text && read_row(r, w, *line, row, &wrong);
        if (!good)
            buf_printf(why, "line %ld: %s", number, buf_text(&wrong));
        buf_free(&wrong);
        if (!good)
            return false;
    }
    return !ferror(r->file) || refuse_file(why, "it cannot be read to its end");
}

bool csv_read(Result *r, int n, const int *chosen, Curves *out, Buf *why)
{
    Columns w = wanted_columns(r, n, chosen);
    if (strcasecmp(r->var.v[0].name, "time")) {
        out->abscissa = r->var.v[0].name;
        out->abscissa_unit = r->var.v[0].unit;
    }
    char *line = NULL;
    size_t room = 0;
    bool good = read_rows(r, &w, &line, &room, out, why);
    free(line);
    return good;
}
