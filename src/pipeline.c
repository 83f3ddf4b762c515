/* pipeline.c - the list of passes.
 *
 *     .mo -> class tree -> instance tree -> flat model -> DAE -> structured DAE -> code
 *
 * Each pass needs what the one before it made; --dump=PASS prints the representation after it. */
#include "pipeline.h"
#include "base/die.h"
#include "dae/report.h"
#include "dae/scalar.h"
#include "model/front.h"
#include "rt/run.h"
#include "syntax/parser.h"
#include "syntax/print.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Pass {
    const char *name, *also; /* also: another name; NULL: none */
    const char *what;
    PipelineEnd belongs; /* the pass is run if the pipeline goes at least this far */
    TimePart time;
    bool (*run)(Pipeline *p);
    void (*dump)(Pipeline *p, Buf *out);
    bool (*solve)(Dae *d); /* the same of the middle end */
    void (*show)(Dae *d, Buf *out);
} Pass;

/* ---- The passes ---- */

static ModEnv settings_env(Pipeline *p);

/* What the equations determine cannot be set. */
static bool settings_are_free(Pipeline *p)
{
    const FlatModel *f = p->flat;
    for (int i = 0; i < f->var.n && p->nsettings; i++) {
        const FlatVar *v = &f->var.v[i];
        const FlatPart *part = &f->part.v[v->part];
        if (v->variability <= VARY_PARAMETER || (part->input && part->parent == f->root))
            continue;
        const char *name = flat_part_text(f, v->part);
        for (int k = 0; k < p->nsettings; k++)
            if (!strcmp(p->setting[k].name, name))
                diag_error(p->ctx->diags, (Span){0},
                           "--set %s=%s: `%s` is a variable that the equations determine; its "
                           "start value is set by --set %s.start=%s",
                           name, p->setting[k].value, name, name, p->setting[k].value);
    }
    return !diags_errors(p->ctx->diags);
}

static bool pass_flatten(Pipeline *p)
{
    p->m->units = p->units;
    p->m->of_library = !p->named_file;
    p->m->begin = p->begin;
    p->flat = flatten(p->m, p->use, settings_env(p));
    p->text = p->use->def->span;
    bool used = elements_used(p->m);
    return p->flat && used && settings_are_free(p);
}

/* The flat model is all that is needed from here on. */
static void end_front(Pipeline *p)
{
    p->ran_functions = p->runner && p->runner->used;
    externals_end(p->runner);
    p->runner = NULL;
    model_free(p->m);
    context_end_syntax(p->ctx);
    p->m = NULL;
    p->use = NULL;
    p->lib = NULL;
}

static bool pass_scalar(Pipeline *p)
{
    end_front(p);
    p->dae = dae_build(p->flat, p->for_sheet);
    if (p->dae)
        p->dae->relax = (uint8_t)p->relax;
    if (p->dae)
        p->dae->step.stages = p->stages;
    if (p->dae)
        p->dae->outputs_move = p->outputs_move;
    return p->dae != NULL;
}

static bool pass_code(Pipeline *p)
{
    if (p->chooses && !p->stages && dae_iterates(p->dae) && !dae_inline_late(p->dae, 1))
        return false;
    if (!emit_c(p->dae, &p->source))
        return false;
    if (!externals_load(p->dae, p->compiler))
        return false;
    p->tables = emit_tables(p->dae);
    p->nblocks = p->tables->nblocks;
    return true;
}

static bool pass_machine(Pipeline *p)
{
    const char *why = NULL;
    p->jit = jit_compile(buf_text(&p->source), p->nblocks, &why);
    if (!p->jit)
        diag_error(p->ctx->diags, (Span){0}, "internal: the generated program is wrong: %s", why);
    return p->jit != NULL;
}

static void dump_class(Pipeline *p, Buf *out)
{
    syn_print_class(p->ctx, out, p->use->def);
}

static void dump_flat(Pipeline *p, Buf *out)
{
    flat_print(p->m, out);
}

