/* fmu_model.c - the variables of a model and its structure, as an FMU describes them.
 *
 * The variables are those of the results, then what FMI asks for besides: der(x) of every state
 * under that name, states that are chosen during the run, the time. Linear in the size of the
 * model, but for dependencies, which are given up where they are dense. */
#include "emit/fmu_internal.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *text_or_empty(const FmuModel *f, Name n)
{
    return n ? name_text(f->d->ctx->names, n) : "";
}

static FmuVar *add(FmuModel *f, FmuVar v)
{
    v.display = v.display ? v.display : "";
    v.quantity = v.quantity ? v.quantity : "";
    v.unit = v.unit ? v.unit : "";
    v.description = v.description ? v.description : "";
    vec_push(f->a, &f->var, v);
    return &vec_last(&f->var);
}

/* ---- One variable ---- */

static unsigned reference_of(const FmuModel *f, const KVariable *v)
{
    unsigned nv = (unsigned)f->model->nv;
    return v->type == K_STRING ? 2 * nv + (unsigned)v->index
                               : (unsigned)v->index + (v->negated ? nv : 0);
}

static FmuVariability varying(const KVariable *v)
{
    return v->type == K_REAL && v->kind != K_DISCRETE ? FMU_CONTINUOUS : FMU_DISCRETE;
}

static void classify_parameter(const KVariable *k, FmuVar *v)
{
    bool own = k->settable && !k->is_alias;
    v->causality = own ? FMU_PARAMETER : FMU_CALCULATED_PARAMETER;
    v->variability = k->type == K_STRING ? FMU_FIXED : FMU_TUNABLE;
    v->initial = own ? FMU_EXACT : FMU_CALCULATED;
}

/* Whether a start value is given; the tables of the model say that of Reals only. */
static bool has_start(const FmuModel *f, const KVariable *k)
{
    const DaeVar *v = k->kind == K_DISCRETE && k->type != K_STRING ? &f->d->var.v[k->index] : NULL;
    return !k->is_alias && !k->known &&
           (k->start != K_START_NONE || (v && v->start && v->start_level != LEVEL_NONE));
}

static void classify(const FmuModel *f, const KVariable *k, FmuVar *v)
{
    *v = (FmuVar){.causality = FMU_LOCAL,
                  .variability = (uint8_t)varying(k),
                  .initial = FMU_CALCULATED,
                  .derivative_of = -1};
    if (k->kind == K_CONSTANT && !k->is_output) {
        v->variability = FMU_CONSTANT;
        v->initial = FMU_EXACT;
    } else if (k->kind == K_INPUT && !k->is_alias) {
        v->causality = FMU_INPUT;
        v->initial = FMU_NO_INITIAL;
    } else if (k->is_output) {
        v->causality = FMU_OUTPUT;
    } else if (k->kind == K_PARAMETER && !k->known) {
        classify_parameter(k, v);
    }
    if (has_start(f, k) && (v->causality == FMU_OUTPUT || v->causality == FMU_LOCAL) &&
        k->kind != K_CONSTANT)
        v->initial = k->kind == K_STATE && f->d->var.v[k->index].fixed ? FMU_EXACT : FMU_APPROX;
}

/* min, max, nominal belong to the variable of the equations, with its sign. */
static void add_bounds(const FmuModel *f, const KVariable *k, FmuVar *v)
{
    const KModel *m = f->model;
    double min = m->min ? m->min[k->index] : -INFINITY, max = m->max ? m->max[k->index] : INFINITY;
    v->min = k->negated ? -max : min;
    v->max = k->negated ? -min : max;
    v->nominal = k->type == K_REAL && k_nominal_given(m, k->index) ? m->nominal[k->index] : 0;
}

