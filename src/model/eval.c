/* eval.c - values of expressions and of the components they mention.
 *
 * Scalar numbers are computed without touching memory (eval_number), everything else as a Value
 * (eval_value). A reference is taken apart into the position in the arrays around the component
 * and the subscripts of the component itself; the value bound to the component is evaluated with
 * the iterators of those arrays set to the position, and remembered if the position does not
 * matter. Only what is needed is looked at: one branch of an `if`, one entry of an array
 * constructor with a subscript. Cost: each node once per evaluation, each component once.
 *
 * Recursion follows the nesting of expressions and the chain of components that depend on each
 * other, up to MOST_NESTING. */
#include "model/eval_internal.h"

#include "syntax/print.h"

/* ---- Failures ---- */

static Value *fail(Eval *ev, EvalStatus status, Comp *culprit, const char *why)
{
    ev->status = status;
    ev->culprit = culprit;
    ev->why = why;
    return NULL;
}

Value *eval_fault(Eval *ev, const char *fmt, ...)
{
    Buf b = {0};
    va_list ap;
    va_start(ap, fmt);
    buf_vprintf(&b, fmt, ap);
    va_end(ap);
    fail(ev, EVAL_FAULT, NULL, arena_strdup(ev->m->arena, buf_text(&b)));
    buf_free(&b);
    return NULL;
}

Value *eval_varies(Eval *ev, const char *what)
{
    return fail(ev, EVAL_VARIES, NULL, what);
}

Value *eval_reported(Eval *ev)
{
    return fail(ev, EVAL_VARIES, NULL, "");
}

void eval_fault_in(Eval *ev, const char *where, const char *name)
{
    enum { LONGEST = 300 };
    if (ev->status == EVAL_FAULT && strlen(ev->why) < LONGEST)
        ev->why = arena_printf(ev->m->arena, "%s, in %s`%s`", ev->why, where, name);
}

/* The component has no value. The names on the way to it are put together only if somebody will
 * read them. */
static Value *lacks_value(Eval *ev, Comp *c, const char *why)
{
    if (ev->mark)
        why = arena_printf(ev->m->arena, "`%s`, which %s", comp_name_text(ev->m, c), why);
    return fail(ev, EVAL_VARIES, c, why);
}

/* The value of c was needed for something else: says so in the reason. */
static void failed_for(Eval *ev, Comp *c)
{
    if (ev->status == EVAL_VARIES && ev->mark && *ev->why && ev->culprit != c)
        ev->why = arena_printf(ev->m->arena, "`%s`, which depends on %s", comp_name_text(ev->m, c),
                               ev->why);
    if (ev->status == EVAL_FAULT)
        eval_fault_in(ev, "the value of ", comp_name_text(ev->m, c));
}

void eval_report(Eval *ev, Span at, const char *what)
{
    Diags *d = ev->m->ctx->diags;
    const char *known = "must be known during translation";
    Comp *c = ev->culprit;
    if (ev->why && !*ev->why)
        return;
    switch (ev->status) {
    case EVAL_OK:
        return;
    case EVAL_VARIES:
        if (c && !ev->mark)
            diag_error(d, at, "%s %s, but it depends on `%s`, which %s", what, known,
                       comp_name_text(ev->m, c), ev->why);
        else
            diag_error(d, at, "%s %s, but it depends on %s", what, known, ev->why);
        break;
    case EVAL_ITER:
        diag_error(d, at, "%s %s, but it depends on the position in the array `%s`", what, known,
                   comp_name_text(ev->m, c));
        break;
    case EVAL_FAULT:
        diag_error(d, at, "%s %s: %s", what, known, ev->why);
        break;
    case EVAL_CYCLE:
        diag_error(d, at, "%s %s, but `%s` depends on itself: %s", what, known,
                   comp_name_text(ev->m, c), ev->why);
        break;
    }
    if (c && c->decl)
        diag_note(d, c->decl->name_span, "`%s` is declared here", text_of(ev->m->ctx, c->name));
}

/* ---- What callers use ---- */

static bool is_number(const TypeInfo *t)
{
    return !t->ndims &&
           (t->base == TY_REAL || t->base == TY_INT || t->base == TY_BOOL || t->base == TY_ENUM);
}

