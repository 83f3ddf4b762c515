/* resolve_call.c - calls of functions and record constructors (specification, 12.4).
 *
 * Arguments are put into the slots of the inputs: positional, named, defaults. An argument with
 * more dimensions than its input makes an array of calls. The size of an output is computed from
 * the arguments; a model needs it as a number. */
#include "model/builtin.h"
#include "model/eval.h"
#include "model/function.h"
#include "model/overload.h"

#include <math.h>

typedef struct Call {
    Env *env;
    const Given *given;
    ClassUse *use;
    ClassInst *ci;
    int n;           /* inputs */
    Comp **in;       /* [n] */
    Expr *arg;       /* [n] */
    Span *at;        /* [n] */
    int *extra;      /* [n] dimensions of the argument beyond those of the input */
    uint64_t callee; /* number of the function; see EX_CALL */
    Type record;     /* what a constructor makes instead of a call; 0 */
    bool
        overloaded; /* an operator or constructor of an operator record: written out if it can be */
} Call;

/* ---- Filling the slots ---- */

bool resolve_given(Env *env, const SynExp *e, Given *out)
{
    Model *m = env->m;
    const SynCall *call = e->call;
    *out = (Given){.at = e->span, .at_name = call->fn->span, .npositional = call->nargs};
    out->n = call->nargs + call->nnamed;
    out->arg = ARENA_ARRAY(m->arena, Expr, out->n);
    out->span = ARENA_ARRAY(m->arena, Span, out->n);
    out->name = ARENA_ARRAY(m->arena, Name, out->n);
    out->name_span = ARENA_ARRAY(m->arena, Span, out->n);
    for (int i = 0; i < out->n; i++) {
        const SynNamedArg *named = i < call->nargs ? NULL : &call->named[i - call->nargs];
        const SynExp *value = named ? named->value : call->arg[i];
        out->name[i] = named ? named->name : 0;
        out->name_span[i] = named ? named->span : value->span;
        out->span[i] = value->span;
        if (!(out->arg[i] = resolve_exp(env, value)))
            return false;
    }
    return true;
}

