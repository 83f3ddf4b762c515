/* lower_func.c - whole functions: their variables with sizes and values at entry, and their bodies.
 */
#include "model/lower_internal.h"

/* ---- Values and sizes at entry ---- */

typedef struct Bindings {
    Comp **comp;
    int n;
    uint8_t *done;
} Bindings;

static void lower_binding(Lower *l, Bindings *b, int k);

/* A value that depends on the position in an array of records around it: the array of all of
 * them. */
static Expr over_positions(Model *m, Comp *c, Expr v)
{
    Expr iter[MAX_DIMS], range[MAX_DIMS];
    int n = 0;
    for (const Comp *p = c->parent; p; p = p->parent)
        n += p->ndims;
    int at = n = n < MAX_DIMS ? n : MAX_DIMS;
    for (Comp *p = c->parent; p; p = p->parent)
        for (int k = p->ndims - 1; k >= 0 && at > 0; k--) {
            iter[--at] = comp_iterator(m, p, k);
            range[at] = raw_positions(m, comp_loose_ref(m, p), k);
        }
    return n ? raw_for(m, EX_FORARRAY, v, n, iter, range) : v;
}

static Expr whole_reference(Model *m, Comp *c)
{
    Expr sub[8 * MAX_DIMS];
    const Dim *dim[MAX_DIMS];
    int32_t size[MAX_DIMS];
    int n = lower_path_dims(c, dim);
    for (int k = 0; k < n; k++) {
        sub[k] = raw_colon(m);
        size[k] = dim[k]->size;
    }
    Type t = comp_type(m, c);
    return t ? expr_make(m->store, EX_CREF, tarray(m, t, n, size), 0, c->id, (uint32_t)n, sub) : 0;
}

/* The value of a component, or of the fields of a record that has none as a whole. */
static void bind_component(Lower *l, Bindings *b, int k, Comp *c)
{
    Model *m = l->m;
    Expr v = comp_value(m, c);
    if (c->value_error)
        lower_fail(l);
    if (!v) {
        ClassInst *ci = lower_is_leaf(m, c) ? NULL : comp_contents(m, c);
        for (int i = 0; ci && i < ci->slot.n; i++)
            if (!ci->slot.v[i]->same && ci->slot.v[i]->written->kind == EL_COMPONENT)
                bind_component(l, b, k, slot_comp(m, ci->slot.v[i]));
        return;
    }
    for (int i = 0; i < b->n; i++)
        if (i != k && raw_references(m, v, b->comp[i]))
            lower_binding(l, b, i);
    l->at = comp_value_span(c);
    ExprList target = {0}, leaf = {0};
    Expr ref = whole_reference(m, c);
    if (!ref) {
        lower_fail(l);
        return;
    }
    lower_leaves(l, ref, &target);
    lower_leaves_as(l, over_positions(m, c, v), expr_type(m->store, ref), &leaf);
    if (!l->failed)
        lower_assign_leaves(l, target, leaf);
}

/* Values of variables are the first statements of the body, each after those it depends on. */
static void lower_binding(Lower *l, Bindings *b, int k)
{
    if (b->done[k])
        return;
    b->done[k] = 1;
    bind_component(l, b, k, b->comp[k]);
}