Value *eval_expr(Eval *ev, Expr e)
{
    Frame root = {0};
    struct Frame *outer = ev->frame;
    fail(ev, EVAL_OK, NULL, NULL);
    ev->frame = &root;
    const TypeInfo *t = tinfo(ev->m, expr_type(ev->m->store, e));
    Value *v = NULL;
    double x;
    if (is_number(t)) {
        if (eval_number(ev, e, &x))
            v = value_number(ev->m, t->scalar, x);
    } else {
        v = eval_value(ev, e);
        if (v && root.temp)
            v = value_copy(ev->m->arena, v);
    }
    arena_free(root.temp);
    ev->frame = outer;
    return v;
}

Value *eval_required(Model *m, Expr e, const IterValue *iters, Span at, const char *what)
{
    Eval ev = {.m = m, .iters = iters, .mark = true, .at = at};
    Value *v = eval_expr(&ev, e);
    if (!v)
        eval_report(&ev, at, what);
    return v;
}

static bool required_scalar(Model *m, Expr e, const IterValue *iters, Span at, const char *what,
                            BaseType base, double *x)
{
    const TypeInfo *t = tinfo(m, expr_type(m->store, e));
    if (t->base == TY_ERROR)
        return false;
    if (t->ndims || t->base != base) {
        diag_error(m->ctx->diags, at, "%s must be of type %s, not %s", what,
                   base == TY_INT ? "Integer" : "Boolean", type_text(m, expr_type(m->store, e)));
        return false;
    }
    Value *v = eval_required(m, e, iters, at, what);
    if (v)
        *x = v->num[0];
    return v;
}

bool eval_integer(Model *m, Expr e, const IterValue *iters, Span at, const char *what, int64_t *out)
{
    double x;
    if (!required_scalar(m, e, iters, at, what, TY_INT, &x))
        return false;
    *out = (int64_t)x;
    return true;
}

bool eval_boolean(Model *m, Expr e, const IterValue *iters, Span at, const char *what, bool *out)
{
    double x;
    if (!required_scalar(m, e, iters, at, what, TY_BOOL, &x))
        return false;
    *out = x != 0;
    return true;
}

Value *eval_try(Model *m, Expr e, const IterValue *iters)
{
    Eval ev = {.m = m, .iters = iters};
    return eval_expr(&ev, e);
}

/* ---- Components: their place ---- */

/* A component at one position of the arrays around it. Arrays that are split into components of
 * their own count as no arrays. */
typedef struct At {
    Comp *comp;
    int n;          /* arrays' dimensions around it */
    uint32_t *iter; /* [n] their iterators */
    Sub *sub;       /* [n] and the position, all scalar */
} At;

static Comp *member(Model *m, Comp *c, Name name)
{
    ClassInst *ci = comp_contents(m, c);
    Slot *s = ci ? class_slot(m, ci, name) : NULL;
    return s && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
}

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
    if (c->element)
        return element_at(ev, c, sub);
    for (int k = 0; k < c->ndims; k++) {
        if (!value_position(ev, sub[k].one, c->dim[k].size, text_of(ev->m->ctx, c->name)))
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
        at = i && at != path[i - 1] ? member(ev->m, at, path[i]->name) : path[i];
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

/* ---- Components: their own value ---- */

static Value *component(Eval *ev, Comp *c, int n, const Sub *sub);

typedef struct Search {
    Model *m;
    bool found;
} Search;

static void see_iterator(void *data, Expr e)
{
    Search *search = data;
    const ExprNode *n = expr_node(search->m->store, e);
    if (n->op == EX_ITER && search->m->iter.v[n->payload].comp)
        search->found = true;
}

/* Whether an expression contains the position in an array of components. */
static bool depends_on_position(Model *m, Expr e)
{
    Search search = {m, false};
    if (expr_node(m->store, e)->traits & ET_LOCAL)
        expr_visit(m->store, e, see_iterator, &search);
    return search.found;
}

static void mark_structural(Model *m, Comp *c, Span at)
{
    if (comp_variability(m, c) == VARY_PARAMETER && !c->structural) {
        c->structural = true;
        c->structural_why = at;
    }
    for (int i = 0; c->ci && i < c->ci->slot.n; i++)
        if (c->ci->slot.v[i]->comp && c->ci->slot.v[i]->comp->parent == c)
            mark_structural(m, c->ci->slot.v[i]->comp, at);
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
        if (k->binding.exp)
            syn_print_exp(ev->m->ctx, &value, k->binding.exp);
        if (value.n)
            buf_printf(&b, " = %.*s%s", LONGEST, value.s, value.n > LONGEST ? "..." : "");
        buf_free(&value);
    }
    if (n > MOST_SHOWN)
        buf_puts(&b, ", ...");
    fail(ev, EVAL_CYCLE, c, arena_strdup(ev->m->arena, buf_text(&b)));
    buf_free(&b);
    return NULL;
}

