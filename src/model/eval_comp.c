/* eval_comp.c - values of components.
 *
 * A reference is taken apart into the position in the arrays around the component and the
 * subscripts of the component itself. The value bound to the component is evaluated with the
 * iterators of those arrays set to the position, and remembered if the position does not matter, so
 * that each component is evaluated once. A component that is needed deep inside the values of
 * others is evaluated before them (eval_deep): a chain may be as long as the model. */
#include "model/eval_internal.h"

/* ---- Failures ---- */

/* The component has no value. The names on the way to it are put together only if somebody will
 * read them. */
static Value *lacks_value(Eval *ev, Comp *c, const char *why)
{
    if (ev->mark)
        why = arena_printf(ev->m->arena, "`%s`, which %s", comp_name_text(ev->m, c), why);
    return eval_fail(ev, EVAL_VARIES, c, why);
}

/* The value of c was needed for something else: says so in the reason. */
static void failed_for(Eval *ev, Comp *c)
{
    if (ev->frame->deep)
        return;
    if (ev->status == EVAL_VARIES && ev->mark && *ev->why && ev->culprit != c)
        ev->why = arena_printf(ev->m->arena, "`%s`, which depends on %s", comp_name_text(ev->m, c),
                               ev->why);
    if (ev->status == EVAL_FAULT)
        eval_fault_in(ev, "the value of ", comp_name_text(ev->m, c));
}

/* ---- Places ---- */

/* A component at one position of the arrays around it. Arrays that are split into components of
 * their own count as no arrays. */
typedef struct At {
    Comp *comp;
    int n;          /* arrays' dimensions around it */
    uint32_t *iter; /* [n] their iterators */
    Sub *sub;       /* [n] and the position, all scalar */
} At;

static Comp *element_at(Eval *ev, Comp *array, const Sub *sub)
{
    int64_t at = 0;
    for (int k = 0; k < array->ndims; k++) {
        if (!value_position(ev, sub[k].one, array->dim[k].size, text_of(ev->m->ctx, array->name)))
            return NULL;
        at = at * array->dim[k].size + ((int64_t)sub[k].one - 1);
    }
    return array->element[at];
}

/* Enters an array at the given position. */
static Comp *enter_array(Eval *ev, At *out, Comp *c, const Sub *sub)
{
    if (!comp_dims(ev->m, c)) {
        eval_reported(ev);
        return NULL;
    }
    if (c->element && c != ev->nowhere)
        return element_at(ev, c, sub);
    for (int k = 0; k < c->ndims; k++) {
        if (c != ev->nowhere &&
            !value_position(ev, sub[k].one, c->dim[k].size, text_of(ev->m->ctx, c->name)))
            return NULL;
        out->iter[out->n] = c->iter + (uint32_t)k;
        out->sub[out->n++] = sub[k];
    }
    return c;
}

/* Components from the outermost to c. */
static Comp **path_to(Eval *ev, Comp *c, int *n)
{
    *n = 0;
    for (Comp *p = c; p; p = p->parent)
        ++*n;
    Comp **path = ARENA_ARRAY(eval_arena(ev), Comp *, *n);
    int i = *n;
    for (Comp *p = c; p; p = p->parent)
        path[--i] = p;
    return path;
}

/* Finds the component that stands for c at a position: c itself, or the component of the same path
 * of names below the elements of split arrays. */
static bool locate(Eval *ev, Comp *c, int nsubs, const Sub *sub, At *out)
{
    int n;
    Comp **path = path_to(ev, c, &n), *at = NULL;
    *out = (At){.iter = ARENA_ARRAY(eval_arena(ev), uint32_t, nsubs),
                .sub = ARENA_ARRAY(eval_arena(ev), Sub, nsubs)};
    for (int i = 0; i < n; i++) {
        at = i && at != path[i - 1] ? class_comp(ev->m, comp_contents(ev->m, at), path[i]->name)
                                    : path[i];
        if (!at)
            return eval_reported(ev);
        if (i + 1 < n && path[i]->ndims) {
            at = enter_array(ev, out, at, sub);
            sub += path[i]->ndims;
        }
        if (!at)
            return false;
    }
    out->comp = at;
    return true;
}

