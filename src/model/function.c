/* function.c - numbers, scopes and specialisation of functions. */
#include "model/function.h"
#include "model/builtin.h"

bool is_external_object(const SynClass *def)
{
    for (int i = 0; i < def->nelements; i++) {
        const SynElement *el = def->elem[i];
        if (el->kind == EL_EXTENDS && el->type.n == 1 && el->type.part[0] == N_ExternalObject)
            return true;
    }
    return false;
}

bool class_is_external_object(Model *m, ClassUse *use)
{
    if (use->builtin == BUILTIN_EXTERNAL_OBJECT)
        return true;
    return !use->builtin && library_load(m->lib, use->def) && is_external_object(use->def);
}

/* A partial derivative has the inputs and outputs of the function it is made from. */
static ClassInst *scope_of_partial(Model *m, ClassUse *use)
{
    ClassUse *base = use;
    for (int n = 0; base && base->def->form == FORM_DER; n++) {
        if (n > 100) {
            refuse(m, use->def->name_span, "`%s` is defined in terms of itself",
                   class_name_text(m, use->def));
            return NULL;
        }
        base = lookup_class(m, base->lexical, &base->def->base);
    }
    if (base && base->restriction != CLS_FUNCTION) {
        refuse(m, use->def->base.span, "`%s` is not a function", class_name_text(m, base->written));
        return NULL;
    }
    return base ? function_scope(m, base) : NULL;
}

ClassInst *function_scope(Model *m, ClassUse *use)
{
    if (use->callable)
        return use->callable;
    if (use->def->form == FORM_DER)
        return use->callable = scope_of_partial(m, use);
    ClassInst *ci = class_instance(m, use, use->env, NULL);
    ci->is_function = true;
    if (!class_expand(m, ci))
        return NULL;
    if (use->restriction == CLS_FUNCTION && use->env.n)
        vec_push(m->arena, &m->modified, ci);
    return use->callable = ci;
}

static int collect(Model *m, ClassInst *ci, int direction, Comp ***out)
{
    int n = 0;
    *out = ARENA_ARRAY(m->arena, Comp *, ci->slot.n + 1);
    for (int i = 0; i < ci->slot.n; i++) {
        Comp *c = slot_member(m, ci->slot.v[i]);
        if (c && c->direction == direction)
            (*out)[n++] = c;
    }
    return n;
}

int function_inputs(Model *m, ClassInst *ci, Comp ***in)
{
    return collect(m, ci, DIR_INPUT, in);
}

int function_outputs(Model *m, ClassInst *ci, Comp ***out)
{
    return collect(m, ci, DIR_OUTPUT, out);
}

int function_locals(Model *m, ClassInst *ci, Comp ***local)
{
    return collect(m, ci, DIR_NONE, local);
}

/* As it is before it is lowered. */
static void clear_func(FuncInfo *info)
{
    *info->func = (Func){.number = info->func->number,
                         .name = info->func->name,
                         .span = info->use->def->name_span,
                         .smooth_order = -1};
}

static void number_info(Model *m, FuncInfo *info)
{
    info->number = func_add(m->store, info->func);
    while ((uint32_t)m->function.n <= info->number)
        vec_push(m->arena, &m->function, (FuncInfo *)NULL);
    m->function.v[info->number] = info;
}

static FuncInfo *new_info(Model *m, ClassUse *use)
{
    FuncInfo *info = ARENA_NEW(m->arena, FuncInfo);
    info->use = use;
    info->ci = function_scope(m, use);
    info->func = ARENA_NEW(m->kept, Func);
    info->func->name = name_cstr(m->ctx->names, class_name_text(m, use->written));
    clear_func(info);
    number_info(m, info);
    return info;
}

uint32_t function_made(Model *m, const FuncInfo *of, Func f)
{
    FuncInfo *info = ARENA_NEW(m->arena, FuncInfo);
    info->use = of->use;
    info->func = arena_copy(m->kept, &f, sizeof f);
    info->state = 2;
    number_info(m, info);
    return info->number;
}

