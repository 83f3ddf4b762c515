/* lower_func.c - whole functions: their variables with values at entry, and their bodies. */
#include "model/builtin.h"
#include "model/lower_internal.h"
#include "symbolic/calculus.h"

/* ---- Values and sizes at entry ---- */

typedef struct Bindings {
    Comp **comp;
    int n;
    uint8_t *state; /* of each: TO_BIND, BINDING while those it depends on are bound, BOUND */
} Bindings;

enum { TO_BIND, BINDING, BOUND };

static bool lower_binding(Lower *l, Bindings *b, int k);

/* Whether the numbers of c, not only its sizes, are in e. */
static bool takes_value(Model *m, Expr e, const Comp *c)
{
    if (!raw_references(m, e, c))
        return false;
    uint32_t n = expr_op(m->store, e) == EX_SIZE ? 0 : expr_node(m->store, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (takes_value(m, expr_arg(m->store, e, i), c))
            return true;
    const Comp *p = expr_op(m->store, e) == EX_CREF ? cref_comp(m, e) : NULL;
    while (p && p != c)
        p = p->parent;
    return p;
}

/* Whether c must have its value before e: what is declared as c[:] has its size by it. */
static bool needs_first(Model *m, Expr e, Comp *c)
{
    bool open = false;
    for (int k = 0; k < c->ndims; k++)
        open = open || (c->dim[k].size == DIM_UNKNOWN && !c->dim[k].expr);
    return open || !lower_is_leaf(m, c) ? raw_references(m, e, c) : takes_value(m, e, c);
}

/* Binds those that the value v of binding k depends on. */
static bool bind_needed(Lower *l, Bindings *b, int k, Comp *c, Expr v)
{
    Model *m = l->m;
    bool good = true;
    for (int i = 0; i < b->n; i++) {
        bool itself = i == k && c == b->comp[k];
        if ((itself || (i != k && b->state[i] == BINDING)) && needs_first(m, v, b->comp[i]))
            return refuse(m, comp_value_span(c),
                          itself ? "the value of `%s` depends on itself"
                                 : "the value of `%s` depends on that of `%s`, which depends on it",
                          comp_name_text(m, c), text_of(m->ctx, b->comp[i]->name));
        if (i != k && needs_first(m, v, b->comp[i]))
            good = lower_binding(l, b, i) && good;
    }
    return good;
}

/* The value of a component, or of the fields of a record that has none as a whole. */
static bool bind_component(Lower *l, Bindings *b, int k, Comp *c)
{
    Model *m = l->m;
    Expr v = comp_value(m, c);
    bool good = !c->value_error;
    if (!v) {
        ClassInst *ci = lower_is_leaf(m, c) ? NULL : comp_contents(m, c);
        for (int i = 0; ci && i < ci->slot.n; i++) {
            Comp *field = slot_member(m, ci->slot.v[i]);
            good = (!field || bind_component(l, b, k, field)) && good;
        }
        return good;
    }
    good = bind_needed(l, b, k, c, v) && good;
    uint32_t own = map_get(&l->local, c->id, 0);
    if (own && l->var.v[own - 1].init && expr_node(m->store, v)->traits & ET_IMPURE)
        return good; /* another call would give another value */
    l->at = comp_value_span(c);
    ExprList target = {0}, leaf = {0};
    Expr ref = comp_whole_ref(m, c, comp_path_type(m, c));
    if (!lower_leaves(l, ref, &target) ||
        !lower_leaves(l, record_as(m, lower_over_positions(m, c, v), expr_type(m->store, ref)),
                      &leaf))
        return false;
    lower_assign_leaves(l, target, leaf);
    return good;
}

/* Values of variables are the first statements of the body, each after those it depends on. */
static bool lower_binding(Lower *l, Bindings *b, int k)
{
    if (b->state[k] != TO_BIND)
        return true;
    b->state[k] = BINDING;
    bool good = bind_component(l, b, k, b->comp[k]);
    b->state[k] = BOUND;
    return good;
}

/* Variables that have no size or value at entry yet. */
typedef struct Waiting {
    const ExprStore *store;
    int first, self;  /* variables before the first, and this one, do not count */
    const bool *done; /* of each variable */
} Waiting;

static bool is_waiting(void *arg, Expr e)
{
    const Waiting *w = arg;
    const ExprNode *n = expr_node(w->store, e);
    return n->op == EX_LOCAL && (int)n->payload >= w->first && (int)n->payload != w->self &&
           !w->done[n->payload];
}

static bool is_ready(Model *m, const Func *f, int i, const bool *done)
{
    Waiting w = {m->store, f->ninputs, -1, done};
    for (int k = 0; k < tinfo(m, f->var[i].type)->ndims; k++)
        if (f->var[i].dim[k] && expr_any(m->store, f->var[i].dim[k], is_waiting, &w))
            return false;
    w.self = i;
    return !f->var[i].init || !expr_any(m->store, f->var[i].init, is_waiting, &w);
}

/* Initial values that sizes depend on are set at entry, in the order of need. */
static bool order_entry(Model *m, Func *f)
{
    int n = f->nvars - f->ninputs, next = 0, before = -1;
    bool *done = ARENA_ARRAY(m->kept, bool, f->nvars);
    f->entry = ARENA_ARRAY(m->kept, int, n);
    while (before < next) { /* as long as there are more whose sizes are all available */
        before = next;
        for (int i = f->ninputs; i < f->nvars; i++)
            if (!done[i] && is_ready(m, f, i, done)) {
                done[i] = true;
                f->entry[next++] = i;
            }
    }
    return next == n;
}

/* The sections of a function: the base's come first; only one class may have a body. */
static bool lower_sections(Lower *l, ClassInst *ci, int *bodies)
{
    Model *m = l->m;
    bool good = true;
    for (int i = 0; i < ci->base.n; i++)
        good = lower_sections(l, ci->base.v[i], bodies) && good;
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *s = ci->def->section[i];
        if (!s->algorithm || s->initial) {
            good = refuse(m, s->span,
                          "a function can only have an algorithm: `algorithm` and `y := ...` in "
                          "place of `equation` and `y = ...`");
            continue;
        }
        if (++*bodies > 1)
            good =
                refuse(m, s->span, "`%s` has more than one algorithm", class_name_text(m, ci->def));
        good = lower_body(l, &env, s->item, s->n) && good;
    }
    return good;
}

