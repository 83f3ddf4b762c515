/* resolve_call.c - calls of functions and record constructors (specification, 12.4).
 *
 * Arguments are put into the slots of the inputs: positional, named, defaults. An argument with
 * more dimensions than its input makes an array of calls. The size of an output is computed from
 * the arguments; a model needs it as a number. */
#include "model/builtin.h"
#include "model/eval.h"
#include "model/function.h"
#include "model/resolve.h"

typedef struct Call {
    Env *env;
    const SynExp *syn;
    ClassUse *use;
    ClassInst *ci;
    int n;     /* inputs */
    Comp **in; /* [n] */
    Expr *arg; /* [n] */
    Span *at;  /* [n] */
} Call;

static Span function_span(const SynExp *e)
{
    return e->call->fn->span;
}

/* ---- Filling the slots ---- */

static bool collect_inputs(Call *c, bool constructor)
{
    Model *m = c->env->m;
    c->in = ARENA_ARRAY(m->arena, Comp *, c->ci->slot.n + 1);
    for (int i = 0; i < c->ci->slot.n; i++) {
        Slot *s = c->ci->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT)
            continue;
        Comp *k = slot_comp(m, s);
        if (!k || !k->use)
            return false;
        if (constructor ? !k->protected : k->direction == DIR_INPUT && !k->protected)
            c->in[c->n++] = k;
    }
    c->arg = ARENA_ARRAY(m->arena, Expr, c->n);
    c->at = ARENA_ARRAY(m->arena, Span, c->n);
    return true;
}

static bool is_final_field(const Comp *k)
{
    return k->final || (k->variability == VARY_CONSTANT && k->declared_variability &&
                        k->decl->mod && k->decl->mod->value);
}

static bool fill_positional(Call *c, bool constructor)
{
    Model *m = c->env->m;
    const SynCall *call = c->syn->call;
    int next = 0;
    for (int i = 0; i < call->nargs; i++, next++) {
        while (constructor && next < c->n && is_final_field(c->in[next]))
            next++;
        if (next >= c->n) {
            diag_error(m->ctx->diags, call->arg[i]->span, "`%s` takes %d argument%s, not %d",
                       class_name_text(m, c->use->written), c->n, c->n == 1 ? "" : "s",
                       call->nargs);
            return false;
        }
        c->arg[next] = resolve_exp(c->env, call->arg[i]);
        c->at[next] = call->arg[i]->span;
        if (!c->arg[next])
            return false;
    }
    return true;
}

static bool fill_named(Call *c)
{
    Model *m = c->env->m;
    const SynCall *call = c->syn->call;
    for (int i = 0; i < call->nnamed; i++) {
        const SynNamedArg *a = &call->named[i];
        int k = 0;
        while (k < c->n && c->in[k]->name != a->name)
            k++;
        if (k == c->n) {
            Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, a->name));
            for (int j = 0; j < c->n; j++)
                nearest_offer(&near, text_of(m->ctx, c->in[j]->name));
            diag_error(m->ctx->diags, a->span, "`%s` has no input `%s`%s%s%s",
                       class_name_text(m, c->use->written), text_of(m->ctx, a->name),
                       near.best ? "; did you mean `" : "", near.best ? near.best : "",
                       near.best ? "`?" : "");
            return false;
        }
        if (c->arg[k]) {
            diag_error(m->ctx->diags, a->span, "the input `%s` is given twice",
                       text_of(m->ctx, a->name));
            return false;
        }
        c->arg[k] = resolve_exp(c->env, a->value);
        c->at[k] = a->value->span;
        if (!c->arg[k])
            return false;
    }
    return true;
}