uint32_t function_number(Model *m, ClassUse *use)
{
    if (!use->function)
        use->function = new_info(m, use)->number;
    return use->function;
}

FuncInfo *function_info(Model *m, uint32_t number)
{
    return number < (uint32_t)m->function.n ? m->function.v[number] : NULL;
}

bool function_is_open(Model *m, uint32_t number)
{
    FuncInfo *info = function_info(m, number);
    Comp **in;
    int n = info && info->ci ? function_inputs(m, info->ci, &in) : 0, functions = 0;
    for (int i = 0; i < n; i++)
        functions += in[i]->use && in[i]->use->restriction == CLS_FUNCTION;
    return info && functions > info->nspecial;
}

/* It has failed in an attempt that was given up, and with it what was said. */
static bool fails_in_silence(Model *m, const FuncInfo *info)
{
    return info->state == 2 && info->func->failed && !diags_errors(m->ctx->diags);
}

Func *function_lowered(Model *m, uint32_t number)
{
    FuncInfo *info = function_info(m, number);
    if (!info) /* made by differentiation: complete */
        return func_get(m->store, number);
    if (fails_in_silence(m, info)) {
        clear_func(info);
        info->state = 0;
    }
    if (!info->state) {
        info->state = 1;
        if (!info->ci || !lower_function(m, info))
            info->func->failed = true;
        if (info->func->failed)
            diags_insist(m->ctx->diags, info->use->def->span);
        info->state = 2;
    }
    return info->func->failed ? NULL : info->func;
}

/* ---- Functions of classic models ---- */

static SynElement *real_element(Model *m, const char *name, int direction, Span span)
{
    static const Name real = N_Real;
    SynElement *el = ARENA_NEW(m->arena, SynElement);
    el->kind = EL_COMPONENT;
    el->name = name_cstr(m->ctx->names, name);
    el->span = el->name_span = span;
    el->direction = (uint8_t)direction;
    el->type = (SynName){.n = 1, .span = span};
    el->type.part = arena_copy(m->arena, &real, sizeof real);
    return el;
}

void function_undefined(Model *m, Name name, int ninputs, Span span)
{
    SynClass *c = ARENA_NEW(m->arena, SynClass);
    c->form = FORM_LONG;
    c->restriction = CLS_FUNCTION;
    c->classic = true;
    c->name = name;
    c->span = c->name_span = span;
    c->nelements = ninputs + 1;
    c->elem = ARENA_ARRAY(m->arena, SynElement *, c->nelements);
    for (int i = 0; i < ninputs; i++)
        c->elem[i] = real_element(m, arena_printf(m->arena, "u%d", i + 1), DIR_INPUT, span);
    c->elem[ninputs] = real_element(m, "y", DIR_OUTPUT, span);
    c->external = ARENA_NEW(m->arena, SynExternal);
    c->external->span = span;
    library_add_class(m->lib, c);
}

static bool is_real_function(Model *m, FuncInfo *info)
{
    Comp **in, **out;
    return info->ci && function_inputs(m, info->ci, &in) == 1 &&
           function_outputs(m, info->ci, &out) == 1 && !in[0]->ndims && !out[0]->ndims &&
           comp_type(m, in[0]) == T_REAL && comp_type(m, out[0]) == T_REAL;
}

void function_link_partial(Model *m, FuncInfo *info)
{
    Func *f = info->func;
    const SynClass *def = info->use->def;
    if (!def->classic || f->nderivatives || !is_real_function(m, info))
        return;
    const char *text = arena_printf(m->arena, "%sDER", text_of(m->ctx, def->name));
    Name name = name_cstr(m->ctx->names, text);
    Found found = lookup_simple(m, m->top, name);
    bool is_derivative = strlen(text) > 6 && !strcmp(text + strlen(text) - 6, "DERDER");
    if (found.kind != FIND_SLOT && f->undefined && !is_derivative) {
        function_undefined(m, name, 1, def->name_span);
        found = lookup_simple(m, m->top, name);
    }
    ClassUse *use = found.kind == FIND_SLOT && found.slot->written->kind == EL_CLASS
                        ? slot_class(m, found.slot, def->name_span)
                        : NULL;
    if (!use || use->restriction != CLS_FUNCTION)
        return;
    uint32_t number = function_number(m, use);
    if (function_lowered(m, number) && is_real_function(m, function_info(m, number)))
        f->partial = number;
}

