/* overconstrained.c - connections between redundant sets of variables (specification, 9.4).
 *
 * Every instance of an overdetermined type or record (one with a function equalityConstraint) in a
 * connector is a node of the virtual connection graph. Connections.branch gives required edges,
 * connect optional ones; a connection that unites nothing new in its connection set gives none.
 * The graph is made into spanning trees (graph/spanning.c): along an edge in a tree the instances
 * are equal, for the others 0 = equalityConstraint(a, b) holds. Connections.isRoot and
 * Connections.rooted ask for the result, cardinality for the number of connections; equations that
 * depend on them are chosen afterwards (FlatEq.late). Connections.uniqueRoot is a root that may be
 * the only one of all that is connected, and Connections.uniqueRootIndices says which of several is
 * connected with a node (operators of Modelica_StateGraph2). Near-linear in the connections. */
#include "base/die.h"
#include "graph/graph.h"
#include "model/flat_internal.h"

typedef struct GraphNode {
    End at;     /* the position counts instances, whatever dimensions their type has */
    Span first; /* where it was met first */
    int partner;
    int branches; /* in which it is the first argument, with the last such partner */
} GraphNode;

typedef struct UniqueRoot {
    int node;
    const FlatEq *eq;
} UniqueRoot;

struct ConnectionGraph {
    Map node_at; /* component, position -> node + 1 */
    VEC(GraphNode) node;
    VEC(GraphEdge) edge;
    VEC(SpanningRoot) root;
    VEC(UniqueRoot) unique;
    int *part;    /* [node.n] when it is solved: a node of what it is connected with; NULL */
    VEC(int) set; /* union-find over 2 * node + outside */
    Map count;    /* component, position -> connections */
    int *depth;   /* [node.n] when it is solved; NULL */
    bool known;
    EndList left, right;
};

/* ---- Overdetermined types ---- */

ClassUse *equality_constraint(Model *m, const Comp *c)
{
    ClassUse *u = c->use;
    if (!u || (!u->builtin && u->restriction != CLS_RECORD && u->restriction != CLS_TYPE &&
               u->restriction != CLS_OPERATOR_RECORD))
        return NULL;
    ClassInst *in = u->builtin ? u->body : class_plain(m, u);
    Slot *s = in ? class_slot(m, in, N_equalityConstraint) : NULL;
    return s && s->written->kind == EL_CLASS ? slot_class(m, s, c->decl->name_span) : NULL;
}

/* Elements of the type itself: type T = Real[3, 3]. */
static int64_t unit_of(const Comp *c)
{
    int64_t n = 1;
    for (int k = c->ndims - c->use->ndims; k < c->ndims; k++)
        n *= c->dim[k].size;
    return n;
}

/* ---- Nodes and edges ---- */

static uint64_t place_key(const Comp *c, int64_t position)
{
    return (uint64_t)c->id << 32 | (uint32_t)(position + 1);
}

static int node_of(Model *m, Comp *c, int64_t position, Span at)
{
    ConnectionGraph *g = m->graph;
    uint64_t key = place_key(c, position);
    uint32_t k = map_get(&g->node_at, key, 0);
    if (k)
        return (int)k - 1;
    GraphNode node = {.at = {c, position, false}, .first = at, .partner = -1};
    vec_push(m->arena, &g->node, node);
    int face = g->set.n;
    vec_push(m->arena, &g->set, face);
    vec_push(m->arena, &g->set, face + 1);
    map_set(&g->node_at, m->arena, key, (uint32_t)g->node.n);
    return g->node.n - 1;
}

static int leader(ConnectionGraph *g, int x)
{
    while (g->set.v[x] != x)
        x = g->set.v[x] = g->set.v[g->set.v[x]];
    return x;
}

bool graph_connect(Model *m, GraphEdge like, const End *a, const End *b, Comp *x, Comp *y,
                   int64_t inner)
{
    ConnectionGraph *g = m->graph;
    if (!equality_constraint(m, x))
        return false;
    int64_t unit = unit_of(x), n = unit ? inner / unit : 0;
    for (int64_t i = 0; i < n; i++) {
        GraphEdge e = like;
        e.end[0] = (End){x, a->position * n + i, a->outside};
        e.end[1] = (End){y, b->position * n + i, b->outside};
        e.unit = unit;
        int set[2];
        for (int k = 0; k < 2; k++) {
            e.node[k] = node_of(m, e.end[k].comp, e.end[k].position, like.eq->span);
            set[k] = leader(g, 2 * e.node[k] + e.end[k].outside);
        }
        if (set[0] == set[1])
            continue; /* connected by others already */
        g->set.v[set[1]] = set[0];
        vec_push(m->arena, &g->edge, e);
    }
    return true;
}

