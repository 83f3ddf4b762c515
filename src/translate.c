/* translate.c - the library interface: listings, and programs in other languages. */
#include "kron_internal.h"

#include "dae/incidence.h"
#include "dae/sheet.h"
#include "emit/fmu.h"
#include "emit/lang.h"
#include "rt/request.h"

#include <math.h>

/* The model as a sheet, with the states of its program. */
typedef struct Worksheet {
    Pipeline *p;
    Arena *arena;
    Sheet *sheet;
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
static bool accept_choice(KronModel *m, const char *changing, bool program)
{
    if (changing)
        tell(m, program ? KRON_ERROR : KRON_WARNING, KRON_ABOUT_MODEL,
             "which states are right depends on where the model is; %s for %s (another choice: "
             "--set NAME.stateSelect=StateSelect.always)",
             program ? "no program is written" : "listed", changing);
    return !changing || !program;
}

/* The listing of the model, or what a program is written from; w->p and the arena are to be freed.
 * Languages that iterate get equations where the listing has one of several roots. inlined: with
 * the formula of an integration method. */
static KronStatus worksheet_make(KronModel *m, Worksheet *w, const char *language, bool inlined)
{
    bool program = language;
    *w = (Worksheet){.arena = arena_new()};
    KronStatus status = reach(m, UNTIL_STRUCTURE); /* the equations, which are not kept */
    if (!status && program)
        status = reach(m, UNTIL_CODE);
    if (status)
        return status;
    Pipeline *full = m->program->p;
    const char *changing, **state = state_names(full->dae, w->arena, &changing);
    if (!accept_choice(m, changing, program))
        return KRON_WRONG_MODEL;
    w->p = fresh_pipeline(m);
    StartValue *begin = NULL;
    int nbegin = program ? start_values(full, w->p->ctx, w->arena, &begin) : 0;
    SheetPlan plan;
    bool good = pipeline_run(w->p, UNTIL_SCALAR);
    if (good && nbegin)
        set_starts(w->p->dae, w->arena, nbegin, begin);
    good = good && sheet_automatic(w->p->dae, w->arena, &plan, full->dae->nstates, state);
    plan.apart = program;
    plan.program = program && lang_iterates(language);
    plan.on[SW_INLINE] = inlined;
    plan.on[SW_TEAR] = program && !lang_solves(language);
    w->sheet = good ? sheet_make(w->p->dae, w->arena, &plan) : NULL;
    if (w->sheet && w->sheet->singular) {
        Buf text = {0};
        sheet_print_singular(w->sheet, &text);
        diag_error(w->p->ctx->diags, (Span){0}, "the equations cannot be sorted:\n%s",
                   buf_text(&text));
        buf_free(&text);
        w->sheet = NULL;
    }
    take_messages(m, w->p->ctx->diags);
    return w->sheet ? KRON_OK : KRON_WRONG_MODEL;
}

KronStatus listing_text(KronModel *m, Buf *out)
{
    Worksheet w;
    KronStatus status = worksheet_make(m, &w, NULL, false);
    if (!status) {
        sheet_print_equations(w.sheet, out);
        buf_putc(out, '\n');
        sheet_print_solved(w.sheet, out);
        take_messages(m, w.p->ctx->diags);
    }
    worksheet_free(&w);
    return status;
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

void listing_operations(KronModel *m, Buf *out)
{
    Dae *full = m->program->p->dae;
    static const struct {
        const char *name;
        bool tear, residue, relax;
    } ways[] = {{"automatic", true, false, false},
                {"given", true, true, false},
                {"whole", false, false, false},
                {"relaxed", true, true, true}};
    if (full->nunknowns_flat > MOST_COUNTED)
        return;
    Arena *arena = arena_new();
    const char *changing, **state = state_names(full, arena, &changing);
    Pipeline *p = fresh_pipeline(m);
    SheetPlan plan;
    bool good = pipeline_run(p, UNTIL_SCALAR) &&
                sheet_automatic(p->dae, arena, &plan, full->nstates, state);
    size_t nways = sizeof ways / sizeof *ways - !plan.on[SW_RELAX];
    if (good)
        buf_puts(out, ",\n  \"listing\": {");
    for (size_t i = 0; good && i < nways; i++) {
        plan.on[SW_RELAX] = plan.on[SW_EVALUATE] = ways[i].relax; /* zeros make no code */
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

/* ---- Programs ---- */

const char *kron_target(int i)
{
    static const char *const more[] = {"acsl-full", "dsblock-dae", "dsblock-inline", "c"};
    int n = 0;
    while (lang_names[n])
        n++;
    return i < 0 || i > n + 3 ? NULL : i >= n ? more[i - n] : lang_names[i];
}

static bool known_target(KronModel *m, const char *target)
{
    static const char *const files[] = {"fmu2", "fmu3"};
    Nearest near = {.wanted = target};
    Buf list = {0};
    bool known = false;
    const char *name;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(target, files[i])) {
            tell(m, KRON_ERROR, KRON_ABOUT_CALL, "the target `%s` is no text: it needs a file",
                 target);
            return false;
        }
    for (int i = 0; (name = kron_target(i)); i++) {
        known = known || !strcmp(name, target);
        buf_printf(&list, "%s%s", i ? ", " : "", name);
        nearest_offer(&near, name);
    }
    if (!known)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "there is no target `%s`; use %s, fmu2, fmu3%s%s%s",
             target, buf_text(&list), near.best ? " (did you mean `" : "",
             near.best ? near.best : "", near.best ? "`?)" : "");
    buf_free(&list);
    return known;
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

/* What is built into the program; false, after a message, where an option is wrong. */
static bool experiment_of(KronModel *m, const Dae *d, const KronRunOptions *o, LangOptions *out)
{
    KModel model = {
        .start = d->start, .stop = d->stop, .interval = d->interval, .tolerance = d->tolerance};
    KRequest request = {o->start, o->stop, o->interval, o->intervals, o->tolerance, NAN,
                        NAN,      NAN,     ""};
    bool asked = !isnan(o->start) || !isnan(o->stop) || !isnan(o->interval) ||
                 !isnan(o->intervals) || !isnan(o->tolerance);
    KOptions run = {0};
    const char *wrong = asked ? k_options(&model, &request, &run) : NULL;
    if (wrong)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s", wrong);
    out->start = given(o->start, d->start);
    out->stop = given(o->stop, d->stop);
    out->interval = isnan(o->intervals) ? given(o->interval, d->interval)
                                        : (run.stop - run.start) / o->intervals;
    out->tolerance = given(o->tolerance, d->tolerance);
    return !wrong;
}

/* A C program for the run-time library. */
static KronStatus c_text(KronModel *m, const KronRunOptions *o, Buf *out)
{
    Pipeline *p = fresh_pipeline(m);
    bool good = pipeline_run(p, UNTIL_STRUCTURE);
    LangOptions l;
    bool asked_well = !good || experiment_of(m, p->dae, o, &l);
    if (good && asked_well) {
        p->dae->start = l.start;
        p->dae->stop = l.stop;
        p->dae->interval = l.interval;
        p->dae->tolerance = l.tolerance;
        good = emit_c_file(p->dae, NULL, out);
    }
    take_messages(m, p->ctx->diags);
    KronStatus status = !asked_well ? KRON_WRONG_CALL
                        : good      ? KRON_OK
                        : p->failed ? status_of(p)
                                    : KRON_WRONG_MODEL;
    pipeline_free(p);
    return status;
}

static bool is_realtime(const KronRunOptions *o)
{
    int method = o->method && *o->method ? k_method_named(o->method) : -1;
    return method >= K_EULER && method <= K_BDF6;
}

/* Methods of fixed step make a program without library; others are for the run time's. */
static KronStatus check_method(KronModel *m, const char *target, const KronRunOptions *o)
{
    const char *wrong = NULL;
    bool step = !isnan(o->step);
    bool method = o->method && *o->method;
    if (method && (strcmp(target, "c") || (!k_method_stages(o->method) && !is_realtime(o))))
        wrong = "`kron translate` takes --method for the target c and inlined methods only";
    else if (step && !is_realtime(o))
        wrong = "--step is for real-time programs, with --method euler, implicit-euler, trapezoid, "
                "bdf1 to bdf6";
    else if (step && !(o->step > 0 && isfinite(o->step)))
        wrong = "the step must be greater than 0";
    if (wrong)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s", wrong);
    return wrong ? KRON_WRONG_CALL : KRON_OK;
}

static RealtimeMethod realtime_method(const KronRunOptions *o)
{
    int method = k_method_named(o->method);
    bool bdf = method >= K_BDF1 && method <= K_BDF6;
    return (RealtimeMethod){.name = o->method,
                            .implicit = method != K_EULER,
                            .trapezoid = method == K_TRAPEZOID,
                            .order = bdf ? 1 + method - K_BDF1 : 1,
                            .step = o->step};
}

static KronStatus realtime_text(KronModel *m, const KronRunOptions *o, Buf *out)
{
    RealtimeMethod method = realtime_method(o);
    use_method(m, o->method);
    Pipeline *p = fresh_pipeline(m);
    bool good = pipeline_run(p, UNTIL_STRUCTURE) && emit_c_realtime(p->dae, &method, out);
    take_messages(m, p->ctx->diags);
    KronStatus status = good ? KRON_OK : p->failed ? status_of(p) : KRON_WRONG_MODEL;
    pipeline_free(p);
    return status;
}

/* A program in another language, from a sheet. */
static KronStatus language_text(KronModel *m, const char *target, const char *path,
                                const KronRunOptions *o, Buf *out)
{
    Worksheet w;
    size_t n = strcspn(target, "-");
    char language[16] = "";
    memcpy(language, target, n < sizeof language ? n : 0);
    bool inlined = !strcmp(target, "dsblock-inline");
    KronStatus status = worksheet_make(m, &w, language, inlined);
    if (!status) {
        const Dae *d = m->program->p->dae;
        LangOptions l = {0};
        lang_form(language, target[n] ? target + n + 1 : "ode", &l);
        if (!experiment_of(m, d, o, &l))
            status = KRON_WRONG_CALL;
        else if (!lang_write(w.sheet, language, program_name(w.arena, &w, path), &l, out))
            status = KRON_WRONG_MODEL;
        take_messages(m, w.p->ctx->diags);
    }
    worksheet_free(&w);
    return status;
}

KronStatus program_text(KronModel *m, const char *target, const char *path, const KronRunOptions *o,
                        Buf *out)
{
    KronRunOptions none = kron_run_options();
    if (!known_target(m, target))
        return KRON_WRONG_CALL;
    o = o ? o : &none;
    KronStatus status = check_method(m, target, o);
    return status                ? status
           : strcmp(target, "c") ? language_text(m, target, path, o, out)
           : is_realtime(o)      ? realtime_text(m, o, out)
                                 : c_text(m, o, out);
}

/* ---- FMUs ---- */

typedef struct FmuCall {
    const char *path;
    const KronFmu *what;
    const KronRunOptions *o;
} FmuCall;

/* The program with a step of an inlined method, where it can have one: for stiff models. */
static bool fmu_program(Pipeline *p, const KronFmu *what)
{
    p->outputs_move = true;
    if (!pipeline_run(p, UNTIL_STRUCTURE))
        return false;
    if (what->co_simulation && p->dae->nstates && !p->stages)
        dae_inline_late(p->dae, 1);
    return true;
}

static KronStatus write_fmu(KronModel *m, const FmuCall *call, Pipeline *p)
{
    FmuOptions o = {.version = call->what->version,
                    .me = call->what->model_exchange,
                    .cs = call->what->co_simulation,
                    .source = call->what->source,
                    .name = call->path,
                    .tool = "kron " KRON_VERSION,
                    .method = call->o->method ? call->o->method : ""};
    const char *why = fmu_write(p->dae, &o, &m->c->compiler, call->path);
    if (why)
        tell(m, KRON_ERROR, KRON_ABOUT_MODEL, "no FMU is written: %s", why);
    return why ? KRON_WRONG_MODEL : KRON_OK;
}

static KronStatus make_fmu(KronModel *m, void *arg)
{
    const FmuCall *call = arg;
    if (call->o->method)
        use_method(m, call->o->method);
    Pipeline *p = fresh_pipeline(m);
    bool good = fmu_program(p, call->what);
    LangOptions l;
    KronStatus status = good ? KRON_OK : status_of(p);
    if (good && !experiment_of(m, p->dae, call->o, &l))
        status = KRON_WRONG_CALL;
    if (good && !status) {
        p->dae->start = l.start;
        p->dae->stop = l.stop;
        p->dae->interval = l.interval;
        p->dae->tolerance = l.tolerance;
        status = write_fmu(m, call, p);
    }
    take_messages(m, p->ctx->diags);
    pipeline_free(p);
    return status;
}

static const char *wrong_fmu(const KronFmu *what, const KronRunOptions *o)
{
    int method = o->method && *o->method ? k_method_named(o->method) : K_AUTO;
    if (what->version != 2 && what->version != 3)
        return "there are FMUs of version 2 and 3";
    if (!what->model_exchange && !what->co_simulation)
        return "an FMU is for Model Exchange, Co-Simulation, or both";
    if (method < 0 || method >= K_EULER)
        return "Co-Simulation has the methods of variable step";
    return NULL;
}

KronStatus kron_fmu(KronModel *m, const char *path, const KronFmu *what, const KronRunOptions *o)
{
    KronRunOptions none = kron_run_options();
    if (!m || !path || !what || refused(m))
        return KRON_WRONG_CALL;
    FmuCall call = {path, what, o ? o : &none};
    const char *wrong = wrong_fmu(what, call.o);
    if (wrong)
        tell(m, KRON_ERROR, KRON_ABOUT_CALL, "%s", wrong);
    return wrong ? KRON_WRONG_CALL : guarded(m, make_fmu, &call);
}