/* ---- Everything a function calls ---- */

typedef struct Calls {
    Model *m;
    VEC(uint32_t) list; /* functions still to be visited */
    VEC(FuncInfo *) met;
    bool good;
    bool lower_only; /* without a word about what is complete */
    Map seen;        /* then: numbers that are in the list or were */
} Calls;

static void note_number(Calls *c, uint32_t number)
{
    FuncInfo *info = function_info(c->m, number);
    if (info && c->lower_only) {
        if (!map_get(&c->seen, info->number, 0))
            vec_push(c->m->arena, &c->list, info->number);
        map_set(&c->seen, c->m->arena, info->number, 1);
        return;
    }
    if (info && !info->complete) {
        info->complete = true;
        vec_push(c->m->arena, &c->list, info->number);
        vec_push(c->m->arena, &c->met, info);
    }
}

static void note_call(void *arg, Expr e)
{
    Calls *c = arg;
    ExprStore *s = c->m->store;
    if (expr_op(s, e) == EX_CALL)
        note_number(c, (uint32_t)expr_node(s, e)->payload);
}

static void note_calls(Calls *c, Expr e)
{
    if (e)
        expr_visit(c->m->store, e, note_call, c);
}

static void note_statements(Calls *c, Stmt *const *body, int n)
{
    for (int i = 0; i < n; i++) {
        const Stmt *s = body[i];
        note_calls(c, s->value);
        note_calls(c, s->range);
        note_calls(c, s->message);
        for (int k = 0; k < s->ntargets; k++)
            note_calls(c, s->target[k]);
        for (int k = 0; k < s->nbranches; k++) {
            note_calls(c, s->branch[k].condition);
            note_statements(c, s->branch[k].body, s->branch[k].n);
        }
    }
}

static void note_function(Calls *c, const Func *f)
{
    for (int i = 0; i < f->nvars; i++) {
        note_calls(c, f->var[i].init);
        for (int k = 0; k < tinfo(c->m, f->var[i].type)->ndims; k++)
            note_calls(c, f->var[i].dim ? f->var[i].dim[k] : 0);
    }
    note_statements(c, f->body, f->nbody);
    if (f->external && f->external->destructor)
        note_number(c, f->external->destructor);
}

static void lower_derivatives_of(Model *m, Func *f)
{
    if (f->partial)
        function_complete(m, f->partial);
    for (int i = 0; i < f->nderivatives; i++) {
        int mark = diags_mark(m->ctx->diags);
        if (!function_complete(m, f->derivative[i].func))
            diags_rollback(m->ctx->diags, mark); /* reported when it is needed */
    }
    int kept = 0;
    for (int i = 0; i < f->ninverses; i++) {
        int mark = diags_mark(m->ctx->diags);
        if (function_complete(m, f->inverse[i].func))
            f->inverse[kept++] = f->inverse[i];
        else
            diags_rollback(m->ctx->diags, mark);
    }
    f->ninverses = kept;
}

static bool complete_list(Calls *c)
{
    while (c->list.n) {
        Func *g = function_lowered(c->m, vec_pop(&c->list));
        if (!g) {
            c->good = false;
            continue;
        }
        note_function(c, g);
        lower_derivatives_of(c->m, g);
    }
    for (int i = 0; i < c->met.n && !c->good; i++)
        c->met.v[i]->complete = false; /* and neither when they are asked for again */
    return c->good;
}

Func *function_complete(Model *m, uint32_t number)
{
    FuncInfo *first = function_info(m, number);
    Func *f = function_lowered(m, number);
    if (!f || !first || first->complete)
        return f;
    Calls c = {.m = m, .good = true};
    note_number(&c, number);
    return complete_list(&c) ? f : NULL;
}

/* All that are called from it, and their derivatives, are lowered: what may be complete soon does
 * not count. */