/* ---- Values ---- */

static Value *component(Eval *ev, Comp *c, int n, const Sub *sub);

static bool is_position(void *m, Expr e)
{
    const ExprNode *n = expr_node(((Model *)m)->store, e);
    return n->op == EX_ITER && ((Model *)m)->iter.v[n->payload].comp;
}

/* Whether an expression contains the position in an array of components. */
static bool depends_on_position(Model *m, Expr e)
{
    return expr_node(m->store, e)->traits & ET_LOCAL && expr_any(m->store, e, is_position, m);
}

static void mark_structural(Model *m, Comp *c)
{
    if (comp_variability(m, c) == VARY_PARAMETER)
        c->structural = true;
    for (int i = 0; c->ci && i < c->ci->slot.n; i++)
        if (c->ci->slot.v[i]->comp && c->ci->slot.v[i]->comp->parent == c)
            mark_structural(m, c->ci->slot.v[i]->comp);
}

/* What was remembered counts unless parameters are to be marked that were not. */
static bool remembered(const Eval *ev, Comp *c)
{
    return c->eval && (!ev->mark || c->structural || comp_variability(ev->m, c) != VARY_PARAMETER);
}

/* "a = f(b), b = g(a)" */
static Value *cycle(Eval *ev, Comp *c)
{
    enum { MOST_SHOWN = 8, LONGEST = 80 };
    const Pending *shown[MOST_SHOWN];
    int n = 0;
    for (const Pending *p = ev->frame->pending; p; p = p->outer) {
        shown[n % MOST_SHOWN] = p;
        n++;
        if (p->comp == c)
            break;
    }
    Buf b = {0};
    for (int i = n - 1; i >= 0 && i >= n - MOST_SHOWN; i--) {
        const Comp *k = shown[i % MOST_SHOWN]->comp;
        buf_printf(&b, "%s%s", b.n ? ", " : "", comp_name_text(ev->m, k));
        Buf value = {0};
        if (k->given)
            source_text(ev->m->ctx->sources, k->given->mod->value->span, &value);
        size_t line = strcspn(buf_text(&value), "\r\n"), most = line < LONGEST ? line : LONGEST;
        if (value.n)
            buf_printf(&b, " = %.*s%s", (int)most, value.s, value.n > most ? "..." : "");
        buf_free(&value);
    }
    if (n > MOST_SHOWN)
        buf_puts(&b, ", ...");
    eval_fail(ev, EVAL_CYCLE, c, arena_strdup(ev->m->arena, buf_text(&b)));
    buf_free(&b);
    return NULL;
}

/* Iterators set to a position: those of the arrays around the component, and its own. */
static const IterValue *iterators_at(Eval *ev, const At *at, const double *own)
{
    const Comp *c = at->comp;
    int n = at->n + (own ? c->ndims : 0);
    IterValue *it = ARENA_ARRAY(eval_arena(ev), IterValue, n);
    for (int i = 0; i < n; i++) {
        int k = i - at->n;
        it[i] = k < 0 ? (IterValue){.iter = at->iter[i], .value = at->sub[i].one}
                      : (IterValue){.iter = c->iter + (uint32_t)k, .value = own[k]};
        it[i].outer = i ? &it[i - 1] : NULL;
    }
    return n ? &it[n - 1] : NULL;
}

