/* plot.c - `kron plot`: curves of one or several result files, over time or over one of them, in
 * the terminal, as a picture, or as numbers. */
#include "base/die.h"
#include "commands.h"

#include "base/diag.h"
#include "base/source.h"
#include "result/picture.h"
#include "result/result.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool is_dymola_file(const char *path)
{
    char head[2] = "";
    FILE *f = path ? fopen(path, "rb") : NULL;
    bool is =
        f && fread(head, 1, sizeof head, f) == sizeof head && !memcmp(head, "#1", sizeof head);
    if (f)
        fclose(f);
    return is;
}

bool is_result_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".mat") || is_dymola_file(path));
}

/* What is drawn, and what it is read from. */
typedef struct Plot {
    const Arguments *a;
    int nfiles;      /* the first of the operands */
    Result **result; /* [nfiles] */
    char **label;    /* of the curves, where files must be told apart */
    int nlabels;
    const char *name[PLOT_MOST_CURVES + 1]; /* of the variables */
    int left_out;
    Curves c;
} Plot;

/* ---- Choosing ---- */

enum { MOST_LISTED = 8 };

static void report_no_match(const Result *r, const char *path, const char *pattern)
{
    Nearest near = {.wanted = pattern};
    for (int i = 0; i < result_count(r); i++)
        nearest_offer(&near, result_name(r, i));
    Buf all = {0};
    for (int i = 0; i < result_count(r) && !near.best; i++)
        if (i < MOST_LISTED)
            buf_printf(&all, "%s`%s`", i ? ", " : "; it has ", result_name(r, i));
        else if (i == MOST_LISTED)
            buf_puts(&all, ", ...");
    say_error("no variable in %s matches `%s`%s%s%s", path, pattern,
              near.best ? "; did you mean `" : "", near.best ? near.best : buf_text(&all),
              near.best ? "`?" : "");
    buf_free(&all);
}

/* Adds what the pattern matches; with `*` or `?` neither the abscissa nor, where there is anything
 * else, constants. Returns how many it matched. */
static int add_matches(const Result *r, const char *pattern, bool *taken, int *chosen, int *n)
{
    bool wild = strpbrk(pattern, "*?") != NULL;
    int matched = 0;
    for (int constants = 0; constants < 2 && (!matched || !wild); constants++)
        for (int i = 0; i < result_count(r); i++) {
            if (result_is_constant(r, i) != (constants == 1) ||
                (wild && result_is_abscissa(r, i)) || !kron_matches(pattern, result_name(r, i)))
                continue;
            matched++;
            if (!taken[i])
                chosen[(*n)++] = i;
            taken[i] = true;
        }
    return matched;
}

static bool choose_curves(const Plot *p, int file, int *chosen, int *n)
{
    const Arguments *a = p->a;
    const Result *r = p->result[file];
    bool good = true, *taken = memory_new((size_t)result_count(r) + 1, sizeof *taken);
    *n = 0;
    for (int k = p->nfiles; k < a->noperands; k++)
        if (!add_matches(r, a->operand[k], taken, chosen, n)) {
            report_no_match(r, a->operand[file], a->operand[k]);
            good = false;
        }
    free(taken);
    return good && *n;
}

/* The abscissa of an x-y plot: its index; -1: the file has no such variable. */
static int find_abscissa(const Result *r, const char *path, const char *name)
{
    for (int i = 0; i < result_count(r); i++)
        if (!strcmp(result_name(r, i), name))
            return i;
    report_no_match(r, path, name);
    return -1;
}

/* Lists what could be drawn. */
static void ask_for_names(const Result *r, const char *path)
{
    enum { SHOWN = 20 };
    say_error("which variables? %s has", path);
    int shown = 0;
    for (int i = 0; i < result_count(r) && shown < SHOWN; i++)
        if (!result_is_abscissa(r, i) && !result_is_constant(r, i)) {
            k_say(stderr, "  %s\n", result_name(r, i));
            shown++;
        }
    if (shown == SHOWN)
        fputs("  ...\n", stderr);
}

/* ---- Reading ---- */

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The name of a file without its folder, unless another one is called so too. */
static const char *short_name(const Plot *p, int file)
{
    const char *name = file_name(p->a->operand[file]);
    for (int i = 0; i < p->nfiles; i++)
        if (i != file && !strcmp(file_name(p->a->operand[i]), name))
            return p->a->operand[file];
    return name;
}

