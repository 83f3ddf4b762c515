/* func_fault_array.c - arrays where the operation without a result is searched: constructors,
 * subscripts, reductions, products, operations element by element. What is not here is not known.
 * Linear in the elements; the work counts like that of scalars. */
#include "symbolic/func_fault.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 100000 };

/* An array of zeros of this shape; NULL: too large. */
static Grid *grid_new(Trial *t, int ndims, const int *dim)
{
    size_t n = 1;
    for (int i = 0; i < ndims; i++) {
        if (dim[i] < 0 || n * (size_t)dim[i] > MOST_ELEMENTS)
            return NULL;
        n *= (size_t)dim[i];
    }
    Grid *g = calloc(1, sizeof *g + n * sizeof g->x[0]);
    if (!g)
        return NULL;
    g->ndims = ndims;
    g->n = (int)n;
    for (int i = 0; i < ndims; i++)
        g->dim[i] = dim[i];
    g->next = *t->grids;
    *t->grids = g;
    *t->left -= (int)n;
    return g;
}

static Num of_grid(Grid *g)
{
    return g ? (Num){0, true, g} : num_unknown;
}

static Grid *vector_new(Trial *t, int n)
{
    return grid_new(t, 1, &n);
}

Num fault_copy(Trial *t, Num x)
{
    Grid *copy = x.known && x.grid ? grid_new(t, x.grid->ndims, x.grid->dim) : NULL;
    if (copy)
        memcpy(copy->x, x.grid->x, (size_t)copy->n * sizeof copy->x[0]);
    return x.known && x.grid ? of_grid(copy) : x;
}

/* ---- Made from elements ---- */

/* {a, b, c} of scalars, or of arrays of one shape. */
static Num constructed(Trial *t, Expr e)
{
    int n = (int)expr_node(t->s, e)->nargs, dim[MAX_DIMS] = {n};
    Grid *all = NULL;
    for (int i = 0; i < n && !t->found; i++) {
        Num x = fault_value(t, expr_arg(t->s, e, (uint32_t)i));
        int inner = x.grid ? x.grid->n : 1, ndims = x.grid ? x.grid->ndims + 1 : 1;
        if (!x.known || ndims > MAX_DIMS)
            return num_unknown;
        for (int k = 1; k < ndims; k++)
            dim[k] = x.grid->dim[k - 1];
        if (!all && !(all = grid_new(t, ndims, dim)))
            return num_unknown;
        if (all->n != n * inner)
            return num_unknown;
        memcpy(all->x + (size_t)i * (size_t)inner, x.grid ? x.grid->x : &x.x,
               (size_t)inner * sizeof(double));
    }
    return of_grid(all);
}

static Num range(Trial *t, Expr e)
{
    uint32_t last = expr_node(t->s, e)->nargs - 1;
    Num from = fault_value(t, expr_arg(t->s, e, 0)),
        step = last == 2 ? fault_value(t, expr_arg(t->s, e, 1)) : num_known(1),
        to = fault_value(t, expr_arg(t->s, e, last));
    if (!from.known || !step.known || !to.known || step.x == 0)
        return num_unknown;
    double n = floor((to.x - from.x) / step.x + 1e-9) + 1;
    Grid *g = n > MOST_ELEMENTS ? NULL : vector_new(t, n > 0 ? (int)n : 0);
    for (int i = 0; g && i < g->n; i++)
        g->x[i] = from.x + i * step.x;
    return of_grid(g);
}

static Num filled(Trial *t, Expr e)
{
    uint32_t n = expr_node(t->s, e)->nargs;
    int dim[MAX_DIMS];
    Num x = fault_value(t, expr_arg(t->s, e, 0));
    for (uint32_t i = 1; i < n && i <= MAX_DIMS; i++) {
        Num size = fault_value(t, expr_arg(t->s, e, i));
        if (!size.known || size.grid)
            return num_unknown;
        dim[i - 1] = (int)size.x;
    }
    Grid *g = x.known && !x.grid && n <= MAX_DIMS ? grid_new(t, (int)n - 1, dim) : NULL;
    for (int i = 0; g && i < g->n; i++)
        g->x[i] = x.x;
    return of_grid(g);
}

static Num array_of_variables(Trial *t, Expr e)
{
    const ExprNode *n = expr_node(t->s, e);
    const TypeInfo *info = type_info(expr_types(t->s), n->type);
    int dim[MAX_DIMS];
    for (int i = 0; i < info->ndims; i++)
        dim[i] = info->dim[i];
    Grid *g = grid_new(t, info->ndims, dim);
    for (int i = 0; g && i < g->n; i++)
        g->x[i] = t->vars[n->payload + (uint64_t)i];
    return of_grid(g);
}

/* ---- Subscripts ---- */

/* The elements that subscripts choose: their places, and the shape that is left. */
typedef struct Chosen {
    int ndims, n;
    int dim[MAX_DIMS];
    int *place; /* [n] */
} Chosen;