static void dump_source(Pipeline *p, Buf *out)
{
    buf_puts(out, buf_text(&p->source));
}

static bool pass_load(Pipeline *p)
{
    return library_load(p->lib, p->use->def);
}

#define MIDDLE UNTIL_STRUCTURE, TIME_STRUCTURE, NULL, NULL
static const Pass passes[] = {
    {"load", NULL, "class tree", UNTIL_LOAD, TIME_LOAD, pass_load, dump_class, NULL, NULL},
    {"flatten", NULL, "instances, connections: flat model", UNTIL_FLATTEN, TIME_FLATTEN,
     pass_flatten, dump_flat, NULL, NULL},
    {"scalar", NULL, "scalar variables and equations", UNTIL_SCALAR, TIME_FLATTEN, pass_scalar,
     NULL, NULL, dae_print},
    {"fold", NULL, "conditions on parameters decided", MIDDLE, dae_fold, dae_print},
    {"clocks", NULL, "clocked partitions made discrete", MIDDLE, dae_clocks, dae_print},
    {"semilinear", NULL, "what holds without flow", MIDDLE, dae_semilinear, dae_print},
    {"alias", NULL, "aliases and constants eliminated", MIDDLE, dae_alias, dae_print},
    {"exact", NULL, "hidden constraints found", MIDDLE, dae_exact, dae_print},
    {"index", NULL, "constraints differentiated", MIDDLE, dae_index, dae_print},
    {"states", NULL, "states chosen", MIDDLE, dae_states, dae_print},
    {"calls", NULL, "calls that cannot stay whole taken apart", MIDDLE, dae_calls, dae_print},
    {"match", NULL, "the simulation matched and sorted", MIDDLE, dae_match, dae_print_matching},
    {"blocks", NULL, "its blocks torn and solved", MIDDLE, dae_blocks, report_text},
    {"hoist", NULL, "what blocks need once computed before them", MIDDLE, dae_hoist, report_text},
    {"inline", NULL, "a step of the integration method, by the same steps", MIDDLE, dae_inline,
     report_text},
    {"initial", NULL, "the initial problem, by the same steps", MIDDLE, dae_initial, report_text},
    {"events", NULL, "relations, and what is needed for what", MIDDLE, dae_events, report_text},
    {"stages", "structure", "a step of a method whose stages are one system", MIDDLE, dae_stages,
     report_text},
    {"code", NULL, "C program", UNTIL_PROGRAM, TIME_CODE, pass_code, dump_source, NULL, NULL},
    {"machine", NULL, "machine code in memory", UNTIL_CODE, TIME_CODE, pass_machine, NULL, NULL,
     NULL},
};
enum { NPASSES = sizeof passes / sizeof *passes };

static bool is_called(const Pass *pass, const char *name)
{
    return !strcmp(pass->name, name) || (pass->also && !strcmp(pass->also, name));
}

const char *pipeline_pass(int i)
{
    return i < NPASSES ? passes[i].name : NULL;
}

bool pipeline_has_pass(const char *name)
{
    bool found = false;
    for (int i = 0; i < NPASSES; i++)
        found = found || is_called(&passes[i], name);
    return found;
}

/* ---- Set-up ---- */

Pipeline *pipeline_new(const Search *where, const Compiler *compiler)
{
    Context *ctx = context_new();
    Pipeline *p = ARENA_NEW(ctx->arena, Pipeline);
    p->ctx = ctx;
    p->begin = NAN;
    p->lib = library_new(ctx);
    for (int i = 0; i < where->ndirs; i++)
        library_add_dir(p->lib, where->dir[i]);
    library_add_path(p->lib, where->path ? where->path : "");
    if (where->own)
        library_add_own(p->lib, where->own);
    if (where->convert)
        library_convert(p->lib);
    p->m = model_new(ctx, p->lib);
    p->compiler = compiler;
    p->runner = p->m->runner = externals_runner(ctx, compiler);
    return p;
}