/* Replaces references to the function's own inputs by the arguments of the call. */
static Expr argument_for(void *data, Expr e)
{
    Call *c = data;
    Model *m = c->env->m;
    if (expr_op(m->store, e) != EX_CREF)
        return 0;
    uint32_t id = (uint32_t)expr_node(m->store, e)->payload;
    Name names[8];
    int depth = 0;
    Comp *k = m->comp.v[id];
    for (; k && depth < 8; k = k->parent) { /* a field of an input that is a record */
        for (int i = 0; i < c->n; i++) {
            if (c->in[i] != k)
                continue;
            Expr r = c->arg[i];
            if (!r)
                return 0;
            while (r && depth > 0)
                r = field_expr(m, r, names[--depth]);
            if (!r)
                return 0;
            uint32_t n = expr_node(m->store, e)->nargs;
            Expr *sub = ARENA_ARRAY(m->arena, Expr, n);
            bool all = true;
            for (uint32_t j = 0; j < n; j++) {
                sub[j] = raw_map(m, expr_arg(m->store, e, j), argument_for, c);
                all = all && expr_op(m->store, sub[j]) == EX_COLON;
            }
            return all ? r : index_expr(m, r, (int)n, sub);
        }
        names[depth++] = k->name;
    }
    return 0;
}

Expr with_arguments(Model *m, Expr e, int n, Comp **in, Expr *arg)
{
    Env env = {.m = m};
    Call c = {.env = &env, .n = n, .in = in, .arg = arg};
    return raw_map(m, e, argument_for, &c);
}

typedef struct Wanted {
    Model *m;
    const Comp *comp;
    bool found;
} Wanted;

static Expr look_for(void *data, Expr e)
{
    Wanted *w = data;
    if (expr_op(w->m->store, e) == EX_CREF)
        for (const Comp *c = w->m->comp.v[expr_node(w->m->store, e)->payload]; c; c = c->parent)
            w->found = w->found || c == w->comp;
    return 0;
}

/* Whether an expression refers to a component or a part of it. */
bool raw_references(Model *m, Expr e, const Comp *c)
{
    Wanted w = {m, c, false};
    raw_map(m, e, look_for, &w);
    return w.found;
}

static bool fill_default(Call *c, int k, int depth);

/* The value an input has if it is not given; of a record without one, what its fields have. */
static Expr default_value(Call *c, Comp *in)
{
    Model *m = c->env->m;
    Expr v = comp_value(m, in);
    if (v || in->value_error || in->ndims || !in->use || in->use->builtin ||
        (in->use->restriction != CLS_RECORD && in->use->restriction != CLS_OPERATOR_RECORD))
        return v;
    Call fields = {.env = c->env, .syn = c->syn, .use = in->use, .ci = comp_contents(m, in)};
    Type t = comp_type(m, in);
    if (!t || !fields.ci || !collect_inputs(&fields, true))
        return 0;
    for (int i = 0; i < fields.n; i++)
        if (!fill_default(&fields, i, 0))
            return 0;
    return expr_make(m->store, EX_RECORD, t, 0, 0, (uint32_t)fields.n, fields.arg);
}

static bool fill_default(Call *c, int k, int depth)
{
    Model *m = c->env->m;
    if (c->arg[k])
        return true;
    if (depth > c->n) {
        diag_error(m->ctx->diags, function_span(c->syn),
                   "the default values of `%s` depend on each other",
                   class_name_text(m, c->use->written));
        return false;
    }
    int before = diags_errors(m->ctx->diags);
    Expr v = default_value(c, c->in[k]);
    if (!v) {
        if (!c->in[k]->value_error && diags_errors(m->ctx->diags) == before)
            diag_error(m->ctx->diags, c->syn->span, "the input `%s` of `%s` is not given",
                       text_of(m->ctx, c->in[k]->name), class_name_text(m, c->use->written));
        return false;
    }
    for (int i = 0; i < c->n; i++) /* a default may use other inputs */
        if (!c->arg[i] && i != k && raw_references(m, v, c->in[i]) &&
            !fill_default(c, i, depth + 1))
            return false;
    c->arg[k] = raw_map(m, v, argument_for, c);
    c->at[k] = c->syn->span;
    return true;
}

static bool fill_slots(Call *c, bool constructor)
{
    if (!collect_inputs(c, constructor) || !fill_positional(c, constructor) || !fill_named(c))
        return false;
    for (int i = 0; i < c->n; i++)
        if (!fill_default(c, i, 0))
            return false;
    return true;
}

/* ---- Types of arguments ---- */

static bool dims_fit(const TypeInfo *have, int from, const TypeInfo *want)
{
    for (int i = 0; i < want->ndims; i++)
        if (want->dim[i] != DIM_UNKNOWN && have->dim[from + i] != DIM_UNKNOWN &&
            want->dim[i] != have->dim[from + i])
            return false;
    return true;
}