void graph_count(Model *m, const End *e)
{
    uint64_t key = place_key(e->comp, e->position);
    uint32_t n = map_get(&m->graph->count, key, 0);
    map_set(&m->graph->count, m->arena, key, n + 1);
}

/* ---- Connections.branch, root and potentialRoot ---- */

static bool is_node(Model *m, const Comp *c, Span at)
{
    if (!equality_constraint(m, c)) {
        refuse(m, at,
               "`%s` is not overdetermined: its class `%s` has no function `equalityConstraint`",
               comp_name_text(m, c), c->use ? class_name_text(m, c->use->written) : "?");
        remark(m, c->decl->name_span, "it is declared here");
        return false;
    }
    for (const Comp *p = c; p; p = p->parent)
        if (p->is_connector)
            return true;
    return object_to(m, at, "`%s` is not part of a connector", comp_name_text(m, c));
}

static bool is_present(Model *m, const Comp *c)
{
    for (; c; c = c->parent)
        if (c->name && !comp_enabled(m, (Comp *)c))
            return false;
    return true;
}

/* The nodes a reference denotes; false after a report. */
static bool nodes_of(Model *m, const GraphRef *r, const IterValue *iters, EndList *out)
{
    if (!reference_ends(m, r->ref, iters, r->span, "`Connections`", out))
        return false;
    int n = 0;
    for (int i = 0; i < out->n; i++) {
        End e = out->v[i];
        if (!is_present(m, e.comp))
            continue;
        if (!is_node(m, e.comp, r->span))
            return false;
        int64_t unit = unit_of(e.comp);
        e.position /= unit ? unit : 1;
        if (!n || out->v[n - 1].comp != e.comp || out->v[n - 1].position != e.position)
            out->v[n++] = e;
    }
    out->n = n;
    return true;
}

static void add_branch(Model *m, const FlatEq *eq, End a, End b)
{
    ConnectionGraph *g = m->graph;
    GraphEdge e = {.eq = eq, .required = true, .end = {a, b}};
    e.node[0] = node_of(m, a.comp, a.position, eq->span);
    e.node[1] = node_of(m, b.comp, b.position, eq->span);
    g->node.v[e.node[0]].partner = e.node[1];
    g->node.v[e.node[0]].branches++;
    vec_push(m->arena, &g->edge, e);
}

void graph_statement(Model *m, const FlatEq *eq, const IterValue *iters)
{
    ConnectionGraph *g = m->graph;
    const FlatSource *s = eq->source;
    int64_t priority = -1;
    if (!nodes_of(m, &s->graph_arg[0], iters, &g->left))
        return;
    if (s->graph == GRAPH_BRANCH) {
        if (!nodes_of(m, &s->graph_arg[1], iters, &g->right))
            return;
        for (int i = 0; i < g->left.n && i < g->right.n; i++)
            add_branch(m, eq, g->left.v[i], g->right.v[i]);
        return;
    }
    if (s->graph == GRAPH_POTENTIAL_ROOT) {
        priority = 0;
        if (s->priority &&
            !eval_integer(m, s->priority, iters, eq->span, "the priority", &priority))
            return;
        if (priority < 0) {
            refuse(m, eq->span, "the priority of a potential root is %lld; it must not be negative",
                   (long long)priority);
            return;
        }
    }
    for (int i = 0; i < g->left.n; i++) {
        End e = g->left.v[i];
        SpanningRoot r = {node_of(m, e.comp, e.position, eq->span), priority, 0};
        vec_push(m->arena, &g->root, r);
        if (s->graph == GRAPH_UNIQUE_ROOT)
            vec_push(m->arena, &g->unique, ((UniqueRoot){r.node, eq}));
    }
}

/* ---- Trees ---- */

static const char *node_text(Model *m, int k)
{
    const GraphNode *n = &m->graph->node.v[k];
    Buf text = {0};
    buf_puts(&text, comp_name_text(m, n->at.comp));
    if (comp_path_dims(n->at.comp) > n->at.comp->use->ndims)
        buf_printf(&text, " (element %lld)", (long long)n->at.position + 1);
    const char *copy = arena_printf(m->arena, "%s", buf_text(&text));
    buf_free(&text);
    return copy;
}