Func *function_lowered_below(Model *m, uint32_t number)
{
    Calls c = {.m = m, .good = true, .lower_only = true};
    note_number(&c, number);
    while (c.list.n && c.good) {
        const Func *g = function_lowered(m, vec_pop(&c.list));
        c.good = g != NULL;
        if (!g)
            break;
        note_function(&c, g);
        for (int i = 0; i < g->nderivatives; i++) {
            int mark = diags_mark(m->ctx->diags);
            if (function_lowered(m, g->derivative[i].func))
                note_number(&c, g->derivative[i].func);
            else
                diags_rollback(m->ctx->diags, mark);
        }
    }
    return c.good ? function_lowered(m, number) : NULL;
}

bool function_complete_body(Model *m, const Func *algorithm)
{
    Calls c = {.m = m, .good = true};
    note_statements(&c, algorithm->body, algorithm->nbody);
    return complete_list(&c);
}

/* ---- Functions as values ---- */

Expr function_value(Model *m, ClassUse *use, Comp *input, int nbound, const Name *name,
                    const Expr *value)
{
    uint32_t at = (uint32_t)m->func_value.n;
    FuncValue v = {.use = use, .input = input, .n = nbound};
    v.name = arena_copy(m->arena, name, (size_t)nbound * sizeof *name);
    vec_push(m->arena, &m->func_value, v);
    return expr_make(m->store, EX_FUNCREF, type_func(expr_types(m->store), at), 0,
                     function_number(m, use), (uint32_t)nbound, value);
}

static const char *type_misfit(Model *m, Comp *c, Comp *as)
{
    const char *what = c->direction == DIR_INPUT ? "input" : "output",
               *name = text_of(m->ctx, c->name);
    Type t = comp_array_type(m, c), want = comp_array_type(m, as);
    if (tinfo(m, t)->base == TY_FUNC && tinfo(m, want)->base == TY_FUNC)
        return arena_printf(m->arena, "its %s `%s` is a function of another kind", what, name);
    return arena_printf(m->arena, "its %s `%s` is of type %s, not %s", what, name, type_text(m, t),
                        type_text(m, want));
}

static const char *misfit_of(Model *m, const FuncValue *v, ClassUse *as, int depth);

/* Whether a value of one input or output can be given to another one, as far as their types are
 * known. */
static bool fits_component(Model *m, Comp *have, Comp *want, int depth)
{
    enum { DEEPEST = 8 }; /* of functions with functions as inputs, which may be like themselves */
    Type t = comp_array_type(m, have), as = comp_array_type(m, want);
    bool functions = t && as && tinfo(m, t)->base == TY_FUNC && tinfo(m, as)->base == TY_FUNC;
    if (functions)
        return depth == DEEPEST ||
               !misfit_of(m, &(FuncValue){.use = have->use}, want->use, depth + 1);
    return !t || !as || type_fits(m, t, as);
}

static const char *misfit_of_outputs(Model *m, ClassInst *have, ClassInst *want, int depth)
{
    Comp **out, **wanted;
    int n = function_outputs(m, have, &out), nwanted = function_outputs(m, want, &wanted);
    for (int i = 0; i < nwanted; i++) {
        if (i == n)
            return arena_printf(m->arena, "it has no output for `%s`",
                                text_of(m->ctx, wanted[i]->name));
        if (!fits_component(m, out[i], wanted[i], depth))
            return type_misfit(m, out[i], wanted[i]);
    }
    return NULL;
}

/* Why a function cannot be called as another one is; NULL: it can. Names of inputs may differ. */
static const char *misfit_of(Model *m, const FuncValue *v, ClassUse *as, int depth)
{
    Comp **in, **wanted;
    ClassInst *have = function_scope(m, v->use), *want = function_scope(m, as);
    if (!have || !want || v->use->def == as->def)
        return NULL;
    int n = function_inputs(m, have, &in), nwanted = function_inputs(m, want, &wanted), at = 0;
    for (int i = 0; i < n; i++) {
        int bound = 0;
        while (bound < v->n && v->name[bound] != in[i]->name)
            bound++;
        if (bound < v->n)
            continue;
        if (at == nwanted && !comp_value(m, in[i]))
            return arena_printf(m->arena, "nothing gives its input `%s` a value",
                                text_of(m->ctx, in[i]->name));
        if (at == nwanted)
            continue;
        Comp *given = wanted[at++];
        if (!fits_component(m, given, in[i], depth))
            return type_misfit(m, in[i], given);
    }
    return at < nwanted ? arena_printf(m->arena, "it has no input for `%s`",
                                       text_of(m->ctx, wanted[at]->name))
                        : misfit_of_outputs(m, have, want, depth);
}