/* ---- A whole function ---- */

/* Components of functions are of simple types, records or functions, and neither inner nor outer.
 */
static bool check_kinds(Model *m, Comp *const *list, int n)
{
    static const char *const kind[] = {[CLS_MODEL] = "model",
                                       [CLS_BLOCK] = "block",
                                       [CLS_CONNECTOR] = "connector",
                                       [CLS_EXPANDABLE_CONNECTOR] = "connector",
                                       [CLS_PACKAGE] = "package"};
    bool good = true;
    for (int i = 0; i < n; i++) {
        const ClassUse *use = list[i]->use;
        const char *name = text_of(m->ctx, list[i]->name);
        Span at = list[i]->decl->name_span;
        size_t r = use ? use->restriction : 0;
        if (use && !use->builtin && r < sizeof kind / sizeof *kind && kind[r])
            good = refuse(m, at, "`%s` is of the %s `%s`, which cannot be used in a function", name,
                          kind[r], class_name_text(m, use->written));
        if (list[i]->decl->inner || list[i]->decl->outer)
            good = refuse(m, at, "`%s` in a function cannot be %s", name,
                          list[i]->decl->inner ? "inner" : "outer");
    }
    return good;
}

/* Public variables of a function are its inputs and outputs. */
static bool check_locals(Lower *l, Comp *const *local, int n)
{
    Model *m = l->m;
    bool good = true;
    for (int i = 0; i < n; i++) {
        Span at = local[i]->decl->name_span;
        const char *name = text_of(m->ctx, local[i]->name);
        if (!local[i]->protected && comp_variability(m, local[i]) != VARY_CONSTANT)
            good = object_to(m, at,
                             "`%s` in the function `%s` is neither input nor output, so it must be "
                             "protected",
                             name, class_name_text(m, l->info->use->written)) &&
                   good;
    }
    return good;
}

/* Variables for the values that are bound to inputs of a function, and of functions bound to it. */
static bool add_bound_values(Model *m, const FuncValue *v, AddVar *add)
{
    bool good = true;
    for (int i = 0; i < v->n; i++)
        good = (v->fn && v->fn[i]
                    ? add_bound_values(m, &m->func_value.v[v->fn[i] - 1], add)
                    : lower_each_leaf(m, lower_bound_input(m, v, i), lower_add_bound, add)) &&
               good;
    return good;
}

static bool add_function_input(Lower *l, Comp *c)
{
    Model *m = l->m;
    AddVar add = {l, FV_INPUT};
    if (!c->use || c->use->restriction != CLS_FUNCTION)
        return lower_each_leaf(m, c, lower_add_variable, &add);
    bool good = true;
    for (int k = 0; k < l->info->nspecial; k++) {
        FuncArg *f = &l->info->special[k];
        if (f->input != c)
            continue;
        f->first = l->var.n;
        good = add_bound_values(m, &m->func_value.v[f->value], &add) && good;
        for (int i = f->first; i < l->var.n; i++)
            l->var.v[i].dim = ARENA_ARRAY(m->kept, Expr, tinfo(m, l->var.v[i].type)->ndims);
    }
    return good;
}

/* Components of a function by role; `set`: outputs and locals that vary, which have values at
 * entry. */
