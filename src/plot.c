/* plot.c - `kron plot`: curves of result files. */
#include "commands.h"

#include "base/diag.h"
#include "base/source.h"
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
    bool is = f && fread(head, 1, sizeof head, f) == sizeof head && !memcmp(head, "#1", sizeof head);
    if (f)
        fclose(f);
    return is;
}

bool is_result_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".csv") || !strcmp(dot, ".mat") || is_dymola_file(path));
}

static void report_no_match(const Result *r, const char *path, const char *pattern)
{
    Nearest near = {.wanted = pattern};
    for (int i = 0; i < result_count(r); i++)
        nearest_offer(&near, result_name(r, i));
    say_error("no variable in %s matches `%s`%s%s%s", path, pattern,
              near.best ? "; did you mean `" : "", near.best ? near.best : "",
              near.best ? "`?" : "");
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

static bool choose_curves(const Arguments *a, const Result *r, int *chosen, int *n)
{
    bool good = true;
    bool *taken = calloc((size_t)result_count(r) + 1, sizeof *taken);
    *n = 0;
    for (int k = 1; taken && k < a->noperands; k++)
        if (!add_matches(r, a->operand[k], taken, chosen, n)) {
            report_no_match(r, a->operand[0], a->operand[k]);
            good = false;
        }
    free(taken);
    return good;
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

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

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

static int draw_curves(const Arguments *a, Curves *c)
{
    curves_display(c);
    if (!a->run.file) {
        draw_terminal(c);
        return STATUS_GOOD;
    }
    if (c->left_out)
        say_warning("a picture shows no more than %d curves; %d are left out", PLOT_MOST_CURVES,
                    c->left_out);
    Buf svg = {0};
    plot_svg(c, file_name(a->operand[0]), &svg);
    int status = give_text(buf_text(&svg), a->run.file, same_file(a->operand[0], a->run.file));
    buf_free(&svg);
    return status;
}

static int plot_result(const Arguments *a, Result *r)
{
    const char *path = a->operand[0];
    if (a->noperands < 2) {
        ask_for_names(r, path);
        return STATUS_USAGE;
    }
    int n, status = STATUS_USAGE;
    int *chosen = calloc((size_t)result_count(r) + 1, sizeof *chosen);
    Curves c = {0};
    Buf why = {0};
    if (chosen && choose_curves(a, r, chosen, &n)) {
        int most = a->run.file ? PLOT_MOST_CURVES : PLOT_MOST_TERMINAL;
        bool good = result_read(r, n < most ? n : most, chosen, &c, &why);
        c.left_out = n < most ? 0 : n - most;
        if (why.n)
            (good ? say_warning : say_error)("%s: %s", path, buf_text(&why));
        status = good ? draw_curves(a, &c) : STATUS_MODEL;
    }
    curves_free(&c);
    buf_free(&why);
    free(chosen);
    return status;
}

int command_plot(const Arguments *a)
{
    const char *suffix = a->run.file ? strrchr(file_name(a->run.file), '.') : NULL;
    if (suffix && strcmp(suffix, ".svg") && strcmp(a->run.file, "-")) {
        say_error("`kron plot` draws SVG; use a name that ends in .svg");
        return STATUS_USAGE;
    }
    Buf why = {0};
    Result *r = result_open(a->operand[0], &why);
    if (!r)
        say_error("cannot read %s: %s", a->operand[0], buf_text(&why));
    int status = r ? plot_result(a, r) : STATUS_MODEL;
    buf_free(&why);
    result_free(r);
    return status;
}
