/* commands.c - the commands that translate and print. */
#include "commands.h"
#include "dae/report.h"
#include "model/front.h"
#include "result/result.h"
#include "rt/request.h"
#include "syntax/check_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void print_diagnostics(const Arguments *a, Context *ctx)
{
    fflush(stdout);
    diags_print(ctx->diags, stderr, (DiagStyle){.color = a->color, .quiet = a->quiet});
}

static bool one_model(const Arguments *a, const char *command)
{
    if (a->noperands == 1)
        return true;
    fprintf(stderr, "kron: `kron %s` takes one model\n", command);
    return false;
}

int command_parse(const Arguments *a)
{
    Context *ctx = context_new();
    ParseSummary s = check_files(ctx, a->noperands, a->operand);
    print_diagnostics(a, ctx);
    int errors = diags_errors(ctx->diags);
    printf("%d file%s, %llu bytes, %.3f s, %d error%s\n", s.files, s.files == 1 ? "" : "s", s.bytes,
           s.seconds, errors, errors == 1 ? "" : "s");
    context_free(ctx);
    return errors ? STATUS_MODEL : STATUS_GOOD;
}

/* Runs the passes; messages go to stderr. NULL after errors. */
static Pipeline *translate(const Arguments *a, const char *model, PipelineEnd end)
{
    Pipeline *p = pipeline_new(a->ndirs, a->dir);
    p->dump = a->dump;
    bool good = pipeline_run(p, model, a->nsettings, a->setting, end);
    print_diagnostics(a, p->ctx);
    if (good)
        return p;
    pipeline_free(p);
    return NULL;
}

int command_check(const Arguments *a)
{
    int status = STATUS_GOOD;
    for (int i = 0; i < a->noperands; i++) {
        Pipeline *p = translate(a, a->operand[i], UNTIL_STRUCTURE);
        if (!p)
            status = STATUS_MODEL;
        else if (!a->quiet)
            printf("%s: %d equations and unknowns, %d states\n", a->operand[i], p->dae->neq_flat,
                   p->dae->nstates);
        pipeline_free(p);
    }
    return status;
}

int command_flatten(const Arguments *a)
{
    if (!one_model(a, "flatten"))
        return STATUS_USAGE;
    Pipeline *p = translate(a, a->operand[0], UNTIL_FLATTEN);
    if (!p)
        return STATUS_MODEL;
    Buf out = {0};
    flat_print(p->m, &out);
    int errors = diags_errors(p->ctx->diags);
    if (!errors)
        fputs(buf_text(&out), stdout);
    print_diagnostics(a, p->ctx);
    buf_free(&out);
    pipeline_free(p);
    return errors ? STATUS_MODEL : STATUS_GOOD;
}

int write_file(const char *path, const Buf *text)
{
    FILE *f = fopen(path, "w");
    bool good = f && fwrite(buf_text(text), 1, text->n, f) == text->n;
    if (f)
        good = !fclose(f) && good;
    if (!good)
        fprintf(stderr, "kron: cannot write %s: %s\n", path, strerror(errno));
    return good ? STATUS_GOOD : f ? STATUS_NUMERIC : STATUS_USAGE; /* disk full, or a wrong name */
}

int command_structure(const Arguments *a)
{
    if (!one_model(a, "structure"))
        return STATUS_USAGE;
    if (a->listing)
        return command_listing(a);
    Pipeline *p = translate(a, a->operand[0], UNTIL_STRUCTURE);
    if (!p)
        return STATUS_MODEL;
    int status = STATUS_GOOD;
    Buf out = {0};
    if (a->svg) {
        report_svg(p->dae, &out);
        status = write_file(a->svg, &out);
        buf_clear(&out);
    }
    if (a->json) {
        Buf more = {0};
        listing_operations(a, p->dae, &more);
        report_json(p->dae, buf_text(&more), &out);
        buf_free(&more);
    }
    if (!a->json && !a->svg)
        report_text(p->dae, &out);
    fputs(buf_text(&out), stdout);
    buf_free(&out);
    pipeline_free(p);
    return status;
}

/* ---- kron plot ---- */

static void report_no_match(const Result *r, const char *path, const char *pattern)
{
    Nearest near = {.wanted = pattern};
    for (int i = 0; i < result_count(r); i++)
        nearest_offer(&near, result_name(r, i));
    fprintf(stderr, "kron: no variable in %s matches `%s`", path, pattern);
    if (near.best)
        fprintf(stderr, "; did you mean `%s`?", near.best);
    fputc('\n', stderr);
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
                (wild && result_is_abscissa(r, i)) || !k_glob_matches(pattern, result_name(r, i)))
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
    fprintf(stderr, "kron: which variables? %s has\n", path);
    int shown = 0;
    for (int i = 0; i < result_count(r) && shown < SHOWN; i++)
        if (!result_is_abscissa(r, i) && !result_is_constant(r, i)) {
            fprintf(stderr, "  %s\n", result_name(r, i));
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

static int draw_curves(const Arguments *a, Curves *c)
{
    if (!a->output) {
        plot_terminal(c, stdout);
        return STATUS_GOOD;
    }
    if (c->left_out)
        fprintf(stderr, "kron: warning: a picture shows no more than %d curves; %d are left out\n",
                PLOT_MOST_CURVES, c->left_out);
    Buf svg = {0};
    plot_svg(c, file_name(a->operand[0]), &svg);
    int status = write_file(a->output, &svg);
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
        int most = a->output ? PLOT_MOST_CURVES : PLOT_MOST_TERMINAL;
        bool good = result_read(r, n < most ? n : most, chosen, &c, &why);
        c.left_out = n < most ? 0 : n - most;
        if (why.n && (!good || !a->quiet))
            fprintf(stderr, "kron: %s%s: %s\n", good ? "warning: " : "", path, buf_text(&why));
        status = good ? draw_curves(a, &c) : STATUS_MODEL;
    }
    curves_free(&c);
    buf_free(&why);
    free(chosen);
    return status;
}

int command_plot(const Arguments *a)
{
    const char *suffix = a->output ? strrchr(file_name(a->output), '.') : NULL;
    if (suffix && strcmp(suffix, ".svg")) {
        fputs("kron: `kron plot` draws SVG; use a name that ends in .svg\n", stderr);
        return STATUS_USAGE;
    }
    Buf why = {0};
    Result *r = result_open(a->operand[0], &why);
    if (!r)
        fprintf(stderr, "kron: cannot read %s: %s\n", a->operand[0], buf_text(&why));
    int status = r ? plot_result(a, r) : STATUS_MODEL;
    buf_free(&why);
    result_free(r);
    return status;
}