static void report_fault(Model *m, const GraphEdge *e, EdgeState state)
{
    refuse(m, e->eq->span,
           state == EDGE_ROOTS
               ? "the branch from `%s` to `%s` joins two roots; only one of them can be "
                 "`Connections.root`"
               : "the branch from `%s` to `%s` closes a cycle of branches; a cycle must contain a "
                 "`connect`",
           node_text(m, e->node[0]), node_text(m, e->node[1]));
}

/* One report for every part of the graph; the connectors of a component have their roots outside.
 * Where this is forgiven, the first connector of each part is its root. */
static void report_rootless(Model *m, Spanning *s)
{
    SpanningRoot *all = ARENA_ARRAY(m->arena, SpanningRoot, s->n);
    int *depth = ARENA_ARRAY(m->arena, int, s->n);
    Spanning again = {s->n, s->nedges, 0, s->edge, all, depth};
    for (int i = 0; i < s->n; i++)
        if (s->depth[i] < 0)
            all[again.nroots++] = (SpanningRoot){i, 0, 0};
    KRON_MEMORY(spanning_trees(&again));
    m->rootless = true;
    bool taken = true;
    for (int i = 0; i < s->n; i++)
        if (s->depth[i] < 0 && !depth[i] && !m->component)
            taken &= object_to(m, m->graph->node.v[i].first,
                               "no root for `%s` and what it is connected with: something must be "
                               "`Connections.root` or `Connections.potentialRoot`",
                               node_text(m, i));
    for (int i = 0; taken && i < s->nedges; i++)
        if (s->depth[s->edge[i].a] < 0)
            m->graph->edge.v[i].broken = s->edge[i].state == EDGE_BROKEN;
    for (int i = 0; taken && i < s->n; i++)
        if (s->depth[i] < 0)
            s->depth[i] = depth[i];
}

static int part_leader(int *part, int k)
{
    while (part[k] != k)
        k = part[k] = part[part[k]];
    return k;
}

/* What is connected, whether or not connections are broken. */
static void find_parts(ConnectionGraph *g, Arena *a)
{
    g->part = ARENA_ARRAY(a, int, g->node.n + 1);
    for (int i = 0; i < g->node.n; i++)
        g->part[i] = i;
    for (int i = 0; i < g->edge.n; i++)
        g->part[part_leader(g->part, g->edge.v[i].node[1])] =
            part_leader(g->part, g->edge.v[i].node[0]);
    for (int i = 0; i < g->node.n; i++)
        g->part[i] = part_leader(g->part, i);
}

/* The message of a statement, as text after a colon. */
static const char *message_text(Model *m, Expr message)
{
    const char *text = message && expr_op(m->store, message) == EX_STRING
                           ? text_of(m->ctx, (Name)expr_node(m->store, message)->payload)
                           : "";
    return *text ? arena_printf(m->arena, ": %s", text) : "";
}

static void check_unique(Model *m)
{
    ConnectionGraph *g = m->graph;
    int *root = ARENA_ARRAY(m->arena, int, g->node.n + 1); /* of each part: number + 1 */
    for (int i = 0; i < g->unique.n; i++) {
        const UniqueRoot *u = &g->unique.v[i];
        int *first = &root[g->part[u->node]];
        if (!*first) {
            *first = i + 1;
            continue;
        }
        const UniqueRoot *other = &g->unique.v[*first - 1];
        refuse(m, u->eq->span, "`%s` and `%s` are connected, but each is to be the only root%s",
               node_text(m, other->node), node_text(m, u->node),
               message_text(m, u->eq->source->message));
        remark(m, other->eq->span, "the other one is here");
        return;
    }
}

static bool solve(Model *m)
{
    ConnectionGraph *g = m->graph;
    Spanning s = {g->node.n, g->edge.n, g->root.n, NULL, g->root.v, NULL};
    s.edge = ARENA_ARRAY(m->arena, SpanningEdge, s.nedges);
    s.depth = g->depth = ARENA_ARRAY(m->arena, int, s.n);
    for (int i = 0; i < s.nedges; i++) {
        const GraphEdge *e = &g->edge.v[i];
        s.edge[i] = (SpanningEdge){e->node[0], e->node[1], e->required, 0};
    }
    KRON_MEMORY(spanning_trees(&s));
    int before = diags_errors(m->ctx->diags), rootless = 0;
    find_parts(g, m->arena);
    check_unique(m);
    if (diags_errors(m->ctx->diags) > before)
        return false;
    for (int i = 0; i < s.nedges; i++) {
        EdgeState state = (EdgeState)s.edge[i].state;
        g->edge.v[i].broken = state == EDGE_BROKEN;
        if (state == EDGE_CYCLE || state == EDGE_ROOTS)
            report_fault(m, &g->edge.v[i], state);
    }
    for (int i = 0; i < s.n; i++)
        rootless += g->depth[i] < 0;
    if (rootless && diags_errors(m->ctx->diags) == before)
        report_rootless(m, &s);
    return diags_errors(m->ctx->diags) == before;
}