/* Initial values that sizes depend on are set at entry, in the order of need. */
static void order_entry(Lower *l, Func *f, Comp **comp, int ncomps)
{
    Model *m = l->m;
    int n = f->nvars - f->ninputs, next = 0;
    uint8_t *state = ARENA_ARRAY(m->kept, uint8_t, f->nvars);
    f->entry = ARENA_ARRAY(m->kept, int, n);
    /* repeatedly take the first variable all of whose sizes are available */
    for (bool progress = true; progress && next < n;) {
        progress = false;
        for (int i = f->ninputs; i < f->nvars; i++) {
            if (state[i])
                continue;
            bool ready = true;
            int nd = tinfo(m, f->var[i].type)->ndims;
            for (int k = 0; k < nd; k++)
                for (int j = f->ninputs; f->var[i].dim[k] && j < f->nvars; j++)
                    if (!state[j] && lower_mentions(m, f->var[i].dim[k], lower_variable(l, j)))
                        ready = false;
            for (int j = f->ninputs; f->var[i].init && j < f->nvars; j++)
                if (!state[j] && j != i && lower_mentions(m, f->var[i].init, lower_variable(l, j)))
                    ready = false;
            if (!ready)
                continue;
            state[i] = 1;
            f->entry[next++] = i;
            progress = true;
        }
    }
    for (int i = 0; next < n && i < ncomps; i++) {
        refuse(m, comp[i]->decl->name_span, "sizes and initial values in `%s` depend on each other",
               text_of(m->ctx, f->name));
        lower_fail(l);
        break;
    }
}

/* Sizes of the variables; the initial values that these use. */
static void lower_sizes(Lower *l, Comp **comp, int n)
{
    Model *m = l->m;
    StmtList none = {0}, *outer = l->out;
    l->out = &none;
    for (int v = 0; v < l->comp.n; v++) {
        const Comp *c = l->comp.v[v];
        if (!c)
            continue;
        const Dim *dim[MAX_DIMS];
        int nd = lower_path_dims(c, dim);
        Expr *e = ARENA_ARRAY(m->kept, Expr, nd);
        l->at = c->decl->name_span;
        for (int k = 0; k < nd; k++)
            e[k] = dim[k]->size != DIM_UNKNOWN ? expr_int(m->store, dim[k]->size)
                   : dim[k]->expr              ? lower_expr(l, dim[k]->expr)
                                               : 0;
        l->var.v[v].dim = e;
    }
    for (int i = 0; i < n; i++) { /* scalars that sizes mention */
        uint32_t index = map_get(&l->local, comp[i]->id, 0);
        if (!index || l->var.v[index - 1].kind == FV_INPUT ||
            tinfo(m, l->var.v[index - 1].type)->ndims)
            continue;
        bool used = false;
        for (int v = 0; v < l->var.n && !used; v++)
            for (int k = 0; k < tinfo(m, l->var.v[v].type)->ndims && !used; k++)
                used = l->var.v[v].dim[k] &&
                       lower_mentions(m, l->var.v[v].dim[k], lower_variable(l, (int)index - 1));
        Expr value = used ? comp_value(m, comp[i]) : 0;
        if (value)
            l->var.v[index - 1].init = lower_expr(l, value);
    }
    l->out = outer;
    if (none.n) {
        refuse(m, l->info->use->def->name_span,
               "a size in this function is computed by a function that returns an array or "
               "record; that is not supported");
        lower_fail(l);
    }
}

/* The sections of a function: the base's come first; only one class may have a body. */
static void lower_sections(Lower *l, ClassInst *ci, int *bodies)
{
    Model *m = l->m;
    for (int i = 0; i < ci->base.n; i++)
        lower_sections(l, ci->base.v[i], bodies);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    for (int i = 0; i < ci->def->nsections; i++) {
        const SynSection *s = ci->def->section[i];
        if (!s->algorithm || s->initial) {
            refuse(m, s->span, "a function can only have an algorithm");
            lower_fail(l);
            continue;
        }
        if (++*bodies > 1) {
            refuse(m, s->span, "`%s` has more than one algorithm", class_name_text(m, ci->def));
            lower_fail(l);
        }
        lower_body(l, &env, s->item, s->n);
    }
}

static const SynExternal *find_external(ClassInst *ci, ClassInst **where)
{
    if (ci->def->external) {
        *where = ci;
        return ci->def->external;
    }
    for (int i = 0; i < ci->base.n; i++) {
        const SynExternal *x = find_external(ci->base.v[i], where);
        if (x)
            return x;
    }
    return NULL;
}