static bool same_order(Model *m, Type a, Type b)
{
    const RecordInfo *x = type_record_info(expr_types(m->store), a);
    const RecordInfo *y = type_record_info(expr_types(m->store), b);
    bool same = x->n == y->n;
    for (int i = 0; same && i < x->n; i++)
        same = x->field[i] == y->field[i];
    return same;
}

/* A record with the fields of another type, which it fits, in that type's order. */
static Expr record_as(Model *m, Expr e, Type want)
{
    const RecordInfo *r = type_record_info(expr_types(m->store), want);
    Expr *field = ARENA_ARRAY(m->arena, Expr, r->n);
    for (int i = 0; i < r->n; i++)
        if (!(field[i] = field_expr(m, e, r->field[i])))
            return 0;
    return expr_make(m->store, EX_RECORD, want, 0, 0, (uint32_t)r->n, field);
}

/* Checks argument k; *extra is the number of its dimensions beyond those of the input. */
static bool check_argument(Call *c, int k, int *extra)
{
    Model *m = c->env->m;
    Type want = comp_array_type(m, c->in[k]), have = expr_type(m->store, c->arg[k]);
    if (!want)
        return false;
    const TypeInfo *w = tinfo(m, want), *h = tinfo(m, have);
    *extra = h->ndims - w->ndims;
    bool scalar_fits = type_fits(m, h->scalar, w->scalar) || w->base == TY_FUNC;
    if (h->base == TY_ERROR)
        *extra = 0;
    else if (*extra < 0 || !scalar_fits || !dims_fit(h, *extra, w)) {
        diag_error(m->ctx->diags, c->at[k],
                   "the input `%s` of `%s` is of type %s, this is of type %s",
                   text_of(m->ctx, c->in[k]->name), class_name_text(m, c->use->written),
                   type_text(m, want), type_text(m, have));
        return false;
    }
    if (w->base == TY_RECORD && !h->ndims && !same_order(m, h->scalar, w->scalar))
        c->arg[k] = record_as(m, c->arg[k], w->scalar);
    return c->arg[k] != 0;
}

/* ---- Outputs ---- */

/* A size of an output in terms of the call's arguments: a number, or DIM_UNKNOWN. */
static int32_t output_size(Call *c, Comp *out, int k)
{
    Model *m = c->env->m;
    const Dim *d = &out->dim[k];
    if (d->size != DIM_UNKNOWN)
        return d->size;
    if (!d->expr)
        return DIM_UNKNOWN;
    Expr e = raw_map(m, d->expr, argument_for, c);
    Value *v = eval_try(m, e, NULL);
    if (!v && !(c->env->flags & ENV_FUNCTION))
        v = eval_structural(m, e, c->syn->span, NULL);
    return v && v->num[0] >= 0 && v->num[0] < INT32_MAX ? (int32_t)v->num[0] : DIM_UNKNOWN;
}

static Type output_type(Call *c, Comp *out)
{
    Model *m = c->env->m;
    Type t = comp_type(m, out);
    if (!t || !comp_dims(m, out))
        return 0;
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < out->ndims; k++)
        dim[k] = output_size(c, out, k);
    return type_array(expr_types(m->store), t, out->ndims, dim);
}

/* In a model every size must be a number: if the declaration does not tell, the call is
 * evaluated. */
static Type settle_type(Call *c, Expr call, Type t)
{
    Model *m = c->env->m;
    if (c->env->flags & ENV_FUNCTION || type_elements(expr_types(m->store), t) >= 0)
        return t;
    Value *v = tinfo(m, t)->base == TY_TUPLE ? NULL : eval_structural(m, call, c->syn->span, NULL);
    if (v)
        return value_type(m, v);
    diag_error(m->ctx->diags, c->syn->span,
               "the size of the result of `%s` is not known during translation",
               class_name_text(m, c->use->written));
    return 0;
}

