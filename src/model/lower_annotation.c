/* lower_annotation.c - annotations of functions: derivatives, inverses, hints for the code. */
#include "model/lower_internal.h"

/* Bits of the lowered inputs that belong to the input of that name. */
static uint64_t input_mask(Lower *l, Name name)
{
    Comp **in;
    int n = function_inputs(l->m, l->info->ci, &in);
    uint64_t mask = 0;
    for (int i = 0; i < n; i++) {
        if (in[i]->name != name)
            continue;
        for (int v = 0; v < l->var.n && v < 64; v++) {
            if (l->var.v[v].kind != FV_INPUT)
                continue;
            const char *text = text_of(l->m->ctx, l->var.v[v].name);
            const char *base = text_of(l->m->ctx, name);
            size_t length = strlen(base);
            if (!strncmp(text, base, length) && (!text[length] || text[length] == '.'))
                mask |= (uint64_t)1 << v;
        }
    }
    return mask;
}

static Name reference_name(const SynExp *e)
{
    return e && e->kind == XP_REF && e->ref->n == 1 ? e->ref->part[0].name : 0;
}

static ClassUse *function_named(Lower *l, ClassInst *ci, const SynExp *e)
{
    Model *m = l->m;
    if (e->kind != XP_REF) {
        refuse(m, e->span, "a derivative is given by the name of a function");
        return NULL;
    }
    Name part[16];
    SynName name = {.global = e->ref->global, .span = e->span, .part = part};
    for (int i = 0; i < e->ref->n && i < 16; i++)
        part[name.n++] = e->ref->part[i].name;
    return lookup_class(m, ci, &name);
}

static int place_of(Comp *const *in, int n, Name name)
{
    int k = 0;
    while (k < n && in[k]->name != name)
        k++;
    return k;
}

/* The inputs of a derivative begin with those of the function. One that has them by their names,
   but in another order, would be given x for dx: it is left out, and the derivative made from the
   body. */
static bool inputs_in_order(Lower *l, uint32_t derivative, Span at)
{
    Model *m = l->m;
    FuncInfo *info = function_info(m, derivative);
    Comp **in, **other;
    int n = function_inputs(m, l->info->ci, &in);
    int nother = info && info->ci ? function_inputs(m, info->ci, &other) : 0;
    for (int i = 0; i < n && i < nother; i++) {
        int k = place_of(other, nother, in[i]->name);
        if (k == i || k == nother)
            continue;
        diag_warning(
            m->ctx->diags, at,
            "the inputs of the derivative begin with those of the function, in their order, and "
            "`%s` comes where `%s` is expected: it is not used, the function is differentiated",
            text_of(m->ctx, other[i]->name), text_of(m->ctx, in[i]->name));
        return false;
    }
    return true;
}

static bool lower_derivatives(Lower *l, Func *f, ClassInst *ci)
{
    Model *m = l->m;
    const SynMod *ann = ci->def->annotation;
    VEC(FuncDerivative) list = {0};
    bool good = true;
    for (int i = 0; ann && i < ann->nargs; i++) {
        const SynArg *a = ann->arg[i];
        if (a->name.n != 1 || a->name.part[0] != N_derivative || !a->mod || !a->mod->value)
            continue;
        ClassUse *use = function_named(l, ci, a->mod->value);
        if (!use) {
            good = false;
            continue;
        }
        FuncDerivative d = {.func = function_number(m, use), .order = 1};
        for (int k = 0; k < a->mod->nargs; k++) {
            const SynArg *opt = a->mod->arg[k];
            const SynExp *v = opt->mod ? opt->mod->value : NULL;
            Name name = opt->name.n == 1 ? opt->name.part[0] : 0;
            if (name == N_order && v && v->kind == XP_INT)
                d.order = (int)v->i;
            else if (name == N_noDerivative)
                d.no_derivative |= input_mask(l, reference_name(v));
            else if (name == N_zeroDerivative)
                d.zero_derivative |= input_mask(l, reference_name(v));
        }
        if (inputs_in_order(l, d.func, a->mod->value->span))
            vec_push(m->kept, &list, d);
    }
    f->nderivatives = list.n;
    f->derivative = list.v;
    return good;
}

/* The number of the one lowered input of that name, -1 if it has several or none. */
static int input_number(Lower *l, Name name)
{
    uint64_t mask = name ? input_mask(l, name) : 0;
    int k = 0;
    while (mask && !(mask >> k & 1))
        k++;
    return mask && mask >> k == 1 ? k : -1;
}

/* input = f(inputs and output): an inverse that cannot be lowered as one call is left out. */
static void lower_inverse(Lower *l, ClassInst *ci, const SynArg *a, FuncInverse *out)
{
    Model *m = l->m;
    int mark = diags_mark(m->ctx->diags);
    Env env = env_in(m, ci);
    env.flags |= ENV_FUNCTION;
    StmtList statements = {0}, *before = l->out;
    l->out = &statements;
    out->input = input_number(l, a->name.n == 1 ? a->name.part[0] : 0);
    Expr call = out->input >= 0 && a->mod && a->mod->value ? resolve_exp(&env, a->mod->value) : 0;
    bool fits = call && expr_op(m->store, call) == EX_CALL &&
                type_fits(m, expr_type(m->store, call), l->var.v[out->input].type);
    call = fits ? lower_expr(l, call) : 0;
    if (call && expr_op(m->store, call) == EX_CALL && !statements.n) {
        out->func = (uint32_t)expr_node(m->store, call)->payload;
        out->nargs = (int)expr_node(m->store, call)->nargs;
        out->arg =
            arena_copy(m->kept, expr_args(m->store, call), (size_t)out->nargs * sizeof *out->arg);
    } else {
        diags_rollback(m->ctx->diags, mark);
    }
    l->out = before;
}

static void lower_inverses(Lower *l, Func *f, ClassInst *ci)
{
    const SynMod *ann = ci->def->annotation;
    VEC(FuncInverse) list = {0};
    for (int i = 0; ann && i < ann->nargs && f->noutputs == 1; i++) {
        const SynArg *a = ann->arg[i];
        if (a->name.n != 1 || a->name.part[0] != N_inverse || !a->mod)
            continue;
        for (int k = 0; k < a->mod->nargs; k++) {
            FuncInverse inverse = {0};
            lower_inverse(l, ci, a->mod->arg[k], &inverse);
            if (inverse.func)
                vec_push(l->m->kept, &list, inverse);
        }
    }
    f->ninverses = list.n;
    f->inverse = list.v;
}

bool lower_annotations(Lower *l, Func *f, ClassInst *ci)
{
    const SynMod *ann = ci->def->annotation;
    f->inline_hint = annotation_is(ann, N_Inline, true);
    f->no_inline = annotation_is(ann, N_Inline, false);
    f->inline_after_index = annotation_is(ann, N_InlineAfterIndexReduction, true);
    f->late_inline = annotation_is(ann, N_LateInline, true) || f->inline_after_index;
    f->generate_events = annotation_is(ann, N_GenerateEvents, true);
    f->inline_hint = f->inline_hint || f->generate_events;
    const SynExp *order = annotation_value(ann, N_smoothOrder);
    if (order && order->kind == XP_INT)
        f->smooth_order = (int)order->i;
    f->impure = ci->def->impure;
    if (!lower_derivatives(l, f, ci))
        return false;
    lower_inverses(l, f, ci);
    return true;
}