static bool collect_inputs(Call *c, bool constructor)
{
    Model *m = c->env->m;
    c->in = ARENA_ARRAY(m->arena, Comp *, c->ci->slot.n + 1);
    for (int i = 0; i < c->ci->slot.n; i++) {
        Comp *k = slot_member(m, c->ci->slot.v[i]);
        if (k ? !k->use : c->ci->slot.v[i]->failed)
            return false;
        if (k && !k->protected && (constructor || k->direction == DIR_INPUT))
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

/* A public variable of a function that is neither input nor output. */
static void remark_no_input(const Call *c)
{
    Model *m = c->env->m;
    for (int i = 0; i < c->ci->slot.n; i++) {
        const Slot *s = c->ci->slot.v[i];
        const SynElement *d = s->written;
        if (d->kind == EL_COMPONENT && !s->protected && !d->direction && !d->variability) {
            remark(m, d->name_span, "an argument is declared with `input`: is that missing here?");
            return;
        }
    }
}

/* "; its inputs are `x`, `y`". */
static const char *inputs_text(const Call *c)
{
    enum { MOST = 8 };
    Model *m = c->env->m;
    Buf b = {0};
    for (int k = 0; k < c->n && k < MOST; k++)
        buf_printf(&b, "%s`%s`",
                   k           ? ", "
                   : c->n == 1 ? "; its input is "
                               : "; its inputs are ",
                   text_of(m->ctx, c->in[k]->name));
    buf_puts(&b, c->n > MOST ? ", ..." : "");
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* The name of a variable that is an argument by itself; 0: it is something else. */
static Name argument_name(const Model *m, Expr e)
{
    return expr_op(m->store, e) == EX_CREF ? cref_comp((Model *)m, e)->name : 0;
}

/* density(h, p) for the inputs p and h: each has the name of the other one. */
static void warn_exchanged(const Call *c)
{
    Model *m = c->env->m;
    const Given *g = c->given;
    for (int i = 0; i < g->npositional && i < c->n; i++)
        for (int k = i + 1; k < g->npositional && k < c->n; k++) {
            Name a = argument_name(m, g->arg[i]), b = argument_name(m, g->arg[k]);
            if (!a || a == b || a != c->in[k]->name || b != c->in[i]->name ||
                !is_in_file_of_model(m, g->span[i]))
                continue;
            diag_warning(m->ctx->diags, g->at,
                         "`%s` is given for the input `%s` of `%s`, and `%s` for `%s`: are they "
                         "exchanged? The inputs are in the "
                         "order `%s`, `%s`",
                         text_of(m->ctx, a), text_of(m->ctx, b),
                         class_name_text(m, c->use->written), text_of(m->ctx, b),
                         text_of(m->ctx, a), text_of(m->ctx, b), text_of(m->ctx, a));
        }
}

static bool fill_positional(Call *c, bool constructor)
{
    const Given *g = c->given;
    int next = 0;
    for (int i = 0; i < g->npositional; i++, next++) {
        while (constructor && next < c->n && is_final_field(c->in[next]))
            next++;
        if (next >= c->n) {
            int n = 0;
            for (int k = 0; k < c->n; k++)
                n += !constructor || !is_final_field(c->in[k]);
            refuse(c->env->m, g->span[i], "`%s` takes %d argument%s, not %d%s",
                   class_name_text(c->env->m, c->use->written), n, n == 1 ? "" : "s",
                   g->npositional,
                   n < c->n ? ": constant and final fields have none" : inputs_text(c));
            if (!constructor) {
                remark_no_input(c);
                remark_same_beginning(c->env->m, c->ci);
            }
            return false;
        }
        c->arg[next] = g->arg[i];
        c->at[next] = g->span[i];
    }
    return true;
}

static bool fill_named(Call *c)
{
    Model *m = c->env->m;
    const Given *g = c->given;
    for (int i = g->npositional; i < g->n; i++) {
        int k = 0;
        while (k < c->n && c->in[k]->name != g->name[i])
            k++;
        if (k == c->n) {
            Nearest near = nearest_to(m->ctx->diags, text_of(m->ctx, g->name[i]));
            for (int j = 0; j < c->n && near.wanted; j++)
                if (!c->arg[j])
                    nearest_offer(&near, text_of(m->ctx, c->in[j]->name));
            const char *meant = did_you_mean(m, &near);
            return refuse(m, g->name_span[i], "`%s` has no input `%s`%s",
                          class_name_text(m, c->use->written), text_of(m->ctx, g->name[i]),
                          *meant ? meant : inputs_text(c));
        }
        if (c->arg[k])
            return refuse(m, g->name_span[i], "the input `%s` is given twice",
                          text_of(m->ctx, g->name[i]));
        c->arg[k] = g->arg[i];
        c->at[k] = g->span[i];
    }
    return true;
}

/* What is given for an input, or for a field of one; 0: nothing. */
static Expr given_for(const Call *c, const Comp *k)
{
    for (int i = 0; i < c->n; i++)
        if (c->in[i] == k)
            return c->arg[i];
    Expr record = k->parent ? given_for(c, k->parent) : 0;
    return record ? field_expr(c->env->m, record, k->name) : 0;
}

/* Replaces references to the function's own inputs by the arguments of the call. */
static Expr argument_for(void *data, Expr e)
{
    Call *c = data;
    Model *m = c->env->m;
    Expr r = expr_op(m->store, e) == EX_CREF ? given_for(c, cref_comp(m, e)) : 0;
    uint32_t n = expr_node(m->store, e)->nargs;
    Expr *sub = r ? ARENA_ARRAY(m->arena, Expr, n) : NULL;
    for (uint32_t j = 0; r && j < n; j++)
        sub[j] = raw_map(m, expr_arg(m->store, e, j), argument_for, c);
    return r ? index_expr(m, r, (int)n, sub) : 0;
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
} Wanted;

static bool refers_to(void *data, Expr e)
{
    const Wanted *w = data;
    const Comp *c = expr_op(w->m->store, e) == EX_CREF ? cref_comp(w->m, e) : NULL;
    while (c && c != w->comp)
        c = c->parent;
    return c;
}

/* Whether an expression refers to a component or a part of it. */
bool raw_references(Model *m, Expr e, const Comp *c)
{
    return expr_any(m->store, e, refers_to, &(Wanted){m, c});
}

/* The size of input k in dimension i, if its declaration and the other arguments tell it. */
static int32_t input_size(Call *c, int k, int i)
{
    Model *m = c->env->m;
    const Dim *d = &c->in[k]->dim[i];
    if (d->size != DIM_UNKNOWN || !d->expr)
        return d->size;
    Value *v = eval_try(m, raw_map(m, d->expr, argument_for, c), NULL);
    return v && v->num[0] >= 0 && v->num[0] < INT32_MAX ? (int32_t)v->num[0] : DIM_UNKNOWN;
}

/* A default value with the sizes that the other arguments give it. */
static Expr sized_default(Call *c, int k, Expr e)
{
    Model *m = c->env->m;
    const TypeInfo *t = einfo(m, e);
    int32_t dim[MAX_DIMS];
    if (!t->ndims || t->ndims != c->in[k]->ndims)
        return e;
    for (int i = 0; i < t->ndims; i++)
        dim[i] = t->dim[i] != DIM_UNKNOWN ? t->dim[i] : input_size(c, k, i);
    Type type = tarray(m, t->scalar, t->ndims, dim);
    const ExprNode *n = expr_node(m->store, e);
    Expr *arg = ARENA_ARRAY(m->arena, Expr, n->nargs + 1);
    for (uint32_t i = 0; i < n->nargs; i++)
        arg[i] = expr_arg(m->store, e, i);
    return type == n->type
               ? e
               : expr_make(m->store, (ExprOp)n->op, type, n->flags, n->payload, n->nargs, arg);
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
    Call fields = {.env = c->env, .given = c->given, .use = in->use, .ci = comp_contents(m, in)};
    Type t = comp_type(m, in);
    if (!t || !fields.ci || !collect_inputs(&fields, true))
        return 0;
    for (int i = 0; i < fields.n; i++)
        if (!fill_default(&fields, i, 0))
            return 0;
    return raw_make(m, EX_RECORD, t, fields.n, fields.arg);
}

static bool has_output(const ClassInst *ci)
{
    for (int i = 0; i < ci->slot.n; i++) {
        const Slot *s = ci->slot.v[i];
        if (s->written->kind == EL_COMPONENT && s->written->direction == DIR_OUTPUT)
            return true;
    }
    return false;
}

/* The redeclaration that has put the called function in its place; NULL: it is called by its own
 * name. */
static const Slot *redeclared_as(Model *m, const ClassUse *use)
{
    for (int i = 0; i < m->redeclared.n; i++) {
        const Slot *s = m->redeclared.v[i];
        if (s->decl->kind == EL_CLASS && s->replaced && s->cls == use)
            return s;
    }
    return NULL;
}

/* "; its inputs are, in this order, `a`, `b`", where some are given without names. */
static const char *inputs_in_order(const Call *c)
{
    enum { MOST = 8 };
    Model *m = c->env->m;
    const char *text = "";
    if (!c->given->npositional || c->n < 2)
        return "";
    for (int i = 0; i < c->n && i < MOST; i++)
        text =
            arena_printf(m->arena, "%s%s`%s`", text, i ? ", " : "; its inputs are, in this order, ",
                         text_of(m->ctx, c->in[i]->name));
    return arena_printf(m->arena, "%s%s", text, c->n > MOST ? ", ..." : "");
}

/* Whether the call is the argument of another one for an input that is a function: secant(f(a = 3),
 * 0, 1). */
static bool is_for_function(const Call *c)
{
    Model *m = c->env->m;
    const SynCall *around = m->wanted.call;
    ClassInst *ci = around && m->wanted.use ? function_scope(m, m->wanted.use) : NULL;
    for (int i = 0, k = 0; ci && i < ci->slot.n && k < around->nargs; i++) {
        const SynElement *el = ci->slot.v[i]->written;
        if (el->kind != EL_COMPONENT || ci->slot.v[i]->protected)
            continue;
        const Comp *in = slot_member(m, ci->slot.v[i]);
        if (!in || in->direction != DIR_INPUT)
            continue;
        if (around->arg[k]->span.beg == c->given->at.beg)
            return in->use && in->use->restriction == CLS_FUNCTION;
        k++;
    }
    return false;
}

static bool refuse_open_input(Call *c, int k)
{
    Model *m = c->env->m;
    if (is_for_function(c))
        return refuse(m, c->given->at,
                      "`%s` is called here, without its input `%s`; as an argument, a function "
                      "with some inputs "
                      "given is written `function %s(...)`",
                      class_name_text(m, c->use->written), text_of(m->ctx, c->in[k]->name),
                      class_name_text(m, c->use->written));
    const char *name = text_of(m->ctx, c->in[k]->name),
               *function = class_name_text(m, c->use->written);
    const Slot *s = redeclared_as(m, c->use);
    if (!s)
        return refuse(m, c->given->at, "the input `%s` of `%s` is not given%s", name, function,
                      c->use->restriction != CLS_FUNCTION || has_output(c->ci)
                          ? inputs_in_order(c)
                          : "; the function has no output: is it one?");
    refuse(m, s->decl->name_span,
           "the input `%s` of `%s` is not given where `%s`, which is redeclared as this function, "
           "is called; give "
           "it a value here, `%s(%s = ...)`, or a default value where it is declared",
           name, function, text_of(m->ctx, s->name), function, name);
    remark(m, c->given->at, "it is called here, with the inputs of the function before");
    remark(m, c->in[k]->decl->name_span, "the input is declared here");
    return false;
}

static bool fill_default(Call *c, int k, int depth)
{
    Model *m = c->env->m;
    if (c->arg[k])
        return true;
    if (depth > c->n)
        return refuse(m, c->given->at_name, "the default values of `%s` depend on each other",
                      class_name_text(m, c->use->written));
    int before = diags_errors(m->ctx->diags);
    Expr v = default_value(c, c->in[k]);
    if (!v)
        return !c->in[k]->value_error && diags_errors(m->ctx->diags) == before &&
               refuse_open_input(c, k);
    for (int i = 0; i < c->n; i++) /* a default may use other inputs */
        if (!c->arg[i] && i != k && raw_references(m, v, c->in[i]) &&
            !fill_default(c, i, depth + 1))
            return false;
    c->arg[k] = sized_default(c, k, raw_map(m, v, argument_for, c));
    c->at[k] = c->given->at;
    return true;
}

static bool fill_slots(Call *c, bool constructor)
{
    if (!collect_inputs(c, constructor) || !fill_positional(c, constructor) || !fill_named(c))
        return false;
    warn_exchanged(c);
    for (int i = 0; i < c->n; i++)
        if (!fill_default(c, i, 0))
            return false;
    return true;
}

/* ---- Types of arguments ---- */

/* Nothing is given for the elements of an input, as media of old libraries do whose functions do
 * not use them: what does use them finds that they are no numbers. */
static bool fill_empty(Call *c, int k, const TypeInfo *want, const TypeInfo *have)
{
    Model *m = c->env->m;
    bool empty = false;
    for (int i = 0; i < have->ndims; i++)
        empty = empty || have->dim[i] == 0;
    for (int i = 0; i < want->ndims; i++)
        if (want->dim[i] <= 0)
            return false;
    if (!empty || want->base != TY_REAL || want->ndims != have->ndims)
        return false;
    diag_warning(m->ctx->diags, c->at[k],
                 "the input `%s` of `%s` has %s, but this is empty; the function must not use it",
                 text_of(m->ctx, c->in[k]->name), class_name_text(m, c->use->written),
                 want->ndims == 1 ? "elements" : "rows and columns");
    Expr arg[1 + MAX_DIMS] = {expr_real(m->store, NAN)};
    for (int i = 0; i < want->ndims; i++)
        arg[i + 1] = expr_int(m->store, want->dim[i]);
    c->arg[k] =
        raw_make(m, EX_FILL, tarray(m, T_REAL, want->ndims, want->dim), want->ndims + 1, arg);
    return true;
}

/* Of two records: ", which has no `x`". */
static const char *lacking_field(Model *m, const TypeInfo *want, const TypeInfo *have)
{
    const TypeTable *types = expr_types(m->store);
    if (want->base != TY_RECORD || have->base != TY_RECORD)
        return "";
    const RecordInfo *w = type_record_info(types, want->scalar);
    const RecordInfo *h = type_record_info(types, have->scalar);
    for (int i = 0; i < w->n; i++) {
        int k = 0;
        while (k < h->n && h->field[k] != w->field[i])
            k++;
        if (k == h->n)
            return arena_printf(m->arena, ", which has no `%s`", text_of(m->ctx, w->field[i]));
    }
    return "";
}

/* Whether argument k and another one without a name would fit each other's inputs. */
static bool would_fit(const Call *c, int argument, int input)
{
    Model *m = c->env->m;
    Type want = comp_array_type(m, c->in[input]);
    const TypeInfo *w = want ? tinfo(m, want) : NULL, *h = einfo(m, c->arg[argument]);
    return w && w->ndims == h->ndims && type_fits(m, h->scalar, w->scalar) &&
           sizes_fit(w->ndims, h->dim, w->dim);
}

static bool is_exchanged(const Call *c, int k)
{
    for (int i = 0; i < c->n && i < c->given->npositional; i++)
        if (i != k && k < c->given->npositional && c->arg[i] && would_fit(c, k, i) &&
            would_fit(c, i, k) && !would_fit(c, i, i))
            return true;
    return false;
}

static const char *order_of_inputs(const Call *c)
{
    enum { MOST = 8 };
    Model *m = c->env->m;
    Buf b = {0};
    buf_puts(&b, "; the order is ");
    for (int i = 0; i < c->n && i < MOST; i++)
        buf_printf(&b, "%s`%s`", i ? ", " : "", text_of(m->ctx, c->in[i]->name));
    buf_puts(&b, c->n > MOST ? ", ..." : "");
    const char *text = arena_strdup(m->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

/* "; ..." where an element of a record stands for the record itself; "". */
static const char *whole_record(Model *m, Expr arg, Type want)
{
    const Comp *of = expr_op(m->store, arg) == EX_CREF ? cref_comp(m, arg)->parent : NULL;
    return of && of->name && tinfo(m, want)->base == TY_RECORD && of->use && !of->use->builtin &&
                   of->use->restriction == CLS_RECORD &&
                   type_fits(m, comp_array_type(m, (Comp *)of), want)
               ? arena_printf(m->arena, "; `%s`, whose element this is, is one",
                              comp_name_text(m, of))
               : "";
}

static bool check_argument(Call *c, int k)
{
    Model *m = c->env->m;
    Type want = comp_array_type(m, c->in[k]);
    if (!want)
        return false;
    c->arg[k] = as_numbered(m, c->arg[k], want, c->at[k]);
    Type have = expr_type(m->store, c->arg[k]);
    const TypeInfo *w = tinfo(m, want), *h = tinfo(m, have);
    int extra = c->extra[k] = h->base == TY_ERROR ? 0 : h->ndims - w->ndims;
    bool scalar_fits = type_fits(m, h->scalar, w->scalar) || w->base == TY_FUNC;
    if (h->base != TY_ERROR &&
        (extra < 0 || !scalar_fits || !sizes_fit(w->ndims, h->dim + extra, w->dim)) &&
        !(scalar_fits && fill_empty(c, k, w, h)))
        return refuse(m, c->at[k], "the input `%s` of `%s` is of type %s, this is of type %s%s%s",
                      text_of(m->ctx, c->in[k]->name), class_name_text(m, c->use->written),
                      type_text(m, want), type_text(m, have), lacking_field(m, w, h),
                      is_exchanged(c, k)                    ? order_of_inputs(c)
                      : scalar_fits                         ? ""
                      : whole_record(m, c->arg[k], want)[0] ? whole_record(m, c->arg[k], want)
                                                            : conversion(m, have, want));
    if (w->base == TY_FUNC && h->base == TY_FUNC)
        return function_fits(m, c->arg[k], c->in[k], c->at[k]);
    if (!h->ndims)
        c->arg[k] = record_as(m, c->arg[k], w->scalar);
    return c->arg[k] != 0;
}

/* Sizes that other inputs give, b[size(A, 1)], as far as they are known in the call. */
static bool check_given_sizes(Call *c, int k)
{
    Model *m = c->env->m;
    const Comp *in = c->in[k];
    const TypeInfo *h = einfo(m, c->arg[k]);
    int32_t want[MAX_DIMS];
    bool fits = true;
    for (int i = 0; i < in->ndims && h->base != TY_ERROR; i++) {
        int32_t size = h->dim[i] == DIM_UNKNOWN ? DIM_UNKNOWN : input_size(c, k, i);
        want[i] = size == DIM_UNKNOWN ? h->dim[i] : size;
        fits = fits && want[i] == h->dim[i];
    }
    if (fits)
        return true;
    refuse(m, c->at[k], "the input `%s` of `%s` is of type %s here, this is of type %s",
           text_of(m->ctx, in->name), class_name_text(m, c->use->written),
           type_text(m, tarray(m, tinfo(m, comp_type(m, c->in[k]))->scalar, in->ndims, want)),
           type_text(m, expr_type(m->store, c->arg[k])));
    return remark(m, in->decl->name_span, "its size is given by other inputs"), false;
}

/* *extra: the most dimensions that an argument has beyond those of its input. */
static bool check_arguments(Call *c, int *extra)
{
    *extra = 0;
    c->extra = ARENA_ARRAY(c->env->m->arena, int, c->n + 1);
    for (int k = 0; k < c->n; k++) {
        if (!check_argument(c, k))
            return false;
        *extra = c->extra[k] > *extra ? c->extra[k] : *extra;
    }
    for (int k = 0; k < c->n && !*extra; k++) /* those of each turn differ where extra > 0 */
        if (!check_given_sizes(c, k))
            return false;
    return true;
}

/* ---- Outputs ---- */

/* Whether all sizes in a type are numbers. */
static bool type_is_settled(Model *m, Type t)
{
    TypeList leaf = {0};
    type_leaves(expr_types(m->store), m->arena, t, &leaf);
    for (int i = 0; i < leaf.n; i++)
        if (type_elements(expr_types(m->store), leaf.v[i]) < 0)
            return false;
    return true;
}

typedef struct FieldMap {
    Call *call;
    int depth;
} FieldMap;

/* Replaces fields of an output by the values that the output gives them, and inputs by the
 * arguments of the call. */
static Expr field_for(void *data, Expr e)
{
    FieldMap *f = data;
    Model *m = f->call->env->m;
    Expr r = argument_for(f->call, e);
    Comp *c = !r && expr_op(m->store, e) == EX_CREF && f->depth < 20 ? cref_comp(m, e) : NULL;
    bool whole =
        c && c->in_function && c->parent && expr_node(m->store, e)->nargs == (uint32_t)c->ndims;
    for (int k = 0; whole && k < c->ndims; k++)
        whole = expr_op(m->store, expr_arg(m->store, e, (uint32_t)k)) == EX_COLON;
    Expr value = whole ? comp_value(m, c) : 0;
    return value ? raw_map(m, value, field_for, &(FieldMap){f->call, f->depth + 1}) : r;
}

static bool has_no_statements(const SynClass *def)
{
    for (int i = 0; i < def->nelements; i++)
        if (def->elem[i]->kind == EL_EXTENDS)
            return false;
    return !def->nsections && !def->external;
}

/* A size of an output in terms of the call's arguments: a number, or DIM_UNKNOWN. A field that is
 * `:` has the size of the value that the output gives it, and so has an output that no statement
 * can give another. */
static int32_t output_size(Call *c, Comp *out, int k)
{
    Model *m = c->env->m;
    const Dim *d = &out->dim[k];
    if (d->size != DIM_UNKNOWN)
        return d->size;
    bool constant = out->parent || has_no_statements(c->use->def);
    Expr start = d->expr || !constant ? 0 : comp_value(m, out);
    Expr size = start ? raw_size(m, start, k) : d->expr;
    if (!size)
        return DIM_UNKNOWN;
    Expr e = raw_map(m, size, field_for, &(FieldMap){c, 0});
    Value *v = eval_try(m, e, NULL);
    if (!v && !(c->env->flags & ENV_FUNCTION))
        v = eval_structural(m, e, c->given->at, NULL);
    return v && v->num[0] >= 0 && v->num[0] < INT32_MAX ? (int32_t)v->num[0] : DIM_UNKNOWN;
}

static Type output_type(Call *c, Comp *out);

/* A record whose fields have sizes in terms of the call's arguments, by modifiers of the output. */
static Type output_record(Call *c, Comp *out, Type t)
{
    Model *m = c->env->m;
    bool record = tinfo(m, t)->base == TY_RECORD && out->use && !out->use->builtin;
    if (!record || c->env->flags & ENV_FUNCTION || type_is_settled(m, t))
        return t;
    const RecordInfo r = *rinfo(m, t);
    Type *type = ARENA_ARRAY(m->arena, Type, r.n);
    for (int i = 0; i < r.n; i++) {
        Comp *f = class_comp(m, comp_contents(m, out), r.field[i]);
        type[i] = f ? output_type(c, f) : r.type[i];
        if (!type[i])
            return 0;
    }
    return type_record(expr_types(m->store), r.name, r.n, r.field, type);
}

static Type output_type(Call *c, Comp *out)
{
    Model *m = c->env->m;
    Type t = comp_type(m, out);
    t = t ? output_record(c, out, t) : 0;
    if (!t || !comp_dims(m, out) || !dims_allowed(m, t, out->ndims, out->decl->name_span))
        return 0;
    int32_t dim[MAX_DIMS];
    for (int k = 0; k < out->ndims; k++)
        dim[k] = output_size(c, out, k);
    return tarray(m, t, out->ndims, dim);
}

/* An argument as it is known during translation, or x in place of the numbers it consists of; 0:
 * it has others. */
static Expr probe_argument(Call *c, int k, double x)
{
    Model *m = c->env->m;
    Value *v = eval_structural(m, c->arg[k], c->given->at, NULL);
    Type t = expr_type(m->store, c->arg[k]);
    const TypeInfo *info = tinfo(m, t);
    if (v)
        return value_expr(m, v);
    if (info->base != TY_REAL || !type_is_settled(m, t))
        return 0;
    Expr arg[1 + MAX_DIMS] = {expr_real(m->store, x)};
    for (int i = 0; i < info->ndims; i++)
        arg[i + 1] = expr_int(m->store, info->dim[i]);
    return info->ndims ? raw_make(m, EX_FILL, t, info->ndims + 1, arg) : arg[0];
}

/* The type that a call has for arguments of these sizes, whatever their numbers: for two that are
 * made up it is the same. 0: it is not known. */
static Type probe_type(Call *c, Type t, unsigned flags)
{
    static const double number[] = {1, -0.5};
    Model *m = c->env->m;
    Type found = 0;
    Expr *arg = ARENA_ARRAY(m->arena, Expr, c->n);
    for (int i = 0; i < (int)(sizeof number / sizeof *number); i++) {
        for (int k = 0; k < c->n; k++)
            if (!(arg[k] = probe_argument(c, k, number[i])))
                return 0;
        Value *v =
            eval_probe(m, expr_make(m->store, EX_CALL, t, flags, c->callee, (uint32_t)c->n, arg));
        Type type = v ? value_type(m, v) : 0;
        if (type && found && type != found)
            return 0;
        found = type ? type : found;
    }
    return found && type_is_settled(m, found) ? found : 0;
}

/* In a model every size must be a number: if the declaration does not tell, the call is
 * evaluated. */
static Type settle_type(Call *c, Expr call, Type t)
{
    Model *m = c->env->m;
    if (c->env->flags & ENV_FUNCTION || type_is_settled(m, t))
        return t;
    Value *v = eval_structural(m, call, c->given->at, NULL);
    Type probed = v ? value_type(m, v) : probe_type(c, t, expr_node(m->store, call)->flags);
    if (probed)
        return probed;
    return refuse(m, c->given->at, "the size of the result of `%s` is not known during translation",
                  class_name_text(m, c->use->written));
}

/* ---- Operators that are one expression ---- */

/* What an output is if no statement sets it: its value, or those of its fields; 0: it has none. */
static Expr output_value(Model *m, Comp *out)
{
    Expr v = comp_value(m, out);
    Type t = v || out->ndims || !out->use || out->use->builtin ? 0 : comp_type(m, out);
    if (!t || tinfo(m, t)->base != TY_RECORD)
        return v;
    const RecordInfo *r = rinfo(m, t);
    Expr *field = ARENA_ARRAY(m->arena, Expr, r->n);
    for (int i = 0; i < r->n; i++) {
        Comp *f = class_comp(m, comp_contents(m, out), r->field[i]);
        if (!f || !(field[i] = output_value(m, f)))
            return 0;
    }
    return raw_make(m, EX_RECORD, t, r->n, field);
}

/* The right side of the only statement, an assignment to the output; NULL: it is more than that. */
static const SynExp *only_value(const SynClass *def, Name output, bool *nothing)
{
    const SynEqu *only = NULL;
    *nothing = false;
    for (int i = 0; i < def->nsections; i++) {
        const SynSection *s = def->section[i];
        if (!s->algorithm || s->initial || s->n > 1 || (only && s->n))
            return NULL;
        only = s->n ? s->item[0] : only;
    }
    *nothing = !only;
    bool plain = only && only->kind == SE_ASSIGN && only->lhs->kind == XP_REF &&
                 only->lhs->ref->n == 1 && !only->lhs->ref->part[0].nsubs &&
                 only->lhs->ref->part[0].name == output;
    return plain ? only->rhs : NULL;
}

/* The result of a function as an expression of its inputs, if that is all there is; else 0. */
static Expr formula_of(Model *m, ClassUse *use, ClassInst *ci)
{
    const SynClass *def = use->def;
    Comp **out, **local;
    if (def->external || def->impure || ci->base.n ||
        annotation_is(def->annotation, N_Inline, false) || function_outputs(m, ci, &out) != 1 ||
        function_locals(m, ci, &local))
        return 0;
    Type want = comp_array_type(m, out[0]);
    bool nothing;
    const SynExp *rhs = only_value(def, out[0]->name, &nothing);
    if (!want || (!rhs && !nothing))
        return 0;
    Env inside = env_in(m, ci);
    inside.flags |= ENV_NOEVENT;
    int mark = diags_mark(m->ctx->diags);
    Expr e = rhs ? resolve_exp(&inside, rhs) : output_value(m, out[0]);
    if (rhs && !e)
        diags_rollback(m->ctx->diags, mark); /* reported where it is lowered */
    if (!e || !type_fits(m, expr_type(m->store, e), want) ||
        (einfo(m, e)->base != TY_RECORD && einfo(m, e)->scalar != tinfo(m, want)->scalar))
        return 0;
    return einfo(m, e)->ndims ? e : record_as(m, e, want);
}

static Expr function_formula(Model *m, ClassUse *use, ClassInst *ci)
{
    if (use->formula_state == 0) {
        use->formula_state = 1; /* calls of itself stay calls */
        use->formula = formula_of(m, use, ci);
        use->formula_state = 2;
    }
    return use->formula_state == 2 ? use->formula : 0;
}

/* The call written out; 0: it stays a call. */
static Expr written_out(Call *c)
{
    enum { MOST_NODES = 2000 };
    Model *m = c->env->m;
    Expr body = c->overloaded ? function_formula(m, c->use, c->ci) : 0;
    Expr e = body ? raw_map(m, body, argument_for, c) : 0;
    return e && expr_node(m->store, e)->size <= MOST_NODES ? e : 0;
}

static Expr make_call(Call *c)
{
    Model *m = c->env->m;
    Expr written = written_out(c);
    if (written)
        return written;
    Comp **out;
    int nout = function_outputs(m, c->ci, &out);
    Type *type = ARENA_ARRAY(m->arena, Type, nout);
    for (int i = 0; i < nout; i++)
        if (!(type[i] = output_type(c, out[i])))
            return 0;
    Type t = type_results(expr_types(m->store), nout, type);
    bool object = nout == 1 && tinfo(m, type[0])->base == TY_OBJECT; /* each one of its own */
    bool impure = c->use->def->impure && !(c->env->flags & ENV_AS_PURE);
    if (impure && nout && c->env->flags & ENV_PURE && !object &&
        !object_to(m, c->given->at,
                   "`%s` is impure: its value can only be used in `when`, at the start, for a "
                   "parameter, in another function, or as pure(%s(...))",
                   class_name_text(m, c->use->written), text_of(m->ctx, c->use->written->name)))
        return 0;
    unsigned flags = impure || object ? EF_IMPURE : 0;
    Expr call = expr_make(m->store, EX_CALL, t, flags, c->callee, (uint32_t)c->n, c->arg);
    Type known = settle_type(c, call, t);
    return known == t ? call
           : known ? expr_make(m->store, EX_CALL, known, flags, c->callee, (uint32_t)c->n, c->arg)
                   : 0;
}

/* ---- Arrays of calls ---- */

/* The call, or record, for one position in the arrays that are given: sub[extra]. */
static Expr call_at(Call *c, int extra, const Expr *sub)
{
    Model *m = c->env->m;
    Expr *arg = ARENA_ARRAY(m->arena, Expr, c->n), *all = c->arg;
    for (int k = 0; k < c->n; k++)
        arg[k] = c->extra[k] ? index_expr(m, all[k], extra, sub) : all[k];
    if (c->record)
        return raw_make(m, EX_RECORD, c->record, c->n, arg);
    c->arg = arg;
    Expr e = first_output(m, make_call(c));
    c->arg = all;
    return e;
}

static Expr call_each(Call *c, int extra, const int32_t *dim, int level, Expr *sub)
{
    Model *m = c->env->m;
    if (level == extra)
        return call_at(c, extra, sub);
    Expr *part = ARENA_ARRAY(m->arena, Expr, dim[level]);
    for (int32_t i = 0; i < dim[level]; i++) {
        sub[level] = expr_int(m->store, i + 1);
        part[i] = call_each(c, extra, dim, level + 1, sub);
        if (!part[i])
            return 0;
    }
    return raw_array(m, dim[level], part);
}

Expr empty_array(Model *m, Type t)
{
    return array_of(m->store, t, NULL);
}

/* The same inside functions, where the number of calls is known only at run time:
 * {f(a[i]) for i in 1:size(a, 1)}. */
static Expr call_over_unknown(Call *c, int extra)
{
    Model *m = c->env->m;
    Expr sub[MAX_DIMS], range[MAX_DIMS];
    int first = 0;
    while (!c->extra[first])
        first++;
    for (int k = 0; k < extra; k++) {
        sub[k] = raw_loop_variable(m, name_cstr(m->ctx->names, "i"), T_INT);
        range[k] = raw_positions(m, c->arg[first], k);
    }
    Expr call = call_at(c, extra, sub);
    return call ? raw_for(m, EX_FORARRAY, call, extra, sub, range) : 0;
}

/* Calls and constructors with extra dimensions: f({a, b}) is {f(a), f(b)}. */
static Expr vectorised_call(Call *c, int extra)
{
    Model *m = c->env->m;
    const TypeInfo *shape = NULL;
    Type before = 0;
    for (int k = 0; k < c->n; k++) {
        if (!c->extra[k])
            continue;
        const TypeInfo *t = einfo(m, c->arg[k]);
        if (c->extra[k] != extra ||
            (shape && memcmp(shape->dim, t->dim, (size_t)extra * sizeof *t->dim) != 0))
            return refuse(m, c->at[k],
                          "arguments that are arrays of what `%s` takes must have equal sizes%s",
                          class_name_text(m, c->use->written),
                          shape ? arena_printf(m->arena, ": this is %s, one before it %s",
                                               type_text(m, expr_type(m->store, c->arg[k])),
                                               type_text(m, before))
                                : "");
        shape = t;
        before = expr_type(m->store, c->arg[k]);
    }
    Comp **out;
    Type one = c->record                          ? c->record
               : function_outputs(m, c->ci, &out) ? comp_array_type(m, out[0])
                                                  : 0;
    if (one && !dims_allowed(m, one, extra, c->given->at))
        return 0;
    int64_t count = 1;
    for (int i = 0; i < extra; i++) {
        count *= shape->dim[i];
        if (shape->dim[i] == DIM_UNKNOWN)
            return call_over_unknown(c, extra);
    }
    if (!count) /* an empty array still has a type: that of the first output */
        return one ? empty_array(m, tarray(m, one, extra, shape->dim)) : 0;
    Expr sub[MAX_DIMS];
    return call_each(c, extra, shape->dim, 0, sub);
}

/* ---- Record constructors ---- */

static Type record_of(Call *c, const Type *type)
{
    Model *m = c->env->m;
    Name *name = ARENA_ARRAY(m->arena, Name, c->n);
    for (int k = 0; k < c->n; k++)
        name[k] = c->in[k]->name;
    return class_record_type(m, c->use, c->n, name, type);
}

/* The fields of one instance as arguments of the constructor. */
static Expr cast_instance(Call *c, Expr whole)
{
    Model *m = c->env->m;
    Type *type = ARENA_ARRAY(m->arena, Type, c->n);
    for (int k = 0; k < c->n; k++) {
        const TypeInfo *want = tinfo(m, comp_array_type(m, c->in[k]));
        Expr field = field_expr(m, whole, c->in[k]->name);
        c->arg[k] = field && !want->ndims ? record_as(m, field, want->scalar) : field;
        if (!field && !(c->in[k]->decl->mod && c->in[k]->decl->mod->value))
            return refuse(m, c->given->at, "`%s` has no `%s`, which `%s` needs",
                          type_text(m, expr_type(m->store, whole)), text_of(m->ctx, c->in[k]->name),
                          class_name_text(m, c->use->written));
    }
    for (int k = 0; k < c->n; k++) {
        if (!fill_default(c, k, 0))
            return 0;
        type[k] = expr_type(m->store, c->arg[k]);
    }
    return raw_make(m, EX_RECORD, record_of(c, type), c->n, c->arg);
}

/* R(m) of an instance, or an array of instances, with the fields of R (specification, 12.6.1). */
static Expr record_cast(Call *c)
{
    Model *m = c->env->m;
    if (c->given->npositional != 1 || c->given->n != 1)
        return 0;
    Expr whole = c->given->arg[0];
    const TypeInfo *t = einfo(m, whole);
    if (expr_op(m->store, whole) != EX_CREF || t->base != TY_RECORD || t->ndims > 1 ||
        (t->ndims && t->dim[0] < 1))
        return 0;
    int first = 0;
    while (first < c->n && is_final_field(c->in[first]))
        first++;
    if (first < c->n && tinfo(m, comp_array_type(m, c->in[first]))->base == TY_RECORD)
        return 0; /* the argument of that field */
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
    return raw_array(m, size, part);
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
    c->n = 0;
    if (!fill_slots(c, true))
        return 0;
    int extra;
    if (!check_arguments(c, &extra))
        return 0;
    Type *type = ARENA_ARRAY(m->arena, Type, c->n);
    for (int k = 0; k < c->n; k++) {
        const TypeInfo *w = tinfo(m, comp_array_type(m, c->in[k]));
        type[k] = tarray(m, w->scalar, w->ndims, einfo(m, c->arg[k])->dim + c->extra[k]);
    }
    c->record = record_of(c, type);
    if (!extra)
        return dims_allowed(m, c->record, 0, c->given->at) ? call_at(c, 0, NULL) : 0;
    return vectorised_call(c, extra);
}

/* ---- Finding the function ---- */

/* Functions are called through a single component that is there for certain, and its class
 * (specification, 5.3.2). Part i of r names it. */
static bool has_functions(Model *m, const Comp *c, const SynRef *r, int i)
{
    const char *why = c->ndims                                 ? "is an array"
                      : c->slot && c->slot->written->condition ? "is conditional"
                      : i && !c->parent                        ? "is not a component of the model"
                      : c->use && c->use->builtin              ? "is a variable without parts"
                                                               : NULL;
    return !why || refuse(m, r->part[i].span, "functions cannot be called through `%s`, which %s",
                          text_of(m->ctx, c->name), why);
}

/* What is found in a component is no operator (specification, 5.3.2). */
static bool is_ordinary(Model *m, const Slot *s, const Comp *c, Span at)
{
    int kind = s->written->kind == EL_CLASS ? s->written->cls->restriction : CLS_FUNCTION;
    if (kind != CLS_OPERATOR && kind != CLS_OPERATOR_FUNCTION)
        return true;
    const char *record = c->use ? class_name_text(m, c->use->def) : "";
    return refuse(m, at,
                  "the operator `%s` cannot be called through the component `%s`: write the "
                  "operator itself, or its name in the class, %s.%s",
                  text_of(m->ctx, s->name), text_of(m->ctx, c->name), record,
                  text_of(m->ctx, s->name));
}

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
            ClassInst *ci = c && has_functions(m, c, r, i - 1) ? comp_contents(m, c) : NULL;
            if (!ci)
                return (Found){.kind = FIND_FAILED};
            s = class_slot(m, ci, next);
            if (s && s->protected &&
                !object_to(m, r->part[i].span, "`%s` is protected in `%s`", text_of(m->ctx, next),
                           class_name_text(m, ci->def)))
                return (Found){.kind = FIND_FAILED};
            if (!s) {
                report_not_found(m, ci, next, r->part[i].span, "function");
                return (Found){.kind = FIND_FAILED};
            }
            if (!is_ordinary(m, s, c, r->part[i].span))
                return (Found){.kind = FIND_FAILED};
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

/* A function without a body is called: the package that should have one is told, if it was reached
 * through one that is declared, as a medium is. */
static Expr refuse_partial(Call *c)
{
    Model *m = c->env->m;
    const SynClass *def = c->use->written, *in = def->parent;
    const ClassInst *around = c->use->lexical;
    if (around && around->use && refuse_partial_package(m, around->use))
        return 0;
    const char *complete = hint_complete(m, c->use->def);
    refuse(m, c->given->at_name, "`%s` is partial and cannot be called: it has no algorithm",
           class_name_text(m, def));
    if (in && in->restriction == CLS_PACKAGE)
        remark(m, def->name_span,
               "a package that extends `%s` must give it one: redeclare function extends %s "
               "algorithm ... end %s;",
               class_name_text(m, in), text_of(m->ctx, def->name), text_of(m->ctx, def->name));
    else
        remark(m, def->name_span, "it is declared here; call a function that extends it%s%s",
               complete ? ", as " : "", complete ? complete : "");
    return 0;
}

/* A call of a function, its arguments typed. */
static Expr call_function(Call *c)
{
    Model *m = c->env->m;
    if (c->use->def->partial)
        return refuse_partial(c);
    c->ci = function_scope(m, c->use);
    int extra;
    if (!c->ci || !fill_slots(c, false) || !check_arguments(c, &extra))
        return 0;
    ExprOp hint = hint_of(c->use);
    if (hint && c->n == 1) /* of an array: of each element */
        return make_hint(c->env, hint, c->arg[0], c->given->at);
    Expr direct = builtin_external(m, c->use, c->n, c->arg);
    if (direct)
        return direct;
    c->callee = function_number(m, c->use);
    return extra ? vectorised_call(c, extra) : make_call(c);
}

Expr call_overloaded(Env *env, ClassUse *use, const Given *given)
{
    Call c = {.env = env, .given = given, .use = use, .overloaded = true};
    return first_output(env->m, call_function(&c));
}

/* The constructor of an external object; NULL after a report. */
static ClassUse *constructor_of(Model *m, ClassUse *use, const SynExp *e)
{
    Slot *s = use->builtin ? NULL : lookup_member(m, use, N_constructor, e->span);
    ClassUse *made = s && s->written->kind == EL_CLASS ? slot_class(m, s, e->span) : NULL;
    if (made && made->restriction == CLS_FUNCTION)
        return made;
    refuse(m, e->span, "`%s` has no function `constructor`", class_name_text(m, use->written));
    return NULL;
}

static bool resolve_given_for(Env *env, ClassUse *use, const SynExp *e, Given *out)
{
    Model *m = env->m;
    ClassUse *use_before = m->wanted.use;
    const SynCall *call_before = m->wanted.call;
    m->wanted.use = use;
    m->wanted.call = e->call;
    bool good = resolve_given(env, e, out);
    m->wanted.use = use_before;
    m->wanted.call = call_before;
    return good;
}

/* A call of a user's function given its class. */
static Expr resolve_user_call(Env *env, ClassUse *use, const SynExp *e)
{
    Model *m = env->m;
    Given given;
    Call c = {.env = env, .given = &given, .use = use};
    if (!library_load(m->lib, use->def))
        return 0;
    switch (use->restriction) {
    case CLS_RECORD:
    case CLS_OPERATOR_RECORD:
        if (!resolve_given_for(env, use, e, &given))
            return 0;
        if (has_constructors(m, use)) {
            bool itself = false;
            Expr made = overloaded_constructor(env, use, &given, &itself);
            if (!itself) /* else, inside of it, the record's fields are meant */
                return made;
        }
        c.ci = function_scope(m, use);
        return c.ci ? construct_record(&c) : 0;
    case CLS_FUNCTION:
    case CLS_OPERATOR_FUNCTION:
        if (use->def->parent && is_external_object(use->def->parent))
            return refuse(m, e->call->fn->span,
                          "`%s` cannot be called: an external object is made by its declaration, "
                          "and ends by itself",
                          class_name_text(m, use->written));
        return resolve_given_for(env, use, e, &given) ? call_function(&c) : 0;
    default:
        if (!class_is_external_object(m, use))
            return refuse(m, e->call->fn->span,
                          "`%s` is not a function: of a model or block a component is declared, "
                          "whose variables are connected; what is to be called is declared as "
                          "`function`, with an algorithm",
                          class_name_text(m, use->written));
        c.use = constructor_of(m, use, e);
        return c.use && resolve_given(env, e, &given) ? call_function(&c) : 0;
    }
}

Expr call_of(Env *env, ClassUse *use, int n, const Expr *arg, Span at)
{
    Model *m = env->m;
    Given given = {.at = at, .at_name = at};
    Call c = {.env = env, .given = &given, .use = use};
    if (!library_load(m->lib, use->def) || use->restriction != CLS_FUNCTION)
        return refuse(m, use->written->name_span, "`%s` must be a function",
                      class_name_text(m, use->written));
    c.ci = function_scope(m, use);
    if (!c.ci || !collect_inputs(&c, false))
        return 0;
    if (c.n < n)
        return refuse(m, use->written->name_span, "`%s` must have %d inputs, not %d",
                      class_name_text(m, use->written), n, c.n);
    for (int i = 0; i < c.n; i++) {
        c.arg[i] = i < n ? arg[i] : 0;
        c.at[i] = at;
    }
    for (int i = n; i < c.n; i++)
        if (!fill_default(&c, i, 0))
            return 0;
    int extra;
    if (!check_arguments(&c, &extra))
        return 0;
    c.callee = function_number(m, use);
    return extra ? vectorised_call(&c, extra) : make_call(&c);
}

/* x(t - T), x(k - 1), x(0), k(a + b): "; ..." what is meant by a variable with parentheses. */
static const char *applied_words(Model *m, const char *x, const SynCall *call)
{
    Buf b = {0};
    if (call->nargs == 1)
        source_text(m->ctx->sources, call->arg[0]->span, &b);
    const char *text = arena_strdup(m->arena, buf_text(&b)), *rest = text;
    buf_free(&b);
    size_t n = strcspn(text, " -");
    bool time = (n == 1 && *text == 't') || (n == 4 && !strncmp(text, "time", 4)),
         step = n == 1 && strchr("kn", *text);
    rest += n;
    rest += strspn(rest, " ");
    if (time && *rest == '-')
        return arena_printf(m->arena, "; its value some time ago is delay(%s, %s)", x,
                            rest + 1 + strspn(rest + 1, " "));
    if (time && !*rest)
        return arena_printf(m->arena, "; what varies is written without the time: %s", x);
    if (step && *rest == '-')
        return arena_printf(
            m->arena,
            "; its value at the last sample is pre(%s) in a `when`, previous(%s) on a clock", x, x);
    if (!strcmp(text, "0"))
        return "; a value at the start is given by `start`, or by an initial equation without (0)";
    return arena_printf(m->arena, "; a product has a sign, %s*(...)", x);
}

/* Calls of a function that is itself an argument. */
static Expr call_of_argument(Env *env, Comp *fn, const SynExp *e)
{
    Model *m = env->m;
    if (!fn || !fn->use || fn->use->restriction != CLS_FUNCTION)
        return refuse(m, e->call->fn->span, "`%s` is a variable, not a function%s",
                      fn ? text_of(m->ctx, fn->name) : "?",
                      fn && fn->ndims ? "; elements are chosen by brackets, as in x[1]"
                      : fn            ? applied_words(m, text_of(m->ctx, fn->name), e->call)
                                      : "");
    Given given;
    Call c = {.env = env, .given = &given, .use = fn->use, .ci = function_scope(m, fn->use)};
    int extra;
    if (!resolve_given(env, e, &given))
        return 0;
    c.callee = (uint64_t)1 << 32 | fn->id;
    return c.ci && fill_slots(&c, false) && check_arguments(&c, &extra) ? make_call(&c) : 0;
}

Expr first_output(Model *m, Expr call)
{
    if (!call || einfo(m, call)->base != TY_TUPLE)
        return call;
    return raw1(m, EX_FIELD, rinfo(m, expr_type(m->store, call))->type[0], call);
}

/* print(text), which other tools have without a library, is Kron.print. */
static Found find_print(Env *env, const SynRef *r, ClassUse **use)
{
    Model *m = env->m;
    SynRef *full = arena_alloc(m->arena, sizeof *full + 2 * sizeof *full->part);
    *full = (SynRef){.global = true, .n = 2, .span = r->span};
    full->part[0] = (SynPart){.name = N_Kron, .span = r->span};
    full->part[1] = (SynPart){.name = N_print, .span = r->span};
    Found f = find_function(env, full, use);
    if (f.kind == FIND_SLOT)
        diag_warning(m->ctx->diags, r->span,
                     "`print` is no function of Modelica: it is taken as "
                     "`Modelica.Utilities.Streams.print`");
    return f;
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
    if (f.kind == FIND_NOTHING && r->n == 1 && r->part[0].name == N_print)
        f = find_print(env, r, &use);
    switch (f.kind) {
    case FIND_BUILTIN_FUNCTION:
        return builtin_call(env, f.builtin, e);
    case FIND_NOTHING:
        if (r->n == 1 && r->part[0].name == N_isRoot && is_found_on_path(m, r->span) &&
            object_to(m, r->span, "`isRoot` is written `Connections.isRoot`"))
            return builtin_connections(env, N_isRoot, e);
        if (r->n < 2 || !refuse_module(m, env->scope, r))
            report_not_found(m, env->scope, r->part[0].name, r->span, "function");
        return 0;
    case FIND_FAILED:
        return 0;
    case FIND_TIME:
        return refuse(m, r->span, "`time` is not a function");
    case FIND_SLOT:
        break;
    }
    if (!use)
        return call_of_argument(env, slot_comp(m, f.slot), e);
    if (use->builtin && use->builtin != BUILTIN_EXTERNAL_OBJECT)
        return builtin_conversion(env, use, e);
    return resolve_user_call(env, use, e);
}

/* The first statement of a function that assigns to a name which is not declared in it, or is
 * declared as a public variable; NULL. */
static const SynExp *assigned_undeclared(Model *m, ClassInst *of, const ClassInst *in)
{
    const SynClass *def = in->def;
    for (int i = 0; i < def->nsections; i++)
        for (int k = 0; k < def->section[i]->n; k++) {
            const SynEqu *q = def->section[i]->item[k];
            Slot *s = q->kind == SE_ASSIGN && q->lhs->kind == XP_REF
                          ? class_slot(m, of, q->lhs->ref->part[0].name)
                          : NULL;
            if (q->kind == SE_ASSIGN && q->lhs->kind == XP_REF &&
                (!s || (!s->protected && s->written->kind == EL_COMPONENT &&
                        s->written->direction == DIR_NONE)))
                return q->lhs;
        }
    const SynExp *found = NULL;
    for (int i = 0; i < in->base.n && !found; i++)
        found = assigned_undeclared(m, of, in->base.v[i]);
    return found;
}

static Expr refuse_no_result(Env *env, const SynExp *e)
{
    Model *m = env->m;
    ClassUse *use = NULL;
    const SynRef *fn = e->call->fn;
    refuse(m, e->span, "`%s` has no result: in a function what it gives is declared `output`",
           text_of(m->ctx, fn->part[fn->n - 1].name));
    find_function(env, fn, &use);
    ClassInst *ci = use && !use->builtin ? class_plain(m, use) : NULL;
    const SynExp *lost = ci ? assigned_undeclared(m, ci, ci) : NULL;
    Slot *s = lost ? class_slot(m, ci, lost->ref->part[0].name) : NULL;
    if (s)
        remark(m, s->written->name_span,
               "`%s` is assigned, but is no output: `output` stands before its type",
               text_of(m->ctx, s->name));
    else if (lost)
        remark(m, lost->span,
               "`%s` is assigned here, but not declared: is an `output`, or the `extends` of a "
               "function that has it, "
               "missing?",
               text_of(m->ctx, lost->ref->part[0].name));
    return 0;
}

Expr resolve_call(Env *env, const SynExp *e)
{
    Expr call = first_output(env->m, resolve_call_outputs(env, e));
    return call && expr_type(env->m->store, call) == T_NONE ? refuse_no_result(env, e) : call;
}

/* function f(a = 1): a function value with some inputs bound. */
Expr resolve_partial(Env *env, const SynExp *e)
{
    Model *m = env->m;
    ClassUse *use;
    Found f = find_function(env, e->call->fn, &use);
    if (f.kind == FIND_NOTHING)
        report_not_found(m, env->scope, e->call->fn->part[0].name, e->call->fn->span, "function");
    if (f.kind == FIND_SLOT && !use && !e->call->nnamed) /* an input that is a function, as it is */
        return resolve_ref(env, e->call->fn, e->span);
    Comp *input = f.kind == FIND_SLOT && !use ? slot_comp(m, f.slot) : NULL;
    if (input && input->use && input->use->restriction == CLS_FUNCTION)
        use = input->use;
    else
        input = NULL;
    if (!use || use->builtin)
        return f.kind == FIND_NOTHING || f.kind == FIND_FAILED
                   ? 0
                   : refuse(m, e->call->fn->span, "this is not a function that can be an argument");
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
        if (!in || in->direction != DIR_INPUT)
            return refuse(m, a->span, "`%s` has no input `%s`", class_name_text(m, use->written),
                          text_of(m->ctx, a->name));
        Type want = comp_array_type(m, in);
        value[i] = want ? resolve_as(env, a->value, want, "this input") : 0;
        if (!value[i])
            return 0;
        name[i] = a->name;
    }
    return function_value(m, use, input, n, name, value);
}
