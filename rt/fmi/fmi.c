/* fmi.c - instances for FMI: their values, by reference. */
#include "rt/fmi/fmi.h"
#include "rt/texts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Messages ---- */

static void on_message(void *arg, KLevel level, const char *text)
{
    Fmi *f = arg;
    f->log(f, (int)level, text);
}

FmiStatus fmi_fail(Fmi *f, const char *format, ...)
{
    char text[1000];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    f->log(f, K_MSG_ERROR, text);
    return FMI_ERROR;
}

bool fmi_allowed(Fmi *f, int stages, const char *function)
{
    if (!f)
        return false;
    if (f->stage & (FmiStage)stages)
        return true;
    fmi_fail(f, "%s must not be called now", function);
    return false;
}

/* ---- Instances ---- */

/* file:///C:/a%20b or file:/a or /a: a path, to be freed. */
static char *path_of(const char *location)
{
    const char *at = location;
    if (!strncmp(at, "file:", 5)) {
        at += 5;
        if (!strncmp(at, "//", 2))
            at += 2 + strcspn(at + 2, "/");
#ifdef _WIN32
        if (at[0] == '/' && at[1] && at[2] == ':')
            at++;
#endif
    }
    char *path = malloc(strlen(at) + 1), *to = path;
    for (; path && *at; at++) {
        unsigned code;
        if (at != location && *at == '%' && sscanf(at + 1, "%2x", &code) == 1 && code) {
            *to++ = (char)code;
            at += 2;
        } else {
            *to++ = *at;
        }
    }
    if (path)
        *to = 0;
    while (path && to > path + 1 && to[-1] == '/')
        *--to = 0;
    return path;
}

/* Folders of resources are names inside of the FMU's own one. */
static bool place_resources(Fmi *f, const char *location)
{
    const KModel *model = f->fmu->model;
    size_t n = (size_t)model->nresources;
    char *base = location && n ? path_of(location) : NULL;
    f->folder = calloc(n + 1, sizeof *f->folder);
    KResource *list = calloc(n + 1, sizeof *list);
    f->model.resource = list;
    bool good = f->folder && list && (base || !location || !n);
    for (size_t i = 0; i < n && good; i++) {
        const KResource *r = &model->resource[i];
        size_t room = strlen(r->folder) + (base ? strlen(base) : 0) + 2;
        good = (f->folder[i] = malloc(room)) != NULL;
        if (good)
            snprintf(f->folder[i], room, "%s%s%s", base ? base : "", base ? "/" : "", r->folder);
        list[i] = (KResource){r->package, f->folder[i]};
    }
    free(base);
    return good;
}

static void fill_places(Fmi *f)
{
    const KModel *model = &f->model;
    for (int i = 0; i < model->nv + model->ns; i++)
        f->of[i] = -1;
    for (int i = model->nvariables - 1; i >= 0; i--) {
        const KVariable *v = &model->variable[i];
        int *of = &f->of[v->type == K_STRING ? model->nv + v->index : v->index];
        if (*of < 0 || !v->is_alias)
            *of = i;
    }
}

static bool make_instance(Fmi *f)
{
    memset(f->code.block, 0, ((size_t)f->model.nblocks + 1) * sizeof *f->code.block);
    f->code = (KCode){.block = f->code.block};
    f->fmu->entry(&f->code);
    f->m = k_inst_new(&f->model, &f->code, on_message, f);
    if (!f->m)
        return false;
    f->stage = STAGE_INSTANTIATED;
    f->params = f->initial = f->rhs = f->relations = f->out = f->tuned = f->changed = false;
    f->njumps = 0;
    f->next = INFINITY;
    f->stop = NAN;
    memset(f->size, 0, ((size_t)f->model.nrel + 2 * (size_t)f->model.nkept + 1) * sizeof *f->size);
    return true;
}