/* The value it begins with. */
static void add_start(const FmuModel *f, const KVariable *k, FmuVar *v)
{
    v->has_start = v->initial == FMU_EXACT || v->initial == FMU_APPROX || v->causality == FMU_INPUT;
    if (k->type == K_STRING) {
        v->text = f->m->s[k->index];
        return;
    }
    bool value = v->causality == FMU_PARAMETER || v->variability == FMU_CONSTANT;
    double x = (value ? f->m->v : f->m->start)[k->index];
    v->start = k->negated ? k->type == K_BOOLEAN ? 1 - x : -x : x;
    if (!isfinite(v->start))
        v->start = 0;
    if (k->type == K_ENUM && v->start < 1)
        v->start = 1;
}

static FmuVar describe(FmuModel *f, const KVariable *k)
{
    FmuVar v;
    classify(f, k, &v);
    v.name = k->name;
    v.description = k->description;
    v.unit = k->unit;
    v.type = k->type;
    v.reference = reference_of(f, k);
    v.place = k->type == K_STRING ? -1 : k->index;
    v.min = -INFINITY;
    v.max = INFINITY;
    if (k->type != K_STRING)
        add_bounds(f, k, &v);
    add_start(f, k, &v);
    v.n = 1;
    return v;
}

/* What only the flat model knows of scalar `number`. */
static void add_declared(const FmuModel *f, uint32_t number, FmuVar *v)
{
    const FlatVar *var =
        number < f->d->nflat && f->d->flat ? flat_var_of(f->d->flat, number) : NULL;
    if (!var)
        return;
    v->display = text_or_empty(f, var->display_unit);
    v->quantity = text_or_empty(f, var->quantity);
    if (v->type == K_ENUM)
        v->enumeration = type_info(expr_types(f->d->store), var->type)->scalar;
    uint32_t type = f->d->flat->part.v[var->part].type;
    v->declared = type && v->type == K_REAL ? &f->d->flat->cls.v[type] : NULL;
}

/* ---- Arrays (FMI 3) ---- */

/* Whether elements k[0 .. n) are one array for FMI. */
static bool is_array(const FmuModel *f, const KVariable *k, int n, uint32_t first)
{
    FmuVar one, other;
    classify(f, k, &one);
    for (int i = 0; i < n; i++) {
        classify(f, &k[i], &other);
        if (k[i].type == K_STRING || k[i].negated || k[i].index != (int)first + i ||
            k[i].type != k[0].type || k[i].settable != k[0].settable || k[i].kind == K_STATE ||
            k[i].kind == K_DERIVATIVE || other.causality != one.causality ||
            other.variability != one.variability || other.initial != one.initial)
            return false;
    }
    return true;
}

/* "a[1,1]" -> "a" */
static const char *array_name(const FmuModel *f, const char *element)
{
    const char *bracket = strrchr(element, '[');
    return bracket ? arena_strndup(f->a, element, (size_t)(bracket - element)) : element;
}

/* The variables from `at` on, if they are the elements of an array: their number, else 0. */
static int add_array(FmuModel *f, int at, uint32_t number)
{
    const FlatModel *flat = f->d->flat;
    const FlatVar *var =
        f->o->version == 3 && number < f->d->nflat && flat ? flat_var_of(flat, number) : NULL;
    if (!var || var->first != number || var->count < 2 ||
        at + (int)var->count > f->model->nvariables)
        return 0;
    const TypeInfo *t = type_info(expr_types(f->d->store), var->type);
    const KVariable *k = &f->model->variable[at];
    int n = (int)var->count;
    if (flat->part.v[var->part].ndims != t->ndims || !is_array(f, k, n, number))
        return 0;
    FmuVar v = describe(f, k);
    double *start = ARENA_ARRAY(f->a, double, n);
    for (int i = 0; i < n; i++) {
        FmuVar one = describe(f, &k[i]);
        start[i] = one.start;
    }
    add_declared(f, number, &v);
    v.name = array_name(f, k->name);
    v.starts = start;
    v.n = n;
    v.ndims = t->ndims;
    memcpy(v.dim, flat->part.v[var->part].dim, (size_t)t->ndims * sizeof *v.dim);
    v.reference = 2 * (unsigned)f->model->nv + (unsigned)f->model->ns + 1 + (unsigned)f->array.n;
    vec_push(f->a, &f->array, ((KArray){(int)number, n}));
    add(f, v);
    return n;
}