typedef struct FunctionParts {
    Comp **in, **out, **local, **set;
    int nin, nout, nlocal, nset;
} FunctionParts;

/* Whether e depends on variables of a function, be it on their sizes only. */
static bool uses_variables(Model *m, Expr e)
{
    const ExprNode *node = expr_node(m->store, e);
    Comp *c = expr_op(m->store, e) == EX_CREF ? cref_comp(m, e) : NULL;
    if (c && c->in_function && comp_variability(m, c) != VARY_CONSTANT)
        return true;
    for (uint32_t i = 0; i < node->nargs; i++)
        if (uses_variables(m, expr_arg(m->store, e, i)))
            return true;
    return false;
}

/* A constant that is computed from the inputs, or their sizes, which only a call tells, is none: a
 * variable that is set at entry. */
static bool settle_constant(Model *m, Comp *c)
{
    Expr value = comp_variability(m, c) == VARY_CONSTANT ? comp_value(m, c) : 0;
    bool varies = value && expr_variability(m, value) > VARY_PARAMETER;
    if (!value || (!varies && (!uses_variables(m, value) || eval_try(m, value, NULL))))
        return false;
    diag_warning(m->ctx->diags, c->decl->name_span,
                 "`%s` is declared constant, but computed from variables of the function",
                 text_of(m->ctx, c->name));
    c->variability = VARY_CONTINUOUS;
    return true;
}

static FunctionParts parts_of(Model *m, const FuncInfo *info)
{
    ClassInst *ci = info->ci;
    FunctionParts p = {0};
    p.nin = function_inputs(m, ci, &p.in);
    p.nout = function_outputs(m, ci, &p.out);
    p.nlocal = function_locals(m, ci, &p.local);
    p.set = ARENA_ARRAY(m->arena, Comp *, p.nout + p.nlocal);
    for (int i = 0; i < p.nout; i++)
        p.set[p.nset++] = p.out[i];
    for (int i = 0; i < p.nlocal; i++)
        if (settle_constant(m, p.local[i]))
            i = -1; /* others may depend on it */
    for (int i = 0; i < p.nlocal; i++)
        if (comp_variability(m, p.local[i]) != VARY_CONSTANT)
            p.set[p.nset++] = p.local[i];
    return p;
}

/* Inputs, then outputs, then locals. */
static bool add_variables(Lower *l, Func *f, const FunctionParts *p)
{
    bool good = check_kinds(l->m, p->in, p->nin);
    good = check_kinds(l->m, p->out, p->nout) && good;
    good = check_kinds(l->m, p->local, p->nlocal) && good;
    good = check_locals(l, p->local, p->nlocal) && good;
    for (int i = 0; i < p->nin + p->nout; i++) {
        const Comp *c = i < p->nin ? p->in[i] : p->out[i - p->nin];
        if (c->protected)
            good = refuse(l->m, c->decl->name_span,
                          "`%s` is protected; inputs and outputs of a function must be public",
                          text_of(l->m->ctx, c->name));
    }
    for (int i = 0; i < p->nin; i++)
        good = add_function_input(l, p->in[i]) && good;
    f->ninputs = l->var.n;
    for (int i = 0; i < p->nset; i++) {
        AddVar add = {l, i < p->nout ? FV_OUTPUT : FV_LOCAL};
        good = lower_each_leaf(l->m, p->set[i], lower_add_variable, &add) && good;
        if (i == p->nout - 1)
            f->noutputs = l->var.n - f->ninputs;
    }
    return good;
}

static Type result_type(Lower *l, const Func *f)
{
    TypeList types = {0};
    for (int i = 0; i < f->noutputs; i++)
        vec_push(l->m->kept, &types, l->var.v[f->ninputs + i].type);
    return type_results(expr_types(l->m->store), types.n, types.v);
}

static bool has_no_elements(Model *m, Comp *c)
{
    Type t = comp_array_type(m, c);
    for (int i = 0; t && i < tinfo(m, t)->ndims; i++)
        if (tinfo(m, t)->dim[i] == 0)
            return true;
    return false;
}

/* Whether a component, or all fields of a record, have values. */
static bool is_bound(Model *m, Comp *c)
{
    if (comp_value(m, c) || c->value_error || has_no_elements(m, c))
        return true;
    ClassInst *ci = lower_is_leaf(m, c) ? NULL : comp_contents(m, c);
    bool all = ci && ci->slot.n;
    for (int i = 0; all && i < ci->slot.n; i++) {
        Comp *field = slot_member(m, ci->slot.v[i]);
        all = !field || is_bound(m, field);
    }
    return all;
}

