/* translate.c - `kron translate`, `kron structure --listing` and `kron session`. */
#include "commands.h"
#include "dae/sheet.h"
#include "emit/lang.h"
#include "session/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void print_diagnostics(const Arguments *a, Context *ctx)
{
    fflush(stdout);
    diags_print(ctx->diags, stderr, (DiagStyle){.color = a->color, .quiet = a->quiet});
}

/* A model twice: as the pipeline understands it, for the states, and as a sheet. */
typedef struct Worksheet {
    Pipeline *p;
    Arena *arena;
    Sheet *sheet;
    double start, stop, interval, tolerance; /* of the model; NaN: not given */
} Worksheet;

static void worksheet_free(Worksheet *w)
{
    arena_free(w->arena);
    pipeline_free(w->p);
}

/* Names of the states the pipeline chose; false if the choice is left to the run. */
static bool state_names(Dae *d, Arena *a, const char ***out)
{
    Buf text = {0};
    const char **name = ARENA_ARRAY(a, const char *, d->nstates);
    for (int i = 0; i < d->nstates; i++) {
        buf_clear(&text);
        dae_var_name(d, d->state[i], &text);
        name[i] = arena_strdup(a, buf_text(&text));
    }
    buf_free(&text);
    *out = name;
    return true;
}

static bool worksheet_make(const Arguments *a, Worksheet *w)
{
    *w = (Worksheet){.arena = arena_new()};
    Pipeline *full = pipeline_new(a->ndirs, a->dir);
    full->dump = a->dump;
    const char **state = NULL;
    int nstates = 0;
    bool good = pipeline_run(full, a->operand[0], a->nsettings, a->setting, UNTIL_STRUCTURE);
    print_diagnostics(a, full->ctx);
    if (good) {
        state_names(full->dae, w->arena, &state);
        nstates = full->dae->nstates;
        w->start = full->dae->start;
        w->stop = full->dae->stop;
        w->interval = full->dae->interval;
        w->tolerance = full->dae->tolerance;
    }
    pipeline_free(full);
    if (!good)
        return false;
    w->p = pipeline_new(a->ndirs, a->dir);
    good = pipeline_run(w->p, a->operand[0], a->nsettings, a->setting, UNTIL_SCALAR);
    SheetPlan plan;
    good = good && sheet_automatic(w->p->dae, w->arena, &plan, nstates, state);
    w->sheet = good ? sheet_make(w->p->dae, w->arena, &plan) : NULL;
    if (w->sheet && w->sheet->singular) {
        Buf text = {0};
        sheet_print_singular(w->sheet, &text);
        diag_error(w->p->ctx->diags, (Span){0}, "the equations cannot be sorted:\n%s",
                   buf_text(&text));
        buf_free(&text);
        w->sheet = NULL;
    }
    return w->sheet != NULL;
}

int command_listing(const Arguments *a)
{
    Worksheet w;
    bool good = worksheet_make(a, &w);
    if (good) {
        Buf out = {0};
        sheet_print_equations(w.sheet, &out);
        buf_putc(&out, '\n');
        sheet_print_solved(w.sheet, &out);
        fputs(buf_text(&out), stdout);
        buf_free(&out);
    }
    if (w.p)
        print_diagnostics(a, w.p->ctx);
    worksheet_free(&w);
    return good ? STATUS_GOOD : STATUS_MODEL;
}

/* ---- kron translate ---- */

static bool known_target(const char *target)
{
    static const char *const later[] = {"c", "fmu2", "fmu3"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (!strcmp(target, later[i])) {
            fprintf(stderr, "kron: the target `%s` is not supported yet\n", target);
            return false;
        }
    if (!strcmp(target, "dsblock-dae") || lang_suffix(target))
        return true;
    Nearest near = {.wanted = target};
    fprintf(stderr, "kron: there is no target `%s`; use ", target);
    for (int i = 0; lang_names[i]; i++) {
        fprintf(stderr, "%s%s", i ? ", " : "", lang_names[i]);
        nearest_offer(&near, lang_names[i]);
    }
    fprintf(stderr, ", dsblock-dae");
    if (near.best)
        fprintf(stderr, " (did you mean `%s`?)", near.best);
    fputc('\n', stderr);
    return false;
}

/* The name of the program: that of the file it goes to where that is one (Octave asks for it). */
static const char *program_name(Arena *arena, const Worksheet *w, const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL, *base = slash ? slash + 1 : path;
    size_t n =
        base ? strspn(base, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") : 0;
    if (n && (base[n] == '.' || !base[n]) && (base[0] < '0' || base[0] > '9'))
        return arena_strndup(arena, base, n);
    const char *model = name_text(w->p->ctx->names, w->p->dae->name), *dot = strrchr(model, '.');
    return dot ? dot + 1 : model;
}

static double given(double option, double model)
{
    return isnan(option) ? model : option;
}

int command_translate(const Arguments *a)
{
    if (a->noperands != 1 || !a->target) {
        fputs("kron: `kron translate MODEL --to TARGET [-o PATH]`\n", stderr);
        return STATUS_USAGE;
    }
    if (!known_target(a->target))
        return STATUS_USAGE;
    Worksheet w;
    Buf out = {0};
    bool good = worksheet_make(a, &w);
    if (good) {
        bool dae = !strcmp(a->target, "dsblock-dae");
        LangOptions o = {.dae = dae,
                         .start = given(a->start, w.start),
                         .stop = given(a->stop, w.stop),
                         .interval = given(a->interval, w.interval),
                         .tolerance = given(a->tolerance, w.tolerance)};
        good = lang_write(w.sheet, dae ? "dsblock" : a->target,
                          program_name(w.arena, &w, a->output), &o, &out);
    }
    if (w.p)
        print_diagnostics(a, w.p->ctx);
    int status = good ? STATUS_GOOD : STATUS_MODEL;
    if (good && a->output)
        status = write_file(a->output, &out);
    else if (good)
        fputs(buf_text(&out), stdout);
    buf_free(&out);
    worksheet_free(&w);
    return status;
}

/* ---- kron session ---- */

static bool is_model_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strncmp(dot, ".dym", 4) || !strncmp(dot, ".mo", 3));
}

int command_session(const Arguments *a)
{
    if (a->noperands > 1) {
        fputs("kron: `kron session [SCRIPT]` takes one script (or model)\n", stderr);
        return STATUS_USAGE;
    }
    const char *path = a->noperands ? a->operand[0] : NULL;
    SessionOptions o = {.ndirs = a->ndirs, .dir = a->dir, .color = a->color, .quiet = a->quiet};
    if (path && is_model_file(path)) {
        o.model = path;
        path = NULL;
    }
    FILE *in = path ? fopen(path, "r") : NULL;
    if (path && !in) {
        fprintf(stderr, "kron: cannot read %s: %s\n", path, strerror(errno));
        return STATUS_USAGE;
    }
    int status = session_run(&o, in, path);
    if (in)
        fclose(in);
    return status;
}