void pipeline_free(Pipeline *p)
{
    if (!p)
        return;
    externals_end(p->runner);
    jit_free(p->jit);
    for (int i = 0; i < p->earlier.n; i++)
        jit_free(p->earlier.v[i]);
    buf_free(&p->source);
    model_free(p->m);
    flat_free(p->flat);
    context_free(p->ctx);
}

/* ---- The model's name ---- */

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0;
}

static bool looks_like_file(const char *text)
{
    size_t n = strlen(text);
    return strchr(text, '/') || (n > 3 && !strcmp(text + n - 3, ".mo")) ||
           (n > 4 && !strcmp(text + n - 4, ".dym"));
}

/* FILE, FILE:Class.Name or Class.Name. */
static bool find_named(Pipeline *p, const char *text)
{
    const char *cls = NULL;
    char *file = arena_strdup(p->ctx->arena, text);
    if (!*text) {
        diag_error(p->ctx->diags, (Span){0}, "the name of the model is empty");
        return false;
    }
    if (!is_file(file)) {
        char *colon = strrchr(file, ':');
        if (colon) {
            *colon = 0;
            cls = colon + 1;
            if (!*cls) {
                diag_error(p->ctx->diags, (Span){0}, "`%s` names no class: write %s:Class", text,
                           file);
                return false;
            }
        } else if (!looks_like_file(file)) {
            p->use = lookup_class_text(p->m, text);
            return p->use != NULL;
        }
    }
    SynClass *last = library_open(p->lib, file);
    if (!last)
        return false;
    p->named_file = true;
    p->use = lookup_class_text(p->m, cls ? cls : class_name_text(p->m, last));
    return p->use != NULL;
}

/* ---- Settings ---- */

static bool has_subscripts(const SynRef *r)
{
    bool any = false;
    for (int i = 0; i < r->n; i++)
        any = any || r->part[i].nsubs;
    return any;
}

/* A modifier; NULL after an error, or if it is one element that is set. */
static SynArg *setting_arg(Pipeline *p, const Setting *s)
{
    Arena *a = p->ctx->arena;
    const char *why = NULL, *origin = arena_printf(a, "--set %s=%s", s->name, s->value);
    SourceFile *name = source_add(p->ctx->sources, origin, s->name, strlen(s->name), &why);
    SourceFile *text = source_add(p->ctx->sources, origin, s->value, strlen(s->value), &why);
    SynExp *path = name ? parse_expression(p->ctx, name) : NULL;
    SynExp *value = text ? parse_expression(p->ctx, text) : NULL;
    if (!path || !value)
        return NULL;
    if (path->kind != XP_REF) {
        diag_error(p->ctx->diags, path->span, "`%s` is not the name of a variable", s->name);
        return NULL;
    }
    if (has_subscripts(path->ref)) {
        model_set_element(p->m, path->ref, value, class_plain(p->m, p->use),
                          arena_printf(a, "%s=%s", s->name, s->value));
        return NULL;
    }
    SynArg *arg = ARENA_NEW(a, SynArg);
    arg->span = path->span;
    arg->name = (SynName){.n = path->ref->n, .span = path->span};
    arg->name.part = ARENA_ARRAY(a, Name, path->ref->n);
    for (int i = 0; i < path->ref->n; i++)
        arg->name.part[i] = path->ref->part[i].name;
    arg->mod = ARENA_NEW(a, SynMod);
    arg->mod->span = value->span;
    arg->mod->value = value;
    return arg;
}

/* The settings as modifiers written outside the model; types and constants of the model are known.
 */