Fmi *fmi_new(const KFmu *fmu, const char *name, const char *token, const char *resources, bool cs,
             void (*log)(Fmi *f, int level, const char *text), void *environment,
             void (*logger)(void), bool logging)
{
    Fmi *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    *f = (Fmi){.fmu = fmu,
               .model = *fmu->model,
               .cs = cs,
               .log = log,
               .logging = logging,
               .environment = environment,
               .logger = logger,
               .name = strdup(name ? name : "")};
    const KModel *model = fmu->model;
    f->model.usertab = fmu->usertab;
    size_t nz = (size_t)model->nrel + 2 * (size_t)model->nkept;
    f->of = malloc(((size_t)model->nv + (size_t)model->ns + 1) * sizeof *f->of);
    f->size = malloc((nz + 1) * sizeof *f->size);
    f->before = malloc(((size_t)model->nstates + 1) * sizeof *f->before);
    f->past = past_new(model);
    f->base = malloc(((size_t)model->nv + 1) * sizeof *f->base);
    f->code.block = calloc((size_t)model->nblocks + 1, sizeof *f->code.block);
    size_t ninputs = 1;
    for (int i = 0; i < model->nvariables; i++)
        ninputs += model->variable[i].kind == K_INPUT;
    f->jump_var = malloc(ninputs * sizeof *f->jump_var);
    f->jump_was = malloc(ninputs * sizeof *f->jump_was);
    f->jump_new = malloc(ninputs * sizeof *f->jump_new);
    if (!f->name || !f->jump_var || !f->jump_was || !f->jump_new || !f->of || !f->size ||
        !f->before || !f->past || !f->base || !f->code.block || !place_resources(f, resources)) {
        fmi_free(f);
        return NULL;
    }
    if (!token || strcmp(token, fmu->token)) {
        fmi_fail(f, "the token is not that of this FMU: its description belongs to another one");
        fmi_free(f);
        return NULL;
    }
    fill_places(f);
    if (!make_instance(f)) {
        fmi_fail(f, "%s", k_no_memory);
        fmi_free(f);
        return NULL;
    }
    return f;
}

static void drop_instance(Fmi *f)
{
    k_sim_close(f->sim);
    f->sim = NULL;
    crossing_free(f->crossing);
    f->crossing = NULL;
    if (f->has_sets)
        sets_close(&f->sets);
    f->has_sets = false;
    k_inst_free(f->m);
    f->m = NULL;
}

void fmi_free(Fmi *f)
{
    if (!f)
        return;
    drop_instance(f);
    for (int i = 0; f->folder && i < f->model.nresources; i++)
        free(f->folder[i]);
    if (f->folder)
        free((void *)f->model.resource);
    free(f->folder);
    free(f->name);
    free(f->of);
    free(f->jump_var);
    free(f->jump_was);
    free(f->jump_new);
    free(f->size);
    free(f->before);
    past_free(f->past);
    free(f->base);
    free(f->code.block);
    free(f->text);
    free(f);
}

bool fmi_reset(Fmi *f)
{
    drop_instance(f);
    return make_instance(f);
}

/* ---- References ---- */

int fmi_time_reference(const Fmi *f)
{
    return 2 * f->model.nv + f->model.ns;
}

void fmi_elements(const Fmi *f, unsigned reference, KArray *out)
{
    unsigned time = (unsigned)fmi_time_reference(f);
    *out = (KArray){(int)reference, 1};
    if (reference > time && reference - time - 1 < (unsigned)f->fmu->narrays)
        *out = f->fmu->array[reference - time - 1];
}

/* The variable behind a reference to a number; NULL: ours, or none. */
static const KVariable *variable_at(const Fmi *f, int place)
{
    return f->of[place] < 0 ? NULL : &f->model.variable[f->of[place]];
}

static bool is_parameter(const Fmi *f, int place)
{
    return f->m->run->is_parameter[place];
}

/* ---- Up to date ---- */

FmiStatus fmi_parameters(Fmi *f)
{
    if (f->params)
        return FMI_GOOD;
    if (k_params(f->m))
        return FMI_ERROR;
    memcpy(f->base, f->m->v, (size_t)f->model.nv * sizeof *f->base);
    f->params = true;
    return FMI_GOOD;
}

/* Parameters have changed while the model runs: what follows from them is computed, all else keeps
 * its value, also what the initial problem has determined. */
static FmiStatus need_tuned(Fmi *f)
{
    KRun *run = f->m->run;
    if (!f->tuned)
        return FMI_GOOD;
    size_t n = (size_t)f->model.nv;
    double *kept = malloc((n + 1) * sizeof *kept);
    if (!kept)
        return fmi_fail(f, "%s", k_no_memory);
    memcpy(kept, f->m->v, n * sizeof *kept);
    int result = k_params(f->m);
    for (size_t i = 0; i < n; i++) {
        double new = f->m->v[i];
        if (!run->is_parameter[i] || new == f->base[i])
            f->m->v[i] = kept[i];
        f->base[i] = new;
    }
    free(kept);
    f->tuned = false;
    return result ? FMI_ERROR : FMI_GOOD;
}

static FmiStatus failed_evaluation(Fmi *f, int result)
{
    char text[3000];
    failure_text(f->m, text, sizeof text);
    f->log(f, result < 0 ? K_MSG_ERROR : K_MSG_WARNING,
           *text ? text : "the equations cannot be evaluated");
    failure_clear(f->m);
    return result < 0 ? FMI_ERROR : FMI_DISCARD;
}

