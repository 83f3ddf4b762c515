/* report_text.c - the structure as plain text: sizes, states, blocks with their solved equations.
 */
#include "dae/report.h"

const char *const block_kind_name[] = {"explicit", "linear",   "nonlinear",
                                       "mixed",    "discrete", "algorithm"};
const char *const block_pivots_name[] = {"chosen", "sparse", "recursive", "condensing", "given"};
const char *const block_solved_name[] = {"symbolic", "symbolic", "lu", "klu", "newton", "relax"};

static void add_count(ExprStore *s, Expr e, OpCount *sum)
{
    OpCount one;
    expr_count(s, 1, &e, &one);
    sum->add += one.add;
    sum->mul += one.mul;
    sum->div += one.div;
    sum->call += one.call;
}

static void count_assigns(Dae *d, const Assign *a, int n, OpCount *sum)
{
    for (int i = 0; i < n; i++) {
        if (a[i].var != NONE)
            add_count(d->store, a[i].value, sum);
        else if (d->eq.v[a[i].eq].rhs)
            add_count(d->store, d->eq.v[a[i].eq].rhs, sum);
    }
}

/* Gaussian elimination of a full matrix, forward and back substitution. */
static void count_factorisation(long long n, OpCount *sum)
{
    long long inner = n * (n - 1) * (2 * n - 1) / 6 + n * (n - 1);
    sum->add += inner;
    sum->mul += inner;
    sum->div += n * (n - 1) / 2 + n;
}

static void count_block(Dae *d, const Block *b, OpCount *sum)
{
    const BlockCore *core = b->core;
    for (int k = 0; k < core->nparts; k++)
        count_factorisation(core->part[k + 1] - core->part[k], sum);
    if (!core->nparts && b->sparse) {
        sum->add += core->nnz;
        sum->mul += core->nnz;
        sum->div += core->ntorn;
    } else if (!core->nparts && b->solved != SOLVE_RELAX) { /* of which one sweep is counted */
        count_factorisation(core->ntorn, sum);
    }
    count_assigns(d, b->assign, b->nassign, sum);
    count_assigns(d, b->core->mode, b->core->nmodes, sum);
    for (int k = 0; k < b->core->ntorn; k++)
        add_count(d->store, b->core->residual[k], sum);
}

OpCount report_block_operations(Dae *d, const Block *b)
{
    OpCount sum = {0};
    count_block(d, b, &sum);
    return sum;
}

OpCount report_operations(Dae *d, const System *s)
{
    OpCount sum = {0};
    for (int i = 0; i < s->nblocks; i++)
        count_block(d, s->block[i], &sum);
    return sum;
}

double report_density(Dae *d, const Block *b)
{
    long long entries = 0;
    Map in_block = {0};
    Arena *a = arena_new();
    for (int i = 0; i < b->n; i++)
        map_set(&in_block, a, (uint64_t)b->var[i] + 1, 1);
    for (int i = 0; i < b->neq; i++) {
        const DaeEq *eq = b->eq[i] < 0 ? NULL : &d->eq.v[b->eq[i]];
        if (!eq || !eq->lhs || !eq->rhs) { /* a call or an algorithm: all of it */
            entries += b->n;
            continue;
        }
        VarList in = expr_vars(d->store, a, 2, (Expr[]){eq->lhs, eq->rhs});
        for (int k = 0; k < in.n; k++)
            entries += map_get(&in_block, (uint64_t)in.var[k] + 1, 0);
    }
    arena_free(a);
    return (double)entries / ((double)b->n * b->n);
}

static void print_value(Dae *d, const Assign *a, Buf *out)
{
    ExprNames names = dae_names(d);
    if (a->start_of)
        buf_printf(out, "%s.start", dae_var_text(d, a->start_of - 1));
    else
        expr_print(d->store, a->value, &names, out);
}

/* Of the equations that no equation of the model stands for - start values, formulas of a step -
 * number n: solved for an unknown, or left over. */