static void string_list(Model *m, const SynExp *e, Name **out, int *n)
{
    if (!e)
        return;
    if (e->kind == XP_STRING) {
        *out = ARENA_ARRAY(m->kept, Name, 1);
        (*out)[(*n)++] = e->str;
    } else if (e->kind == XP_ARRAY) {
        *out = ARENA_ARRAY(m->kept, Name, e->n);
        for (int i = 0; i < e->n; i++)
            if (e->arg[i]->kind == XP_STRING)
                (*out)[(*n)++] = e->arg[i]->str;
    }
}

static void lower_external(Lower *l, Func *f, ClassInst *ci, const SynExternal *x)
{
    Model *m = l->m;
    FuncExternal *ext = ARENA_NEW(m->kept, FuncExternal);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    ext->language = x->language ? x->language : N_C;
    ext->c_name = x->function ? x->function : ci->def->name;
    ExprList arg = {0};
    for (int i = 0; i < x->nargs; i++) {
        Expr e = resolve_exp(&env, x->arg[i]);
        if (e)
            lower_leaves(l, e, &arg);
        else
            lower_fail(l);
    }
    if (x->result) {
        Expr e = resolve_exp(&env, x->result);
        ext->result = e ? lower_expr(l, e) : lower_fail(l);
    }
    if (!x->function) { /* no call written: all inputs, and the output if there is one */
        for (int i = 0; i < f->ninputs; i++)
            vec_push(m->kept, &arg, lower_variable(l, i));
        if (f->noutputs == 1)
            ext->result = lower_variable(l, f->ninputs);
        else
            for (int i = 0; i < f->noutputs; i++)
                vec_push(m->kept, &arg, lower_variable(l, f->ninputs + i));
    }
    ext->nargs = arg.n;
    ext->arg = arg.v;
    string_list(m, annotation_value(x->annotation, N_Library), &ext->library, &ext->nlibraries);
    string_list(m, annotation_value(x->annotation, N_Include), &ext->include, &ext->nincludes);
    f->external = ext;
}

/* ---- A whole function ---- */

static int collect_locals(Model *m, ClassInst *ci, Comp ***out)
{
    int n = 0;
    *out = ARENA_ARRAY(m->kept, Comp *, ci->slot.n + 1);
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        Comp *c = !s->same && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        if (c && c->direction == DIR_NONE)
            (*out)[n++] = c;
    }
    return n;
}

/* Public variables of a function are its inputs and outputs; none contains equations. */
static void check_locals(Lower *l, Comp *const *local, int n)
{
    Model *m = l->m;
    for (int i = 0; i < n; i++) {
        const ClassUse *use = local[i]->use;
        if (use && !use->builtin &&
            (use->restriction == CLS_MODEL || use->restriction == CLS_BLOCK)) {
            refuse(m, local[i]->decl->name_span,
                   "`%s` is of the %s `%s`, which cannot be used in a function",
                   text_of(m->ctx, local[i]->name),
                   use->restriction == CLS_MODEL ? "model" : "block",
                   class_name_text(m, use->written));
            lower_fail(l);
        }
        if (local[i]->protected || comp_variability(m, local[i]) == VARY_CONSTANT)
            continue;
        refuse(m, local[i]->decl->name_span,
               "`%s` in the function `%s` is neither input nor output, so it must be protected",
               text_of(m->ctx, local[i]->name), class_name_text(m, l->info->use->written));
        lower_fail(l);
    }
}

static void add_function_input(Lower *l, Comp *c)
{
    Model *m = l->m;
    AddVar add = {l, FV_INPUT};
    if (!c->use || c->use->restriction != CLS_FUNCTION) {
        if (!lower_each_leaf(m, c, lower_add_variable, &add))
            lower_fail(l);
        return;
    }
    for (int k = 0; k < l->info->nspecial; k++) {
        FuncArg *f = &l->info->special[k];
        if (f->input != c)
            continue;
        f->first = l->var.n;
        for (int i = 0; i < m->func_value.v[f->value].n; i++)
            if (!lower_each_leaf(m, lower_bound_input(m, f, i), lower_add_bound, &add))
                lower_fail(l);
        for (int i = f->first; i < l->var.n; i++)
            l->var.v[i].dim = ARENA_ARRAY(m->kept, Expr, tinfo(m, l->var.v[i].type)->ndims);
    }
}

