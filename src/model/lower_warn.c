/* lower_warn.c - what the body of a function forgets: outputs that it does not assign, and
 * variables that it reads first. Linear in the body for each variable. */
#include "model/lower_internal.h"

/* What a variable is that nothing is assigned to. */
static const char *unset_words(const TypeInfo *t)
{
    return t->base == TY_STRING ? "\"\"" : t->base == TY_BOOL ? "false" : "0";
}

static bool assigns_to(const ExprStore *s, Stmt *const *body, int n, int var)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < body[i]->ntargets; k++) {
            Expr t = body[i]->target[k];
            t = t && expr_op(s, t) == EX_INDEX ? expr_arg(s, t, 0) : t;
            if (t && expr_op(s, t) == EX_LOCAL && (int)expr_node(s, t)->payload == var)
                return true;
        }
        for (int k = 0; k < body[i]->nbranches; k++)
            if (assigns_to(s, body[i]->branch[k].body, body[i]->branch[k].n, var))
                return true;
    }
    return false;
}

typedef struct Early {
    const ExprStore *s;
    int var;
    Stmt *const *loop; /* the body of the loop around, [n] */
    int n;
    bool assigned;
} Early;

static bool is_local(void *arg, Expr e)
{
    const Early *w = arg;
    return expr_op(w->s, e) == EX_LOCAL && (int)expr_node(w->s, e)->payload == w->var;
}

static bool reads(Early *w, Expr e)
{
    return e && expr_any(w->s, e, is_local, w);
}

static bool reads_in_target(Early *w, Expr t)
{
    uint32_t n = t && expr_op(w->s, t) == EX_INDEX ? expr_node(w->s, t)->nargs : 0;
    for (uint32_t i = 1; i < n; i++)
        if (reads(w, expr_arg(w->s, t, i)))
            return true;
    return false;
}

/* The first statement that reads the variable where none before it can have assigned it; NULL. In a
 * branch inside of a loop an earlier turn may have done it. */
static const Stmt *early_read(Early *w, Stmt *const *body, int n)
{
    const Stmt *found = NULL;
    for (int i = 0; i < n && !found && !w->assigned; i++) {
        const Stmt *s = body[i];
        bool loop = s->kind == ST_FOR || s->kind == ST_WHILE,
             here = reads(w, s->value) || reads(w, s->range) || reads(w, s->message);
        for (int k = 0; k < s->ntargets; k++)
            here = here || reads_in_target(w, s->target[k]);
        for (int k = 0; k < s->nbranches && (k == 0 || s->kind == ST_IF); k++)
            here = here || (k == 0 && reads(w, s->branch[k].condition));
        if (here)
            return s;
        if (s->kind == ST_IF && w->loop && assigns_to(w->s, w->loop, w->n, w->var))
            return NULL;
        bool any = false;
        for (int k = 0; k < s->nbranches && !found; k++) {
            Early inner = *w;
            if (loop && !w->loop) {
                inner.loop = s->branch[k].body;
                inner.n = s->branch[k].n;
            }
            found = early_read(&inner, s->branch[k].body, s->branch[k].n);
            any = any || inner.assigned;
        }
        w->assigned = any || assigns_to(w->s, &body[i], 1, w->var);
    }
    return found;
}

/* Scalars of the body that are read first and assigned later, which nobody means. */
static void warn_early(Model *m, const Func *f)
{
    for (int i = f->ninputs; i < f->nvars; i++) {
        const FuncVar *v = &f->var[i];
        const TypeInfo *t = tinfo(m, v->type);
        if (!v->name || v->init || !v->span.end || t->ndims ||
            (t->base != TY_REAL && t->base != TY_INT))
            continue;
        Early w = {.s = m->store, .var = i};
        const Stmt *s = early_read(&w, f->body, f->nbody);
        bool later = s && assigns_to(m->store, f->body, f->nbody, i);
        if (s && (later || i >= f->ninputs + f->noutputs)) {
            diag_warning(
                m->ctx->diags, s->span,
                later ? "`%s` is read here before it is assigned: it is 0; give it a value before, "
                        "or where it is declared"
                      : "`%s` is read here, but nothing assigns it: it is 0; give it a value "
                        "before, or where it is declared",
                text_of(m->ctx, v->name));
            diag_note(m->ctx->diags, v->span, "it is declared here");
        }
    }
}