static void print_condition(Dae *d, const Block *b, int n, Buf *out)
{
    ExprNames names = dae_names(d);
    for (int i = 0; i < b->nassign; i++) {
        const Assign *a = &b->assign[i];
        bool counts = a->eq < 0 && !a->pre && d->var.v[a->var].kind != DV_AUXILIARY;
        if (!counts || n-- > 0)
            continue;
        buf_printf(out, "%s = ", dae_var_text(d, a->var));
        print_value(d, a, out);
        return;
    }
    for (int i = 0; i < b->core->ntorn; i++) {
        if (b->core->residual_eq[i] >= 0 || n-- > 0)
            continue;
        buf_puts(out, "0 = ");
        expr_print(d->store, b->core->residual[i], &names, out);
        return;
    }
    buf_puts(out, "a condition");
}

void report_equation(Dae *d, const Block *b, int k, Buf *out)
{
    int conditions = 0;
    for (int i = 0; i < k && b->eq[k] < 0; i++)
        conditions += b->eq[i] < 0;
    if (b->eq[k] >= 0)
        dae_print_eq(d, b->eq[k], out);
    else
        print_condition(d, b, conditions, out);
}

/* ---- Assignments ---- */

static bool is_condition(const DaeVar *v)
{
    return v->hidden && v->type == T_BOOL && v->pre_of == NONE;
}

static void print_assigns(Dae *d, const Assign *a, int n, const char *indent, Buf *out)
{
    for (int i = 0; i < n; i++) {
        const DaeVar *v = a[i].var == NONE ? NULL : &d->var.v[a[i].var];
        if (v && a[i].pre && a[i].value && expr_op(d->store, a[i].value) == EX_VAR &&
            d->var.v[expr_node(d->store, a[i].value)->payload].pre_of != NONE)
            continue; /* the variable for pre(v) has just been printed */
        if (v && v->kind == DV_AUXILIARY && v->meaning == a[i].value)
            continue; /* printed by its meaning (hoist.c) */
        buf_puts(out, indent);
        if (!v) {
            dae_print_eq(d, a[i].eq, out);
        } else if (is_condition(v) && !a[i].pre) {
            buf_puts(out, "condition ");
            print_value(d, &a[i], out);
        } else {
            buf_printf(out, a[i].pre ? "pre(%s) := " : "%s := ", dae_var_text(d, a[i].var));
            print_value(d, &a[i], out);
        }
        buf_putc(out, '\n');
    }
}

/* ---- Blocks ---- */

static void print_names(Dae *d, const uint32_t *var, int n, Buf *out)
{
    for (int i = 0; i < n; i++) {
        buf_puts(out, i ? ", " : "");
        dae_var_name(d, var[i], out);
    }
}

/* Of larger systems it is said how sparse they are. */
enum { MANY_TO_READ = 20 };

/* Whether a diagonal block is like the one before it. */
static bool is_alike(const DiagonalBlock *b)
{
    return b->n == b[-1].n && b->ntorn == b[-1].ntorn;
}

static void print_diagonal(Dae *d, const BlockCore *core, Buf *out)
{
    for (int k = 0, n = 1; k < core->ndiagonal; k += n) {
        const DiagonalBlock *b = &core->diagonal[k];
        for (n = 1; k + n < core->ndiagonal && is_alike(b + n);)
            n++;
        buf_puts(out, core->nrelaxed ? "    relaxed form: " : "    ");
        buf_printf(out, "%d block%s of %d equations%s", n, n == 1 ? "" : "s", b->n,
                   b->ntorn ? ", torn for " : "");
        for (int i = 0; i < n; i++) {
            buf_puts(out, i && b->ntorn ? "; " : "");
            print_names(d, b[i].torn, b[i].ntorn, out);
        }
        buf_putc(out, '\n');
    }
}