/* Evaluates an expression that belongs to a component at some position. */
static Value *bound_value(Eval *ev, const At *at, int nown, const IterValue *own, Expr e)
{
    Comp *c = at->comp;
    const IterValue *outside = ev->iters;
    IterValue *it = ARENA_ARRAY(eval_arena(ev), IterValue, at->n + 1);
    if (c->evaluating)
        return cycle(ev, c);
    for (int i = 0; i < at->n; i++)
        it[i] = (IterValue){at->iter[i], at->sub[i].one, i ? &it[i - 1] : NULL};
    ev->iters = at->n ? &it[at->n - 1] : NULL;
    IterValue more[MAX_DIMS];
    for (int i = 0; i < nown; i++) {
        more[i] = (IterValue){own[i].iter, own[i].value, ev->iters};
        ev->iters = &more[i];
    }
    Pending pending = {c, ev->frame->pending};
    ev->frame->pending = &pending;
    c->evaluating = true;
    Value *v = eval_value(ev, e);
    c->evaluating = false;
    ev->frame->pending = pending.outer;
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
        return bound_value(ev, at, 0, NULL, e);
    int32_t dim[MAX_DIMS];
    int64_t n = 1;
    if (!comp_dims(ev->m, c))
        return eval_reported(ev);
    for (int k = 0; k < c->ndims; k++)
        n *= dim[k] = c->dim[k].size;
    Value *all = value_make(ev, type_scalar(expr_types(ev->m->store), expr_type(ev->m->store, e)),
                            c->ndims, dim);
    for (int64_t i = 0; all && i < n; i++) {
        IterValue own[MAX_DIMS];
        int64_t rest = i;
        for (int k = c->ndims - 1; k >= 0; k--) {
            own[k] = (IterValue){c->iter + (uint32_t)k, (double)(rest % dim[k]) + 1, NULL};
            rest /= dim[k];
        }
        Value *v = bound_value(ev, at, c->ndims, own, e);
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
        if (!v->num[i])
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
    if (v > VARY_PARAMETER)
        return "varies in time";
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
    const RecordInfo *info = type_record_info(expr_types(m->store), type);
    int32_t dim[MAX_DIMS];
    if (!comp_dims(m, c))
        return eval_reported(ev);
    for (int k = 0; k < c->ndims; k++)
        dim[k] = c->dim[k].size;
    Value *v = value_make(ev, type, c->ndims, dim);
    for (int i = 0; v && i < info->n; i++) {
        Comp *f = member(m, c, info->field[i]);
        if (!f)
            return eval_reported(ev);
        int n = at->n + c->ndims + f->ndims;
        Sub *sub = ARENA_ARRAY(eval_arena(ev), Sub, n);
        memcpy(sub, at->sub, (size_t)at->n * sizeof *sub);
        for (int k = at->n; k < n; k++)
            sub[k].whole = true;
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
    Value *v = e ? bound_value(ev, at, 0, NULL, e) : start_value(ev, at);
    if (!v || !check_value(ev, c, v))
        return NULL;
    v = value_as(ev, v, type);
    if (e ? !depends_on_position(m, e) : !at->n)
        v = c->eval = value_copy(m->arena, v);
    if (ev->mark)
        mark_structural(m, c, ev->at);
    return v;
}

/* ---- Components: references ---- */

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

/* A reference through whole arrays of components: the positions one by one. */
static Value *over_positions(Eval *ev, Comp *c, int n, const Sub *sub)
{
    int around = n - c->ndims, nd = 0;
    int32_t dim[2 * MAX_DIMS], *size = ARENA_ARRAY(eval_arena(ev), int32_t, around);
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
        count *= size[k];
    }
    if (!count)
        return nothing_of(ev, c, nd, dim, sub + around);
    Value *all = NULL, *first = NULL;
    for (int64_t i = 0; i < count; i++) {
        int64_t rest = i;
        for (int k = around - 1; k >= 0; k--) {
            if (sub[k].scalar)
                continue;
            one[k] = (Sub){.scalar = true, .one = (double)(rest % size[k]) + 1};
            if (!sub[k].whole)
                one[k].one = sub[k].at[rest % size[k]];
            rest /= size[k];
        }
        Value *v = at_position(ev, c, n, one);
        if (!v)
            return NULL;
        if (!first) {
            first = v;
            if (nd + v->ndims > MAX_DIMS)
                return eval_fault(ev, "an array of more than %d dimensions", MAX_DIMS);
            memcpy(dim + nd, v->dim, (size_t)v->ndims * sizeof *dim);
            all = value_like(ev, v, nd + v->ndims, dim);
            if (!all)
                return NULL;
        }
        if (v->n != first->n || v->ndims != first->ndims || !value_same_inside(first, v))
            return eval_fault(ev, "the elements of `%s` differ in size", comp_name_text(ev->m, c));
        value_put(all, i * v->n, v, 0, v->n);
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

static Value *eval_reference(Eval *ev, Expr e)
{
    Comp *c = ev->m->comp.v[expr_node(ev->m->store, e)->payload];
    uint32_t n = expr_node(ev->m->store, e)->nargs;
    Sub *sub;
    if (!n && remembered(ev, c))
        return c->eval;
    return eval_subscripts(ev, e, 0, n, &sub) ? component(ev, c, (int)n, sub) : NULL;
}

/* ---- Operands ---- */

Arena *eval_arena(Eval *ev)
{
    if (!ev->frame->temp)
        ev->frame->temp = arena_new();
    return ev->frame->temp;
}

Value **eval_operands(Eval *ev, Expr e, uint32_t i, uint32_t n)
{
    Value **v = ARENA_ARRAY(eval_arena(ev), Value *, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        v[k] = eval_value(ev, expr_arg(ev->m->store, e, i + k));
        if (!v[k])
            return NULL;
    }
    return v;
}

static const TypeInfo *type_of(Eval *ev, Expr e)
{
    return tinfo(ev->m, expr_type(ev->m->store, e));
}

/* Booleans as subscripts: false is the first position. */
static bool subscript(Eval *ev, Expr e, Sub *out)
{
    const TypeInfo *t = type_of(ev, e);
    double shift = t->base == TY_BOOL;
    *out = (Sub){.whole = expr_op(ev->m->store, e) == EX_COLON, .scalar = !t->ndims};
    if (out->whole) {
        out->scalar = false;
        return true;
    }
    if (out->scalar) {
        bool good = eval_number(ev, e, &out->one);
        out->one += shift;
        return good;
    }
    Value *v = eval_value(ev, e);
    if (!v || v->ndims != 1 || !v->num)
        return v ? eval_fault(ev, "a subscript that is not a list of numbers") : NULL;
    double *at = arena_copy(eval_arena(ev), v->num, (size_t)v->n * sizeof *at);
    for (int64_t i = 0; i < v->n; i++)
        at[i] += shift;
    out->n = (int32_t)v->n;
    out->at = at;
    return true;
}

bool eval_subscripts(Eval *ev, Expr e, uint32_t i, uint32_t n, Sub **out)
{
    *out = ARENA_ARRAY(eval_arena(ev), Sub, n);
    for (uint32_t k = 0; k < n; k++)
        if (!subscript(ev, expr_arg(ev->m->store, e, i + k), *out + k))
            return false;
    return true;
}

static Value *local_value(Eval *ev, Expr e)
{
    const Frame *f = ev->frame;
    uint64_t index = expr_node(ev->m->store, e)->payload;
    if (!f->func || index >= (uint64_t)f->func->nvars)
        return eval_varies(ev, "a variable of a function");
    return &f->var[index].v;
}

/* For messages; 0: it has none. */
static Name variable_name(Eval *ev, Expr e)
{
    const ExprNode *n = expr_node(ev->m->store, e);
    return n->op == EX_CREF                       ? ev->m->comp.v[n->payload]->name
           : n->op == EX_LOCAL && ev->frame->func ? ev->frame->func->var[n->payload].name
                                                  : 0;
}

static bool iterator_value(Eval *ev, Expr e, double *x)
{
    uint32_t number = (uint32_t)expr_node(ev->m->store, e)->payload;
    for (const IterValue *i = ev->iters; i; i = i->outer)
        if (i->iter == number) {
            *x = i->value;
            return true;
        }
    Comp *array = ev->m->iter.v[number].comp;
    if (array)
        return fail(ev, EVAL_ITER, array, "the position in an array");
    return eval_varies(ev, "the variable of a loop");
}

/* ---- Iterators ---- */

/* The ranges of {body for i in r, j in s}; the last iterator is the first dimension. */
typedef struct Loop {
    int n;
    IterValue *it; /* [n] */
    Value **range; /* [n] */
    int32_t dim[MAX_DIMS];
    int64_t count;
    const IterValue *outside;
} Loop;

static bool loop_open(Eval *ev, Expr e, Loop *l)
{
    const ExprStore *s = ev->m->store;
    *l = (Loop){.n = (int)(expr_node(s, e)->nargs / 2), .count = 1, .outside = ev->iters};
    l->it = ARENA_ARRAY(eval_arena(ev), IterValue, l->n);
    l->range = ARENA_ARRAY(eval_arena(ev), Value *, l->n);
    for (int k = 0; k < l->n; k++) {
        uint32_t at = 1 + 2 * (uint32_t)k;
        l->range[k] = eval_value(ev, expr_arg(s, e, at + 1));
        if (!l->range[k])
            return false;
        if (l->range[k]->ndims != 1 || !l->range[k]->num)
            return eval_fault(ev, "an iterator whose range is not a vector");
        l->it[k].iter = (uint32_t)expr_node(s, expr_arg(s, e, at))->payload;
        l->it[k].outer = k ? &l->it[k - 1] : l->outside;
        l->dim[l->n - 1 - k] = l->range[k]->dim[0];
        l->count *= l->range[k]->n;
        if (l->count > MOST_ELEMENTS)
            return eval_fault(ev, "iterators with more than %d combinations", MOST_ELEMENTS);
    }
    return true;
}

static void loop_set(Eval *ev, Loop *l, int64_t position)
{
    for (int k = 0; k < l->n; k++) {
        int64_t size = l->range[k]->n;
        l->it[k].value = l->range[k]->num[position % size];
        position /= size;
    }
    ev->iters = &l->it[l->n - 1];
}

static Value *loop_nothing(Eval *ev, const Loop *l, Expr e)
{
    const TypeInfo *t = type_of(ev, e);
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < t->ndims; k++)
        dim[k] = k < l->n ? l->dim[k] : t->dim[k] == DIM_UNKNOWN ? 0 : t->dim[k];
    return value_make(ev, t->scalar, t->ndims, dim);
}

static Value *loop_array(Eval *ev, Loop *l, Expr e)
{
    Expr body = expr_arg(ev->m->store, e, 0);
    Value *all = NULL, *first = NULL;
    int32_t dim[2 * MAX_DIMS];
    if (!l->count)
        return loop_nothing(ev, l, e);
    for (int64_t i = 0; i < l->count; i++) {
        loop_set(ev, l, i);
        if (all && !first->ndims && all->num) {
            if (!eval_number(ev, body, &all->num[i]))
                return NULL;
            continue;
        }
        Value *v = eval_value(ev, body);
        if (!v)
            return NULL;
        if (!first) {
            first = v;
            memcpy(dim, l->dim, (size_t)l->n * sizeof *dim);
            memcpy(dim + l->n, v->dim, (size_t)v->ndims * sizeof *dim);
            all = value_like(ev, v, l->n + v->ndims, dim);
            if (!all)
                return NULL;
        }
        if (v->n != first->n || v->ndims != first->ndims || !value_same_inside(first, v))
            return eval_fault(ev, "the elements of an array differ in size");
        value_put(all, i * v->n, v, 0, v->n);
    }
    return all;
}

static Value *eval_for_array(Eval *ev, Expr e)
{
    Loop l;
    if (!loop_open(ev, e, &l))
        return NULL;
    Value *v = loop_array(ev, &l, e);
    ev->iters = l.outside;
    return v;
}

static bool eval_reduction(Eval *ev, Expr e, ExprOp step, double *x)
{
    Loop l;
    Type scalar = expr_type(ev->m->store, e);
    Expr body = expr_arg(ev->m->store, e, 0);
    if (!loop_open(ev, e, &l))
        return false;
    double both[2] = {value_neutral(ev, step, scalar)};
    bool good = true;
    for (int64_t i = 0; good && i < l.count; i++) {
        loop_set(ev, &l, i);
        good = eval_number(ev, body, &both[1]) && value_apply(ev, step, scalar, 2, both, &both[0]);
    }
    ev->iters = l.outside;
    *x = both[0];
    return good;
}

/* ---- Numbers ---- */

static bool nested(Eval *ev)
{
    if (ev->frame->depth < MOST_NESTING) {
        ev->frame->depth++;
        return true;
    }
    return eval_fault(ev, "more than %d expressions inside each other", MOST_NESTING);
}

/* Sums and products of scalars, one operand after the other. */
static bool fold_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    ExprOp op = expr_op(s, e);
    Type t = expr_type(s, e);
    uint32_t n = expr_node(s, e)->nargs;
    double both[2];
    if (!eval_number(ev, expr_arg(s, e, 0), x))
        return false;
    for (uint32_t i = 1; i < n; i++) {
        both[0] = *x;
        if (!eval_number(ev, expr_arg(s, e, i), &both[1]) || !value_apply(ev, op, t, 2, both, x))
            return false;
    }
    return true;
}

/* From left to right, until the result is clear. */
static bool logic_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    bool decides = expr_op(s, e) == EX_OR;
    *x = !decides;
    for (uint32_t i = 0; i < n && (*x != 0) != decides; i++)
        if (!eval_number(ev, expr_arg(s, e, i), x))
            return false;
    return true;
}