static Expr make_call(Call *c, uint64_t callee, const Expr *arg)
{
    Model *m = c->env->m;
    Type type[64];
    int nout = 0;
    for (int i = 0; i < c->ci->slot.n && nout < 64; i++) {
        Slot *s = c->ci->slot.v[i];
        if (s->same || s->written->kind != EL_COMPONENT)
            continue;
        Comp *k = slot_comp(m, s);
        if (k->direction != DIR_OUTPUT)
            continue;
        type[nout] = output_type(c, k);
        if (!type[nout++])
            return 0;
    }
    Type t = nout == 0   ? T_NONE
             : nout == 1 ? type[0]
                         : type_tuple(expr_types(m->store), nout, type);
    unsigned flags = c->use->def->impure ? EF_IMPURE : 0;
    Expr call = expr_make(m->store, EX_CALL, t, flags, callee, (uint32_t)c->n, arg);
    if (nout == 1) {
        Type known = settle_type(c, call, t);
        if (!known)
            return 0;
        if (known != t)
            call = expr_make(m->store, EX_CALL, known, flags, callee, (uint32_t)c->n, arg);
    }
    return call;
}

/* ---- Arrays of calls ---- */

static Expr call_each(Call *c, uint32_t number, int extra, const int *extras, const int32_t *dim,
                      int level, Expr *sub)
{
    Model *m = c->env->m;
    if (level == extra) {
        Expr *arg = ARENA_ARRAY(m->arena, Expr, c->n), *all = c->arg;
        for (int k = 0; k < c->n; k++)
            arg[k] = extras[k] ? index_expr(m, all[k], extra, sub) : all[k];
        c->arg = arg;
        Expr e = first_output(m, make_call(c, number, arg));
        c->arg = all;
        return e;
    }
    int32_t n = dim[level];
    Expr *part = ARENA_ARRAY(m->arena, Expr, n);
    for (int32_t i = 0; i < n; i++) {
        sub[level] = expr_int(m->store, i + 1);
        part[i] = call_each(c, number, extra, extras, dim, level + 1, sub);
        if (!part[i])
            return 0;
    }
    Type t = type_array(expr_types(m->store), expr_type(m->store, part[0]), 1, &n);
    return expr_make(m->store, EX_ARRAY, t, 0, 0, (uint32_t)n, part);
}

Expr empty_array(Model *m, Type t)
{
    const TypeInfo *info = tinfo(m, t);
    Expr arg[MAX_DIMS + 1] = {expr_real(m->store, 0)};
    for (int i = 0; i < info->ndims; i++)
        arg[i + 1] = expr_int(m->store, info->dim[i]);
    return expr_make(m->store, EX_FILL, t, 0, 0, (uint32_t)info->ndims + 1, arg);
}

/* The same inside functions, where the number of calls is known only at run time:
 * {f(a[i]) for i in 1:size(a, 1)}. */
static Expr call_over_unknown(Call *c, uint32_t number, int extra, const int *extras)
{
    Model *m = c->env->m;
    Expr sub[MAX_DIMS], loop[2 * MAX_DIMS + 1];
    int first = 0;
    while (!extras[first])
        first++;
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < extra; k++) {
        Iter it = {.name = name_cstr(m->ctx->names, "i"), .type = T_INT};
        sub[k] = expr_make(m->store, EX_ITER, T_INT, 0, (uint64_t)m->iter.n, 0, NULL);
        vec_push(m->arena, &m->iter, it);
        dim[k] = tinfo(m, expr_type(m->store, c->arg[first]))->dim[k];
        Expr size_of[2] = {c->arg[first], expr_int(m->store, k + 1)};
        Expr ends[2] = {expr_int(m->store, 1),
                        expr_make(m->store, EX_SIZE, T_INT, 0, 0, 2, size_of)};
        int at = 2 * (extra - 1 - k); /* the last iterator is the outermost dimension */
        loop[1 + at] = sub[k];
        loop[2 + at] = expr_make(
            m->store, EX_RANGE, type_array(expr_types(m->store), T_INT, 1, &dim[k]), 0, 0, 2, ends);
    }
    Expr *arg = ARENA_ARRAY(m->arena, Expr, c->n), *all = c->arg;
    for (int k = 0; k < c->n; k++)
        arg[k] = extras[k] ? index_expr(m, all[k], extra, sub) : all[k];
    c->arg = arg;
    loop[0] = first_output(m, make_call(c, number, arg));
    c->arg = all;
    if (!loop[0])
        return 0;
    Type t = type_array(expr_types(m->store), expr_type(m->store, loop[0]), extra, dim);
    return expr_make(m->store, EX_FORARRAY, t, 0, 0, 2 * (uint32_t)extra + 1, loop);
}