static void print_nested(Dae *d, const BlockCore *core, Buf *out)
{
    for (int k = 0; k < core->nnested; k++) {
        const DiagonalBlock *b = &core->nested[k];
        buf_printf(out, "    in it a linear system of %d equations, eliminated", b->n);
        if (b->ntorn < b->n) {
            buf_puts(out, ", torn for ");
            print_names(d, b->torn, b->ntorn, out);
        }
        buf_putc(out, '\n');
    }
}

static void print_system_block(Dae *d, const Block *b, Buf *out)
{
    static const char *const how[] = {"solved one after the other",
                                      "solved symbolically",
                                      "solved by LU",
                                      "solved by sparse LU",
                                      "solved by Newton iteration",
                                      "iterated over what is relaxed"};
    static const char *const pivots[] = {
        "", ", with numbers and parameters as pivots in the order of least fill",
        ", recursively along the unknowns that follow from derivatives of states",
        ", after what makes no more entries is eliminated", ", in the order that relax() gives"};
    ExprNames names = dae_names(d);
    buf_printf(out, "  %s system of %d equation%s, %s", block_kind_name[b->kind], b->n,
               b->n == 1 ? "" : "s", how[b->solved]);
    buf_puts(out, pivots[b->pivots]);
    if (b->core->ntorn) {
        buf_printf(out, "%s for %d unknown%s", b->pivots ? "," : "", b->core->ntorn,
                   b->core->ntorn == 1 ? "" : "s");
        for (int k = 0; k < b->core->nparts; k++)
            buf_printf(out, "%s%d", k ? " + " : " (", b->core->part[k + 1] - b->core->part[k]);
        buf_puts(out, b->core->nparts ? "): " : ": ");
        print_names(d, b->core->torn, b->core->ntorn, out);
    }
    buf_putc(out, '\n');
    if (b->n > MANY_TO_READ)
        buf_printf(out, "    %.1f %% of its entries are not zero\n", 100 * report_density(d, b));
    print_diagonal(d, b->core, out);
    print_nested(d, b->core, out);
    print_assigns(d, b->assign, b->nassign, "    ", out);
    for (int i = 0; i < b->core->ntorn; i++) {
        buf_puts(out, "    0 = ");
        expr_print(d->store, b->core->residual[i], &names, out);
        buf_putc(out, '\n');
    }
    if (b->core->nmodes) {
        buf_puts(out, "   with\n");
        print_assigns(d, b->core->mode, b->core->nmodes, "    ", out);
    }
}

static void print_system(Dae *d, const System *s, Buf *out)
{
    for (int i = 0; i < s->nblocks; i++) {
        const Block *b = s->block[i];
        bool system =
            b->kind == BLOCK_LINEAR || b->kind == BLOCK_NONLINEAR || b->kind == BLOCK_MIXED;
        if (system)
            print_system_block(d, b, out);
        else
            print_assigns(d, b->assign, b->nassign, "  ", out);
    }
}

int report_times(const Dae *d, int eq)
{
    int n = 0;
    for (int k = eq; !d->eq.v[eq].ndiff && d->eq.v[k].derivative != NONE; n++)
        k = (int)d->eq.v[k].derivative;
    return n;
}

/* How often equations a = b, which are eliminated before others are differentiated, stand for their
 * derivatives: while two names of a variable are differentiated. */
static int alias_times(const Dae *d)
{
    int most = 0, sign;
    VarId *first = ARENA_ARRAY(d->arena, VarId,
                               d->var.n + 1); /* of a variable: the derivative of a name of it */
    bool *twice = ARENA_ARRAY(d->arena, bool, d->var.n + 1); /* and it has others */
    for (int v = 0; v < d->var.n; v++)
        first[v] = NONE;
    for (VarId v = 0; v < (VarId)d->var.n; v++) {
        VarId root = dae_root(d, v, &sign), der = d->var.v[v].der_of;
        twice[root] = twice[root] || (der != NONE && first[root] != NONE && first[root] != der);
        first[root] = der != NONE ? der : first[root];
    }
    for (VarId v = 0; v < (VarId)d->var.n; v++) {
        int n = 0;
        for (VarId x = v; twice[x] && n < d->var.n; n++)
            x = dae_root(d, first[x], &sign);
        most = n > most ? n : most;
    }
    return most;
}