static bool compare_strings(Eval *ev, Expr e, double *x)
{
    Value **v = eval_operands(ev, e, 0, 2);
    if (!v)
        return false;
    const Context *ctx = ev->m->ctx;
    double both[2] = {strcmp(text_of(ctx, v[0]->str[0]), text_of(ctx, v[1]->str[0])), 0};
    return value_apply(ev, expr_op(ev->m->store, e), T_BOOL, 2, both, x);
}

static bool scalar_number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs;
    double operand[3];
    if (type_of(ev, expr_arg(s, e, 0))->base == TY_STRING)
        return compare_strings(ev, e, x);
    for (uint32_t i = 0; i < n; i++)
        if (!eval_number(ev, expr_arg(s, e, i), &operand[i]))
            return false;
    return value_apply(ev, expr_op(s, e), expr_type(s, e), n, operand, x);
}

/* An element of an array, without a copy: operands from `first` on are the subscripts. */
static bool element_number(Eval *ev, Expr e, uint32_t first, const Value *v, Name name, double *x)
{
    const ExprStore *s = ev->m->store;
    int64_t at = 0;
    if (expr_node(s, e)->nargs - first != (uint32_t)v->ndims)
        return eval_fault(ev, "%u subscripts for %d dimensions", expr_node(s, e)->nargs - first,
                          v->ndims);
    for (int k = 0; k < v->ndims; k++) {
        Sub sub;
        if (!subscript(ev, expr_arg(s, e, first + (uint32_t)k), &sub) ||
            !value_position(ev, sub.one, v->dim[k], name ? text_of(ev->m->ctx, name) : NULL))
            return false;
        at = at * v->dim[k] + ((int64_t)sub.one - 1);
    }
    *x = v->num[at];
    return true;
}

