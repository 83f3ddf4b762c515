/* translate.c - `kron translate`, `kron structure --listing` and `kron session`. */
#include "commands.h"
#include "dae/incidence.h"
#include "dae/sheet.h"
#include "emit/lang.h"
#include "rt/run.h"
#include "session/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

/* The variable a state stands for where the choice is left to the run: the first one. */
static uint32_t listed_state(const Dae *d, uint32_t state)
{
    const StateSet *set = dae_set_of(d, state);
    for (int i = 0; set && !set->decided && i < set->nstates; i++)
        if (set->state[i] == state)
            return set->x[set->ngiven + i];
    return state;
}

/* Names of the states the pipeline chose; *changing names those that are exchanged in a run. */
static const char **state_names(Dae *d, Arena *a, const char **changing)
{
    Buf text = {0}, sets = {0};
    const char **name = ARENA_ARRAY(a, const char *, d->nstates);
    for (int i = 0; i < d->nstates; i++) {
        buf_clear(&text);
        uint32_t v = listed_state(d, d->state[i]);
        dae_var_name(d, v, &text);
        name[i] = arena_strdup(a, buf_text(&text));
        if (v != d->state[i])
            buf_printf(&sets, "%s`%s`", sets.n ? ", " : "", name[i]);
    }
    *changing = sets.n ? arena_strdup(a, buf_text(&sets)) : NULL;
    buf_free(&text);
    buf_free(&sets);
    return name;
}

/* ---- Values at the start ---- */

typedef struct StartValue {
    Name name; /* in the context of the worksheet */
    double value;
} StartValue;

static void be_quiet(void *arg, KLevel level, const char *text)
{
    (void)arg;
    (void)level;
    (void)text;
}

/* The initial problem is solved here, so that programs begin with its solution: what they know are
 * numbers for states and guesses for systems. A model that cannot be initialized keeps what it
 * says.
 */
static int start_values(Pipeline *full, Context *ctx, Arena *a, StartValue **out)
{
    KInst *m = full->jit ? k_inst_new(full->tables, jit_code(full->jit), be_quiet, NULL) : NULL;
    double start = isnan(full->dae->start) ? 0 : full->dae->start;
    int n = 0;
    if (m && !k_params(m) && !k_initialize(m, start)) {
        *out = ARENA_ARRAY(a, StartValue, full->tables->nvariables);
        for (int i = 0; i < full->tables->nvariables; i++) {
            const KVariable *v = &full->tables->variable[i];
            double x = v->type == K_REAL ? k_value(m, v) : NAN;
            if (v->kind != K_PARAMETER && v->kind != K_CONSTANT && isfinite(x))
                (*out)[n++] = (StartValue){name_cstr(ctx->names, v->name), x};
        }
    }
    if (m)
        k_inst_free(m);
    return n;
}

/* States that begin with what the model says keep the formula. */
static void set_starts(Dae *d, Arena *a, int n, const StartValue *list)
{
    Map value = {0};
    for (int i = 0; i < n; i++)
        map_set(&value, a, list[i].name, (uint32_t)i + 1);
    const double *known = dae_parameter_values(d);
    Buf text = {0};
    for (uint32_t v = 0; n && v < d->nflat; v++) {
        DaeVar *x = &d->var.v[v];
        if (x->kind < DV_STATE || x->type != T_REAL)
            continue;
        buf_clear(&text);
        dae_var_name(d, v, &text);
        uint32_t i = map_get(&value, name_cstr(d->ctx->names, buf_text(&text)), 0);
        double said = x->start ? expr_value(d->store, x->start, known, NAN) : 0;
        if (!i)
            continue;
        double is = list[i - 1].value;
        if (!(fabs(said - is) <= 1e-9 * fabs(is)))
            x->start = expr_real(d->store, is);
        x->fixed = x->kind == DV_STATE;
        x->start_level = 0;
    }
    buf_free(&text);
}

/* Where states are exchanged during a run, a listing shows one choice; a program would be wrong. */
static bool accept_choice(Context *ctx, const char *changing, bool program)
{
    if (!changing)
        return true;
    const char *text = "which states are right depends on where the model is; %s for %s (another "
                       "choice: --set NAME.stateSelect=StateSelect.always)";
    if (program)
        diag_error(ctx->diags, (Span){0}, text, "no program is written", changing);
    else
        diag_warning(ctx->diags, (Span){0}, text, "listed", changing);
    return !program;
}