int report_index(const Dae *d)
{
    int most = alias_times(d), algebraic = 0;
    for (int k = 0; k < d->eq.n; k++)
        most = report_times(d, k) > most ? report_times(d, k) : most;
    for (uint32_t v = 0; v < d->nscalar; v++) {
        const DaeVar *x = &d->var.v[v];
        if (x->kind == DV_ALGEBRAIC && x->der_of == NONE && x->int_of == NONE)
            algebraic = 1;
    }
    return most + algebraic;
}

static void print_differentiated(Dae *d, Buf *out)
{
    if (report_index(d) > 1)
        buf_printf(out, "index %d\n", report_index(d));
    for (int k = 0; k < d->eq.n; k++) {
        int n = report_times(d, k);
        if (!n)
            continue;
        if (n <= 2)
            buf_printf(out, "differentiated %s: ", n == 1 ? "once" : "twice");
        else
            buf_printf(out, "differentiated %d times: ", n);
        dae_print_eq(d, k, out);
        buf_putc(out, '\n');
    }
}

/* Candidates that are not states, and why. */
static void print_followers(Dae *d, Buf *out)
{
    for (uint32_t i = 0; i < (uint32_t)d->var.n; i++) {
        if (d->var.v[i].follows == NONE || d->var.v[i].hidden)
            continue;
        buf_printf(out, "no state: %s, which follows from %s\n", dae_var_text(d, i),
                   dae_written_text(d, (int)d->var.v[i].follows));
    }
}

static void print_states(Dae *d, Buf *out)
{
    bool any = false;
    buf_printf(out, "%d state%s%s", d->nstates, d->nstates == 1 ? "" : "s", d->nstates ? ": " : "");
    for (int i = 0; i < d->nstates; i++) {
        if (dae_set_of(d, d->state[i]))
            continue;
        buf_puts(out, any ? ", " : "");
        dae_var_name(d, d->state[i], out);
        any = true;
    }
    for (int i = 0; i < d->set.n; i++) {
        if (d->set.v[i].decided)
            continue;
        buf_printf(out, "%s%d of ", any ? ", " : "", d->set.v[i].nstates);
        dae_print_candidates(d, &d->set.v[i], out);
        any = true;
    }
    buf_putc(out, '\n');
}

void report_text(Dae *d, Buf *out)
{
    const System *sim = dae_system(d, SYSTEM_SIMULATION);
    const System *initial = dae_system(d, SYSTEM_INITIAL);
    OpCount c = report_operations(d, sim);
    buf_printf(out, "%s\n", text_of(d->ctx, d->name));
    buf_printf(out, "%d equations, %d unknowns, of which %d are eliminated\n", d->neq_flat,
               d->nunknowns_flat, d->naliases);
    print_states(d, out);
    print_differentiated(d, out);
    print_followers(d, out);
    buf_printf(out,
               "%lld operations an evaluation (%lld add, %lld multiply, %lld divide, %lld call)\n",
               c.add + c.mul + c.div + c.call, c.add, c.mul, c.div, c.call);
    buf_puts(out, "\nsimulation\n");
    print_system(d, sim, out);
    if (dae_system(d, SYSTEM_STEP)) {
        buf_puts(out, "\nstep of the integration method\n");
        print_system(d, dae_system(d, SYSTEM_STEP), out);
    }
    if (dae_system(d, SYSTEM_STAGES)) {
        buf_puts(out, "\nall stages of a step\n");
        print_system(d, dae_system(d, SYSTEM_STAGES), out);
    }
    if (!initial) /* --dump before it is made */
        return;
    buf_puts(out, "\ninitial problem\n");
    print_system(d, initial, out);
}