/* An element of a component that is in no array. */
static bool reference_number(Eval *ev, Expr e, Comp *c, double *x)
{
    At at = {.comp = c};
    Value *v = own_value(ev, &at);
    return v ? element_number(ev, e, 0, v, c->name, x) : false;
}

static bool size_number(Eval *ev, Expr e, double *x)
{
    Expr array = expr_arg(ev->m->store, e, 0);
    const TypeInfo *t = type_of(ev, array);
    double k;
    if (!eval_number(ev, expr_arg(ev->m->store, e, 1), &k))
        return false;
    if (k < 1 || k > t->ndims)
        return eval_fault(ev, "dimension %.0f of an array with %d", k, t->ndims);
    *x = t->dim[(int)k - 1];
    if (*x != DIM_UNKNOWN)
        return true;
    Value *v = eval_value(ev, array);
    if (v)
        *x = v->dim[(int)k - 1];
    return v;
}

static Value *compound(Eval *ev, Expr e);

static bool number(Eval *ev, Expr e, double *x)
{
    const ExprStore *s = ev->m->store;
    ExprOp op = expr_op(s, e);
    switch (op) {
    case EX_REAL:
    case EX_INT:
    case EX_BOOL:
    case EX_ENUM:
        *x = expr_number(s, e);
        return true;
    case EX_ITER:
        return iterator_value(ev, e, x);
    case EX_ADD:
    case EX_MUL:
        return fold_number(ev, e, x);
    case EX_AND:
    case EX_OR:
        return logic_number(ev, e, x);
    case EX_IF: {
        double condition;
        return eval_number(ev, expr_arg(s, e, 0), &condition) &&
               eval_number(ev, expr_arg(s, e, condition ? 1 : 2), x);
    }
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return eval_number(ev, expr_arg(s, e, 0), x);
    case EX_SMOOTH:
        return eval_number(ev, expr_arg(s, e, 1), x);
    case EX_SIZE:
        return size_number(ev, e, x);
    case EX_FORSUM:
        return eval_reduction(ev, e, EX_ADD, x);
    case EX_FORPRODUCT:
        return eval_reduction(ev, e, EX_MUL, x);
    case EX_FORMIN:
        return eval_reduction(ev, e, EX_MIN, x);
    case EX_FORMAX:
        return eval_reduction(ev, e, EX_MAX, x);
    case EX_CALL:
        return eval_call_number(ev, e, x);
    case EX_CREF: {
        Comp *c = ev->m->comp.v[expr_node(s, e)->payload];
        if (comp_path_dims(c) == c->ndims)
            return reference_number(ev, e, c, x);
        break;
    }
    case EX_INDEX:
        if (expr_op(s, expr_arg(s, e, 0)) == EX_LOCAL) {
            Expr local = expr_arg(s, e, 0);
            Value *v = local_value(ev, local);
            return v ? element_number(ev, e, 1, v, variable_name(ev, local), x) : false;
        }
        break;
    default:
        if (value_is_scalar_operation(op))
            return scalar_number(ev, e, x);
    }
    Value *v = compound(ev, e);
    if (v && (v->n != 1 || !v->num))
        return eval_fault(ev, "a scalar is needed, not an array of %lld elements", (long long)v->n);
    if (v)
        *x = v->num[0];
    return v;
}

