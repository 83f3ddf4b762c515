/* balance.c - which component has too many or too few equations (specification, 4.7).
 *
 * Every model is counted by itself. It has its own variables and those of its connectors as
 * unknowns; its flow variables and inputs are determined from outside, so each counts as an
 * equation here and as an unknown of the model around it. Then
 *
 *     own equations + connections made here + own flows and inputs
 *         = own unknowns + flows and inputs of its components
 *
 * must hold for each model, and the model at fault is found even where errors cancel in the sum. Of
 * a classic model the through variables of its cuts (one in several cuts counts for each) and its
 * terminals are determined from outside. */
#include "model/flat_internal.h"

#include <inttypes.h>

enum { MOST_SHOWN = 8 };

typedef struct Count {
    int64_t unknowns, boundary; /* own unknowns; own flows and inputs */
    int64_t inner;              /* flows and inputs of the components */
} Count;

static bool is_part_of_model(const Comp *c)
{
    return c->use && (c->use->restriction == CLS_RECORD ||
                      c->use->restriction == CLS_OPERATOR_RECORD || c->is_connector);
}

Comp *owning_model(Comp *c)
{
    while (c && c->parent && is_part_of_model(c))
        c = c->parent;
    return c;
}

static bool in_connector(const Comp *c)
{
    for (; c; c = c->parent)
        if (c->is_connector)
            return true;
    return false;
}

static bool is_flow(const Comp *c)
{
    for (; c; c = c->parent)
        if (c->connector == CON_FLOW)
            return true;
    return false;
}

/* input along the way to the model that owns it. */
static bool is_input(const Comp *c)
{
    for (; c && (!c->parent || is_part_of_model(c) || c->use->builtin); c = c->parent) {
        if (c->direction != DIR_NONE)
            return c->direction == DIR_INPUT;
        if (!c->parent || !is_part_of_model(c->parent))
            return false;
    }
    return false;
}

static void count_variables(Model *m, Count *count)
{
    FlatModel *f = m->flat;
    for (int i = 0; i < f->var.n; i++) {
        const FlatVar *v = &f->var.v[i];
        Comp *owner = v->comp->parent ? owning_model(v->comp->parent) : NULL;
        if (v->variability <= VARY_PARAMETER || !owner)
            continue;
        Count *c = &count[owner->id];
        c->unknowns += v->count;
        bool bound = v->comp->value != 0;
        bool outside = (in_connector(v->comp) && is_flow(v->comp)) ||
                       ((is_input(v->comp) || v->comp->decl->terminal) && !bound);
        if (!outside || v->comp->protected)
            continue;
        c->boundary += v->count;
        if (owner->parent)
            count[owning_model(owner->parent)->id].inner += v->count;
    }
}

static void count_flows(void *arg, const SynCut *cut)
{
    int64_t *n = arg;
    for (int i = 0; i < cut->nthrough; i++)
        *n += cut->through[i].name != 0;
}

static void count_cuts(Model *m, Count *count)
{
    for (int i = 0; i < m->flat->instance.n; i++) {
        Comp *c = m->flat->instance.v[i];
        int64_t n = 0;
        if (!c->parent || !c->ci)
            continue;
        each_cut(c->ci, count_flows, &n);
        for (const Comp *p = c; p; p = p->parent)
            for (int k = 0; k < p->ndims; k++)
                n *= p->dim[k].size;
        count[c->id].boundary += n;
        count[owning_model(c->parent)->id].inner += n;
    }
}

static const char *plural(int64_t n)
{
    return n == 1 ? "" : "s";
}

/* Equations too many (or, negative, missing) in one model. */
static int64_t surplus(const Comp *c, const Count *k)
{
    return c->nequations + c->nconnections + k->boundary - k->inner - k->unknowns;
}

static void note_model(Model *m, const Comp *c, const Count *k, int64_t off)
{
    const char *name = c->name ? comp_name_text(m, c) : text_of(m->ctx, m->flat->name);
    int64_t n = off > 0 ? off : -off;
    diag_note(m->ctx->diags, c->use->written->name_span,
              "%" PRId64 " equation%s %s in `%s`%s%s%s, which has %" PRId64 " for %" PRId64
              " unknown%s of its own",
              n, plural(n), off > 0 ? "too many" : "missing", name, c->name ? " of class `" : "",
              c->name ? class_name_text(m, c->use->written) : "", c->name ? "`" : "",
              k->unknowns + off, k->unknowns, plural(k->unknowns));
}

/* Where equations are missing: inputs of the components that nothing gives a value. */
static void note_open_inputs(Model *m, const Comp *c)
{
    int n = 0;
    Buf names = {0};
    Span at = {0};
    for (int i = 0; i < m->flat->var.n; i++) {
        const FlatVar *v = &m->flat->var.v[i];
        if (v->variability <= VARY_PARAMETER || v->connected || v->comp->value || v->top_input ||
            v->comp->protected || !is_input(v->comp) || !v->comp->parent)
            continue;
        const Comp *owner = owning_model(v->comp->parent);
        if (!owner || !owner->parent || owning_model(owner->parent) != c)
            continue;
        if (n++ < MOST_SHOWN)
            buf_printf(&names, "%s`%s`", n > 1 ? ", " : "", comp_name_text(m, v->comp));
        at = at.end ? at : owner->decl->name_span;
    }
    if (n)
        diag_note(m->ctx->diags, at, "%s%s not connected: %s%s",
                  n == 1 ? "this input" : "these inputs", n == 1 ? " is" : " are", buf_text(&names),
                  n > MOST_SHOWN ? ", ..." : "");
    buf_free(&names);
}

bool balance_check(Model *m, int64_t nequations, int64_t nunknowns)
{
    FlatModel *f = m->flat;
    Count *count = ARENA_ARRAY(m->arena, Count, m->comp.n);
    count_variables(m, count);
    count_cuts(m, count);
    int shown = 0;
    for (int i = 0; i < f->instance.n && shown < MOST_SHOWN; i++) {
        Comp *c = f->instance.v[i];
        int64_t off = is_part_of_model(c) ? 0 : surplus(c, &count[c->id]);
        if (!off)
            continue;
        Span at = m->root->use->written->name_span;
        if (!shown && nequations != nunknowns)
            diag_error(m->ctx->diags, at,
                       "`%s` has %" PRId64 " equation%s for %" PRId64 " unknown%s",
                       text_of(m->ctx, f->name), nequations, plural(nequations), nunknowns,
                       plural(nunknowns));
        else if (!shown && m->root->def->classic)
            break; /* any variable may be given from outside */
        else if (!shown)
            diag_warning(m->ctx->diags, at, "parts of `%s` are not balanced, though the sum is",
                         text_of(m->ctx, f->name));
        note_model(m, c, &count[c->id], off);
        if (off < 0)
            note_open_inputs(m, c);
        shown++;
    }
    if (!shown && nequations != nunknowns)
        diag_error(m->ctx->diags, m->root->use->written->name_span,
                   "`%s` has %" PRId64 " equation%s for %" PRId64 " unknown%s",
                   text_of(m->ctx, f->name), nequations, plural(nequations), nunknowns,
                   plural(nunknowns));
    return nequations == nunknowns;
}
