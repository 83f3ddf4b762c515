/* free_port.c - elements that leave one connector free so that a condition on others is met, as
 * ideal operational amplifiers do, where nothing leads from there to that condition: the feedback
 * goes to the wrong input.
 *
 * A connector is free if no equation of its element names its flow, and none but another name its
 * potential. Such an element is balanced by a condition between the potentials of two other
 * connectors. If the free one is not determined, while equations are too many, the condition is met
 * or broken by others. One of the two is held by an element that fixes a potential; the other is
 * the one to which the feedback belongs. Linear in the equations; asked only where equations do not
 * fit. */
#include "dae/diagnose.h"
#include "model/flat.h"

typedef struct FreePort {
    Dae *d;
    Arena *a;
    bool *named; /* [nvars] in an equation of an element, as a potential in one that is not another
                    name of it */
    VarId *same; /* [nvars] connected: one of them */
    bool *held;  /* [nvars] by what is connected: an equation of an element has no other variable */
} FreePort;

static uint32_t connector_of(const Dae *d, VarId v)
{
    uint32_t part = flat_var_of(d->flat, v)->part;
    while (part && !d->flat->part.v[part].is_connector)
        part = d->flat->part.v[part].parent;
    return part;
}

static uint32_t element_of(const Dae *d, VarId v)
{
    return d->flat->part.v[connector_of(d, v)].parent;
}

/* The equations of elements, not of connections, one by one. */
static void read_equations(FreePort *w)
{
    Dae *d = w->d;
    for (int v = 0; v < d->var.n; v++)
        w->same[v] = (VarId)v;
    for (int k = 0; k < d->eq.n; k++) {
        const DaeEq *eq = &d->eq.v[k];
        if (eq->initial || eq->source != NONE)
            continue;
        VarVec in = vars_of_eq(d, w->a, k);
        if (eq->from_connect && in.n == 2 && connector_role(d, in.v[0]) == ROLE_POTENTIAL)
            w->same[same_of(w->same, in.v[0])] = same_of(w->same, in.v[1]);
        for (int i = 0; i < in.n && !eq->from_connect; i++)
            w->named[in.v[i]] |= in.n != 2 || connector_role(d, in.v[0]) != ROLE_NONE;
    }
    for (int k = 0; k < d->eq.n; k++) {
        VarVec in =
            d->eq.v[k].from_connect || d->eq.v[k].initial ? (VarVec){0} : vars_of_eq(d, w->a, k);
        if (in.n == 1 && connector_role(d, in.v[0]) == ROLE_POTENTIAL)
            w->held[same_of(w->same, in.v[0])] = true;
    }
}

/* A flow whose connector its element leaves free. */
static bool is_free(const FreePort *w, VarId flow)
{
    const Dae *d = w->d;
    if (flow >= d->nflat || connector_role(d, flow) != ROLE_FLOW || w->named[flow])
        return false;
    uint32_t port = connector_of(d, flow);
    for (VarId v = 0; v < d->nflat; v++)
        if (connector_of(d, v) == port && w->named[v])
            return false;
    return element_of(d, flow) != d->flat->root;
}

/* The equation of an element between the potentials of two of its connectors; -1: there is none. */
static int condition_of(FreePort *w, VarId flow, VarId out[2])
{
    Dae *d = w->d;
    for (int k = 0; k < d->eq.n; k++) {
        if (d->eq.v[k].from_connect || d->owner_part.v[d->eq.v[k].owner] != element_of(d, flow))
            continue;
        VarVec in = vars_of_eq(d, w->a, k);
        if (in.n != 2 || connector_role(d, in.v[0]) != ROLE_POTENTIAL ||
            connector_role(d, in.v[1]) != ROLE_POTENTIAL)
            continue;
        out[0] = in.v[0];
        out[1] = in.v[1];
        return k;
    }
    return -1;
}

static bool report_free(FreePort *w, VarId flow)
{
    Dae *d = w->d;
    VarId in[2];
    int k = is_free(w, flow) ? condition_of(w, flow, in) : -1;
    if (k < 0)
        return false;
    int held = w->held[same_of(w->same, in[1])];
    if (w->held[same_of(w->same, in[!held])])
        held = -1; /* both */
    const char *port = connector_text(d, flow),
               *element = flat_part_text(d->flat, element_of(d, flow));
    diag_error(d->ctx->diags, component_of_var(d, flow),
               "`%s` leaves `%s` free, so that what flows there keeps `%s`, but nothing leads from "
               "`%s` to an input that "
               "is not held by others%s%s%s: are the inputs exchanged?",
               element, port, dae_written_text(d, k), port,
               held < 0 ? "" : ": the feedback belongs at `",
               held < 0 ? "" : connector_text(d, in[!held]), held < 0 ? "" : "`");
    for (int e = 0; e < d->eq.n; e++) {
        VarVec of = d->eq.v[e].from_connect ? vars_of_eq(d, w->a, e) : (VarVec){0};
        for (int i = 0; i < of.n; i++)
            if (of.n == 2 && (of.v[i] == in[0] || of.v[i] == in[1]))
                note_equation(d, e, "", "");
    }
    return true;
}

bool report_free_port(Diagnosis *p)
{
    Dae *d = p->d;
    if (!d->flat || p->under.n != 1 || p->over.n != 1)
        return false;
    FreePort w = {.d = d, .a = p->a};
    w.named = ARENA_ARRAY(p->a, bool, d->var.n + 1);
    w.held = ARENA_ARRAY(p->a, bool, d->var.n + 1);
    w.same = ARENA_ARRAY(p->a, VarId, d->var.n + 1);
    read_equations(&w);
    for (int i = 0; i < p->under.v[0].nvars; i++)
        for (int m = p->first[dae_root(d, p->under.v[0].var[i], NULL)]; m; m = p->next[m - 1])
            if (report_free(&w, (VarId)m - 1))
                return true;
    return false;
}