bool eval_number(Eval *ev, Expr e, double *x)
{
    if (!nested(ev))
        return false;
    bool good = number(ev, e, x);
    ev->frame->depth--;
    return good;
}

/* ---- Everything else ---- */

static Value *eval_array(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    const TypeInfo *t = type_of(ev, e);
    int32_t n = (int32_t)expr_node(s, e)->nargs;
    if (t->ndims != 1 || !is_number(tinfo(ev->m, t->scalar))) {
        Value **row = eval_operands(ev, e, 0, (uint32_t)n);
        for (int i = 0; row && i < n; i++)
            row[i] = value_as(ev, row[i], t->scalar);
        return row ? value_rows(ev, n, row) : NULL;
    }
    Value *v = value_make(ev, t->scalar, 1, &n);
    for (int32_t i = 0; v && i < n; i++)
        if (!eval_number(ev, expr_arg(s, e, (uint32_t)i), &v->num[i]))
            return NULL;
    return v;
}

/* Of {a, b, c}[i] only one entry is evaluated. */
static Value *eval_index(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    uint32_t n = expr_node(s, e)->nargs - 1;
    Expr array = expr_arg(s, e, 0);
    Sub *sub;
    if (!eval_subscripts(ev, e, 1, n, &sub))
        return NULL;
    while (n && sub->scalar && expr_op(s, array) == EX_ARRAY) {
        if (!value_position(ev, sub->one, (int32_t)expr_node(s, array)->nargs, NULL))
            return NULL;
        array = expr_arg(s, array, (uint32_t)sub->one - 1);
        sub++;
        n--;
    }
    Value *v = eval_value(ev, array);
    Name name = variable_name(ev, array);
    return v && n ? value_index(ev, v, (int)n, sub, name ? text_of(ev->m->ctx, name) : NULL) : v;
}