FmiStatus fmi_need(Fmi *f, bool relations, bool out)
{
    FmiStatus status = f->stage == STAGE_INITIALIZING   ? fmi_initialize(f)
                       : f->stage == STAGE_INSTANTIATED ? fmi_parameters(f)
                                                        : need_tuned(f);
    if (status || !(f->stage & (FmiStage)STAGES_EQUATIONS))
        return status;
    KInst *m = f->m;
    KMode mode = f->stage == STAGE_CONTINUOUS ? K_TRIAL | K_LEAVE_BRANCH : K_TRIAL;
    if (!f->rhs && f->stage == STAGE_CONTINUOUS)
        past_recall(f->past, m);
    int result = f->rhs ? 0 : code_rhs(m, mode);
    f->rhs = !result;
    if (!result && relations && !f->relations) {
        result = code_call(m, m->run->code.cross, mode);
        f->relations = !result;
    }
    if (!result && out && !f->out) {
        result = code_out(m, mode);
        f->out = !result;
    }
    return result ? failed_evaluation(f, result) : FMI_GOOD;
}

static void old(Fmi *f)
{
    f->rhs = f->relations = f->out = false;
}

/* ---- Numbers ---- */

static double start_or_value(const Fmi *f, int place)
{
    bool start = f->stage == STAGE_INSTANTIATED && !is_parameter(f, place) && !f->m->set[place];
    return start ? f->m->start[place] : f->m->v[place];
}

FmiStatus fmi_get(Fmi *f, unsigned reference, FmiType type, double *value)
{
    unsigned nv = (unsigned)f->model.nv;
    if (reference == (unsigned)fmi_time_reference(f) && type == VALUE_REAL) {
        *value = f->m->time;
        return FMI_GOOD;
    }
    if (reference >= 2 * nv)
        return fmi_indicator(f, reference, value);
    int place = (int)(reference % nv);
    if (!is_parameter(f, place) || !f->params || f->tuned || f->stage == STAGE_INITIALIZING) {
        FmiStatus status = fmi_need(f, false, true);
        if (status)
            return status;
    }
    double x = start_or_value(f, place);
    *value = reference < nv ? x : type == VALUE_BOOLEAN ? 1 - x : -x;
    return FMI_GOOD;
}

/* Before the model runs: parameters, inputs, start values. */
static FmiStatus set_before(Fmi *f, const KVariable *v, int place, double value)
{
    bool settable = v && v->settable;
    if (v && (v->kind == K_CONSTANT || (v->kind == K_PARAMETER && !settable)))
        return fmi_fail(f,
                        "`%s` cannot be set: its value is part of the translation, or follows "
                        "from others",
                        v->name);
    if (v && v->kind == K_INPUT) {
        f->m->v[place] = f->m->start[place] = value;
        f->m->run->set[place] = 1;
    } else if (v && v->kind == K_PARAMETER) {
        k_set_value(f->m, place, value);
        f->params = false;
    } else {
        k_set_start(f->m, place, value);
        f->params = false;
    }
    f->initial = false;
    return FMI_GOOD;
}

/* Its value before the event at which it becomes another one. */
static void note_jump(Fmi *f, int place, double value)
{
    int i = 0;
    if (f->stage == STAGE_CONTINUOUS || f->m->v[place] == value)
        return;
    while (i < f->njumps && f->jump_var[i] != place)
        i++;
    if (i == f->njumps) {
        f->jump_was[f->njumps] = f->m->v[place];
        f->jump_var[f->njumps++] = place;
    }
}

void fmi_jump(Fmi *f)
{
    KInst *m = f->m;
    for (int i = 0; i < f->njumps; i++) {
        f->jump_new[i] = m->v[f->jump_var[i]];
        m->v[f->jump_var[i]] = f->jump_was[i];
    }
    m->run->late_var = f->jump_var;
    m->run->late_value = f->jump_new;
    m->run->nlate = f->njumps;
    f->njumps = 0;
}

static FmiStatus set_during(Fmi *f, const KVariable *v, int place, double value)
{
    if (v && v->kind == K_INPUT) {
        note_jump(f, place, value);
        f->changed = f->changed || f->m->v[place] != value;
        f->m->v[place] = value;
    } else if (v && v->kind == K_PARAMETER && v->settable) {
        k_set_value(f->m, place, value);
        f->tuned = f->changed = true;
    } else if (v && v->kind == K_STATE && f->stage == STAGE_EVENT) {
        f->m->v[place] = value;
    } else {
        return fmi_fail(f, "`%s` cannot be set while the model runs", v ? v->name : "");
    }
    old(f);
    return FMI_GOOD;
}