bool function_fits(Model *m, Expr arg, const Comp *input, Span at)
{
    bool value = expr_op(m->store, arg) == EX_FUNCREF;
    FuncValue own = {.use = value ? NULL : cref_comp(m, arg)->use};
    const FuncValue *v = value ? &m->func_value.v[einfo(m, arg)->decl] : &own;
    const char *why = misfit_of(m, v, input->use, 0);
    return !why || refuse(m, at, "the input `%s` is a function as `%s`, which `%s` is not: %s",
                          text_of(m->ctx, input->name), class_name_text(m, input->use->written),
                          class_name_text(m, v->use->written), why);
}

static bool same_value(Model *m, uint32_t x, uint32_t y)
{
    const FuncValue *a = &m->func_value.v[x], *b = &m->func_value.v[y];
    if (a->use != b->use || a->n != b->n)
        return false;
    for (int i = 0; i < a->n; i++) {
        uint32_t f = a->fn ? a->fn[i] : 0, g = b->fn ? b->fn[i] : 0;
        if (a->name[i] != b->name[i] || !f != !g || (f && !same_value(m, f - 1, g - 1)))
            return false;
    }
    return true;
}

/* The input of the function that `base` is which stands where `name` does in what `as` says of it.
 */
static Name input_in_place(Model *m, const FuncValue *base, ClassUse *as, Name name)
{
    Comp **in;
    ClassInst *ci = function_scope(m, as);
    int n = ci ? function_inputs(m, ci, &in) : 0, at = 0, left = 0;
    while (at < n && in[at]->name != name)
        at++;
    ci = function_scope(m, base->use);
    n = ci ? function_inputs(m, ci, &in) : 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < base->n && base->name[k] != in[i]->name)
            k++;
        if (k == base->n && left++ == at)
            return in[i]->name;
    }
    return name;
}

static const FuncArg *special_input(const FuncInfo *within, uint32_t id)
{
    for (int i = 0; within && i < within->nspecial; i++)
        if (within->special[i].input->id == id)
            return &within->special[i];
    return NULL;
}

bool function_argument(Model *m, Expr arg, const FuncInfo *within, uint32_t *value, Span at)
{
    const ExprStore *s = m->store;
    const FuncArg *own = expr_op(s, arg) == EX_CREF
                             ? special_input(within, (uint32_t)expr_node(s, arg)->payload)
                             : NULL;
    if (own)
        *value = own->value;
    if (own)
        return true;
    if (expr_op(s, arg) != EX_FUNCREF)
        return refuse(m, at,
                      "a function is needed here as an argument, not a value: its name without "
                      "arguments, or `function f(a = 1)` with some of them");
    *value = einfo(m, arg)->decl;
    FuncValue v = m->func_value.v[*value], base = {.use = v.use};
    bool closed = !v.input;
    for (int i = 0; i < v.n; i++)
        closed = closed && einfo(m, expr_arg(s, arg, (uint32_t)i))->base != TY_FUNC;
    if (closed)
        return true;
    own = v.input ? special_input(within, v.input->id) : NULL;
    if (v.input && !own)
        return refuse(m, at, "the function to call is not known here");
    if (own)
        base = m->func_value.v[own->value];
    FuncValue c = {.use = base.use, .n = base.n + v.n};
    c.name = ARENA_ARRAY(m->arena, Name, c.n);
    c.fn = ARENA_ARRAY(m->arena, uint32_t, c.n);
    for (int i = 0; i < base.n; i++) {
        c.name[i] = base.name[i];
        c.fn[i] = base.fn ? base.fn[i] : 0;
    }
    for (int i = 0; i < v.n; i++) {
        Expr e = expr_arg(s, arg, (uint32_t)i);
        uint32_t f = 0;
        if (einfo(m, e)->base == TY_FUNC && !function_argument(m, e, within, &f, at))
            return false;
        c.fn[base.n + i] = einfo(m, e)->base == TY_FUNC ? f + 1 : 0;
        c.name[base.n + i] = own ? input_in_place(m, &base, v.use, v.name[i]) : v.name[i];
    }
    *value = (uint32_t)m->func_value.n;
    vec_push(m->arena, &m->func_value, c);
    return true;
}