/* Calls with extra dimensions: f({a, b}) is {f(a), f(b)}. */
static Expr vectorised_call(Call *c, uint32_t number, int extra, const int *extras)
{
    Model *m = c->env->m;
    const TypeInfo *shape = NULL;
    for (int k = 0; k < c->n; k++) {
        if (!extras[k])
            continue;
        const TypeInfo *t = tinfo(m, expr_type(m->store, c->arg[k]));
        bool fits = extras[k] == extra;
        for (int i = 0; shape && fits && i < extra; i++)
            fits = shape->dim[i] == t->dim[i];
        if (!fits) {
            diag_error(m->ctx->diags, c->at[k],
                       "arguments that are arrays of what `%s` takes must have equal sizes",
                       class_name_text(m, c->use->written));
            return 0;
        }
        shape = t;
    }
    int32_t dim[MAX_DIMS];
    int64_t count = 1;
    Comp **out;
    Type one = function_outputs(m, c->ci, &out) ? comp_array_type(m, out[0]) : 0;
    if (one && !dims_allowed(m, one, extra, c->syn->span))
        return 0;
    for (int i = 0; i < extra; i++) {
        dim[i] = shape->dim[i];
        count *= dim[i];
        if (dim[i] == DIM_UNKNOWN)
            return call_over_unknown(c, number, extra, extras);
    }
    if (!count) /* an empty array still has a type: that of the first output */
        return one ? empty_array(m, type_array(expr_types(m->store), one, extra, dim)) : 0;
    Expr sub[MAX_DIMS];
    return call_each(c, number, extra, extras, dim, 0, sub);
}

/* ---- Record constructors ---- */

/* A record with the fields of `want`, taken from a value with at least those; 0: one is missing. */
static Expr cast_record(Model *m, Expr whole, Type want)
{
    const RecordInfo *r = type_record_info(expr_types(m->store), want);
    Expr *field = ARENA_ARRAY(m->arena, Expr, r->n);
    for (int i = 0; i < r->n; i++) {
        field[i] = field_expr(m, whole, r->field[i]);
        if (field[i] && tinfo(m, r->type[i])->base == TY_RECORD && !tinfo(m, r->type[i])->ndims)
            field[i] = cast_record(m, field[i], r->type[i]);
        if (!field[i])
            return 0;
    }
    return expr_make(m->store, EX_RECORD, want, 0, 0, (uint32_t)r->n, field);
}

/* The fields of one instance as arguments of the constructor. */
static Expr cast_instance(Call *c, Expr whole)
{
    Model *m = c->env->m;
    Name *name = ARENA_ARRAY(m->arena, Name, c->n);
    Type *type = ARENA_ARRAY(m->arena, Type, c->n);
    for (int k = 0; k < c->n; k++) {
        const TypeInfo *want = tinfo(m, comp_array_type(m, c->in[k]));
        Expr field = field_expr(m, whole, c->in[k]->name);
        if (field && want->base == TY_RECORD && !want->ndims)
            field = cast_record(m, field, want->scalar);
        c->arg[k] = field;
        if (!field && !(c->in[k]->decl->mod && c->in[k]->decl->mod->value)) {
            diag_error(m->ctx->diags, c->syn->span, "`%s` has no `%s`, which `%s` needs",
                       type_text(m, expr_type(m->store, whole)), text_of(m->ctx, c->in[k]->name),
                       class_name_text(m, c->use->written));
            return 0;
        }
    }
    for (int k = 0; k < c->n; k++) {
        if (!fill_default(c, k, 0))
            return 0;
        name[k] = c->in[k]->name;
        type[k] = expr_type(m->store, c->arg[k]);
    }
    Name cls = name_cstr(m->ctx->names, class_name_text(m, c->use->def));
    Type t = type_record(expr_types(m->store), cls, c->n, name, type);
    return expr_make(m->store, EX_RECORD, t, 0, 0, (uint32_t)c->n, c->arg);
}