/* Components of a function by role; `set`: outputs and locals that vary, which have values at
 * entry. */
typedef struct FunctionParts {
    Comp **in, **out, **local, **set;
    int nin, nout, nlocal, nset;
} FunctionParts;

static FunctionParts parts_of(Model *m, ClassInst *ci)
{
    FunctionParts p = {0};
    p.nin = function_inputs(m, ci, &p.in);
    p.nout = function_outputs(m, ci, &p.out);
    p.nlocal = collect_locals(m, ci, &p.local);
    p.set = ARENA_ARRAY(m->arena, Comp *, p.nout + p.nlocal);
    for (int i = 0; i < p.nout; i++)
        p.set[p.nset++] = p.out[i];
    for (int i = 0; i < p.nlocal; i++)
        if (comp_variability(m, p.local[i]) != VARY_CONSTANT)
            p.set[p.nset++] = p.local[i];
    return p;
}

/* Inputs, then outputs, then locals. */
static bool add_variables(Lower *l, Func *f, const FunctionParts *p)
{
    check_locals(l, p->local, p->nlocal);
    for (int i = 0; i < p->nin; i++)
        add_function_input(l, p->in[i]);
    f->ninputs = l->var.n;
    for (int i = 0; i < p->nset; i++) {
        AddVar add = {l, i < p->nout ? FV_OUTPUT : FV_LOCAL};
        if (!lower_each_leaf(l->m, p->set[i], lower_add_variable, &add))
            lower_fail(l);
        if (i == p->nout - 1)
            f->noutputs = l->var.n - f->ninputs;
    }
    return !l->failed;
}

static Type result_type(Lower *l, const Func *f)
{
    TypeList types = {0};
    for (int i = 0; i < f->noutputs; i++)
        vec_push(l->m->kept, &types, l->var.v[f->ninputs + i].type);
    return type_results(expr_types(l->m->store), types.n, types.v);
}

/* The algorithm or the external function. */
static void add_body(Lower *l, Func *f, bool has_outputs)
{
    Model *m = l->m;
    const ClassUse *use = l->info->use;
    ClassInst *where = NULL;
    const SynExternal *x = find_external(l->info->ci, &where);
    int bodies = 0;
    if (x)
        lower_external(l, f, where, x);
    else
        lower_sections(l, l->info->ci, &bodies);
    f->undefined = x && use->def->classic;
    if (use->def->form == FORM_DER) {
        refuse(m, use->def->name_span,
               "`%s`: functions defined as partial derivatives are not supported yet",
               class_name_text(m, use->written));
        lower_fail(l);
    } else if (!x && !bodies && has_outputs) {
        refuse(m, use->def->name_span, "`%s` is called, but it has no algorithm%s",
               class_name_text(m, use->written), use->def->partial ? " (it is partial)" : "");
        lower_fail(l);
    }
}

bool lower_function(Model *m, FuncInfo *info)
{
    Lower l = {.m = m, .info = info, .at = info->use->def->name_span};
    Func *f = info->func;
    FunctionParts p = parts_of(m, info->ci);
    if (!add_variables(&l, f, &p))
        return false;
    lower_sizes(&l, p.set, p.nset);
    f->result = result_type(&l, f);
    lower_annotations(&l, f, info->ci);
    StmtList body = {0};
    l.out = &body;
    Bindings bind = {p.set, p.nset, ARENA_ARRAY(m->arena, uint8_t, p.nset + 1)};
    for (int i = 0; i < p.nset; i++)
        lower_binding(&l, &bind, i);
    add_body(&l, f, p.nout > 0);
    f->nvars = l.var.n;
    f->var = l.var.v;
    f->nbody = body.n;
    f->body = body.v;
    if (!l.failed) {
        order_entry(&l, f, p.set, p.nset);
        function_link_partial(m, info);
    }
    return !l.failed;
}