static bool worksheet_make(const Arguments *a, Worksheet *w, bool program)
{
    *w = (Worksheet){.arena = arena_new()};
    Pipeline *full = pipeline_new(a->ndirs, a->dir);
    full->dump = a->dump;
    const char **state = NULL, *changing = NULL;
    int nstates = 0;
    bool good = pipeline_run(full, a->operand[0], a->nsettings, a->setting,
                             program ? UNTIL_CODE : UNTIL_STRUCTURE);
    StartValue *begin = NULL;
    int nbegin = 0;
    w->p = pipeline_new(a->ndirs, a->dir);
    if (good) {
        state = state_names(full->dae, w->arena, &changing);
        good = accept_choice(full->ctx, changing, program);
        nstates = full->dae->nstates;
        w->start = full->dae->start;
        w->stop = full->dae->stop;
        w->interval = full->dae->interval;
        w->tolerance = full->dae->tolerance;
        nbegin = program && good ? start_values(full, w->p->ctx, w->arena, &begin) : 0;
    }
    print_diagnostics(a, full->ctx);
    pipeline_free(full);
    if (!good)
        return false;
    good = pipeline_run(w->p, a->operand[0], a->nsettings, a->setting, UNTIL_SCALAR);
    SheetPlan plan;
    if (good && nbegin)
        set_starts(w->p->dae, w->arena, nbegin, begin);
    good = good && sheet_automatic(w->p->dae, w->arena, &plan, nstates, state);
    plan.program = program;
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
    bool good = worksheet_make(a, &w, false);
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

/* ---- Operations of listings (X-8, BG-37) ---- */

enum { MOST_COUNTED = 2000 };

/* Systems of a sheet with their operations, then all: {"total": n, "systems": [...]}. */
static void put_counts(Sheet *s, Buf *out)
{
    long long total = 0;
    bool any = false;
    Buf systems = {0};
    for (int i = 0; i < s->nblocks; i++) {
        const SheetBlock *b = &s->block[i];
        long long n = sheet_block_operations(s, b);
        total += n;
        if (b->n < 2 || b->dropped)
            continue;
        buf_printf(&systems, "%s{\"size\": %d, \"torn\": %d, \"operations\": %lld}",
                   any ? ", " : "", b->n, b->ntorn, n);
        any = true;
    }
    buf_printf(out, "{\"total\": %lld, \"systems\": [%s]}", total, buf_text(&systems));
    buf_free(&systems);
}

void listing_operations(const Arguments *a, Dae *full, Buf *out)
{
    static const struct {
        const char *name;
        bool tear, residue;
    } ways[] = {{"automatic", true, false}, {"given", true, true}, {"whole", false, false}};
    if (full->nunknowns_flat > MOST_COUNTED)
        return;
    Arena *arena = arena_new();
    const char *changing, **state = state_names(full, arena, &changing);
    Pipeline *p = pipeline_new(a->ndirs, a->dir);
    SheetPlan plan;
    bool good = pipeline_run(p, a->operand[0], a->nsettings, a->setting, UNTIL_SCALAR) &&
                sheet_automatic(p->dae, arena, &plan, full->nstates, state);
    if (good)
        buf_puts(out, ",\n  \"listing\": {");
    for (size_t i = 0; good && i < sizeof ways / sizeof *ways; i++) {
        plan.on[SW_TEAR] = ways[i].tear;
        plan.on[SW_RESIDUE] = ways[i].residue;
        plan.lenient = ways[i].tear;
        Sheet *s = sheet_make(p->dae, arena, &plan);
        buf_printf(out, "%s\"%s\": ", i ? ", " : "", ways[i].name);
        if (s && !s->singular)
            put_counts(s, out);
        else
            buf_puts(out, "null");
    }
    buf_puts(out, good ? "}" : "");
    pipeline_free(p);
    arena_free(arena);
}

/* ---- kron translate ---- */

static bool known_target(const char *target)
{
    static const char *const later[] = {"fmu2", "fmu3"};
    for (size_t i = 0; i < sizeof later / sizeof *later; i++)
        if (!strcmp(target, later[i])) {
            fprintf(stderr, "kron: the target `%s` is not supported yet\n", target);
            return false;
        }
    if (!strcmp(target, "c") || !strcmp(target, "dsblock-dae") || lang_suffix(target))
        return true;
    Nearest near = {.wanted = target};
    fprintf(stderr, "kron: there is no target `%s`; use ", target);
    for (int i = 0; lang_names[i]; i++) {
        fprintf(stderr, "%s%s", i ? ", " : "", lang_names[i]);
        nearest_offer(&near, lang_names[i]);
    }
    fprintf(stderr, ", dsblock-dae, c");
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

/* The model as a C program for the run-time library. */
static bool write_c(const Arguments *a, Pipeline *p, Buf *out)
{
    if (!pipeline_run(p, a->operand[0], a->nsettings, a->setting, UNTIL_STRUCTURE))
        return false;
    p->dae->start = given(a->start, p->dae->start);
    p->dae->stop = given(a->stop, p->dae->stop);
    p->dae->interval = given(a->interval, p->dae->interval);
    p->dae->tolerance = given(a->tolerance, p->dae->tolerance);
    return emit_c_file(p->dae, out);
}

/* As a program in another language, from a sheet. */
static bool write_language(const Arguments *a, Worksheet *w, Buf *out)
{
    bool dae = !strcmp(a->target, "dsblock-dae");
    if (!worksheet_make(a, w, true))
        return false;
    LangOptions o = {.dae = dae,
                     .start = given(a->start, w->start),
                     .stop = given(a->stop, w->stop),
                     .interval = given(a->interval, w->interval),
                     .tolerance = given(a->tolerance, w->tolerance)};
    return lang_write(w->sheet, dae ? "dsblock" : a->target, program_name(w->arena, w, a->output),
                      &o, out);
}

int command_translate(const Arguments *a)
{
    if (a->noperands != 1 || !a->target) {
        fputs("kron: `kron translate MODEL --to TARGET [-o PATH]`\n", stderr);
        return STATUS_USAGE;
    }
    if (!known_target(a->target))
        return STATUS_USAGE;
    Worksheet w = {0};
    Buf out = {0};
    bool c = !strcmp(a->target, "c");
    if (c)
        w.p = pipeline_new(a->ndirs, a->dir);
    bool good = c ? write_c(a, w.p, &out) : write_language(a, &w, &out);
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

/* FILE.dym, FILE.mo, FILE.mo:Class.Name */
static bool is_model_file(const char *path)
{
    static const char *const suffix[] = {".dym", ".mo"};
    for (size_t i = 0; i < sizeof suffix / sizeof *suffix; i++) {
        size_t n = strlen(suffix[i]);
        for (const char *at = path; (at = strstr(at, suffix[i])); at += n)
            if (!at[n] || at[n] == ':')
                return true;
    }
    return false;
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
