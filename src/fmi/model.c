/* model.c - an FMU as a model of the run time: its variables in v, its event indicators as
 * relations. Linear. */
#include "fmi/fmi_internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static KType type_of(const FmuVariable *v)
{
    return v->type <= FT_FLOAT32   ? K_REAL
           : v->type == FT_BOOLEAN ? K_BOOLEAN
           : v->type == FT_ENUM    ? K_ENUM
           : v->type == FT_STRING  ? K_STRING
                                   : K_INTEGER;
}

static KKind kind_of(const FmuVariable *v)
{
    if (v->vary == FV_CONSTANT)
        return K_CONSTANT;
    if (v->cause == FC_PARAMETER || v->cause == FC_CALCULATED || v->cause == FC_STRUCTURAL ||
        v->vary == FV_FIXED || v->vary == FV_TUNABLE)
        return K_PARAMETER;
    return v->cause == FC_INPUT ? K_INPUT : v->vary == FV_DISCRETE ? K_DISCRETE : K_ALGEBRAIC;
}

/* a[2,3] for element number k of an array, the last index fastest. */
static const char *element_name(Arena *a, const FmuVariable *v, size_t k)
{
    char text[200] = "";
    size_t at = 0, rest = v->n;
    for (int i = 0; i < v->ndims; i++) {
        rest /= v->dim[i];
        at += (size_t)snprintf(text + at, sizeof text - at, "%s%zu", i ? "," : "", k / rest + 1);
        k %= rest;
    }
    return v->ndims ? arena_printf(a, "%s[%s]", v->name, text) : v->name;
}

static bool is_listed(const FmuVariable *v)
{
    return v->cause != FC_INDEPENDENT && v->type != FT_BINARY && v->type != FT_CLOCK;
}

/* Places of all variables; aliases share one. */
static void place(FmuFile *f, KModel *m)
{
    for (int i = 0; i < f->var.n; i++) {
        FmuVariable *v = &f->var.v[i];
        if (v->alias_of >= 0) {
            v->first = f->var.v[v->alias_of].first;
        } else if (v->type == FT_STRING) {
            v->first = m->ns;
            m->ns += (int)v->n;
        } else if (is_listed(v)) {
            v->first = m->nv;
            m->nv += (int)v->n;
        }
    }
}

static void list(FmuFile *f, KModel *m)
{
    size_t n = 0;
    for (int i = 0; i < f->var.n; i++)
        n += f->var.v[i].n;
    KVariable *to = ARENA_ARRAY(f->a, KVariable, n + 1);
    bool *state = ARENA_ARRAY(f->a, bool, f->var.n + 1);
    for (int i = 0; i < f->state.n; i++)
        state[f->state.v[i]] = true;
    for (int i = 0; i < f->var.n; i++) {
        const FmuVariable *v = &f->var.v[i];
        for (size_t k = 0; is_listed(v) && k < v->n; k++)
            to[m->nvariables++] = (KVariable){.name = element_name(f->a, v, k),
                                              .description = v->description,
                                              .unit = v->unit,
                                              .type = (uint8_t)type_of(v),
                                              .kind = (uint8_t)(state[i] ? K_STATE : kind_of(v)),
                                              .is_output = v->cause == FC_OUTPUT,
                                              .is_alias = v->alias_of >= 0,
                                              .settable = v->cause == FC_PARAMETER,
                                              .index = v->first + (int)k};
    }
    m->variable = to;
}

/* States and derivatives; a place of its own for each, since the run time writes to both. */
static void add_states(FmuFile *f, KModel *m)
{
    int n = 0, at = 0;
    for (int i = 0; i < f->state.n; i++)
        n += (int)f->var.v[f->state.v[i]].n;
    int *state = ARENA_ARRAY(f->a, int, n + 1), *der = ARENA_ARRAY(f->a, int, n + 1);
    for (int i = 0; i < f->state.n; i++)
        for (size_t k = 0; k < f->var.v[f->state.v[i]].n; k++, at++) {
            state[at] = f->var.v[f->state.v[i]].first + (int)k;
            der[at] = m->nv + at;
        }
    m->nv += n;
    m->nstates = n;
    m->state = state;
    m->der = der;
}

KModel *fmu_tables(FmuFile *f, bool me)
{
    KModel *m = ARENA_NEW(f->a, KModel);
    m->name = f->name;
    m->start = f->start;
    m->stop = f->stop;
    m->tolerance = f->tolerance;
    m->interval = f->step;
    place(f, m);
    list(f, m);
    if (!me)
        return m;
    add_states(f, m);
    m->nrel = f->nindicators + 1; /* the last: the FMU asks for an event */
    unsigned char *op = ARENA_ARRAY(f->a, unsigned char, m->nrel + 1);
    for (int i = 0; i < m->nrel; i++)
        op[i] = K_GT;
    m->rel_op = op;
    double *nominal = ARENA_ARRAY(f->a, double, m->nv + 1);
    m->nominal = nominal;
    return m;
}