/* Evaluates an expression that belongs to a component at some position. */
static Value *bound_value(Eval *ev, const At *at, const double *own, Expr e)
{
    Comp *c = at->comp;
    Frame *frame = ev->frame;
    if (c->evaluating)
        return cycle(ev, c);
    if (frame->depth > DEEP && !at->n) {
        frame->deep = c;
        return eval_fail(ev, EVAL_FAULT, NULL, "values inside each other");
    }
    const IterValue *outside = ev->iters;
    Pending pending = {c, frame->pending};
    ev->iters = iterators_at(ev, at, own);
    frame->pending = &pending;
    c->evaluating = true;
    Value *v = eval_value(ev, e);
    c->evaluating = false;
    frame->pending = pending.outer;
    ev->iters = outside;
    if (!v)
        failed_for(ev, c);
    return v;
}

/* An attribute of every element of the component. */
static Value *attribute_value(Eval *ev, const At *at, Expr e)
{
    Comp *c = at->comp;
    if (!c->ndims)
        return bound_value(ev, at, NULL, e);
    int32_t dim[MAX_DIMS];
    if (!comp_dims(ev->m, c))
        return eval_reported(ev);
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].size;
    Value *all = value_make(ev, type_scalar(expr_types(ev->m->store), expr_type(ev->m->store, e)),
                            c->ndims, dim);
    for (int64_t i = 0; all && i < all->n; i++) {
        double own[MAX_DIMS];
        int64_t rest = i;
        for (int k = c->ndims - 1; k >= 0; k--) {
            own[k] = (double)(rest % dim[k]) + 1;
            rest /= dim[k];
        }
        Value *v = bound_value(ev, at, own, e);
        if (!v)
            return NULL;
        value_put(all, i, v, 0, 1);
    }
    return all;
}

/* Whether initial equations determine a parameter. */
static bool is_fixed(Eval *ev, const At *at)
{
    Expr e = comp_attribute(ev->m, at->comp, ATTR_FIXED);
    Value *v = e ? attribute_value(ev, at, e) : NULL;
    if (e && !v)
        return false;
    for (int64_t i = 0; v && i < v->n; i++)
        if (v->num[i] == 0)
            return lacks_value(ev, at->comp,
                               "is determined by initial equations (`fixed` is false)");
    return true;
}

/* A parameter without value: what it starts with. */
static Value *start_value(Eval *ev, const At *at)
{
    Model *m = ev->m;
    Comp *c = at->comp;
    Expr start = comp_variability(m, c) == VARY_PARAMETER ? comp_attribute(m, c, ATTR_START) : 0;
    if (!start && c->slot && c->slot->generated && c->type && tinfo(m, c->type)->base <= TY_BOOL &&
        comp_variability(m, c) == VARY_PARAMETER)
        start = expr_literal(m->store, c->type, 0); /* an inner that was added: told already */
    if (!start)
        return lacks_value(ev, c, "has no value");
    Value *v = attribute_value(ev, at, start);
    if (v && ev->mark && !c->structural)
        diag_warning(m->ctx->diags, c->decl->name_span,
                     "`%s` has no value; its start value is used", comp_name_text(m, c));
    return v;
}

/* Why a component cannot have a value during translation; NULL: it may. */
static const char *varies_because(Model *m, Comp *c)
{
    Variability v = comp_variability(m, c);
    if (c->in_function && v != VARY_CONSTANT)
        return "is known only when the function is called";
    Expr value = v > VARY_PARAMETER ? comp_value(m, c) : 0;
    if (v > VARY_PARAMETER)
        return !value || expr_variability(m, value) > VARY_PARAMETER
                   ? "varies in time"
                   : arena_printf(m->kept,
                                  "varies in time: declared as `parameter %s %s` it is known",
                                  type_text(m, comp_type(m, c)), text_of(m->ctx, c->name));
    for (const Comp *p = c; p; p = p->parent)
        if (p->evaluate_false && v == VARY_PARAMETER)
            return "must not be evaluated (annotation `Evaluate = false`)";
    return NULL;
}