FmiStatus fmi_set(Fmi *f, unsigned reference, FmiType type, double value)
{
    unsigned nv = (unsigned)f->model.nv;
    if (reference >= 2 * nv)
        return fmi_fail(f, "there is no number that can be set with the reference %u", reference);
    int place = (int)(reference % nv);
    if (reference >= nv)
        value = type == VALUE_BOOLEAN ? 1 - value : -value;
    const KVariable *v = variable_at(f, place);
    return f->stage & (STAGE_INSTANTIATED | STAGE_INITIALIZING) ? set_before(f, v, place, value)
                                                                : set_during(f, v, place, value);
}

/* ---- Strings ---- */

static int string_place(const Fmi *f, unsigned reference)
{
    unsigned first = 2 * (unsigned)f->model.nv;
    return reference >= first && reference - first < (unsigned)f->model.ns
               ? (int)(reference - first)
               : -1;
}

FmiStatus fmi_get_string(Fmi *f, unsigned reference, const char **text)
{
    int place = string_place(f, reference);
    if (place < 0)
        return fmi_fail(f, "there is no String with the reference %u", reference);
    FmiStatus status = fmi_need(f, false, true);
    *text = f->m->s[place];
    return status;
}

FmiStatus fmi_set_string(Fmi *f, unsigned reference, const char *text)
{
    int place = string_place(f, reference);
    const KVariable *v = place < 0 ? NULL : variable_at(f, f->model.nv + place);
    if (!v)
        return fmi_fail(f, "there is no String with the reference %u", reference);
    bool before = f->stage & (STAGE_INSTANTIATED | STAGE_INITIALIZING), input = v->kind == K_INPUT;
    if (!input && (v->kind != K_PARAMETER || !v->settable || !before))
        return fmi_fail(f, "the String `%s` cannot be set%s", v->name,
                        v->settable ? " any more" : "");
    f->changed = f->changed || (input && !before && strcmp(f->m->s[place], text ? text : "") != 0);
    k_set_string(f->m, place, text ? text : "");
    if (before)
        f->initial = false;
    if (!input)
        f->params = false;
    old(f);
    return FMI_GOOD;
}

/* ---- Directional derivatives ---- */

size_t fmi_count(const Fmi *f, size_t n, const unsigned *reference)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        KArray e;
        fmi_elements(f, reference[i], &e);
        count += (size_t)e.n;
    }
    return count;
}

/* Places of seeds: dv for all elements of the variables, one after the other. */
static bool put_seeds(Fmi *f, size_t nv, const unsigned *v, const double *dv)
{
    unsigned n = (unsigned)f->model.nv;
    for (size_t i = 0, k = 0; i < nv; i++) {
        KArray e;
        fmi_elements(f, v[i], &e);
        for (int j = 0; j < e.n; j++, k++) {
            unsigned at = (unsigned)(e.first + j);
            if (at >= 2 * n) {
                fmi_fail(f, "there is no number with the reference %u", v[i]);
                return false;
            }
            f->m->dv[at % n] += at < n ? dv[k] : -dv[k];
        }
    }
    return true;
}

static bool take_directions(Fmi *f, size_t nz, const unsigned *z, double *dz)
{
    unsigned n = (unsigned)f->model.nv;
    for (size_t i = 0, k = 0; i < nz; i++) {
        KArray e;
        fmi_elements(f, z[i], &e);
        for (int j = 0; j < e.n; j++, k++) {
            unsigned at = (unsigned)(e.first + j);
            if (at >= 2 * n) {
                fmi_fail(f, "there is no number with the reference %u", z[i]);
                return false;
            }
            dz[k] = at < n ? f->m->dv[at % n] : -f->m->dv[at % n];
        }
    }
    return true;
}

FmiStatus fmi_derivative(Fmi *f, size_t nz, const unsigned *z, size_t nv, const unsigned *v,
                         const double *dv, double *dz)
{
    KInst *m = f->m;
    if (f->stage == STAGE_INITIALIZING)
        return fmi_fail(f, "directional derivatives are known after the initialization only");
    if (!m->run->code.jvp)
        return fmi_fail(f, "an equation of the model has no derivative");
    f->rhs = false; /* where the code stands */
    FmiStatus status = fmi_need(f, false, false);
    if (status)
        return status;
    bool good = put_seeds(f, nv, v, dv);
    int result = good ? code_call(m, m->run->code.jvp, K_TRIAL) : 0;
    good = good && !result && take_directions(f, nz, z, dz);
    code_forget_directions(m);
    if (result)
        return failed_evaluation(f, result);
    return good ? FMI_GOOD : FMI_ERROR;
}