/* ---- All variables ---- */

/* The scalar number of each variable of the tables: as fill_variables of tables.c lists them. */
static int *scalar_numbers(const FmuModel *f)
{
    Dae *d = f->d;
    int *of = ARENA_ARRAY(f->a, int, f->model->nvariables + 1), n = 0;
    for (int i = 0; i < f->model->nvariables; i++)
        of[i] = -1;
    for (uint32_t i = 0; i < (uint32_t)d->var.n && n < f->model->nvariables; i++) {
        const DaeVar *v = &d->var.v[i];
        bool derivative = v->int_of != NONE && !d->var.v[v->int_of].hidden;
        bool object = type_info(expr_types(d->store), v->type)->base == TY_OBJECT;
        if (!object && !v->hidden && (i < d->nflat || derivative))
            of[n++] = (int)i;
    }
    return of;
}

static bool is_clock(const FmuModel *f, uint32_t number)
{
    const FlatVar *var =
        number < f->d->nflat && f->d->flat ? flat_var_of(f->d->flat, number) : NULL;
    return var && type_info(expr_types(f->d->store), var->type)->base == TY_CLOCK;
}

static void add_variables(FmuModel *f)
{
    const int *number = scalar_numbers(f);
    for (int i = 0; i < f->model->nvariables; i++) {
        uint32_t scalar = number[i] < 0 ? NONE : (uint32_t)number[i];
        if (is_clock(f, scalar))
            continue; /* it has no value: what ticks are the equations */
        int n = scalar == NONE ? 0 : add_array(f, i, scalar);
        if (n) {
            i += n - 1;
            continue;
        }
        FmuVar v = describe(f, &f->model->variable[i]);
        if (scalar != NONE)
            add_declared(f, scalar, &v);
        if (v.type == K_ENUM && !v.enumeration)
            v.type = K_INTEGER;
        add(f, v);
    }
}

static bool is_computed(const FmuVar *v)
{
    return v->causality == FMU_OUTPUT || v->causality == FMU_CALCULATED_PARAMETER;
}

/* What aliases know of their value. */
static void join(FmuVar *to, const FmuVar *from)
{
    if (from->has_start && !to->has_start) {
        to->has_start = true;
        to->start = from->start;
        to->text = from->text;
        to->initial = from->initial;
    }
    if (!*to->unit && *from->unit) {
        to->unit = from->unit;
        to->display = from->display;
        to->quantity = from->quantity;
    }
    if (from->derivative_of >= 0)
        to->derivative_of = from->derivative_of;
    to->reinit = to->reinit || from->reinit;
}

/* FMI 3: outputs and parameters that are computed are initial unknowns by name, so they are no
 * aliases of other variables: each has a reference of its own, to an array of one element. */
static void separate(FmuModel *f)
{
    Map other = {0}; /* reference -> a variable that keeps it + 1 */
    for (int i = f->var.n - 1; i >= 0; i--)
        if (!is_computed(&f->var.v[i]))
            map_set(&other, f->a, f->var.v[i].reference, (uint32_t)i + 1);
    Map first = {0};
    for (int i = 0; i < f->var.n; i++) {
        FmuVar *v = &f->var.v[i];
        uint32_t with = map_get(&other, v->reference, 0);
        if (!is_computed(v) || v->n > 1 || v->type == K_STRING)
            continue;
        if (!with && !map_get(&first, v->reference, 0)) {
            map_set(&first, f->a, v->reference, 1);
            continue;
        }
        if (with)
            join(&f->var.v[with - 1], v);
        vec_push(f->a, &f->array, ((KArray){(int)v->reference, 1}));
        v->reference = 2 * (unsigned)f->model->nv + (unsigned)f->model->ns + (unsigned)f->array.n;
        v->has_start = false;
        v->initial = FMU_CALCULATED;
    }
}