/* A file without units takes those of the same variables in others. */
static void share_units(Plot *p)
{
    Curves *c = &p->c;
    for (int k = 0; k < c->ncurves; k++)
        for (int j = 0; j < c->ncurves && !*c->curve[k].unit; j++)
            if (!strcmp(p->name[j], p->name[k])) {
                c->curve[k].unit = c->curve[j].unit;
                c->curve[k].display = c->curve[j].display;
            }
}

/* Curves of several files say of which. */
static void label_curves(Plot *p, int file, Curves *c)
{
    Buf b = {0};
    for (int k = 0; k < c->ncurves; k++)
        p->name[p->c.ncurves * (c != &p->c) + k] = c->curve[k].name;
    for (int k = 0; k < c->ncurves && p->nfiles > 1; k++) {
        buf_clear(&b);
        buf_printf(&b, "%s (%s)", c->curve[k].name, short_name(p, file));
        char *label = strdup(buf_text(&b));
        KRON_MEMORY(label);
        c->curve[k].name = p->label[p->nlabels++] = label;
    }
    buf_free(&b);
}

/* The first curve becomes the abscissa. */
static void take_abscissa(Curves *c)
{
    size_t old = (size_t)c->ncurves + 1, new = old - 1;
    c->abscissa = c->curve[0].name;
    c->abscissa_unit = c->curve[0].unit;
    c->ncurves--;
    memmove(c->curve, c->curve + 1, (size_t)c->ncurves * sizeof *c->curve);
    for (size_t i = 0; i < c->n; i++)
        memmove(c->data + i * new, c->data + i * old + 1, new * sizeof *c->data);
}

/* The curves of a file; the exit status. */
static int read_file(Plot *p, int file, Curves *c)
{
    const Arguments *a = p->a;
    Result *r = p->result[file];
    int n, most = (a->run.file ? PLOT_MOST_CURVES : PLOT_MOST_TERMINAL) - p->c.ncurves;
    int *chosen = memory_new((size_t)result_count(r) + 2, sizeof *chosen), status = STATUS_USAGE;
    int x = a->abscissa ? find_abscissa(r, a->operand[file], a->abscissa) : 0;
    Buf why = {0};
    if (x >= 0 && choose_curves(p, file, chosen + 1, &n)) {
        int read = n < most ? n : most;
        chosen[0] = x;
        bool good = result_read(r, read + (a->abscissa != NULL), chosen + !a->abscissa, c, &why);
        p->left_out += n - read;
        if (why.n)
            (good ? say_warning : say_error)("%s: %s", a->operand[file], buf_text(&why));
        if (good && a->abscissa)
            take_abscissa(c);
        label_curves(p, file, c);
        status = good ? STATUS_GOOD : STATUS_MODEL;
    }
    buf_free(&why);
    free(chosen);
    return status;
}

static int read_all(Plot *p)
{
    int status = STATUS_GOOD;
    for (int i = 0; i < p->nfiles && !status; i++) {
        Curves c = {0};
        status = read_file(p, i, i ? &c : &p->c);
        if (!status && i)
            curves_join(&p->c, &c);
        if (i)
            curves_free(&c);
    }
    p->c.left_out = p->left_out;
    share_units(p);
    return status;
}

/* ---- Drawing ---- */

void draw_terminal(const Curves *c)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS"), *no = getenv("NO_COLOR"), *term = getenv("TERM");
    bool terminal = isatty(STDOUT_FILENO);
    long n = columns ? strtol(columns, NULL, 10) : 0;
    if (n <= 0 && terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        n = size.ws_col;
    plot_terminal(c, stdout, n > 10000 ? 10000 : (int)n,
                  terminal && !(no && *no) && !(term && !strcmp(term, "dumb")));
}

void json_curves(Buf *b, const Curves *c)
{
    size_t width = (size_t)c->ncurves + 1;
    json_text(b, "abscissa", c->abscissa);
    json_text(b, "abscissa_unit", c->abscissa_unit);
    buf_puts(b, ", \"curves\": [");
    for (int k = 0; k < c->ncurves; k++) {
        const Curve *curve = &c->curve[k];
        buf_puts(b, k ? ",\n  {\"name\": " : "\n  {\"name\": ");
        buf_json(b, curve->name);
        json_text(b, "unit", curve->unit);
        for (int which = 0; which < 2; which++) {
            buf_puts(b, which ? "], \"y\": [" : ", \"x\": [");
            for (size_t i = curve->from; i < (curve->to ? curve->to : c->n); i++) {
                buf_puts(b, i > curve->from ? ", " : "");
                json_number(b, c->data[i * width + (which ? (size_t)k + 1 : 0)]);
            }
        }
        buf_puts(b, "]}");
    }
    buf_puts(b, "]");
}

