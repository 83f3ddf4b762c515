/* torn_object.c - objects whose outputs would have to be iterated are taken apart. Linear. */
#include "dae/structure_internal.h"

typedef struct Rename {
    Dae *d;
    uint32_t from, to;
    bool failed;
} Rename;

static Expr rename_leaf(void *arg, Expr e)
{
    Rename *r = arg;
    const ExprNode *n = expr_node(r->d->store, e);
    if (n->op == EX_VAR && n->payload == r->from)
        return expr_var(r->d->store, n->type, r->to);
    if (n->op == EX_ARRVAR && r->from >= n->payload &&
        r->from - n->payload < (uint64_t)type_elements(expr_types(r->d->store), n->type))
        r->failed = true;
    return e;
}

static void rename_slot(void *arg, Stmt *stmt, Expr *slot, SlotRole role)
{
    Rename *r = arg;
    (void)stmt;
    (void)role;
    *slot = expr_replace(r->d->store, *slot, rename_leaf, r);
}

/* Output number `output` (of all scalars) of a call, alone. */
static Expr pick_output(Dae *d, Expr call, int output)
{
    const TypeTable *types = expr_types(d->store);
    Type t = expr_type(d->store, call), scalar = type_scalar(types, t);
    uint64_t which = 0;
    if (type_info(types, t)->base == TY_TUPLE) {
        const RecordInfo *results = type_record_info(types, scalar);
        while (output >= type_elements(types, results->type[which]))
            output -= (int)type_elements(types, results->type[which++]);
        scalar = type_scalar(types, results->type[which]);
    }
    return expr_make(d->store, EX_PICK, scalar, 0, which << 32 | (uint32_t)output, 1, &call);
}

/* x = h, the algorithm computing the hidden variable h instead of x. */
static Expr rename_output(Dae *d, int k, uint32_t x)
{
    uint32_t h = dae_new_var(d, d->var.v[x].type, (DaeVarKind)d->var.v[x].kind);
    d->var.v[h].hidden = true;
    d->var.v[h].span = d->var.v[x].span;
    d->var.v[h].meaning = expr_var(d->store, d->var.v[x].type, x);
    Rename rename = {d, x, h, false};
    body_slots(d->eq.v[k].body, rename_slot, &rename);
    if (rename.failed) {
        Buf name = {0};
        dae_var_name(d, x, &name);
        diag_error(
            d->ctx->diags, d->eq.v[k].span,
            "this algorithm is part of a loop of equations through `%s`, an element of an array "
            "it assigns; that is not supported",
            buf_text(&name));
        buf_free(&name);
    }
    return expr_var(d->store, d->var.v[x].type, h);
}

/* Calls: x = the output picked from the call. Algorithms: see above. */
void split_output(Problem *p, int r)
{
    Dae *d = p->d;
    int k = p->row.v[r].eq, output = p->row.v[r].output;
    uint32_t x = d->eq.v[k].output[output];
    bool call = d->eq.v[k].kind == EQ_CALL;
    Expr value = call ? pick_output(d, d->eq.v[k].rhs, output) : rename_output(d, k, x);
    d->eq.v[k].output[output] = call ? NO_ALIAS : var_number(d->store, value);
    DaeEq *eq = vec_add(d->arena, &d->eq);
    *eq = (DaeEq){.kind = EQ_SCALAR,
                  .span = d->eq.v[k].span,
                  .owner = d->eq.v[k].owner,
                  .source = (uint32_t)k + 1,
                  .initial = d->eq.v[k].initial};
    eq->discrete = is_mode_var(&d->var.v[x]);
    eq->lhs = expr_var(d->store, d->var.v[x].type, x);
    eq->rhs = value;
    p->restart = true;
}