/* One dimension: chosen places so far, each with all of its subscripts. */
static bool choose(Trial *t, Chosen *c, Expr sub, int size)
{
    bool whole = expr_op(t->s, sub) == EX_COLON;
    Num at = whole ? num_known(0) : fault_value(t, sub);
    int n = whole ? size : at.grid ? at.grid->n : 1;
    if (!at.known || (size_t)n * (size_t)c->n > MOST_ELEMENTS)
        return false;
    int *place = store_resize(NULL, (size_t)n * (size_t)c->n + 1, sizeof *place);
    bool inside = true;
    for (int i = 0; i < c->n; i++)
        for (int k = 0; k < n; k++) {
            double x = whole ? k + 1 : at.grid ? at.grid->x[k] : at.x;
            inside = inside && x >= 1 && x <= size;
            place[i * n + k] = c->place[i] * size + (inside ? (int)x - 1 : 0);
        }
    free(c->place);
    c->place = place;
    c->n *= n;
    if (whole || at.grid)
        c->dim[c->ndims++] = n;
    return inside;
}

static bool choose_all(Trial *t, const Grid *g, Expr e, Chosen *c)
{
    uint32_t nsubs = expr_node(t->s, e)->nargs - 1;
    *c = (Chosen){.n = 1, .place = store_resize(NULL, 1, sizeof(int))};
    c->place[0] = 0;
    bool good = (int)nsubs == g->ndims;
    for (uint32_t i = 0; i < nsubs && good && !t->found; i++)
        good = choose(t, c, expr_arg(t->s, e, i + 1), g->dim[i]);
    return good && !t->found;
}

static Num element(Trial *t, Expr e)
{
    Num base = fault_value(t, expr_arg(t->s, e, 0)), result = num_unknown;
    Chosen c = {0};
    if (base.known && base.grid && choose_all(t, base.grid, e, &c)) {
        Grid *g = c.ndims ? grid_new(t, c.ndims, c.dim) : NULL;
        for (int i = 0; g && i < c.n; i++)
            g->x[i] = base.grid->x[c.place[i]];
        result = c.ndims ? of_grid(g) : num_known(base.grid->x[c.place[0]]);
    }
    free(c.place);
    return result;
}

void fault_store_part(Trial *t, Expr target, Num x)
{
    Expr array = expr_arg(t->s, target, 0);
    const ExprNode *n = expr_node(t->s, array);
    if (n->op != EX_LOCAL || !t->f || n->payload >= (uint64_t)t->f->nvars)
        return;
    Num *to = &t->local[n->payload];
    Chosen c = {0};
    if (to->known && to->grid && x.known && choose_all(t, to->grid, target, &c) &&
        c.n == (x.grid ? x.grid->n : 1)) {
        for (int i = 0; i < c.n; i++)
            to->grid->x[c.place[i]] = x.grid ? x.grid->x[i] : x.x;
    } else {
        *to = num_unknown;
    }
    free(c.place);
}

static Num size_of(Trial *t, Expr e)
{
    Num a = fault_value(t, expr_arg(t->s, e, 0));
    if (!a.known || !a.grid)
        return num_unknown;
    if (expr_node(t->s, e)->nargs > 1) {
        Num k = fault_value(t, expr_arg(t->s, e, 1));
        return k.known && k.x >= 1 && k.x <= a.grid->ndims ? num_known(a.grid->dim[(int)k.x - 1])
                                                           : num_unknown;
    }
    Grid *g = vector_new(t, a.grid->ndims);
    for (int i = 0; g && i < g->n; i++)
        g->x[i] = a.grid->dim[i];
    return of_grid(g);
}

/* ---- Reductions and products ---- */

static double reduce(ExprOp op, double so_far, double x)
{
    switch (op) {
    case EX_PRODUCT:
    case EX_FORPRODUCT:
        return so_far * x;
    case EX_MINOF:
    case EX_FORMIN:
        return fmin(so_far, x);
    case EX_MAXOF:
    case EX_FORMAX:
        return fmax(so_far, x);
    default:
        return so_far + x;
    }
}

static double neutral(ExprOp op)
{
    return op == EX_PRODUCT || op == EX_FORPRODUCT ? 1
           : op == EX_MINOF || op == EX_FORMIN     ? INFINITY
           : op == EX_MAXOF || op == EX_FORMAX     ? -INFINITY
                                                   : 0;
}

static Num reduced(Trial *t, Expr e, ExprOp op)
{
    Num a = fault_value(t, expr_arg(t->s, e, 0));
    double x = neutral(op);
    if (!a.known || !a.grid)
        return num_unknown;
    for (int i = 0; i < a.grid->n; i++)
        x = reduce(op, x, a.grid->x[i]);
    return num_known(x);
}