/* R(m) of an instance, or an array of instances, with the fields of R (specification, 12.6.1). */
static Expr record_cast(Call *c)
{
    Model *m = c->env->m;
    const SynCall *call = c->syn->call;
    if (call->nargs != 1 || call->nnamed || call->arg[0]->kind != XP_REF)
        return 0;
    Expr whole = resolve_exp(c->env, call->arg[0]);
    const TypeInfo *t = whole ? tinfo(m, expr_type(m->store, whole)) : NULL;
    if (!t || t->base != TY_RECORD || t->ndims > 1 || (t->ndims && t->dim[0] < 1))
        return 0;
    if (c->n && tinfo(m, comp_array_type(m, c->in[0]))->base == TY_RECORD)
        return 0;
    if (!t->ndims)
        return cast_instance(c, whole);
    int32_t size = t->dim[0];
    Expr *part = ARENA_ARRAY(m->arena, Expr, size);
    for (int32_t i = 0; i < size; i++) {
        Expr sub = expr_int(m->store, i + 1);
        part[i] = cast_instance(c, index_expr(m, whole, 1, &sub));
        if (!part[i])
            return 0;
    }
    Type array = type_array(expr_types(m->store), expr_type(m->store, part[0]), 1, &size);
    return expr_make(m->store, EX_ARRAY, array, 0, 0, (uint32_t)size, part);
}

/* The type of the record that the arguments give; *extra: how many dimensions more some of them
 * have than their fields, extras[k] each. 0 after a report. */
static Type constructed_type(Call *c, int *extras, int *extra)
{
    Model *m = c->env->m;
    Name *name = ARENA_ARRAY(m->arena, Name, c->n);
    Type *type = ARENA_ARRAY(m->arena, Type, c->n);
    for (int k = 0; k < c->n; k++) {
        if (!check_argument(c, k, &extras[k]))
            return 0;
        if (extras[k] > *extra)
            *extra = extras[k];
        const TypeInfo *h = tinfo(m, expr_type(m->store, c->arg[k]));
        const TypeInfo *w = tinfo(m, comp_array_type(m, c->in[k]));
        name[k] = c->in[k]->name;
        type[k] = type_array(expr_types(m->store), w->scalar, w->ndims, h->dim + extras[k]);
    }
    Name cls = name_cstr(m->ctx->names, class_name_text(m, c->use->def));
    Type t = type_record(expr_types(m->store), cls, c->n, name, type);
    return dims_allowed(m, t, *extra, c->syn->span) ? t : 0;
}

/* Arguments with a dimension more than their fields: an array of records. */
static Expr construct_records(Call *c, Type t, const int *extras)
{
    Model *m = c->env->m;
    int32_t size = DIM_UNKNOWN;
    for (int k = 0; k < c->n; k++) {
        if (!extras[k])
            continue;
        int32_t own = tinfo(m, expr_type(m->store, c->arg[k]))->dim[0];
        if (extras[k] > 1 || (size != DIM_UNKNOWN && size != own)) {
            diag_error(m->ctx->diags, c->at[k],
                       "arguments of `%s` with extra dimensions must have "
                       "equal sizes",
                       class_name_text(m, c->use->written));
            return 0;
        }
        size = own;
    }
    if (size <= 0) {
        diag_error(m->ctx->diags, c->syn->span, "an array of records of unknown or zero size");
        return 0;
    }
    Expr *part = ARENA_ARRAY(m->arena, Expr, size);
    Expr *arg = ARENA_ARRAY(m->arena, Expr, c->n);
    for (int32_t i = 0; i < size; i++) {
        Expr sub = expr_int(m->store, i + 1);
        for (int k = 0; k < c->n; k++)
            arg[k] = extras[k] ? index_expr(m, c->arg[k], 1, &sub) : c->arg[k];
        part[i] = expr_make(m->store, EX_RECORD, t, 0, 0, (uint32_t)c->n, arg);
    }
    return expr_make(m->store, EX_ARRAY, type_array(expr_types(m->store), t, 1, &size), 0, 0,
                     (uint32_t)size, part);
}

