/* c_array.c - arrays in expressions: each is a KArr in a local of its own, made by the run time's
 * array functions; comprehensions are loops. Elements that are literals become constant tables,
 * variables that lie side by side are taken where they are. */
#include "emit/emit_internal.h"

#include "base/die.h"

/* ---- References ---- */

static bool is_pointer(const Code *c, Expr e)
{
    return expr_op(c->s, e) == EX_LOCAL && c->f && c->kind == CODE_FUNCTION &&
           c->f->var[expr_node(c->s, e)->payload].kind == FV_INPUT;
}

static void put_array_name(Code *c, Expr e)
{
    if (expr_op(c->s, e) == EX_LOCAL)
        putf(&c->text, "u%u", (uint32_t)expr_node(c->s, e)->payload);
    else
        putf(&c->text, "t%u", graph_find(c->g, e)->temp);
}

void put_array(Code *c, Expr e)
{
    if (!node_is_array(c->s, e)) {
        put(&c->text, "&(KArr){(double[]){");
        put_expr(c, e, PREC_COND);
        put(&c->text, "},0,{0}}");
        return;
    }
    if (!is_pointer(c, e))
        buf_putc(&c->text, '&');
    put_array_name(c, e);
}

void put_array_dot(Code *c, Expr e)
{
    put_array_name(c, e);
    put(&c->text, is_pointer(c, e) ? "->" : ".");
}

/* ---- Constructors ---- */

enum { ON_C_STACK = 2000 };

/* {n1, n2, ...} of a type with known dimensions. */
static void put_dims(Buf *b, const TypeInfo *t)
{
    putf(b, "%d,{", (int)t->ndims);
    for (int k = 0; k < t->ndims; k++) {
        if (k)
            buf_putc(b, ',');
        put_int(b, t->dim[k]);
    }
    buf_putc(b, '}');
}

static bool all_literals(const Code *c, uint32_t n, const Expr *e)
{
    for (uint32_t i = 0; i < n; i++)
        if (!expr_is_number(c->s, e[i]))
            return false;
    return true;
}

/* Variables with consecutive numbers from the first on. */
static bool all_in_order(const Code *c, uint32_t n, const Expr *e)
{
    for (uint32_t i = 0; i < n; i++) {
        const ExprNode *node = expr_node(c->s, e[i]);
        if (node->op != EX_VAR || node->payload != expr_node(c->s, e[0])->payload + i ||
            node->payload >= c->e->num->nv || c->e->d->var.v[node->payload].alias != NONE)
            return false;
    }
    return true;
}

static uint32_t literal_table(Emit *e, uint32_t n, const Expr *element)
{
    uint32_t number = (uint32_t)e->ntables++;
    putf(&e->tables, "static const double c%u[]={", number);
    for (uint32_t i = 0; i < n; i++) {
        if (i)
            put(&e->tables, i % 16 ? "," : ",\n");
        put_real(&e->tables, expr_number(e->s, element[i]));
    }
    put(&e->tables, "};\n");
    return number;
}

/* A shape from the nesting of constructors. */
static void put_nesting(Code *c, Expr e)
{
    int32_t dim[MAX_DIMS];
    int nd = 0;
    for (; expr_op(c->s, e) == EX_ARRAY && nd < MAX_DIMS; e = expr_arg(c->s, e, 0))
        dim[nd++] = (int32_t)expr_node(c->s, e)->nargs;
    putf(&c->text, "%d,{", nd);
    for (int k = 0; k < nd; k++)
        putf(&c->text, k ? ",%d" : "%d", (int)dim[k]);
    buf_putc(&c->text, '}');
}