static bool is_one_of(const Plot *p, const char *path)
{
    bool same = false;
    for (int i = 0; i < p->nfiles; i++)
        same = same || same_file(p->a->operand[i], path);
    return same;
}

/* Numbers are those of the file, curves are drawn in the units that they are to be shown in. */
static int draw(Plot *p)
{
    const Arguments *a = p->a;
    int status = STATUS_GOOD;
    Buf svg = {0}, b = {0};
    if (a->json) {
        answer_open(&b, a);
        json_curves(&b, &p->c);
    }
    curves_display(&p->c);
    if (a->run.file && p->left_out)
        say_warning("a picture shows no more than %d curves; %d are left out", PLOT_MOST_CURVES,
                    p->left_out);
    if (a->run.file) {
        plot_svg(&p->c, file_name(a->operand[0]), &svg);
        status = give_picture(&svg, a->run.file, is_one_of(p, a->run.file));
    } else if (!a->json) {
        draw_terminal(&p->c);
    }
    if (a->json) {
        if (a->run.file)
            json_text(&b, "file", a->run.file);
        answer_close(&b, a, status);
        fputs(buf_text(&b), stdout);
    }
    buf_free(&svg);
    buf_free(&b);
    return status;
}

/* ---- The command ---- */

bool read_range(const char *text, double *out)
{
    char *end;
    out[0] = strtod(text, &end);
    if (end == text || *end != ':')
        return false;
    const char *second = end + 1;
    out[1] = strtod(second, &end);
    return end != second && !*end && isfinite(out[0]) && isfinite(out[1]) && out[0] != out[1];
}

static bool set_view(const Arguments *a, View *v)
{
    v->xy = a->abscissa != NULL;
    v->log_x = a->log && strchr(a->log, 'x');
    v->log_y = a->log && strchr(a->log, 'y');
    if (a->x_range)
        read_range(a->x_range, v->x);
    if (a->y_range)
        read_range(a->y_range, v->y);
    bool good = !(v->log_x && a->x_range && fmin(v->x[0], v->x[1]) <= 0) &&
                !(v->log_y && a->y_range && fmin(v->y[0], v->y[1]) <= 0);
    if (!good)
        say_error("a logarithmic axis has numbers above 0 only");
    return good;
}

static int open_files(Plot *p)
{
    const Arguments *a = p->a;
    Buf why = {0};
    int status = STATUS_GOOD;
    for (int i = 0; i < p->nfiles && !status; i++) {
        p->result[i] = result_open(a->operand[i], &why);
        if (!p->result[i]) {
            size_t n = strlen(a->operand[i]);
            bool model = n > 3 && !strcmp(a->operand[i] + n - 3, ".mo");
            say_error("cannot read %s: %s%s", a->operand[i], buf_text(&why),
                      model ? "; `kron simulate` writes one of the model, and --plot draws at once"
                            : "");
            status = STATUS_MODEL;
        }
    }
    buf_free(&why);
    return status;
}

int command_plot(const Arguments *a)
{
    const char *path = a->run.file;
    Plot p = {.a = a, .nfiles = 1};
    if (path && strcmp(path, "-") && strchr(file_name(path), '.') && !is_picture(path)) {
        say_error("a picture is FILE.svg, FILE.png, FILE.pdf or FILE.eps");
        return STATUS_USAGE;
    }
    if (path && !strcmp(path, "-") && a->json) {
        say_error("-o - and --json print to the same place");
        return STATUS_USAGE;
    }
    while (p.nfiles < a->noperands && is_result_file(a->operand[p.nfiles]))
        p.nfiles++;
    p.result = memory_new((size_t)p.nfiles, sizeof *p.result);
    p.label = memory_new(PLOT_MOST_CURVES + 1, sizeof *p.label);
    View view = {0};
    int status = !set_view(a, &view) ? STATUS_USAGE : open_files(&p);
    if (!status && p.nfiles == a->noperands) {
        ask_for_names(p.result[0], a->operand[0]);
        status = STATUS_USAGE;
    }
    status = status ? status : read_all(&p);
    p.c.view = view;
    status = status ? status : draw(&p);
    curves_free(&p.c);
    for (int i = 0; i < p.nlabels; i++)
        free(p.label[i]);
    for (int i = 0; i < p.nfiles; i++)
        result_free(p.result[i]);
    free(p.label);
    free(p.result);
    return status;
}