static Expr construct_record(Call *c)
{
    Model *m = c->env->m;
    if (!collect_inputs(c, true))
        return 0;
    int before = diags_errors(m->ctx->diags);
    Expr cast = record_cast(c);
    if (cast || diags_errors(m->ctx->diags) > before)
        return cast;
    int given = c->syn->call->nargs + c->syn->call->nnamed;
    if (c->use->restriction == CLS_OPERATOR_RECORD && given != c->n) {
        diag_error(
            m->ctx->diags, c->syn->span,
            "`%s` with %d argument%s: constructors of operator records are not supported yet",
            class_name_text(m, c->use->written), given, given == 1 ? "" : "s");
        return 0;
    }
    c->n = 0;
    if (!fill_slots(c, true))
        return 0;
    int *extras = ARENA_ARRAY(m->arena, int, c->n), extra = 0;
    Type t = constructed_type(c, extras, &extra);
    if (!t)
        return 0;
    return extra ? construct_records(c, t, extras)
                 : expr_make(m->store, EX_RECORD, t, 0, 0, (uint32_t)c->n, c->arg);
}

/* ---- Finding the function ---- */

/* The class a call's name denotes; steps through components (world.gravity) and packages. */
static Found find_function(Env *env, const SynRef *r, ClassUse **use)
{
    Model *m = env->m;
    *use = NULL;
    Found f = lookup_simple(m, r->global ? m->top : env->scope, r->part[0].name);
    if (f.kind != FIND_SLOT)
        return f;
    Slot *s = f.slot;
    for (int i = 1; i < r->n; i++) {
        Name next = r->part[i].name;
        if (s->written->kind == EL_COMPONENT) {
            Comp *c = comp_resolve(m, slot_comp(m, s));
            ClassInst *ci = c ? comp_contents(m, c) : NULL;
            if (!ci)
                return (Found){.kind = FIND_FAILED};
            s = class_slot(m, ci, next);
            if (!s) {
                report_not_found(m, ci, next, r->part[i].span, "function");
                return (Found){.kind = FIND_FAILED};
            }
        } else {
            ClassUse *u = slot_class(m, s, r->span);
            s = u ? lookup_member(m, u, next, r->part[i].span) : NULL;
            if (!s)
                return (Found){.kind = FIND_FAILED};
        }
    }
    f.slot = s;
    if (s->written->kind == EL_CLASS) {
        *use = slot_class(m, s, r->span);
        if (!*use)
            f.kind = FIND_FAILED;
    }
    return f;
}

/* Kron.residue(x), Kron.linres(x) and Kron.relax(x), which other tools read as 0, 0 and x. */
static ExprOp hint_of(const ClassUse *use)
{
    const SynClass *def = use->def, *in = def->parent;
    if (!in || in->parent || in->name != N_Kron)
        return EX_NONE;
    return def->name == N_residue  ? EX_RESIDUE
           : def->name == N_linres ? EX_LINRES
           : def->name == N_relax  ? EX_RELAX
                                   : EX_NONE;
}

Expr resolve_user_call(Env *env, ClassUse *use, const SynExp *e)
{
    Model *m = env->m;
    Call c = {.env = env, .syn = e, .use = use};
    if (!library_load(m->lib, use->def))
        return 0;
    switch (use->restriction) {
    case CLS_RECORD:
    case CLS_OPERATOR_RECORD:
        c.ci = function_scope(m, use);
        return c.ci ? construct_record(&c) : 0;
    case CLS_FUNCTION:
    case CLS_OPERATOR_FUNCTION:
        break;
    default:
        if (class_is_external_object(m, use))
            diag_error(m->ctx->diags, e->span,
                       "`%s` is an external object; external objects are not supported yet",
                       class_name_text(m, use->written));
        else
            diag_error(m->ctx->diags, function_span(e), "`%s` is not a function",
                       class_name_text(m, use->written));
        return 0;
    }
    c.ci = function_scope(m, use);
    if (!c.ci || !fill_slots(&c, false))
        return 0;
    int *extras = ARENA_ARRAY(m->arena, int, c.n + 1), extra = 0;
    for (int k = 0; k < c.n; k++) {
        if (!check_argument(&c, k, &extras[k]))
            return 0;
        if (extras[k] > extra)
            extra = extras[k];
    }
    ExprOp hint = hint_of(use);
    if (hint && c.n == 1 && !extra)
        return make_hint(env, hint, c.arg[0], e->span);
    Expr direct = builtin_external(m, use, c.n, c.arg);
    if (direct)
        return direct;
    uint32_t number = function_number(m, use);
    return extra ? vectorised_call(&c, number, extra, extras) : make_call(&c, number, c.arg);
}