static void write_elements(Code *c, const GraphNode *n)
{
    const Expr *e = c->g->flat.v + n->flat;
    if (expr_is_string(c, n->e)) {
        diag_error(c->e->d->ctx->diags, c->at, "arrays of Strings are not supported here yet");
        c->e->failed = true;
        return;
    }
    if (all_literals(c, n->nflat, e)) {
        uint32_t table = literal_table(c->e, n->nflat, e);
        putf(&c->text, "KArr t%u={(double*)c%u,", n->temp, table);
    } else if (all_in_order(c, n->nflat, e)) {
        c->uses_v = true;
        putf(&c->text, "KArr t%u={v+%u,", n->temp, (uint32_t)expr_node(c->s, e[0])->payload);
    } else if (n->nflat <= ON_C_STACK) {
        uint32_t list = code_temp(c);
        putf(&c->text, "double t%u[]={", list);
        for (uint32_t i = 0; i < n->nflat; i++) {
            if (i)
                put(&c->text, i % 8 ? "," : ",\n");
            put_expr(c, e[i], PREC_COND);
        }
        putf(&c->text, "};\nKArr t%u={t%u,", n->temp, list);
    } else {
        c->stack = true;
        putf(&c->text, "KArr t%u;k_shape(m,&t%u,1,(int[]){%u});\n", n->temp, n->temp, n->nflat);
        for (uint32_t i = 0; i < n->nflat; i++) {
            putf(&c->text, "t%u.d[%u]=", n->temp, i);
            put_expr(c, e[i], PREC_COND);
            put(&c->text, ";\n");
        }
        putf(&c->text, "t%u=(KArr){t%u.d,", n->temp, n->temp);
    }
    put_nesting(c, n->e);
    put(&c->text, "};\n");
}

/* Pointers to the operands from number `from` on. */
static void put_array_list(Code *c, const GraphNode *n, uint32_t from)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    put(&c->text, "(const KArr*[]){");
    for (uint32_t i = from; i < count; i++) {
        if (i > from)
            buf_putc(&c->text, ',');
        put_array(c, expr_arg(c->s, n->e, i));
    }
    buf_putc(&c->text, '}');
}

/* (int[]){...} of the operands from number `from` on. */
static void put_sizes(Code *c, const GraphNode *n, uint32_t from)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    putf(&c->text, "%u,(int[]){", count - from);
    for (uint32_t i = from; i < count; i++) {
        if (i > from)
            buf_putc(&c->text, ',');
        put_int_expr(c, expr_arg(c->s, n->e, i));
    }
    buf_putc(&c->text, '}');
}

/* ---- Elementwise ---- */

static char zip_operator(ExprOp op)
{
    switch (op) {
    case EX_ADD:
        return '+';
    case EX_SUB:
        return '-';
    case EX_MUL:
        return '*';
    case EX_DIV:
        return '/';
    case EX_POW:
        return '^';
    default:
        return 0;
    }
}

/* t = a op b, then t = t op c, ... */
static void write_zip(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    char op = zip_operator((ExprOp)n->op);
    putf(&c->text, "KArr t%u;\n", n->temp);
    for (uint32_t i = 1; i < count; i++) {
        putf(&c->text, "if(k_zip(m,&t%u,'", n->temp);
        buf_putc(&c->text, op);
        put(&c->text, "',");
        if (i == 1)
            put_array(c, expr_arg(c->s, n->e, 0));
        else
            putf(&c->text, "&t%u", n->temp);
        buf_putc(&c->text, ',');
        put_array(c, expr_arg(c->s, n->e, i));
        put(&c->text, "))");
        put_fault(c, "arrays of different sizes");
    }
}

static Expr first_array(const Code *c, Expr e)
{
    uint32_t n = expr_node(c->s, e)->nargs;
    for (uint32_t i = 0; i < n; i++)
        if (node_is_array(c->s, expr_arg(c->s, e, i)))
            return expr_arg(c->s, e, i);
    die("an elementwise operator without an array");
}

/* Element q of an operand, which goes with every element if it is a scalar. */
static void put_item(Code *c, Expr e, int prec)
{
    if (!node_is_array(c->s, e)) {
        put_expr(c, e, prec);
        return;
    }
    bool boolean = type_of(c, e)->base == TY_BOOL;
    if (boolean)
        buf_putc(&c->text, '(');
    put_array_dot(c, e);
    put(&c->text, boolean ? "d[q]!=0)" : "d[q]");
}

static const char *infix(ExprOp op)
{
    switch (op) {
    case EX_LT:
        return "<";
    case EX_LE:
        return "<=";
    case EX_GT:
        return ">";
    case EX_GE:
        return ">=";
    case EX_EQ:
        return "==";
    case EX_NE:
        return "!=";
    case EX_AND:
        return "&&";
    case EX_OR:
        return "||";
    default:
        return NULL;
    }
}

