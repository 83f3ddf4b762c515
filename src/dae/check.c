/* check.c - what the passes promise about the model, checked after each in test builds
 * (KRON_CHECK).
 *
 * Numbers are in range; chains of aliases end; der_of and int_of are inverse, so are the links of
 * differentiated equations; expressions are scalar; marks refer to equations and variables there
 * are. Of a system that has been solved: every unknown belongs to one block and is determined there
 * once; a block reads what is known or has been determined before; torn unknowns, residuals,
 * Jacobian and parts fit together. The first violation is told. O(size of the model). */
#include "base/die.h"
#include "dae/walk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Check {
    Dae *d;
    char *text; /* [room] empty: no violation yet */
    size_t room;
    uint8_t *known; /* [nvars] of a system: what may be read */
    int *owner;     /* [nvars] block + 1 of an unknown */
    uint8_t *given; /* [nvars] determined by the block at hand */
    int number;     /* of the equation, variable or block at hand */
    bool frozen;    /* it takes modes before a step: what their relations compare does not matter */
} Check;

enum { KNOWN = 1, OWN = 2 }; /* OWN: of the block at hand, may be read by it */

__attribute__((format(printf, 3, 4))) static void demand(Check *c, bool holds, const char *fmt, ...)
{
    if (holds || *c->text)
        return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(c->text, c->room, fmt, args);
    va_end(args);
}

/* ---- Variables ---- */

/* A number below n, or none. */
static bool within(uint32_t number, uint32_t n)
{
    return number == NONE || number < n;
}

static void check_variables(Check *c)
{
    const Dae *d = c->d;
    uint32_t n = (uint32_t)d->var.n;
    for (uint32_t i = 0; i < n; i++) {
        const DaeVar *v = &d->var.v[i];
        demand(c, within(v->alias, n), "variable %u is an alias of %u", i, v->alias);
        demand(c,
               within(v->der_of, n) && within(v->int_of, n) && within(v->pre_var, n) &&
                   within(v->pre_of, n),
               "variable %u: numbers out of range", i);
        demand(c, within(v->follows, (uint32_t)d->eq.n), "variable %u: `follows` out of range", i);
        if (*c->text || v->alias != NONE)
            continue;
        if (i >= d->step.first_copy && i < d->step.end_copies)
            continue; /* their links are those of what they are copies of, aliases replaced */
        demand(c, v->der_of == NONE || d->var.v[v->der_of].int_of == i,
               "der_of of %u has no inverse", i);
        demand(c, v->int_of == NONE || d->var.v[v->int_of].der_of == i,
               "int_of of %u has no inverse", i);
        demand(c, v->pre_var == NONE || d->var.v[v->pre_var].pre_of == i, "pre_var of %u", i);
        demand(c, v->kind != DV_STATE || v->der_of != NONE, "state %u has no derivative", i);
    }
    /* Each chain is walked to what is known to end; marks: 0 not seen, else the walk + 1. */
    uint32_t *walk = memory_new(n + 1, sizeof *walk);
    for (uint32_t i = 0; i < n && !*c->text; i++)
        for (uint32_t at = i; d->var.v[at].alias != NONE; at = d->var.v[at].alias) {
            demand(c, walk[at] != i + 1, "the chain of aliases of %u has no end", i);
            if (walk[at])
                break;
            walk[at] = i + 1;
        }
    free(walk);
    for (int i = 0; i < d->nstates; i++)
        demand(c,
               d->state[i] < n && d->var.v[d->state[i]].kind == DV_STATE &&
                   (!i || d->state[i - 1] < d->state[i]),
               "list of states at %d", i);
}

/* ---- Equations ---- */

static void check_node(void *arg, Expr e)
{
    Check *c = arg;
    const ExprNode *n = expr_node(c->d->store, e);
    demand(c, n->op != EX_VAR || n->payload < (uint64_t)c->d->var.n,
           "equation %d names variable %llu", c->number, (unsigned long long)n->payload);
    demand(c, n->op != EX_CREF, "equation %d is not scalar", c->number);
}