/* The variable with this place that stands for it; -1: none. */
static int *main_variables(const FmuModel *f)
{
    int *at = ARENA_ARRAY(f->a, int, f->model->nv + 1);
    for (int i = 0; i < f->model->nv; i++)
        at[i] = -1;
    for (int i = f->var.n - 1; i >= 0; i--) {
        const FmuVar *v = &f->var.v[i];
        if (v->place < 0 || v->n > 1 || v->reference >= (unsigned)f->model->nv)
            continue;
        int *to = &at[v->place];
        if (*to < 0 || v->has_start || !f->var.v[*to].has_start)
            *to = i;
    }
    return at;
}

static int add_hidden_state(FmuModel *f, int i)
{
    int place = f->model->state[i];
    add(f, (FmuVar){.name = arena_printf(f->a, "_state[%d]", i + 1),
                    .description = "integrated: one of the variables among which the run chooses",
                    .reference = (unsigned)place,
                    .type = K_REAL,
                    .causality = FMU_LOCAL,
                    .variability = FMU_CONTINUOUS,
                    .initial = FMU_CALCULATED,
                    .min = -INFINITY,
                    .max = INFINITY,
                    .derivative_of = -1,
                    .place = place,
                    .n = 1});
    return f->var.n - 1;
}

static int find_named(const FmuModel *f, const Map *names, const char *name)
{
    return (int)map_get(names, name_cstr(f->d->ctx->names, name), 0) - 1;
}

static int derivative_entry(FmuModel *f, const Map *names, int i, const char *state_unit)
{
    int place = f->model->der[i];
    const char *name = arena_printf(f->a, "der(%s)", f->var.v[f->state[i]].name);
    int known = find_named(f, names, name);
    const char *unit =
        *state_unit ? arena_printf(f->a, !strcmp(state_unit, "s") ? "1" : "%s/s", state_unit) : "";
    if (known >= 0 && f->var.v[known].reference == (unsigned)place && f->var.v[known].n == 1) {
        if (!*f->var.v[known].unit && !strchr(state_unit, '/'))
            f->var.v[known].unit = unit;
        return known;
    }
    if (known >= 0)
        name = arena_printf(f->a, "der(_state[%d])", i + 1);
    add(f, (FmuVar){.name = name,
                    .reference = (unsigned)place,
                    .type = K_REAL,
                    .unit = unit,
                    .causality = FMU_LOCAL,
                    .variability = FMU_CONTINUOUS,
                    .initial = FMU_CALCULATED,
                    .min = -INFINITY,
                    .max = INFINITY,
                    .derivative_of = -1,
                    .place = place,
                    .n = 1});
    return f->var.n - 1;
}

static void add_states(FmuModel *f)
{
    const KModel *m = f->model;
    const int *main = main_variables(f);
    Map names = {0};
    for (int i = 0; i < f->var.n; i++)
        map_set(&names, f->a, name_cstr(f->d->ctx->names, f->var.v[i].name), (uint32_t)i + 1);
    f->state = ARENA_ARRAY(f->a, int, m->nstates + 1);
    f->der = ARENA_ARRAY(f->a, int, m->nstates + 1);
    for (int i = 0; i < m->nstates; i++)
        f->state[i] = main[m->state[i]] >= 0 ? main[m->state[i]] : add_hidden_state(f, i);
    for (int i = 0; i < m->nstates; i++) {
        f->der[i] = derivative_entry(f, &names, i, f->var.v[f->state[i]].unit);
        f->var.v[f->der[i]].derivative_of = f->state[i];
        f->var.v[f->state[i]].reinit = true;
    }
}

static void add_time(FmuModel *f)
{
    add(f, (FmuVar){.name = "time",
                    .description = "independent variable",
                    .unit = "s",
                    .reference = 2 * (unsigned)f->model->nv + (unsigned)f->model->ns,
                    .type = K_REAL,
                    .causality = FMU_INDEPENDENT,
                    .variability = FMU_CONTINUOUS,
                    .initial = FMU_NO_INITIAL,
                    .min = -INFINITY,
                    .max = INFINITY,
                    .derivative_of = -1,
                    .place = -1,
                    .n = 1});
}