static void put_elementwise(Code *c, Expr e)
{
    const ExprNode n = *expr_node(c->s, e);
    const char *between = infix((ExprOp)n.op);
    if (n.op == EX_NOT)
        buf_putc(&c->text, '!');
    else if (!between)
        putf(&c->text, "%s(", op_info[n.op].c_name);
    for (uint32_t i = 0; i < n.nargs; i++) {
        if (i)
            put(&c->text, between ? between : ",");
        put_item(c, expr_arg(c->s, e, i), between || n.op == EX_NOT ? PREC_POST : PREC_COND);
    }
    if (!between && n.op != EX_NOT)
        buf_putc(&c->text, ')');
}

/* A loop over the elements, for operators that the run time has no function for. */
static void write_elementwise(Code *c, const GraphNode *n)
{
    Expr shape = first_array(c, n->e);
    if (!infix((ExprOp)n->op) && n->op != EX_NOT && !*op_info[n->op].c_name)
        die("`%s` of arrays cannot be written in C", op_info[n->op].id);
    putf(&c->text, "KArr t%u;\n", n->temp);
    for (uint32_t i = 0; i < expr_node(c->s, n->e)->nargs; i++) {
        Expr arg = expr_arg(c->s, n->e, i);
        if (arg == shape || !node_is_array(c->s, arg))
            continue;
        put(&c->text, "if(!k_same(");
        put_array(c, shape);
        buf_putc(&c->text, ',');
        put_array(c, arg);
        put(&c->text, "))");
        put_fault(c, "arrays of different sizes");
    }
    putf(&c->text, "k_shape(m,&t%u,", n->temp);
    put_array_dot(c, shape);
    put(&c->text, "nd,");
    put_array_dot(c, shape);
    putf(&c->text, "n);\n{int q,n=k_count(&t%u);for(q=0;q<n;q++)t%u.d[q]=", n->temp, n->temp);
    put_elementwise(c, n->e);
    put(&c->text, ";}\n");
}

/* ---- Functions of the run time ---- */

/* k_name(m, &t, operands...), which fails if shapes do not fit when `checks`. */
static void write_function(Code *c, const GraphNode *n, const char *name, bool checks)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    putf(&c->text, checks ? "KArr t%u;\nif(%s(m,&t%u" : "KArr t%u;\n%s(m,&t%u", n->temp, name,
         n->temp);
    for (uint32_t i = 0; i < count; i++) {
        buf_putc(&c->text, ',');
        put_array(c, expr_arg(c->s, n->e, i));
    }
    if (checks) {
        put(&c->text, "))");
        put_fault(c, "the sizes of arrays do not fit");
    } else {
        put(&c->text, ");\n");
    }
}

static void write_range(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    putf(&c->text, "KArr t%u;\nk_range(m,&t%u,", n->temp, n->temp);
    put_expr(c, expr_arg(c->s, n->e, 0), PREC_COND);
    if (count == 3) {
        buf_putc(&c->text, ',');
        put_expr(c, expr_arg(c->s, n->e, 1), PREC_COND);
    } else {
        put(&c->text, ",1.");
    }
    buf_putc(&c->text, ',');
    put_expr(c, expr_arg(c->s, n->e, count - 1), PREC_COND);
    put(&c->text, ");\n");
}