static void check_equations(Check *c)
{
    const Dae *d = c->d;
    for (int k = 0; k < d->eq.n && !*c->text; k++) {
        const DaeEq *q = &d->eq.v[k];
        const Expr part[] = {q->lhs, q->rhs, q->when, q->message, q->level};
        uint32_t n = (uint32_t)d->eq.n;
        c->number = k;
        for (size_t i = 0; i < sizeof part / sizeof *part && !q->removed; i++)
            if (part[i])
                expr_visit(d->store, part[i], check_node, c);
        if (q->body && !q->removed)
            body_nodes(d->store, q->body, check_node, c);
        demand(c, q->kind != EQ_SCALAR || (q->lhs && q->rhs), "equation %d has one side", k);
        for (int i = 0; i < q->noutputs; i++)
            demand(c, q->output[i] == NONE || q->output[i] < (uint32_t)d->var.n,
                   "output %d of equation %d", i, k);
        demand(c, within(q->source, n) && within(q->derivative, n),
               "equation %d: links out of range", k);
        demand(c,
               !within(q->derivative, n) || q->derivative == NONE ||
                   d->eq.v[q->derivative].source == (EqId)k,
               "the derivative of equation %d is that of another", k);
        demand(c, !q->of_set || q->set < d->set.n, "equation %d belongs to no set", k);
    }
    for (int i = 0; i < d->hint.n; i++)
        demand(c, d->hint.v[i].eq < d->eq.n && d->hint.v[i].of < (uint32_t)d->var.n,
               "mark %d refers to nothing", i);
    for (int i = 0; i < d->relax_mark.n; i++)
        demand(c, d->relax_mark.v[i].eq < d->eq.n && d->relax_mark.v[i].of < (uint32_t)d->var.n,
               "relax() %d refers to nothing", i);
}

/* ---- Blocks ---- */

static void check_read(void *arg, uint32_t var)
{
    Check *c = arg;
    demand(c, var < (uint32_t)c->d->var.n && c->known[var], "block %d reads %u before it is known",
           c->number, var);
}

static void give(Check *c, uint32_t var)
{
    if (var >= (uint32_t)c->d->var.n) {
        demand(c, false, "block %d determines variable %u", c->number, var);
        return;
    }
    demand(c, !c->given[var], "block %d determines %u twice", c->number, var);
    demand(c, c->owner[var] == c->number + 1 || c->d->var.v[var].kind == DV_AUXILIARY,
           "block %d determines %u, which is not its unknown", c->number, var);
    c->given[var] = 1;
    c->known[var] |= OWN;
}

static void check_object(Check *c, int k)
{
    Dae *d = c->d;
    const DaeEq *q = &d->eq.v[k];
    for (int i = 0; i < q->noutputs; i++)
        if (q->output[i] != NONE)
            give(c, q->output[i]);
    object_reads(d, q, check_read, c);
}

static void check_assigns(Check *c, const Assign *a, int n)
{
    for (int i = 0; i < n && !*c->text; i++) {
        demand(c,
               a[i].eq < c->d->eq.n &&
                   (a[i].eq < 0 || !c->d->eq.v[a[i].eq].removed || c->d->eq.v[a[i].eq].form_of),
               "block %d uses equation %d, which is removed", c->number, a[i].eq);
        if (*c->text || a[i].pre)
            continue;
        if (a[i].var == NONE) {
            check_object(c, a[i].eq);
            continue;
        }
        if (!a[i].start_of && !c->frozen)
            dae_visible_vars(c->d, a[i].value, check_read, c);
        give(c, a[i].var);
    }
}

static void check_jacobian(Check *c, const Block *b)
{
    if (b->core->nnz) {
        demand(c, b->core->colptr[0] == 0 && b->core->colptr[b->core->ntorn] == b->core->nnz,
               "Jacobian of block %d", c->number);
        for (int i = 0; i < b->core->ntorn; i++)
            demand(c, b->core->colptr[i] <= b->core->colptr[i + 1], "columns of block %d",
                   c->number);
        for (int i = 0; i < b->core->nnz; i++)
            demand(c, b->core->rowidx[i] >= 0 && b->core->rowidx[i] < b->core->ntorn,
                   "rows of block %d", c->number);
    }
    for (int i = 0; i < b->core->nparts; i++)
        demand(c, b->core->part[i] < b->core->part[i + 1], "parts of block %d are not in order",
               c->number);
    demand(c,
           !b->core->nparts ||
               (b->core->part[0] == 0 && b->core->part[b->core->nparts] == b->core->ntorn),
           "parts of block %d do not cover it", c->number);
    demand(c, !b->core->nrelations || b->kind == BLOCK_MIXED, "block %d has relations", c->number);
    for (int i = 0; i < b->core->nrelations; i++)
        demand(c, b->core->relation[i] >= 0 && b->core->relation[i] < c->d->relation.n,
               "relation of block %d", c->number);
}