static Value *eval_field(Eval *ev, Expr e)
{
    uint64_t k = expr_node(ev->m->store, e)->payload;
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    if (v && k >= (uint64_t)v->nfields)
        return v->nfields || k ? eval_fault(ev, "a result that is not there") : v;
    return v ? v->field[k] : NULL;
}

static Value *eval_record(Eval *ev, Expr e)
{
    Type type = expr_type(ev->m->store, e);
    const RecordInfo *info = type_record_info(expr_types(ev->m->store), type);
    Value **field = eval_operands(ev, e, 0, (uint32_t)info->n);
    Value *v = field ? arena_alloc(eval_arena(ev), sizeof *v) : NULL;
    if (!v)
        return NULL;
    *v = (Value){.scalar = type, .n = 1, .nfields = info->n, .field = field};
    for (int i = 0; i < info->n; i++)
        field[i] = value_as(ev, field[i], tinfo(ev->m, info->type[i])->scalar);
    return v;
}

/* One scalar out of the results of a call. */
static Value *eval_pick(Eval *ev, Expr e)
{
    uint64_t payload = expr_node(ev->m->store, e)->payload;
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    if (v && v->field && payload >> 32 < (uint64_t)v->nfields)
        v = v->field[payload >> 32];
    if (!v)
        return NULL;
    int64_t k = (int64_t)(payload & UINT32_MAX);
    if (v->field || k >= v->n)
        return eval_fault(ev, "a result that is not there");
    Value *one = value_like(ev, v, 0, NULL);
    value_put(one, 0, v, k, 1);
    return one;
}