static void write_linspace(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nk_linspace(m,&t%u,", n->temp, n->temp);
    put_expr(c, expr_arg(c->s, n->e, 0), PREC_COND);
    buf_putc(&c->text, ',');
    put_expr(c, expr_arg(c->s, n->e, 1), PREC_COND);
    buf_putc(&c->text, ',');
    put_int_expr(c, expr_arg(c->s, n->e, 2));
    put(&c->text, ");\n");
}

static void write_fill(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nk_fill(m,&t%u,", n->temp, n->temp);
    put_array(c, expr_arg(c->s, n->e, 0));
    buf_putc(&c->text, ',');
    put_sizes(c, n, 1);
    put(&c->text, ");\n");
}

static void write_cat(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nif(k_cat(m,&t%u,", n->temp, n->temp);
    put_int_expr(c, expr_arg(c->s, n->e, 0));
    putf(&c->text, ",%u,", expr_node(c->s, n->e)->nargs - 1);
    put_array_list(c, n, 1);
    put(&c->text, "))");
    put_fault(c, "the sizes of arrays to be joined do not fit");
}

static void write_stack(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nif(k_stack(m,&t%u,%u,", n->temp, n->temp,
         expr_node(c->s, n->e)->nargs);
    put_array_list(c, n, 0);
    put(&c->text, "))");
    put_fault(c, "the elements of an array have different sizes");
}

static void write_map(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nk_map(m,&t%u,%s,", n->temp, n->temp, op_info[n->op].c_name);
    put_array(c, expr_arg(c->s, n->e, 0));
    put(&c->text, ");\n");
}

static void write_matrix_power(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nif(k_matpow(m,&t%u,", n->temp, n->temp);
    put_array(c, expr_arg(c->s, n->e, 0));
    buf_putc(&c->text, ',');
    put_int_expr(c, expr_arg(c->s, n->e, 1));
    put(&c->text, "))");
    put_fault(c, "only a square matrix has powers, with exponents that are not negative");
}

/* vector, matrix, promote: the same elements in another shape. */
static void write_reshaped(Code *c, const GraphNode *n)
{
    Expr array = expr_arg(c->s, n->e, 0);
    int nd = type_of(c, n->e)->ndims, have = type_of(c, array)->ndims;
    putf(&c->text, "KArr t%u=*", n->temp);
    put_array(c, array);
    put(&c->text, ";\n");
    if (n->op == EX_VECTOR) {
        putf(&c->text, "t%u.n[0]=k_count(", n->temp);
        put_array(c, array);
        putf(&c->text, ");t%u.nd=1;\n", n->temp);
        return;
    }
    if (n->op == EX_MATRIX && have > 2) { /* all further dimensions have size 1 */
        putf(&c->text, "t%u.nd=2;\n", n->temp);
        return;
    }
    for (int k = have; k < nd; k++)
        putf(&c->text, "t%u.n[%d]=1;", n->temp, k);
    putf(&c->text, "t%u.nd=%d;\n", n->temp, nd);
}

static void write_identity(Code *c, const GraphNode *n)
{
    putf(&c->text, "KArr t%u;\nk_identity(m,&t%u,", n->temp, n->temp);
    put_int_expr(c, expr_arg(c->s, n->e, 0));
    put(&c->text, ");\n");
}

static void write_all_sizes(Code *c, const GraphNode *n)
{
    Expr array = expr_arg(c->s, n->e, 0);
    int nd = type_of(c, array)->ndims;
    uint32_t list = code_temp(c);
    putf(&c->text, "double t%u[]={", list);
    for (int k = 0; k < nd; k++) {
        if (k)
            buf_putc(&c->text, ',');
        put_array_dot(c, array);
        putf(&c->text, "n[%d]", k);
    }
    putf(&c->text, "};\nKArr t%u={t%u,1,{%d}};\n", n->temp, list, nd);
}

static void write_view(Code *c, const GraphNode *n)
{
    c->uses_v = true;
    putf(&c->text, "KArr t%u={v+%u,", n->temp, (uint32_t)expr_node(c->s, n->e)->payload);
    put_dims(&c->text, type_of(c, n->e));
    put(&c->text, "};\n");
}

/* ---- Subscripts ---- */

/* As the user knows it; "" if it has no name. */
static const char *array_name(const Code *c, Expr array)
{
    const ExprNode *n = expr_node(c->s, array);
    return n->op == EX_LOCAL && c->f && c->f->var[n->payload].name
               ? name_text(c->e->d->ctx->names, c->f->var[n->payload].name)
               : "";
}

static const char *array_title(const Code *c, Expr array)
{
    const char *name = array_name(c, array);
    return *name ? arena_printf(c->e->arena, "a subscript of `%s` is out of range", name)
                 : "a subscript is out of range";
}

/* Size of dimension k: a number where it is known. */
static void put_dim(Code *c, Expr array, uint32_t k)
{
    int32_t size = type_of(c, array)->dim[k];
    if (expr_op(c->s, array) == EX_ARRVAR) {
        put_int(&c->text, size);
        return;
    }
    put_array_dot(c, array);
    putf(&c->text, "n[%u]", k);
}

static void put_subscript(Code *c, Expr sub)
{
    if (type_of(c, sub)->base == TY_BOOL) { /* false is the first */
        put(&c->text, "1+");
        put_expr(c, sub, PREC_MUL);
    } else {
        put_int_expr(c, sub);
    }
}

uint32_t write_position(Code *c, Expr array, uint32_t n, const Expr *sub)
{
    const char *name = array_name(c, array);
    uint32_t first = c->ntemps;
    c->ntemps += n + 1;
    for (uint32_t k = 0; k < n; k++) {
        int32_t size = type_of(c, array)->dim[k];
        putf(&c->text, "int t%u=", first + k);
        put_subscript(c, sub[k]);
        put(&c->text, ";\n");
        if (expr_op(c->s, array) == EX_ARRVAR && expr_op(c->s, sub[k]) == EX_INT &&
            (int64_t)expr_node(c->s, sub[k])->payload >= 1 &&
            (int64_t)expr_node(c->s, sub[k])->payload <= size)
            continue;
        putf(&c->text, "if(t%u<1||t%u>", first + k, first + k);
        put_dim(c, array, k);
        c->fails = true;
        putf(&c->text, "){rc=k_outside(m,%u,t%u,", position_number(c->e, c->at), first + k);
        put_dim(c, array, k);
        buf_putc(&c->text, ',');
        put_string(&c->text, name);
        put(&c->text, ");goto fail;}\n");
    }
    putf(&c->text, "int t%u=", first + n);
    for (uint32_t k = 1; k < n; k++)
        buf_putc(&c->text, '(');
    putf(&c->text, "t%u-1", first);
    for (uint32_t k = 1; k < n; k++) {
        put(&c->text, ")*");
        put_dim(c, array, k);
        putf(&c->text, "+t%u-1", first + k);
    }
    put(&c->text, ";\n");
    return first + n;
}

uint32_t write_subscripts(Code *c, uint32_t n, const Expr *sub)
{
    uint32_t list = code_temp(c);
    putf(&c->text, "KArr t%u[%u];\n", list, n);
    for (uint32_t k = 0; k < n; k++) {
        if (expr_op(c->s, sub[k]) == EX_COLON) {
            putf(&c->text, "t%u[%u].nd=-1;\n", list, k);
        } else {
            putf(&c->text, "t%u[%u]=*", list, k);
            put_array(c, sub[k]);
            put(&c->text, ";\n");
        }
    }
    return list;
}

static void write_slice(Code *c, const GraphNode *n)
{
    uint32_t count = expr_node(c->s, n->e)->nargs;
    Expr array = expr_arg(c->s, n->e, 0);
    uint32_t list = write_subscripts(c, count - 1, expr_args(c->s, n->e) + 1);
    putf(&c->text, "KArr t%u;\nif(k_slice(m,&t%u,", n->temp, n->temp);
    put_array(c, array);
    putf(&c->text, ",t%u))", list);
    put_fault(c, array_title(c, array));
}

void write_element(Code *c, GraphNode *n)
{
    Expr array = expr_arg(c->s, n->e, 0);
    const char *test = type_of(c, n->e)->base == TY_BOOL ? "!=0" : "";
    const char *type = scalar_c_type(c, n->e);
    if (n->op == EX_SCALAR) {
        put(&c->text, "if(k_count(");
        put_array(c, array);
        put(&c->text, ")!=1)");
        put_fault(c, "`scalar` needs an array of one element");
        putf(&c->text, "%st%u=", type, n->temp);
        put_array_dot(c, array);
        putf(&c->text, "d[0]%s;\n", test);
    } else if (n->op == EX_MATMUL) {
        uint32_t product = code_temp(c);
        c->stack = true;
        putf(&c->text, "KArr t%u;\nif(k_matmul(m,&t%u,", product, product);
        put_array(c, array);
        buf_putc(&c->text, ',');
        put_array(c, expr_arg(c->s, n->e, 1));
        put(&c->text, "))");
        put_fault(c, "the sizes of arrays do not fit");
        putf(&c->text, "double t%u=t%u.d[0];\n", n->temp, product);
    } else {
        uint32_t position =
            write_position(c, array, expr_node(c->s, n->e)->nargs - 1, expr_args(c->s, n->e) + 1);
        putf(&c->text, "%st%u=", type, n->temp);
        if (expr_op(c->s, array) == EX_ARRVAR) {
            c->uses_v = true;
            putf(&c->text, "v[%u+t%u]%s;\n", (uint32_t)expr_node(c->s, array)->payload, position,
                 test);
        } else {
            put_array_dot(c, array);
            putf(&c->text, "d[t%u]%s;\n", position, test);
        }
    }
}

/* ---- All array expressions ---- */

void write_array(Code *c, GraphNode *n)
{
    bool unary = op_info[n->op].arity == 1 && *op_info[n->op].c_name;
    if (n->op != EX_ARRVAR && n->op != EX_ARRAY && n->op != EX_TOREAL)
        c->stack = true;
    switch (n->op) {
    case EX_ARRVAR:
        write_view(c, n);
        break;
    case EX_ARRAY:
        if (n->nflat) {
            write_elements(c, n);
        } else {
            c->stack = true;
            write_stack(c, n);
        }
        break;
    case EX_ADD:
    case EX_SUB:
    case EX_MUL:
    case EX_DIV:
    case EX_POW:
        write_zip(c, n);
        break;
    case EX_NEG:
        write_function(c, n, "k_negate", false);
        break;
    case EX_TOREAL:
    case EX_ENUMINT:
    case EX_INTENUM:
    case EX_NOEVENT:
        putf(&c->text, "KArr t%u=*", n->temp);
        put_array(c, expr_arg(c->s, n->e, 0));
        put(&c->text, ";\n");
        break;
    case EX_RANGE:
        write_range(c, n);
        break;
    case EX_INDEX:
        write_slice(c, n);
        break;
    case EX_SIZE:
        write_all_sizes(c, n);
        break;
    case EX_MATMUL:
        write_function(c, n, "k_matmul", true);
        break;
    case EX_MATPOW:
        write_matrix_power(c, n);
        break;
    case EX_TRANSPOSE:
        write_function(c, n, "k_transpose", true);
        break;
    case EX_OUTERPRODUCT:
        write_function(c, n, "k_outer", true);
        break;
    case EX_SYMMETRIC:
        write_function(c, n, "k_symmetric", true);
        break;
    case EX_CROSS:
        write_function(c, n, "k_cross", true);
        break;
    case EX_SKEW:
        write_function(c, n, "k_skew", true);
        break;
    case EX_DIAGONAL:
        write_function(c, n, "k_diagonal", false);
        break;
    case EX_IDENTITY:
        write_identity(c, n);
        break;
    case EX_FILL:
        write_fill(c, n);
        break;
    case EX_LINSPACE:
        write_linspace(c, n);
        break;
    case EX_CAT:
        write_cat(c, n);
        break;
    case EX_VECTOR:
    case EX_MATRIX:
    case EX_PROMOTE:
        write_reshaped(c, n);
        break;
    default:
        if (unary)
            write_map(c, n);
        else
            write_elementwise(c, n);
    }
}

/* ---- Loops ---- */

Range write_range_size(Code *c, Expr range)
{
    Range r = {.range = range, .count = code_temp(c)};
    if (expr_op(c->s, range) != EX_RANGE) {
        putf(&c->text, "int t%u=k_count(", r.count);
        put_array(c, range);
        put(&c->text, ");\n");
        return r;
    }
    uint32_t n = expr_node(c->s, range)->nargs;
    r.start = code_temp(c);
    r.step = n == 3 ? code_temp(c) : 0;
    putf(&c->text, "double t%u=", r.start);
    put_expr(c, expr_arg(c->s, range, 0), PREC_COND);
    if (n == 3) {
        putf(&c->text, ",t%u=", r.step);
        put_expr(c, expr_arg(c->s, range, 1), PREC_COND);
    }
    putf(&c->text, ";\nint t%u=k_range_count(t%u,", r.count, r.start);
    if (n == 3)
        putf(&c->text, "t%u,", r.step);
    else
        put(&c->text, "1.,");
    put_expr(c, expr_arg(c->s, range, n - 1), PREC_COND);
    putf(&c->text, ");\nif(t%u<0)", r.count);
    put_fault(c, "a range has step 0 or too many elements");
    return r;
}

void put_loop_head(Code *c, const Range *r, const char *type, char letter, uint32_t number)
{
    uint32_t k = code_temp(c);
    putf(&c->text, "for(int t%u=0;t%u<t%u;t%u++){\n%s", k, k, r->count, k, type);
    buf_putc(&c->text, letter);
    putf(&c->text, "%u=", number);
    if (expr_op(c->s, r->range) != EX_RANGE) {
        put_array_dot(c, r->range);
        putf(&c->text, "d[t%u];\n", k);
    } else if (expr_node(c->s, r->range)->nargs == 3) {
        putf(&c->text, "t%u+t%u*t%u;\n", r->start, k, r->step);
    } else {
        putf(&c->text, "t%u+t%u;\n", r->start, k);
    }
}

/* Shape of {body for i in r, j in s}: the last iterator is the first dimension. */
static void put_comprehension_shape(Code *c, const Range *r, uint32_t n)
{
    for (uint32_t k = n; k-- > 0;)
        putf(&c->text, k + 1 < n ? ",t%u" : "t%u", r[k].count);
}

static bool body_uses_stack(const Code *c, const GraphNode *n, uint32_t scope)
{
    const Scope *s = &c->g->scope.v[graph_child(c->g, n, scope)];
    for (int i = 0; i < s->held.n; i++)
        if (c->g->node.v[s->held.v[i]].flags & (NODE_ARRAY | NODE_STRICT))
            return true;
    return false;
}

/* What a reduction over nothing gives: for min and max the greatest and least value of the type. */
static const char *neutral_element(const Code *c, Expr e)
{
    ExprOp op = expr_op(c->s, e);
    const TypeInfo *t = type_of(c, e);
    bool least = op == EX_FORMAX;
    if (op == EX_FORSUM || op == EX_FORPRODUCT)
        return op == EX_FORSUM ? "0." : "1.";
    switch (t->base) {
    case TY_INT:
        return least ? "-2147483648." : "2147483647.";
    case TY_BOOL:
        return least ? "0." : "1.";
    case TY_ENUM:
        return least ? "1."
                     : arena_printf(c->e->arena, "%d.",
                                    type_enum_info(expr_types(c->s), t->scalar)->n);
    default:
        return least ? "-1.7976931348623157e308" : "1.7976931348623157e308";
    }
}

/* Locals: t for the value; t+1 the position in an array, t+2 the mark of the stack. */
void open_comprehension(Code *c, GraphNode *n, uint32_t scope)
{
    Range range[MAX_DIMS];
    uint32_t count = (expr_node(c->s, n->e)->nargs - 1) / 2;
    bool array_body = node_is_array(c->s, expr_arg(c->s, n->e, 0));
    uint32_t own = n->temp;
    c->ntemps += 2;
    if (count > MAX_DIMS)
        die("a comprehension has too many iterators");
    for (uint32_t k = 0; k < count; k++)
        range[k] = write_range_size(c, expr_arg(c->s, n->e, 2 + 2 * k));
    if (n->op == EX_FORARRAY) {
        c->stack = true;
        putf(&c->text, "KArr t%u={0,%u,{", own, (uint32_t)type_of(c, n->e)->ndims);
        put_comprehension_shape(c, range, count);
        putf(&c->text, "}};int t%u=0;\n", own + 1);
        if (!array_body)
            putf(&c->text, "k_shape(m,&t%u,t%u.nd,t%u.n);\n", own, own, own);
    } else {
        putf(&c->text, "double t%u=%s;\n", own, neutral_element(c, n->e));
    }
    for (uint32_t k = count; k-- > 0;) {
        Expr iter = expr_arg(c->s, n->e, 1 + 2 * k);
        put_loop_head(c, &range[k], "double ", 'i', (uint32_t)expr_node(c->s, iter)->payload);
    }
    n->marked = !array_body && body_uses_stack(c, n, scope);
    if (n->marked)
        putf(&c->text, "long t%u=k_mark(m);\n", own + 2);
}

void close_comprehension(Code *c, const GraphNode *n)
{
    Expr body = expr_arg(c->s, n->e, 0);
    uint32_t own = n->temp, count = (expr_node(c->s, n->e)->nargs - 1) / 2;
    switch (n->op) {
    case EX_FORARRAY:
        if (node_is_array(c->s, body)) {
            putf(&c->text, "if(k_append(m,&t%u,&t%u,%u,", own, own + 1, count);
            put_array(c, body);
            put(&c->text, "))");
            put_fault(c, "the elements of an array have different sizes");
        } else {
            putf(&c->text, "t%u.d[t%u++]=", own, own + 1);
            put_expr(c, body, PREC_COND);
            put(&c->text, ";\n");
        }
        break;
    case EX_FORSUM:
    case EX_FORPRODUCT:
        putf(&c->text, n->op == EX_FORSUM ? "t%u=t%u+" : "t%u=t%u*", own, own);
        put_expr(c, body, PREC_UNARY);
        put(&c->text, ";\n");
        break;
    default:
        putf(&c->text, n->op == EX_FORMIN ? "t%u=k_min(t%u," : "t%u=k_max(t%u,", own, own);
        put_expr(c, body, PREC_COND);
        put(&c->text, ");\n");
    }
    if (n->marked)
        putf(&c->text, "k_release(m,t%u);\n", own + 2);
    for (uint32_t k = 0; k < count; k++)
        buf_putc(&c->text, '}');
    buf_putc(&c->text, '\n');
}