static bool check_value(Eval *ev, const Comp *c, const Value *v)
{
    if (v->ndims != c->ndims)
        return eval_fault(ev, "`%s` has %d dimensions, its value has %d", comp_name_text(ev->m, c),
                          c->ndims, v->ndims);
    for (int k = 0; k < c->ndims; k++)
        if (c->dim[k].state == DIM_KNOWN && c->dim[k].size >= 0 && c->dim[k].size != v->dim[k])
            return eval_fault(ev, "`%s` has size %d in dimension %d, its value has %d",
                              comp_name_text(ev->m, c), c->dim[k].size, k + 1, v->dim[k]);
    return true;
}

/* A record without a value as a whole: field by field. */
static Value *fields_value(Eval *ev, const At *at, Type type)
{
    Model *m = ev->m;
    Comp *c = at->comp;
    const RecordInfo *info = rinfo(m, type);
    int32_t dim[MAX_DIMS];
    if (!comp_dims(m, c))
        return eval_reported(ev);
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].size;
    Value *v = value_make(ev, type, c->ndims, dim);
    for (int i = 0; v && i < info->n; i++) {
        Comp *f = class_comp(m, comp_contents(m, c), info->field[i]);
        if (!f)
            return eval_reported(ev);
        int n = at->n + c->ndims + f->ndims;
        Sub *sub = ARENA_ARRAY(eval_arena(ev), Sub, n);
        for (int k = 0; k < n; k++)
            sub[k] = k < at->n ? at->sub[k] : (Sub){.whole = true};
        v->field[i] = component(ev, f, n, sub);
        if (!v->field[i])
            return NULL;
    }
    return v;
}

static Value *own_value(Eval *ev, const At *at)
{
    Model *m = ev->m;
    Comp *c = at->comp;
    if (remembered(ev, c))
        return c->eval;
    Type type = comp_type(m, c);
    if (!type)
        return eval_reported(ev);
    int base = tinfo(m, type)->base;
    const char *why = base == TY_OBJECT || base == TY_FUNC || base == TY_CLOCK
                          ? "is not a value"
                          : varies_because(m, c);
    Expr e = why ? 0 : comp_value(m, c);
    if (base == TY_RECORD && !e && !c->value_error)
        return fields_value(ev, at, type);
    if (why)
        return lacks_value(ev, c, why);
    if (c->value_error)
        return eval_reported(ev);
    if (base != TY_RECORD && comp_variability(m, c) == VARY_PARAMETER && !is_fixed(ev, at))
        return NULL;
    bool constant = ev->constant;
    ev->constant = constant || comp_variability(m, c) == VARY_CONSTANT;
    Value *v = e ? bound_value(ev, at, NULL, e) : start_value(ev, at);
    ev->constant = constant;
    if (!v || !check_value(ev, c, v))
        return NULL;
    v = value_as(ev, v, type);
    if (e ? !depends_on_position(m, e) : !at->n)
        v = c->eval = value_copy(m->arena, v);
    if (ev->mark)
        mark_structural(m, c);
    return v;
}

/* ---- References ---- */

static Value *at_position(Eval *ev, Comp *c, int n, const Sub *sub)
{
    At at;
    int around = n - c->ndims;
    if (!locate(ev, c, around, sub, &at))
        return NULL;
    Value *v = own_value(ev, &at);
    return v ? value_index(ev, v, c->ndims, sub + around, text_of(ev->m->ctx, c->name)) : NULL;
}

/* The shape of a reference without elements. */
static Value *nothing_of(Eval *ev, Comp *c, int nd, int32_t *dim, const Sub *own)
{
    Type type = comp_type(ev->m, c);
    if (!type || !comp_dims(ev->m, c))
        return eval_reported(ev);
    for (int k = 0; k < c->ndims && nd < MAX_DIMS; k++)
        if (!own[k].scalar)
            dim[nd++] = own[k].whole ? c->dim[k].size : own[k].n;
    return value_make(ev, type, nd, dim);
}