/* ---- Equations ---- */

/* A reference to the instance of a node. */
static Expr instance_ref(Model *m, const End *e)
{
    Comp *c = e->comp;
    Expr sub[8 * MAX_DIMS];
    int nd = comp_path_dims(c), k = nd;
    int64_t rest = e->position;
    for (int i = 0; i < c->use->ndims; i++)
        sub[--k] = raw_colon(m);
    int own = c->ndims - c->use->ndims;
    for (const Comp *p = c; p; p = p->parent, own = p ? p->ndims : 0)
        for (int i = own; i-- > 0; rest /= p->dim[i].size)
            sub[--k] = expr_int(m->store, rest % p->dim[i].size + 1);
    Type t = comp_type(m, c);
    int32_t dim[MAX_DIMS];
    for (int i = 0; i < c->use->ndims; i++)
        dim[i] = c->dim[c->ndims - c->use->ndims + i].size;
    return t ? expr_make(m->store, EX_CREF, tarray(m, t, c->use->ndims, dim), 0, c->id,
                         (uint32_t)nd, sub)
             : 0;
}

/* A function for arrays of the type is asked about each element alone, which is a node. */
static void fit_arguments(Model *m, ClassUse *f, Expr *arg)
{
    Comp **in;
    ClassInst *ci = function_scope(m, f);
    int n = ci ? function_inputs(m, ci, &in) : 0;
    for (int i = 0; i < 2 && i < n && arg[i]; i++) {
        Type t = expr_type(m->store, arg[i]);
        int32_t one = 1;
        if (in[i]->ndims == tinfo(m, t)->ndims + 1)
            arg[i] = raw_make(m, EX_ARRAY, tarray(m, t, 1, &one), 1, &arg[i]);
    }
}

/* 0 = equalityConstraint(a, b); without residues the call is made for its assertions. */
static void add_constraint(Model *m, const GraphEdge *e)
{
    Expr arg[2] = {instance_ref(m, &e->end[0]), instance_ref(m, &e->end[1])};
    ClassUse *f = equality_constraint(m, e->end[0].comp);
    if (f)
        fit_arguments(m, f, arg);
    Env env = env_in(m, m->root);
    Expr call = arg[0] && arg[1] && f ? call_of(&env, f, 2, arg, e->eq->span) : 0;
    if (!call)
        return;
    Type t = expr_type(m->store, call);
    const TypeInfo *info = tinfo(m, t);
    if (info->base != TY_REAL || info->ndims != 1) {
        refuse(m, f->written->name_span,
               "`equalityConstraint` must have one result, a vector of Reals, not %s",
               type_text(m, t));
        return;
    }
    FlatEq eq = {FE_EQUAL, .span = e->eq->span, .owner = m->flat->root, .rhs = call};
    uint32_t owner = e->eq->owner;
    bool once = true;
    for (const Comp *p = m->comp.v[owner]; p; p = p->parent)
        once = once && !p->ndims;
    eq.owner = once ? owner : eq.owner;
    if (info->dim[0]) {
        Expr zero[2] = {expr_real(m->store, 0), expr_int(m->store, info->dim[0])};
        eq.lhs = raw_make(m, EX_FILL, t, 2, zero);
    } else {
        eq.kind = FE_CALL;
    }
    vec_push(m->kept, &m->flat->eq, arena_copy(m->kept, &eq, sizeof eq));
}

void graph_open(Model *m)
{
    m->graph = ARENA_NEW(m->arena, ConnectionGraph);
}

static bool in_connector(const Comp *c)
{
    while (c && !c->is_connector)
        c = c->parent;
    return c != NULL;
}

/* Of a component also what it does not say more of: those outside do. */
static void leave_uncounted(Model *m)
{
    const ConnectionGraph *g = m->graph;
    for (int i = 0; i < g->node.n; i++)
        m->flat->part.v[g->node.v[i].at.comp->id].uncounted = true;
    for (int i = 0; i < m->instance.n && m->component; i++) {
        const Comp *c = m->instance.v[i];
        if (in_connector(c) && equality_constraint(m, c))
            m->flat->part.v[c->id].uncounted = true;
    }
}