/* body for i in r, with one iterator and a scalar body. */
static Num iterated(Trial *t, Expr e, ExprOp op)
{
    if (expr_node(t->s, e)->nargs != 3)
        return num_unknown;
    Expr body = expr_arg(t->s, e, 0), iter = expr_arg(t->s, e, 1);
    Num r = fault_value(t, expr_arg(t->s, e, 2));
    if (!r.known || !r.grid)
        return num_unknown;
    Trial inner = *t;
    Grid *all = op == EX_FORARRAY ? vector_new(t, r.grid->n) : NULL;
    double sum = neutral(op);
    bool good = all || op != EX_FORARRAY;
    for (int i = 0; i < r.grid->n && good && !inner.found; i++) {
        if (expr_op(t->s, iter) == EX_ITER) {
            inner.iter = iter;
            inner.turn = r.grid->x[i];
        } else {
            fault_store(&inner, iter, num_known(r.grid->x[i]));
        }
        Num x = fault_value(&inner, body);
        good = x.known && !x.grid;
        if (all)
            all->x[i] = x.x;
        else
            sum = reduce(op, sum, x.x);
    }
    t->found = inner.found;
    return !good || t->found ? num_unknown : all ? of_grid(all) : num_known(sum);
}

static Num matrix_product(Trial *t, Expr e)
{
    Num a = fault_value(t, expr_arg(t->s, e, 0)), b = fault_value(t, expr_arg(t->s, e, 1));
    if (!a.known || !b.known || !a.grid || !b.grid || a.grid->ndims > 2 || b.grid->ndims > 2)
        return num_unknown;
    const Grid *x = a.grid, *y = b.grid;
    int inner = x->dim[x->ndims - 1], rows = x->ndims == 2 ? x->dim[0] : 1;
    int cols = y->ndims == 2 ? y->dim[1] : 1, dim[2] = {rows, cols};
    if (y->dim[0] != inner)
        return num_unknown;
    Grid *g = grid_new(t, 2, dim);
    for (int i = 0; g && i < rows; i++)
        for (int j = 0; j < cols; j++)
            for (int k = 0; k < inner; k++)
                g->x[i * cols + j] += x->x[i * inner + k] * y->x[k * cols + j];
    if (!g || (x->ndims == 1 && y->ndims == 1))
        return g ? num_known(g->x[0]) : num_unknown;
    g->ndims = x->ndims + y->ndims - 2;
    if (g->ndims == 1)
        g->dim[0] = g->n;
    return of_grid(g);
}

/* ---- Element by element ---- */

Num fault_elements(Trial *t, Expr e, uint32_t n, const Num *arg)
{
    const Grid *shape = NULL;
    double x[8];
    for (uint32_t i = 0; i < n; i++) {
        if (shape && arg[i].grid && arg[i].grid->n != shape->n)
            return num_unknown;
        shape = arg[i].grid ? arg[i].grid : shape;
    }
    Grid *g = shape && n <= 8 ? grid_new(t, shape->ndims, shape->dim) : NULL;
    for (int k = 0; g && k < g->n && !t->found; k++) {
        for (uint32_t i = 0; i < n; i++)
            x[i] = arg[i].grid ? arg[i].grid->x[k] : arg[i].x;
        g->x[k] = fault_operation(t, e, expr_op(t->s, e), n, x).x;
    }
    return t->found ? num_unknown : of_grid(g);
}

Num fault_fresh(Trial *t, const FuncVar *v)
{
    const TypeInfo *info = type_info(expr_types(t->s), v->type);
    int dim[MAX_DIMS];
    if (info->base == TY_STRING || info->base == TY_TUPLE || info->base == TY_OBJECT)
        return num_unknown;
    for (int i = 0; i < info->ndims; i++) {
        Num size = v->dim && v->dim[i] ? fault_value(t, v->dim[i]) : num_unknown;
        if (info->dim[i] == DIM_UNKNOWN && !size.known)
            return num_unknown;
        dim[i] = info->dim[i] == DIM_UNKNOWN ? (int)size.x : info->dim[i];
    }
    return info->ndims ? of_grid(grid_new(t, info->ndims, dim)) : num_known(0);
}

Num fault_array(Trial *t, Expr e)
{
    ExprOp op = expr_op(t->s, e);
    switch (op) {
    case EX_ARRVAR:
        return array_of_variables(t, e);
    case EX_ARRAY:
        return constructed(t, e);
    case EX_RANGE:
        return range(t, e);
    case EX_FILL:
        return filled(t, e);
    case EX_INDEX:
        return element(t, e);
    case EX_SIZE:
        return size_of(t, e);
    case EX_SUM:
    case EX_PRODUCT:
    case EX_MINOF:
    case EX_MAXOF:
        return reduced(t, e, op);
    case EX_FORARRAY:
    case EX_FORSUM:
    case EX_FORPRODUCT:
    case EX_FORMIN:
    case EX_FORMAX:
        return iterated(t, e, op);
    case EX_MATMUL:
        return matrix_product(t, e);
    default:
        return num_unknown;
    }
}
