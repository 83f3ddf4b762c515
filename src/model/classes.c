/* classes.c - the classes of a package, and what can be said of one before it is used.
 *
 * The list follows the text: classes of the package and of the packages in it, in their order,
 * after all their files have been read. Nothing below a partial package is listed: it is made to be
 * extended. Linear in the number of elements. */
#include "model/front.h"
#include "model/function.h"

static void list_below(Model *m, SynClass *c, Classes *out)
{
    if (!library_load(m->lib, c) || c->partial)
        return;
    for (int i = 0; i < c->nelements; i++) {
        SynClass *inner = c->elem[i]->kind == EL_CLASS ? c->elem[i]->cls : NULL;
        if (!inner || !library_load(m->lib, inner))
            continue;
        vec_push(m->arena, out, inner);
        if (inner->restriction == CLS_PACKAGE)
            list_below(m, inner, out);
    }
}

Classes classes_below(Model *m, SynClass *package)
{
    Classes out = {0};
    list_below(m, package, &out);
    return out;
}

/* Whether a slot holds a partial class that is to be replaced. */
static bool waits_for_class(Model *m, Slot *s, Span at)
{
    if (s->written->kind != EL_CLASS || !s->written->replaceable)
        return false;
    int mark = diags_mark(m->ctx->diags);
    ClassUse *use = slot_class(m, s, at);
    bool waits = use && !use->builtin && library_load(m->lib, use->def) && use->def->partial;
    diags_rollback(m->ctx->diags, mark);
    return waits;
}

bool class_is_incomplete(Model *m, ClassUse *use)
{
    if (use->builtin || !library_load(m->lib, use->def))
        return false;
    if (use->def->partial)
        return true;
    int mark = diags_mark(m->ctx->diags);
    ClassInst *ci = class_plain(m, use);
    bool incomplete = false;
    if (ci && class_expand(m, ci))
        for (int i = 0; i < ci->slot.n && !incomplete; i++)
            incomplete = waits_for_class(m, ci->slot.v[i], use->def->name_span);
    if (!incomplete && use->restriction == CLS_FUNCTION)
        incomplete = function_is_open(m, function_number(m, use));
    diags_rollback(m->ctx->diags, mark); /* what is wrong with it is found by whoever uses it */
    return incomplete;
}

bool check_function(Model *m, ClassUse *use)
{
    return function_complete(m, function_number(m, use)) && !diags_errors(m->ctx->diags);
}

/* Whether a variable is a flow, or in one, of a connector of the model itself. */
static bool is_open_flow(const FlatModel *f, uint32_t at)
{
    bool flow = false, connector = false;
    for (; at && at != f->root; at = f->part.v[at].parent) {
        flow = flow || f->part.v[at].flow;
        connector = f->part.v[at].is_connector;
    }
    return flow && connector && at == f->root;
}

bool flat_is_open(const FlatModel *f)
{
    bool open = false;
    for (int i = 0; i < f->var.n && !open; i++)
        open = is_open_flow(f, f->var.v[i].part);
    return open;
}