static ModEnv settings_env(Pipeline *p)
{
    Arena *a = p->ctx->arena;
    SynMod *mod = ARENA_NEW(a, SynMod);
    mod->has_list = true;
    mod->arg = ARENA_ARRAY(a, SynArg *, p->nsettings);
    for (int i = 0; i < p->nsettings; i++) {
        SynArg *arg = setting_arg(p, &p->setting[i]);
        if (arg)
            mod->arg[mod->nargs++] = arg;
    }
    if (!mod->nargs)
        return (ModEnv){0};
    ModRef *ref = ARENA_NEW(a, ModRef);
    *ref = (ModRef){.kind = MOD_ARGS, .mod = mod, .scope = class_plain(p->m, p->use)};
    return (ModEnv){1, ref};
}

/* ---- Running ---- */

static bool run_pass(Pipeline *p, const Pass *pass)
{
    double t = k_clock();
    faults_in(pass->name);
    bool good = (pass->run ? pass->run(p) : pass->solve(p->dae)) && !diags_errors(p->ctx->diags);
    faults_in(NULL);
    p->seconds[pass->time] += k_clock() - t;
#ifdef KRON_CHECK
    if (good && p->dae)
        dae_check(p->dae, pass->name);
#endif
    if (good && p->dump && (pass->dump || pass->show) && is_called(pass, p->dump)) {
        Buf out = {0};
        if (pass->dump)
            pass->dump(p, &out);
        else
            pass->show(p->dae, &out);
        p->dumped(p->dump_arg, buf_text(&out));
        buf_free(&out);
    }
    return good;
}

static void keep_name(Pipeline *p)
{
    p->name = p->use ? arena_strdup(p->ctx->arena, class_name_text(p->m, p->use->def)) : NULL;
}

bool pipeline_find(Pipeline *p, const char *model)
{
    double t = k_clock();
    bool good = find_named(p, model);
    keep_name(p);
    p->seconds[TIME_LOAD] += k_clock() - t;
    return good;
}

bool pipeline_find_text(Pipeline *p, const char *name, const char *text, size_t n)
{
    SynClass *last = library_add_text(p->lib, name, text, n);
    p->named_file = true;
    p->use = last ? lookup_class_text(p->m, class_name_text(p->m, last)) : NULL;
    keep_name(p);
    return p->use != NULL;
}

bool pipeline_choose(Pipeline *p, const char *name)
{
    p->use = lookup_class_text(p->m, name);
    keep_name(p);
    return p->use != NULL;
}

bool pipeline_run(Pipeline *p, PipelineEnd end)
{
    p->failed = p->failed || !p->name || diags_errors(p->ctx->diags);
    p->for_sheet = end == UNTIL_SCALAR;
    while (!p->failed && p->next < NPASSES && passes[p->next].belongs <= end)
        p->failed = !run_pass(p, &passes[p->next++]);
    if (p->failed)
        diags_insist(p->ctx->diags, SPAN_ALL);
    return !p->failed;
}

bool pipeline_take(Pipeline *p, KModel *tables, const char *source)
{
    double begun = k_clock();
    const char *why;
    Jit *jit = jit_compile(source, tables->nblocks, &why);
    if (!jit)
        return false;
    if (p->jit)
        vec_push(p->ctx->arena, &p->earlier, p->jit);
    buf_clear(&p->source);
    buf_puts(&p->source, source);
    p->tables = tables;
    p->nblocks = tables->nblocks;
    p->jit = jit;
    p->next = NPASSES;
    p->seconds[TIME_CODE] += k_clock() - begun;
    return true;
}

bool pipeline_inline(Pipeline *p, int stages)
{
    KModel *tables = p->tables;
    Jit *jit = p->jit;
    Buf source = p->source;
    int nblocks = p->nblocks;
    double begun = k_clock();
    p->source = (Buf){0};
    bool good = dae_inline_late(p->dae, stages) && pass_code(p) && pass_machine(p);
    p->seconds[TIME_CODE] += k_clock() - begun;
    if (good) {
        vec_push(p->ctx->arena, &p->earlier, jit);
        buf_free(&source);
        return true;
    }
    buf_free(&p->source);
    p->source = source;
    p->tables = tables;
    p->jit = jit;
    p->nblocks = nblocks;
    return false;
}