/* Calls of a function that is itself an argument. */
static Expr call_of_argument(Env *env, Comp *fn, const SynExp *e)
{
    Model *m = env->m;
    if (!fn || !fn->use || fn->use->restriction != CLS_FUNCTION) {
        diag_error(m->ctx->diags, function_span(e), "`%s` is a variable, not a function",
                   fn ? text_of(m->ctx, fn->name) : "?");
        return 0;
    }
    Call c = {.env = env, .syn = e, .use = fn->use, .ci = function_scope(m, fn->use)};
    if (!c.ci || !fill_slots(&c, false))
        return 0;
    for (int k = 0, extra; k < c.n; k++)
        if (!check_argument(&c, k, &extra))
            return 0;
    return make_call(&c, (uint64_t)1 << 32 | fn->id, c.arg);
}

Expr first_output(Model *m, Expr call)
{
    if (!call || tinfo(m, expr_type(m->store, call))->base != TY_TUPLE)
        return call;
    const RecordInfo *outs = type_record_info(expr_types(m->store), expr_type(m->store, call));
    return expr_make(m->store, EX_FIELD, outs->type[0], 0, 0, 1, &call);
}

Expr resolve_call_outputs(Env *env, const SynExp *e)
{
    Model *m = env->m;
    const SynRef *r = e->call->fn;
    if (r->n > 1 && r->part[0].name == N_Connections)
        return builtin_connections(env, r->part[1].name, e);
    ClassUse *use;
    Found f = find_function(env, r, &use);
    if (f.kind == FIND_NOTHING && env->scope->def->classic && r->n == 1 && e->call->nargs &&
        !e->call->nnamed) {
        function_undefined(m, r->part[0].name, e->call->nargs, r->span);
        f = find_function(env, r, &use);
    }
    switch (f.kind) {
    case FIND_BUILTIN_FUNCTION:
        return builtin_call(env, f.builtin, e);
    case FIND_NOTHING:
        report_not_found(m, env->scope, r->part[0].name, r->span, "function");
        return 0;
    case FIND_FAILED:
        return 0;
    case FIND_TIME:
        diag_error(m->ctx->diags, r->span, "`time` is not a function");
        return 0;
    case FIND_SLOT:
        break;
    }
    if (!use)
        return call_of_argument(env, slot_comp(m, f.slot), e);
    if (use->builtin && use->builtin != BUILTIN_EXTERNAL_OBJECT)
        return builtin_conversion(env, use, e);
    return resolve_user_call(env, use, e);
}

Expr resolve_call(Env *env, const SynExp *e)
{
    Model *m = env->m;
    Expr call = first_output(m, resolve_call_outputs(env, e));
    if (call && expr_type(m->store, call) == T_NONE) {
        diag_error(m->ctx->diags, e->span, "this call has no result");
        return 0;
    }
    return call;
}

/* function f(a = 1): a function value with some inputs bound. */
Expr resolve_partial(Env *env, const SynExp *e)
{
    Model *m = env->m;
    ClassUse *use;
    Found f = find_function(env, e->call->fn, &use);
    if (f.kind == FIND_NOTHING)
        report_not_found(m, env->scope, e->call->fn->part[0].name, e->call->fn->span, "function");
    if (!use)
        return 0;
    ClassInst *ci = function_scope(m, use);
    if (!ci)
        return 0;
    int n = e->call->nnamed;
    Expr *value = ARENA_ARRAY(m->arena, Expr, n);
    Name *name = ARENA_ARRAY(m->arena, Name, n);
    for (int i = 0; i < n; i++) {
        const SynNamedArg *a = &e->call->named[i];
        Slot *s = class_slot(m, ci, a->name);
        Comp *in = s && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        if (!in || in->direction != DIR_INPUT) {
            diag_error(m->ctx->diags, a->span, "`%s` has no input `%s`",
                       class_name_text(m, use->written), text_of(m->ctx, a->name));
            return 0;
        }
        Type want = comp_array_type(m, in);
        value[i] = want ? resolve_as(env, a->value, want, "this input") : 0;
        if (!value[i])
            return 0;
        name[i] = a->name;
    }
    return function_value(m, use, n, name, value);
}