static Value *eval_sizes(Eval *ev, Expr e)
{
    Value *v = eval_value(ev, expr_arg(ev->m->store, e, 0));
    Value *sizes = v ? value_make(ev, T_INT, 1, (int32_t[]){v->ndims}) : NULL;
    for (int k = 0; sizes && k < v->ndims; k++)
        sizes->num[k] = v->dim[k];
    return sizes;
}

static Value *operation(Eval *ev, Expr e)
{
    ExprOp op = expr_op(ev->m->store, e);
    Operation *fn = value_operation(op);
    uint32_t n = expr_node(ev->m->store, e)->nargs;
    Value **arg = fn ? eval_operands(ev, e, 0, n) : NULL;
    if (!fn)
        return eval_varies(ev, ev->mark ? arena_printf(ev->m->arena, "`%s`", op_info[op].text)
                                        : op_info[op].text);
    return arg ? fn(ev, op, expr_type(ev->m->store, e), (int)n, arg) : NULL;
}

/* Everything that is made of Values. */
static Value *compound(Eval *ev, Expr e)
{
    const ExprStore *s = ev->m->store;
    const ExprNode *node = expr_node(s, e);
    switch ((ExprOp)node->op) {
    case EX_STRING:
        return value_text(ev, (Name)node->payload);
    case EX_LOCAL:
        return local_value(ev, e);
    case EX_CREF:
        return eval_reference(ev, e);
    case EX_IF: {
        double condition;
        return eval_number(ev, expr_arg(s, e, 0), &condition)
                   ? eval_value(ev, expr_arg(s, e, condition ? 1 : 2))
                   : NULL;
    }
    case EX_NOEVENT:
    case EX_HOMOTOPY:
        return eval_value(ev, expr_arg(s, e, 0));
    case EX_SMOOTH:
        return eval_value(ev, expr_arg(s, e, 1));
    case EX_TOSTRING: {
        StringForm form = (StringForm)node->payload;
        int n = (int)node->nargs;
        Value **arg = eval_operands(ev, e, 0, node->nargs);
        return arg ? value_to_string(ev, form, n, arg) : NULL;
    }
    case EX_CALL:
        return eval_call(ev, e);
    case EX_PICK:
        return eval_pick(ev, e);
    case EX_ARRAY:
        return eval_array(ev, e);
    case EX_INDEX:
        return eval_index(ev, e);
    case EX_FIELD:
        return eval_field(ev, e);
    case EX_RECORD:
        return eval_record(ev, e);
    case EX_SIZE:
        return eval_sizes(ev, e);
    case EX_FORARRAY:
        return eval_for_array(ev, e);
    case EX_VAR:
    case EX_ARRVAR:
        return eval_varies(ev, "a variable");
    case EX_COLON:
    case EX_WILD:
    case EX_FUNCREF:
        return eval_varies(ev, "something that is not a value");
    default:
        return operation(ev, e);
    }
}

Value *eval_value(Eval *ev, Expr e)
{
    const TypeInfo *t = type_of(ev, e);
    double x;
    Value *v = NULL;
    if (t->base == TY_ERROR)
        return eval_reported(ev);
    if (!nested(ev))
        return NULL;
    if (!is_number(t)) {
        v = compound(ev, e);
        if (v)
            v = value_as(ev, v, t->scalar);
    } else if (number(ev, e, &x)) {
        v = value_make(ev, t->scalar, 0, NULL);
        v->num[0] = x;
    }
    ev->frame->depth--;
    return v;
}