/* What extends an impure function is one itself. */
static bool check_impure(Model *m, const ClassInst *ci)
{
    bool good = true;
    for (int i = 0; i < ci->base.n; i++) {
        if (ci->base.v[i]->def->impure && !ci->def->impure)
            good = refuse(m, ci->def->name_span,
                          "`%s` extends the impure function `%s`, so it must be declared impure",
                          class_name_text(m, ci->def), class_name_text(m, ci->base.v[i]->def));
        good = check_impure(m, ci->base.v[i]) && good;
    }
    return good;
}

/* The algorithm or the external function; values of all outputs are enough. */
static bool add_body(Lower *l, Func *f, const FunctionParts *p)
{
    Model *m = l->m;
    const ClassUse *use = l->info->use;
    ClassInst *where = NULL;
    const SynExternal *x = lower_find_external(l->info->ci, &where);
    int bodies = 0;
    bool good = x ? lower_external(l, f, where, x) : lower_sections(l, l->info->ci, &bodies);
    if (x && where && where->def->nsections)
        good = refuse(m, where->def->section[0]->span,
                      "`%s` is external, so it cannot have an algorithm too",
                      class_name_text(m, where->def));
    good = check_impure(m, l->info->ci) && good;
    Nearest near = {.wanted = text_of(m->ctx, use->def->name)};
    if (x && use->def->classic) {
        builtin_offer(m->ctx, &near);
        f->undefined = arena_strdup(m->ctx->arena, did_you_mean(m, &near));
    }
    bool open = false;
    for (int i = 0; !x && !bodies && i < p->nout; i++)
        open = open || !is_bound(m, p->out[i]);
    bool told = !good && use->def->nsections; /* what is there is no algorithm */
    if (!told && (open || (!x && !bodies && use->def->partial && p->nout)))
        return refuse(m, use->def->name_span, "`%s` is called, but it has no algorithm%s",
                      class_name_text(m, use->written),
                      use->def->partial ? " (it is partial)" : "");
    return good;
}

/* The input `name` by which f can be differentiated; -1 after a report. */
static int input_of(Model *m, const Func *f, Name name, Span at)
{
    const char *wrong = NULL;
    for (int i = 0; i < f->noutputs; i++)
        if (tinfo(m, f->var[f->ninputs + i].type)->base != TY_REAL)
            wrong = "has an output that is not Real";
    for (int i = 0; i < f->ninputs && !wrong; i++)
        if (f->var[i].name == name && f->var[i].type == T_REAL)
            return i;
    if (wrong)
        refuse(m, at, "`%s` %s, so it has no partial derivative", text_of(m->ctx, f->name), wrong);
    else
        refuse(m, at, "`%s` has no scalar Real input `%s`", text_of(m->ctx, f->name),
               text_of(m->ctx, name));
    return -1;
}

/* function g = der(f, x, y) (specification, 12.7.2). */
static bool lower_partial(Model *m, const FuncInfo *info)
{
    const ClassUse *use = info->use;
    ClassUse *base = lookup_class(m, use->lexical, &use->def->base);
    uint32_t number = base ? function_number(m, base) : 0;
    const Func *f = base ? function_lowered_below(m, number) : NULL;
    for (int i = 0; f && i < use->def->nwrt; i++) {
        CalcError err = {0};
        int input = input_of(m, f, use->def->wrt[i], use->def->name_span);
        if (input < 0)
            return false;
        number = func_partial(m->store, m->kept, number, input, &err);
        if (!number)
            return refuse(m, use->def->name_span, "`%s` cannot be differentiated: %s",
                          text_of(m->ctx, f->name), err.why);
        f = func_get(m->store, number);
    }
    if (!f)
        return false;
    uint32_t own = info->func->number;
    Name name = info->func->name;
    *info->func = *f;
    info->func->number = own;
    info->func->name = name;
    return true;
}

bool lower_function(Model *m, FuncInfo *info)
{
    if (info->use->def->form == FORM_DER)
        return lower_partial(m, info);
    Lower l = {.m = m, .info = info, .at = info->use->def->name_span};
    Func *f = info->func;
    FunctionParts p = parts_of(m, info);
    if (!add_variables(&l, f, &p))
        return false;
    bool good = lower_sizes(&l);
    f->result = result_type(&l, f);
    good = good && lower_annotations(&l, f, info->ci);
    StmtList body = {0};
    l.out = &body;
    Bindings bind = {p.set, p.nset, ARENA_ARRAY(m->arena, uint8_t, p.nset + 1)};
    for (int i = 0; i < p.nset; i++)
        good = lower_binding(&l, &bind, i) && good;
    good = add_body(&l, f, &p) && good;
    f->nvars = l.var.n;
    f->var = l.var.v;
    f->nbody = body.n;
    f->body = body.v;
    if (!good)
        return false;
    if (!order_entry(m, f))
        return refuse(m, p.set[0]->decl->name_span,
                      "sizes and initial values in `%s` depend on each other",
                      text_of(m->ctx, f->name));
    lower_warn(m, f);
    function_link_partial(m, info);
    return true;
}