/* ---- Structure ---- */

/* What unknowns may depend on: states and inputs. */
typedef struct Known {
    int n;
    uint32_t *place; /* in v */
    int *var;        /* in FmuModel.var */
} Known;

static Known list_known(const FmuModel *f)
{
    size_t room = 0;
    for (int i = 0; i < f->var.n; i++)
        room += (size_t)f->var.v[i].n;
    Known k = {0, ARENA_ARRAY(f->a, uint32_t, room + 1), ARENA_ARRAY(f->a, int, room + 1)};
    for (int i = 0; i < f->model->nstates; i++) {
        k.place[k.n] = (uint32_t)f->model->state[i];
        k.var[k.n++] = f->state[i];
    }
    for (int i = 0; i < f->var.n; i++)
        for (int j = 0;
             f->var.v[i].causality == FMU_INPUT && f->var.v[i].place >= 0 && j < f->var.v[i].n;
             j++) {
            k.place[k.n] = (uint32_t)(f->var.v[i].place + j);
            k.var[k.n++] = i;
        }
    return k;
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* An unknown that depends on the knowns `on`. */
static FmuUnknown unknown(const FmuModel *f, int var, bool all, int n, const int *on,
                          const Known *known)
{
    FmuUnknown u = {.var = var, .all = all};
    int *list = ARENA_ARRAY(f->a, int, n + 1);
    for (int i = 0; i < n; i++)
        list[i] = known->var[on[i]];
    if (n)
        qsort(list, (size_t)n, sizeof *list, compare);
    for (int i = 0; i < n; i++)
        if (!u.n || list[u.n - 1] != list[i])
            list[u.n++] = list[i];
    u.on = list;
    return u;
}

static void add_unknowns(FmuModel *f)
{
    const Known known = list_known(f);
    const Numbers *num = emit_numbers(f->d, f->d->arena);
    VEC(int) row = {0};
    VEC(uint32_t) place = {0};
    int nder = f->model->nstates;
    for (int i = 0; i < nder; i++) {
        vec_push(f->a, &row, f->der[i]);
        vec_push(f->a, &place, (uint32_t)f->model->der[i]);
    }
    for (int i = 0; i < f->var.n; i++)
        for (int k = 0; f->var.v[i].causality == FMU_OUTPUT && k < f->var.v[i].n; k++) {
            vec_push(f->a, &row, i); /* of arrays every element */
            vec_push(f->a, &place, f->var.v[i].place < 0 ? 0 : (uint32_t)(f->var.v[i].place + k));
        }
    const int **on = ARENA_ARRAY(f->a, const int *, row.n + 1);
    int *n = ARENA_ARRAY(f->a, int, row.n + 1);
    bool sparse = tables_influence(f->d, num, f->a, known.n, known.place, row.n, place.v, on, n);
    for (int i = 0, next; i < row.n; i = next) {
        VEC(int) all = {0};
        for (next = i; next < row.n && (next == i || (i >= nder && row.v[next] == row.v[i]));
             next++)
            for (int k = 0; sparse && k < n[next]; k++)
                vec_push(f->a, &all, on[next][k]);
        bool unknown_ones = !sparse || f->var.v[row.v[i]].place < 0;
        FmuUnknown u = unknown(f, row.v[i], unknown_ones, unknown_ones ? 0 : all.n, all.v, &known);
        if (i < nder)
            vec_push(f->a, &f->derivative, u);
        else
            vec_push(f->a, &f->output, u);
    }
}

/* What the initial problem determines; FMI 3: each value once. */
static void add_initial(FmuModel *f)
{
    bool *state = ARENA_ARRAY(f->a, bool, f->var.n + 1);
    for (int i = 0; i < f->model->nstates; i++) {
        state[f->same ? f->same[f->state[i]] : f->state[i]] = true;
        state[f->same ? f->same[f->der[i]] : f->der[i]] = true;
    }
    for (int i = 0; i < f->var.n; i++) {
        const FmuVar *v = &f->var.v[i];
        bool open = v->initial == FMU_CALCULATED || v->initial == FMU_APPROX;
        if (open && (!f->same || f->same[i] == i) &&
            (v->causality == FMU_OUTPUT || v->causality == FMU_CALCULATED_PARAMETER || state[i]))
            vec_push(f->a, &f->initial, ((FmuUnknown){.var = i, .all = true}));
    }
}

/* ---- FMI 3: one variable for a reference, event indicators as variables ---- */

/* Which of two names of one value stands for both. */
static bool stands_for(const FmuVar *a, const FmuVar *b)
{
    static const uint8_t rank[] = {
        [FMU_INDEPENDENT] = 0,          [FMU_INPUT] = 1, [FMU_PARAMETER] = 2, [FMU_OUTPUT] = 3,
        [FMU_CALCULATED_PARAMETER] = 4, [FMU_LOCAL] = 5};
    if (rank[a->causality] != rank[b->causality])
        return rank[a->causality] < rank[b->causality];
    return a->has_start && !b->has_start;
}

static void join_aliases(FmuModel *f)
{
    Map at = {0};
    f->same = ARENA_ARRAY(f->a, int, f->var.n + 1);
    for (int i = 0; i < f->var.n; i++) {
        uint32_t known = map_get(&at, f->var.v[i].reference, 0);
        if (!known || stands_for(&f->var.v[i], &f->var.v[known - 1]))
            map_set(&at, f->a, f->var.v[i].reference, (uint32_t)i + 1);
    }
    for (int i = 0; i < f->var.n; i++) {
        f->same[i] = (int)map_get(&at, f->var.v[i].reference, 0) - 1;
        if (f->same[i] != i)
            join(&f->var.v[f->same[i]], &f->var.v[i]);
    }
}

static void add_indicators(FmuModel *f)
{
    f->first_indicator =
        2 * (unsigned)f->model->nv + (unsigned)f->model->ns + 1 + (unsigned)f->array.n;
    for (int i = 0; i < f->nindicators; i++)
        add(f, (FmuVar){.name = arena_printf(f->a, "_indicator[%d]", i + 1),
                        .description = "event indicator",
                        .reference = f->first_indicator + (unsigned)i,
                        .type = K_REAL,
                        .causality = FMU_LOCAL,
                        .variability = FMU_CONTINUOUS,
                        .initial = FMU_CALCULATED,
                        .min = -INFINITY,
                        .max = INFINITY,
                        .derivative_of = -1,
                        .place = -1,
                        .n = 1});
}

/* ---- The whole ---- */

/* A C identifier: the file's name, else the class's. */
static const char *identifier_of(const FmuModel *f)
{
    const char *path = f->o->name ? f->o->name : "", *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    size_t n = dot ? (size_t)(dot - base) : strlen(base);
    char *name = n ? arena_strndup(f->a, base, n) : arena_strdup(f->a, f->model->name);
    for (char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at))
            *at = '_';
    return isdigit((unsigned char)*name) ? arena_printf(f->a, "_%s", name) : name;
}

static int count_indicators(const KModel *m)
{
    int n = 2 * m->nkept;
    for (int i = 0; i < m->nrel; i++)
        n += !(m->rel_time && m->rel_time[i]);
    return n;
}

void fmu_model(FmuModel *f)
{
    f->name = f->model->name;
    f->identifier = identifier_of(f);
    f->nindicators = count_indicators(f->model);
    add_variables(f);
    if (f->o->version == 3)
        separate(f);
    add_states(f);
    add_time(f);
    add_unknowns(f);
    if (f->o->version == 3) {
        add_indicators(f);
        join_aliases(f);
    }
    add_initial(f);
    for (int i = 0; i < f->var.n; i++)
        map_set(&f->named, f->a, name_cstr(f->d->ctx->names, f->var.v[i].name), 1);
}
