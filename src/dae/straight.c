/* straight.c - tables that are straight lines.
 *
 * A table of one point is a constant, one of two points with linear segments that go on beyond them
 * is a line: friction that is proportional to speed is often given so. In a step of an inlined
 * integration method an equation with such a table is linear, and eliminated. The table is asked by
 * the C functions of the Modelica libraries, which the run time has itself (rt/natives.def); their
 * arguments are known by place. O(1) a call. */
#include "dae/blocks.h"

#include <math.h>

/* Arguments of the C functions. */
enum { NEW_FILE, NEW_NAME, NEW_TABLE, NEW_COLUMNS = 5, NEW_SMOOTH = 7, NEW_BEYOND };
enum { ASK_TABLE, ASK_COLUMN, ASK_AT };
enum { LINEAR_SEGMENTS = 1, LAST_TWO_POINTS = 2 };

static bool is_native(const Dae *d, Expr call, const char *name)
{
    if (expr_op(d->store, call) != EX_CALL || expr_node(d->store, call)->payload >> 32)
        return false;
    const Func *f = func_get(d->store, (uint32_t)expr_node(d->store, call)->payload);
    return f->external &&
           strncmp(name_text(d->ctx->names, f->external->c_name), name, strlen(name)) == 0;
}

/* What a call gives as an argument of the C function; 0: not an argument as it is. */
static Expr native_argument(const Dae *d, Expr call, int k)
{
    const Func *f = func_get(d->store, (uint32_t)expr_node(d->store, call)->payload);
    const FuncExternal *x = f->external;
    if (k >= x->nargs || x->arg[k].n != 1 || expr_op(d->store, x->arg[k].leaf[0]) != EX_LOCAL)
        return 0;
    uint64_t input = expr_node(d->store, x->arg[k].leaf[0])->payload;
    return input < expr_node(d->store, call)->nargs ? expr_arg(d->store, call, (uint32_t)input) : 0;
}

static double known_number(Dae *d, Expr e)
{
    return e ? expr_value(d->store, e, dae_parameter_values(d), NAN) : NAN;
}

static bool is_no_name(const Dae *d, Expr e)
{
    return e && expr_op(d->store, e) == EX_STRING &&
           strcmp(name_text(d->ctx->names, (Name)expr_node(d->store, e)->payload), "NoName") == 0;
}

static bool any_leaf(void *arg, Expr e, Type *type, const Expr **element)
{
    (void)arg, (void)e, (void)type, (void)element;
    return true;
}

/* The matrix a table is made of; false if that is not known. */
static bool table_matrix(Dae *d, Arena *a, Expr new, ArrayValue *m)
{
    Expr table = native_argument(d, new, NEW_TABLE);
    return is_no_name(d, native_argument(d, new, NEW_FILE)) &&
           is_no_name(d, native_argument(d, new, NEW_NAME)) && table &&
           expr_scalarize(d->store, a, table, any_leaf, NULL, m);
}

static Expr line_through(Dae *d, const ArrayValue *m, int ncols, int y, Expr at)
{
    ExprStore *s = d->store;
    const Expr *p = m->element, *q = p + ncols;
    Expr width = expr_sub(s, q[0], p[0]), rise = expr_sub(s, q[y], p[y]);
    if (!isfinite(known_number(d, expr_div(s, rise, width))))
        return 0;
    return expr_add2(s, p[y], expr_mul2(s, expr_div(s, rise, width), expr_sub(s, at, p[0])));
}

Expr straight_table(Dae *d, Arena *a, Expr call)
{
    if (!is_native(d, call, "ModelicaStandardTables_CombiTable1D_getValue"))
        return 0;
    Expr table = native_argument(d, call, ASK_TABLE), at = native_argument(d, call, ASK_AT);
    if (!table || !at || expr_op(d->store, table) != EX_VAR)
        return 0;
    Expr new = d->var.v[var_number(d->store, table)].binding;
    ArrayValue m, columns;
    if (!new || !is_native(d, new, "ModelicaStandardTables_CombiTable1D_init") ||
        !table_matrix(d, a, new, &m))
        return 0;
    const TypeInfo *shape = type_info(expr_types(d->store), m.type);
    Expr which = native_argument(d, new, NEW_COLUMNS);
    double k = known_number(d, native_argument(d, call, ASK_COLUMN));
    if (shape->ndims != 2 || !which ||
        !expr_scalarize(d->store, a, which, any_leaf, NULL, &columns) || !(k >= 1) || k > columns.n)
        return 0;
    double y = known_number(d, columns.element[(int)k - 1]);
    if (!(y >= 1) || y > shape->dim[1] || shape->dim[0] > 2)
        return 0;
    bool line = known_number(d, native_argument(d, new, NEW_SMOOTH)) == LINEAR_SEGMENTS &&
                known_number(d, native_argument(d, new, NEW_BEYOND)) == LAST_TWO_POINTS;
    return shape->dim[0] == 1 ? m.element[(int)y - 1]
           : line             ? line_through(d, &m, shape->dim[1], (int)y - 1, at)
                              : 0;
}