void graph_close(Model *m, GraphJoin *join, void *arg)
{
    ConnectionGraph *g = m->graph;
    if (!solve(m))
        return;
    g->known = true;
    leave_uncounted(m);
    for (int i = 0; i < g->edge.n; i++) {
        const GraphEdge *e = &g->edge.v[i];
        if (e->broken)
            add_constraint(m, e);
        else if (!e->required)
            join(arg, e);
    }
}

/* ---- Questions ---- */

static bool is_rooted(Model *m, const GraphNode *n, int k, double *x, const char **why)
{
    const int *depth = m->graph->depth;
    if (!n || n->branches != 1) {
        *why = "it needs exactly one `Connections.branch` with the same first argument";
        return false;
    }
    *x = depth[k] < depth[n->partner];
    return true;
}

/* The parts that the elements of a vector of nodes belong to; -1: of none. */
static bool parts_of(Model *m, Expr ref, const IterValue *iters, int *part, int n)
{
    ConnectionGraph *g = m->graph;
    EndList end = {0};
    if (!reference_ends(m, ref, iters, (Span){0}, NULL, &end))
        return false;
    int k = 0;
    for (int i = 0; i < end.n && k < n; i++) {
        End at = end.v[i];
        int64_t unit = unit_of(at.comp);
        at.position /= unit ? unit : 1;
        if (i && end.v[i - 1].comp == at.comp &&
            end.v[i - 1].position / (unit ? unit : 1) == at.position)
            continue;
        int node = (int)map_get(&g->node_at, place_key(at.comp, at.position), 0) - 1;
        part[k++] = node < 0 ? -1 : g->part[node];
    }
    while (k < n)
        part[k++] = -1;
    return true;
}

/* Which of the roots element `wanted` of Connections.uniqueRootIndices is: of those that the nodes
 * are connected with, in the order of the nodes, then of the others. */
static bool root_index(Model *m, Expr e, const IterValue *iters, double *x, const char **why)
{
    const Expr *arg = expr_args(m->store, e);
    int n = einfo(m, arg[0])->dim[0], count = einfo(m, arg[1])->dim[0], left = 0;
    int wanted = (int)expr_number(m->store, arg[3]) - 1;
    int *root = ARENA_ARRAY(m->arena, int, n + 1), *node = ARENA_ARRAY(m->arena, int, count + 1);
    bool *taken = ARENA_ARRAY(m->arena, bool, n + 1);
    if (!parts_of(m, arg[0], iters, root, n) || !parts_of(m, arg[1], iters, node, count))
        return false;
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < n && (taken[k] || root[k] < 0 || root[k] != node[i]))
            k++;
        if (k == n) {
            *why = arena_printf(m->arena,
                                "element %d of the nodes is connected with none of the roots, or "
                                "with one that another is connected with%s",
                                i + 1, message_text(m, arg[2]));
            return false;
        }
        taken[k] = true;
        if (i == wanted)
            *x = k + 1;
    }
    for (int k = 0; k < n; k++)
        if (!taken[k] && count + left++ == wanted)
            *x = k + 1;
    return true;
}

bool graph_answer(Model *m, Expr e, const IterValue *iters, double *x, const char **why)
{
    ConnectionGraph *g = m->graph;
    EndList end = {0};
    *why = NULL;
    if (g && g->known && expr_op(m->store, e) == EX_ROOTINDEX)
        return root_index(m, e, iters, x, why);
    if (!g || !g->known ||
        !reference_ends(m, expr_arg(m->store, e, 0), iters, (Span){0}, NULL, &end))
        return false;
    *x = 0; /* an empty array: nothing is to be said of its elements */
    if (!end.n)
        return expr_op(m->store, e) == EX_ISROOT;
    End at = end.v[0];
    if (expr_op(m->store, e) == EX_CARDINALITY) {
        *x = map_get(&g->count, place_key(at.comp, at.position), 0);
        return true;
    }
    int64_t unit = unit_of(at.comp);
    int k = (int)map_get(&g->node_at, place_key(at.comp, at.position / (unit ? unit : 1)), 0) - 1;
    if (expr_op(m->store, e) == EX_ROOTED)
        return is_rooted(m, k < 0 ? NULL : &g->node.v[k], k, x, why);
    *x = k >= 0 && !g->depth[k];
    return true;
}