/* Sizes of the arrays around a component, outermost first. */
static bool sizes_around(Eval *ev, Comp *c, int32_t *size)
{
    int n, at = 0;
    Comp **path = path_to(ev, c, &n);
    for (int i = 0; i < n - 1; i++) {
        if (path[i]->ndims && !comp_dims(ev->m, path[i]))
            return eval_reported(ev);
        for (int k = 0; k < path[i]->ndims; k++)
            size[at++] = path[i]->dim[k].size;
    }
    return true;
}

/* Subscripts for number i of the positions that subscripts around a component choose. */
static void choose_position(int around, const Sub *sub, const int32_t *size, int64_t i, Sub *one)
{
    for (int k = around - 1; k >= 0; k--) {
        if (sub[k].scalar)
            continue;
        int64_t at = i % size[k];
        one[k] = (Sub){.scalar = true, .one = sub[k].whole ? (double)at + 1 : sub[k].at[at]};
        i /= size[k];
    }
}

/* A reference through whole arrays of components: the positions one by one. */
static Value *over_positions(Eval *ev, Comp *c, int n, const Sub *sub)
{
    int around = n - c->ndims, nd = 0;
    int32_t dim[MAX_DIMS], *size = ARENA_ARRAY(eval_arena(ev), int32_t, around);
    Sub *one = arena_copy(eval_arena(ev), sub, (size_t)n * sizeof *sub);
    int64_t count = 1;
    if (!sizes_around(ev, c, size))
        return NULL;
    for (int k = 0; k < around; k++) {
        if (sub[k].scalar)
            continue;
        if (nd == MAX_DIMS)
            return eval_fault(ev, "an array of more than %d dimensions", MAX_DIMS);
        size[k] = dim[nd++] = sub[k].whole ? size[k] : sub[k].n;
        count = count > MOST_ELEMENTS && size[k] ? count : count * size[k];
    }
    if (count > MOST_ELEMENTS)
        return eval_fault(ev, "an array of more than %d elements", MOST_ELEMENTS);
    if (!count)
        return nothing_of(ev, c, nd, dim, sub + around);
    Value *all = NULL;
    for (int64_t i = 0; i < count; i++) {
        choose_position(around, sub, size, i, one);
        Value *v = at_position(ev, c, n, one);
        if (!v || !value_collect(ev, &all, nd, dim, i, v))
            return NULL;
    }
    return all;
}

static Value *component(Eval *ev, Comp *c, int n, const Sub *sub)
{
    if (n != comp_path_dims(c))
        return eval_fault(ev, "`%s` with %d subscripts", comp_name_text(ev->m, c), n);
    for (int k = 0; k < n - c->ndims; k++)
        if (!sub[k].scalar)
            return over_positions(ev, c, n, sub);
    return at_position(ev, c, n, sub);
}

Value *eval_reference(Eval *ev, Expr e)
{
    Comp *c = cref_comp(ev->m, e);
    uint32_t n = expr_node(ev->m->store, e)->nargs;
    Sub *sub;
    if (!n && remembered(ev, c))
        return c->eval;
    return eval_subscripts(ev, e, 0, n, &sub) ? component(ev, c, (int)n, sub) : NULL;
}

Value *eval_component(Eval *ev, Comp *c)
{
    At at = {.comp = c};
    return own_value(ev, &at);
}

/* ---- Long chains ---- */

bool eval_deep(Eval *ev)
{
    VEC(Comp *) waiting = {0}; /* each depends on the next */
    Frame *frame = ev->frame;
    bool good = true;
    while (good && frame->deep) {
        vec_push(eval_arena(ev), &waiting, frame->deep);
        while (waiting.n) {
            Comp *c = vec_last(&waiting);
            frame->deep = NULL;
            eval_fail(ev, EVAL_OK, NULL, NULL);
            c->evaluating = false;
            if (!eval_component(ev, c)) {
                c->evaluating = true; /* whoever needs it now closes a cycle */
                good = frame->deep != NULL;
                break;
            }
            waiting.n--;
        }
    }
    for (int i = 0; i < waiting.n; i++)
        waiting.v[i]->evaluating = false;
    return good;
}