static void check_block(Check *c, const Block *b)
{
    bool loop = b->core->ntorn || b->kind == BLOCK_MIXED || b->n > 1;
    for (int i = 0; i < b->n && loop && b->neq; i++)
        c->known[b->var[i]] |= OWN; /* its modes, and what is torn, have values already */
    for (int i = 0; i < b->core->ntorn; i++)
        give(c, b->core->torn[i]);
    for (int i = 0; i < b->core->nbent; i++) /* points of tangents are set by the run time */
        c->known[b->core->bent_at[i]] = KNOWN;
    check_assigns(c, b->assign, b->nassign);
    for (int i = 0; i < b->core->nbent; i++)
        check_read(c, b->core->bent_arg[i]);
    for (int i = 0; i < b->core->ntorn; i++) {
        demand(c, b->core->residual_eq[i] < c->d->eq.n, "residual %d of block %d", i, c->number);
        if (b->core->residual[i])
            dae_visible_vars(c->d, b->core->residual[i], check_read, c);
    }
    check_assigns(c, b->core->mode, b->core->nmodes);
    check_jacobian(c, b);
    for (int i = 0; i < b->n; i++) {
        demand(c, c->given[b->var[i]], "block %d leaves %u open", c->number, b->var[i]);
        c->known[b->var[i]] = KNOWN;
    }
    if (!b->core->whole)
        return;
    demand(c,
           b->core->whole->core->ntorn == b->core->whole->n &&
               (b->core->spare || b->core->whole->core->size),
           "whole of block %d", c->number);
    for (int i = 0; i < b->core->whole->core->ntorn; i++)
        dae_visible_vars(c->d, b->core->whole->core->residual[i], check_read, c);
}

/* What is assigned inside may be read later only if it is an auxiliary value. */
static void check_system(Check *c, const System *s)
{
    Dae *d = c->d;
    memset(c->known, KNOWN, (size_t)d->var.n);
    memset(c->given, 0, (size_t)d->var.n);
    memset(c->owner, 0, (size_t)d->var.n * sizeof *c->owner);
    for (int i = 0; i < d->var.n; i++)
        if (d->var.v[i].kind == DV_AUXILIARY && d->var.v[i].pre_of == NONE)
            c->known[i] = 0;
    for (int i = 0; i < d->set.n; i++) /* set by the run time */
        for (int k = 0; k < d->set.v[i].nstates * d->set.v[i].n; k++)
            c->known[d->set.v[i].pick[k]] = KNOWN;
    for (int i = -1; i < d->nstates && s->role >= SYSTEM_STEP; i++) /* so are these */
        c->known[i < 0 ? d->step.h : d->step.old[i]] = KNOWN;
    if (s->role >= SYSTEM_STEP && d->step.bent)
        c->known[d->step.bent] = KNOWN;
    if (s->role == SYSTEM_STAGES)
        c->known[d->step.stages_h] = c->known[d->step.time[0]] = c->known[d->step.time[1]] = KNOWN;
    for (int i = 0; i < s->nunknowns; i++) {
        demand(c, s->unknown[i] < (uint32_t)d->var.n && !c->given[s->unknown[i]], "unknown %d", i);
        if (*c->text)
            return;
        c->known[s->unknown[i]] = 0;
        c->given[s->unknown[i]] = 1;
    }
    memset(c->given, 0, (size_t)d->var.n);
    int owned = 0;
    for (int i = 0; i < s->nblocks; i++)
        for (int k = 0; k < s->block[i]->n; k++) {
            uint32_t v = s->block[i]->var[k];
            demand(c, v < (uint32_t)d->var.n && !c->owner[v], "%u is unknown of two blocks", v);
            if (*c->text)
                return;
            c->owner[v] = i + 1;
            owned += s->block[i]->neq > 0;
        }
    demand(c, owned == s->nunknowns, "%d unknowns, %d of them in blocks", s->nunknowns, owned);
    for (int i = 0; i < s->nblocks && !*c->text; i++) {
        c->number = i;
        c->frozen = s->role >= SYSTEM_STEP && !s->block[i]->n;
        check_block(c, s->block[i]);
    }
}

const char *dae_fault(Dae *d)
{
    Arena *a = arena_new();
    Check c = {.d = d, .room = 200, .text = ARENA_ARRAY(d->arena, char, 200)};
    check_variables(&c);
    check_equations(&c);
    c.known = ARENA_ARRAY(a, uint8_t, d->var.n + 1);
    c.given = ARENA_ARRAY(a, uint8_t, d->var.n + 1);
    c.owner = ARENA_ARRAY(a, int, d->var.n + 1);
    for (int i = 0; i < d->system.n && !*c.text; i++)
        if (d->system.v[i]->nblocks)
            check_system(&c, d->system.v[i]);
    arena_free(a);
    return *c.text ? c.text : NULL;
}

void dae_check(Dae *d, const char *pass)
{
    const char *fault = dae_fault(d);
    if (fault)
        die("after pass %s: %s", pass, fault);
}