uint32_t function_version(Model *m, uint32_t number, int nspecial, const FuncArg *special)
{
    FuncInfo *plain = function_info(m, number);
    if (!nspecial || !plain)
        return number;
    for (FuncInfo *f = plain; f; f = f->next) {
        bool same = f->nspecial == nspecial;
        for (int i = 0; same && i < nspecial; i++)
            same = same_value(m, f->special[i].value, special[i].value);
        if (same)
            return f->number;
    }
    FuncInfo *f = new_info(m, plain->use);
    f->nspecial = nspecial;
    f->special = arena_copy(m->arena, special, (size_t)nspecial * sizeof *special);
    f->next = plain->next;
    plain->next = f;
    return f->number;
}

uint32_t function_special(Model *m, uint32_t number, uint32_t nargs, const Expr *arg,
                          const FuncInfo *within, Span at)
{
    FuncInfo *plain = function_info(m, number);
    Comp **in;
    if (!plain || !plain->ci)
        return number;
    int n = function_inputs(m, plain->ci, &in), nspecial = 0;
    FuncArg special[16];
    for (int i = 0; i < n && i < (int)nargs; i++) {
        if (!in[i]->use || in[i]->use->restriction != CLS_FUNCTION || nspecial == 16)
            continue;
        special[nspecial].input = in[i];
        special[nspecial].first = 0;
        if (!function_argument(m, arg[i], within, &special[nspecial++].value, at))
            return 0;
    }
    return function_version(m, number, nspecial, special);
}

/* ---- Built-in functions in disguise ---- */

/* `external "C" y = sin(u)`: a function of C's mathematics that is an operator of ours, of the
 * inputs in their order. */
static bool is_mathematics(Model *m, const SynClass *def)
{
    const SynExternal *x = def->external;
    if ((x->language && x->language != N_C) || !x->result || !x->function || x->annotation ||
        def->nsections)
        return false;
    const char *name = text_of(m->ctx, x->function);
    static const char *const known[] = {"sin",  "cos",  "tan",  "asin", "acos", "atan",  "atan2",
                                        "sinh", "cosh", "tanh", "exp",  "log",  "log10", "sqrt"};
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        is_known = is_known || !strcmp(name, known[i]);
    int n = 0;
    for (int i = 0; is_known && i < def->nelements; i++) {
        const SynElement *e = def->elem[i];
        if (e->kind != EL_COMPONENT || e->direction != DIR_INPUT)
            continue;
        const SynExp *a = n < x->nargs ? x->arg[n] : NULL;
        is_known = a && a->kind == XP_REF && a->ref->n == 1 && a->ref->part[0].name == e->name;
        n++;
    }
    return is_known && n == x->nargs;
}

Expr builtin_external(Model *m, ClassUse *use, int nargs, const Expr *arg)
{
    const SynClass *def = use->def;
    const SynExternal *x = def->external;
    if (!x || nargs < 1 || nargs > 2 || (x->language != N_builtin && !is_mathematics(m, def)))
        return 0;
    Name name = x->function ? x->function : def->name;
    ExprOp op = builtin_elementary(name);
    if (op == EX_NONE || op_info[op].arity != nargs)
        return 0;
    Type t = type_reshape(expr_types(m->store), expr_type(m->store, arg[0]), T_REAL);
    return raw_make(m, op, t, nargs, arg);
}