/* Outputs that the body forgets. */
static void warn_unassigned(Model *m, const Func *f)
{
    for (int i = f->ninputs; i < f->ninputs + f->noutputs; i++) {
        const TypeInfo *t = tinfo(m, f->var[i].type);
        bool empty = t->ndims && t->dim[0] == 0;
        if (!empty && !f->var[i].init && t->base != TY_OBJECT &&
            !assigns_to(m->store, f->body, f->nbody, i))
            diag_warning(m->ctx->diags, f->var[i].span,
                         "the output `%s` of `%s` is never assigned; it is %s",
                         text_of(m->ctx, f->var[i].name), text_of(m->ctx, f->name), unset_words(t));
    }
}

static bool settles(const ExprStore *s, const StmtBranch *b, int var);

/* Whether the statement assigns the variable, whatever the conditions are; or does not go on, as
 * calls for their effect may not. */
static bool settles_here(const ExprStore *s, Stmt *st, int var)
{
    bool other = false;
    switch (st->kind) {
    case ST_ASSERT:
    case ST_TERMINATE:
    case ST_RETURN:
        return true;
    case ST_CALL:
        return st->ntargets == 0 || assigns_to(s, &st, 1, var);
    case ST_IF:
        for (int k = 0; k < st->nbranches; k++) {
            other = other || !st->branch[k].condition;
            if (!settles(s, &st->branch[k], var))
                return false;
        }
        return other;
    default:
        return assigns_to(s, &st, 1, var);
    }
}

static bool settles(const ExprStore *s, const StmtBranch *b, int var)
{
    for (int i = 0; i < b->n; i++)
        if (settles_here(s, b->body[i], var))
            return true;
    return false;
}

/* The only statement that assigns the variable, if it is an `if` that may not; NULL: there are
 * others, whose conditions may complete each other. */
static const Stmt *open_if(const ExprStore *s, const Func *f, int var)
{
    const Stmt *found = NULL;
    for (int i = 0; i < f->nbody; i++) {
        if (!assigns_to(s, &f->body[i], 1, var))
            continue;
        if (found || f->body[i]->kind != ST_IF || settles_here(s, f->body[i], var))
            return NULL;
        found = f->body[i];
    }
    return found;
}

/* Outputs that are left as they are where no branch is taken. Fields of records often are. */
static void warn_open(Model *m, const Func *f)
{
    for (int i = f->ninputs; i < f->ninputs + f->noutputs; i++) {
        const TypeInfo *t = tinfo(m, f->var[i].type);
        const char *name = text_of(m->ctx, f->var[i].name);
        bool plain = !f->var[i].init && !t->ndims && !strchr(name, '.');
        const Stmt *s = plain ? open_if(m->store, f, i) : NULL;
        if (s) {
            diag_warning(m->ctx->diags, s->span,
                         "the output `%s` of `%s` is assigned in some cases only, and is %s in the "
                         "others: add an `else`, or give it a value before",
                         name, text_of(m->ctx, f->name), unset_words(t));
            diag_note(m->ctx->diags, f->var[i].span, "it is declared here");
        }
    }
}

/* Whether two positions are in one file; no lines are counted. */
static bool is_in_file(Model *m, uint32_t a, uint32_t b)
{
    for (int i = 0; i < sources_count(m->ctx->sources); i++) {
        const SourceFile *f = sources_file(m->ctx->sources, i);
        if (a >= f->base && a - f->base <= f->length)
            return b >= f->base && b - f->base <= f->length;
    }
    return false;
}

void lower_warn(Model *m, const Func *f)
{
    if (f->external || !f->nbody)
        return;
    warn_unassigned(m, f);
    /* Libraries are long, and not the user's to change. */
    if (!m->root || !is_in_file(m, m->root->def->span.beg, f->body[0]->span.beg))
        return;
    warn_early(m, f);
    warn_open(m, f);
}
