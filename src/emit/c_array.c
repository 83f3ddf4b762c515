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
        put_element(c, e);
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

void put_element(Code *c, Expr e)
{
    bool string = expr_is_string(c, e);
    put(&c->text, string ? "k_number(m," : "");
    put_expr(c, e, PREC_COND);
    put(&c->text, string ? ")" : "");
}

/* ---- Constructors ---- */

enum { ON_C_STACK = 256 };

/* {n1, n2, ...} and what closes the KArr. */
static void put_dims(Buf *b, int ndims, const int32_t *dim)
{
    putf(b, "%d,{", ndims);
    for (int k = 0; k < ndims; k++)
        putf(b, k ? ",%d" : "%d", (int)dim[k]);
    put(b, "}};\n");
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
        if (node->op != EX_VAR || node->type == T_STRING ||
            node->payload != expr_node(c->s, e[0])->payload + i || node->payload >= c->e->num->nv ||
            c->e->d->var.v[node->payload].alias != NONE)
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
    put_dims(&c->text, nd, dim);
}

static void write_elements(Code *c, const GraphNode *n)
{
    const Expr *e = c->g->flat.v + n->flat;
    if (all_literals(c, n->nflat, e)) {
        uint32_t table = literal_table(c->e, n->nflat, e);
        putf(&c->text, "KArr t%u={(double*)c%u,", n->temp, table);
    } else if (!c->loop && all_in_order(c, n->nflat, e)) {
        c->uses_v = true;
        putf(&c->text, "KArr t%u={v+%u,", n->temp, (uint32_t)expr_node(c->s, e[0])->payload);
    } else if (n->nflat <= ON_C_STACK) {
        uint32_t list = code_temp(c);
        putf(&c->text, "double t%u[]={", list);
        for (uint32_t i = 0; i < n->nflat; i++) {
            if (i)
                put(&c->text, i % 8 ? "," : ",\n");
            put_element(c, e[i]);
        }
        putf(&c->text, "};\nKArr t%u={t%u,", n->temp, list);
    } else {
        c->stack = true;
        putf(&c->text, "KArr t%u;k_shape(m,&t%u,1,(int[]){%u});\n", n->temp, n->temp, n->nflat);
        for (uint32_t i = 0; i < n->nflat; i++) {
            putf(&c->text, "t%u.d[%u]=", n->temp, i);
            put_element(c, e[i]);
            put(&c->text, ";\n");
        }
        putf(&c->text, "t%u=(KArr){t%u.d,", n->temp, n->temp);
    }
    put_nesting(c, n->e);
}

/* ---- Elementwise ---- */

void put_item(Code *c, Expr e)
{
    bool boolean = type_of(c, e)->base == TY_BOOL, string = expr_is_string(c, e);
    put(&c->text, boolean ? "(" : string ? "k_text(m," : "");
    put_array_dot(c, e);
    put(&c->text, boolean ? "d[q]!=0)" : string ? "d[q])" : "d[q]");
}

/* An array of the model, from the name of its first element. */
static const char *array_name(const Code *c, VarId first)
{
    Dae *d = c->e->d;
    const char *text = dae_var_text(d, first), *end = strrchr(text, '[');
    return d->var.v[first].hidden || !end
               ? ""
               : arena_printf(c->e->arena, "%.*s", (int)(end - text), text);
}

const char *users_array_name(const Code *c, Expr array)
{
    const ExprNode *n = expr_node(c->s, array);
    if (n->op == EX_ARRVAR)
        return array_name(c, (VarId)n->payload);
    return n->op == EX_LOCAL && c->f && c->f->var[n->payload].name
               ? name_text(c->e->d->ctx->names, c->f->var[n->payload].name)
               : "";
}

static void put_operand(Code *c, Expr e, uint32_t i, const char *place)
{
    const char *name = users_array_name(c, expr_arg(c->s, e, i));
    put_string(&c->text, *name ? arena_printf(c->e->arena, "`%s` is", name) : place);
    put(&c->text, ",");
    put_form(c, e, "@%u", i);
}

/* Operands i and k of an operator do not fit in size. */
static void put_misfit(Code *c, Expr e, uint32_t i, uint32_t k)
{
    c->fails = true;
    putf(&c->text, "{rc=k_misfit(m,%u,", position_number(c->e, c->at));
    put_operand(c, e, i, "one is");
    put(&c->text, ",");
    put_operand(c, e, k, "the other is");
    put(&c->text, ");goto fail;}\n");
}

/* A loop over the elements, for operators that the run time has no function for: in it the
 * operator is written as that of scalars. */
static void write_elementwise(Code *c, const GraphNode *n)
{
    uint32_t shape = 0;
    while (!node_is_array(c->s, expr_arg(c->s, n->e, shape)))
        shape++;
    put_form(c, n->e, "KArr ~;\n");
    for (uint32_t i = shape + 1; i < expr_node(c->s, n->e)->nargs; i++) {
        Expr arg = expr_arg(c->s, n->e, i);
        if (arg == expr_arg(c->s, n->e, shape) || !node_is_array(c->s, arg))
            continue;
        put_form(c, n->e, "if(!k_same(@%u,@%u))", shape, i);
        put_misfit(c, n->e, shape, i);
    }
    put_form(c, n->e,
             "k_shape(m,&~,^%und,^%un);\n{int q,n=k_count(&~);for(q=0;q<n;q++)~.d[q]=", shape,
             shape);
    bool string = expr_is_string(c, n->e);
    put(&c->text, string ? "k_number(m," : "");
    c->items = true;
    put_inner(c, n->e, PREC_ANY);
    c->items = false;
    put(&c->text, string ? ");}\n" : ";}\n");
}

void write_blend(Code *c, const GraphNode *n)
{
    c->stack = true;
    put_form(c, n->e, "if(!k_same(&~,@1))");
    put_fault(c, "arrays of different sizes");
    put_form(c, n->e, "k_copy(m,&~,&~);for(int q=0;q<k_count(&~);q++)");
    put_form(c, n->e, "~.d[q]=m->lambda*~.d[q]+(1.-m->lambda)*^1d[q]");
}

/* ---- Functions of the run time ---- */

/* Calls of array functions, and what is wrong where they fail. */
static const struct ArrayForm {
    const char *call, *fault;
} array_form[EX_COUNT] = {
    [EX_MATMUL] = {"k_matmul(m,&~,@0,@1)", "the sizes of arrays do not fit"},
    [EX_MATPOW] = {"k_matpow(m,&~,@0,#1)",
                   "only a square matrix has powers, with exponents that are not negative"},
    [EX_TRANSPOSE] = {"k_transpose(m,&~,@0)", "the sizes of arrays do not fit"},
    [EX_OUTERPRODUCT] = {"k_outer(m,&~,@0,@1)", "the sizes of arrays do not fit"},
    [EX_SYMMETRIC] = {"k_symmetric(m,&~,@0)", "the sizes of arrays do not fit"},
    [EX_CROSS] = {"k_cross(m,&~,@0,@1)", "the sizes of arrays do not fit"},
    [EX_SKEW] = {"k_skew(m,&~,@0)", "the sizes of arrays do not fit"},
    [EX_DIAGONAL] = {"k_diagonal(m,&~,@0)", NULL},
    [EX_IDENTITY] = {"k_identity(m,&~,#0)", "the size of an array is negative"},
    [EX_FILL] = {"k_fill(m,&~,@0,`1,(int[]){#1+})", "the size of an array is negative"},
    [EX_LINSPACE] = {"k_linspace(m,&~,$0,$1,#2)", "`linspace` needs at least 2 points"},
    [EX_CAT] = {"k_cat(m,&~,#0,`1,(const KArr*[]){@1+})",
                "the sizes of arrays to be joined do not fit"},
    [EX_ARRAY] = {"k_stack(m,&~,`0,(const KArr*[]){@0+})",
                  "the elements of an array have different sizes"},
};

static void write_form(Code *c, Expr e, const char *call, const char *fault)
{
    put_form(c, e, fault ? "KArr ~;\nif(%s)" : "KArr ~;\n%s;\n", call);
    if (fault && expr_op(c->s, e) == EX_MATMUL)
        put_misfit(c, e, 0, 1);
    else if (fault)
        put_fault(c, fault);
}

/* vector, matrix, promote: the same elements in another shape. */
static void write_reshaped(Code *c, const GraphNode *n)
{
    int nd = type_of(c, n->e)->ndims, have = type_of(c, expr_arg(c->s, n->e, 0))->ndims;
    put_form(c, n->e, "KArr ~=*@0;\n");
    if (n->op == EX_VECTOR && have > 1) {
        for (int k = 0; k < have; k++)
            put_form(c, n->e, k ? "+(~.n[%d]>1)" : "if((~.n[%d]>1)", k);
        put(&c->text, ">1)");
        put_fault(c, "`vector` of an array with more than one size above 1");
    }
    for (int k = nd; k < have && n->op == EX_MATRIX; k++) {
        put_form(c, n->e, "if(~.n[%d]!=1)", k);
        put_fault(c, "`matrix` of an array with more than two sizes above 1");
    }
    if (n->op == EX_VECTOR)
        put_form(c, n->e, "~.n[0]=k_count(@0);");
    for (int k = have; k < nd && n->op != EX_VECTOR; k++)
        put_form(c, n->e, "~.n[%d]=1;", k);
    put_form(c, n->e, "~.nd=%d;\n", nd); /* further dimensions of a matrix have size 1 */
}

static void write_all_sizes(Code *c, const GraphNode *n)
{
    int nd = type_of(c, expr_arg(c->s, n->e, 0))->ndims;
    uint32_t list = code_temp(c);
    putf(&c->text, "double t%u[]={", list);
    for (int k = 0; k < nd; k++)
        put_form(c, n->e, k ? ",^0n[%d]" : "^0n[%d]", k);
    putf(&c->text, "};\nKArr t%u={t%u,1,{%d}};\n", n->temp, list, nd);
}

void write_view(Code *c, Expr array, uint32_t temp)
{
    const TypeInfo *t = type_of(c, array);
    uint32_t first = (uint32_t)expr_node(c->s, array)->payload;
    if (t->base == TY_STRING) {
        c->stack = true;
        putf(&c->text, "KArr t%u;k_strings(m,&t%u,%d,%d,(int[]){%d", temp, temp,
             c->e->num->string[first], t->ndims, (int)t->dim[0]);
        for (int k = 1; k < t->ndims; k++)
            putf(&c->text, ",%d", (int)t->dim[k]);
        put(&c->text, "});\n");
        return;
    }
    c->uses_v = true;
    putf(&c->text, "KArr t%u={v+%u,", temp, first);
    put_dims(&c->text, t->ndims, t->dim);
}

/* ---- Subscripts ---- */

/* As the user knows it; "" if it has no name. */
static const char *array_title(const Code *c, Expr array)
{
    const char *name = users_array_name(c, array);
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
    const char *name = users_array_name(c, array);
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
    uint32_t list = write_subscripts(c, count - 1, expr_args(c->s, n->e) + 1);
    put_form(c, n->e, "KArr ~;\nif(k_slice(m,&~,@0,t%u))", list);
    put_fault(c, array_title(c, expr_arg(c->s, n->e, 0)));
}

void put_array_element(Code *c, Expr array, uint32_t position)
{
    if (expr_op(c->s, array) == EX_ARRVAR) {
        uint32_t first = (uint32_t)expr_node(c->s, array)->payload;
        bool string = expr_is_string(c, array);
        c->uses_v |= !string;
        putf(&c->text, string ? "m->s[%u+t%u]" : "v[%u+t%u]",
             string ? (uint32_t)c->e->num->string[first] : first, position);
    } else {
        put_array_dot(c, array);
        putf(&c->text, "d[t%u]", position);
    }
}

void write_element(Code *c, GraphNode *n)
{
    Expr array = expr_arg(c->s, n->e, 0);
    bool string = expr_is_string(c, n->e) && expr_op(c->s, array) != EX_ARRVAR;
    const char *test = type_of(c, n->e)->base == TY_BOOL ? "!=0;\n" : string ? ");\n" : ";\n";
    const char *type = scalar_c_type(c, n->e), *text = string ? "k_text(m," : "";
    if (n->op == EX_SCALAR) {
        put_form(c, n->e, "if(k_count(@0)!=1)");
        put_fault(c, "`scalar` needs an array of one element");
        put_form(c, n->e, expr_is_string(c, n->e) ? "%s~=k_text(m,^0d[0]);\n" : "%s~=^0d[0]%s",
                 type, test);
    } else if (n->op == EX_MATMUL) {
        uint32_t product = code_temp(c);
        c->stack = true;
        put_form(c, n->e, "KArr t%u;\nif(k_matmul(m,&t%u,@0,@1))", product, product);
        put_misfit(c, n->e, 0, 1);
        putf(&c->text, "double t%u=t%u.d[0];\n", n->temp, product);
    } else {
        uint32_t position =
            write_position(c, array, expr_node(c->s, n->e)->nargs - 1, expr_args(c->s, n->e) + 1);
        putf(&c->text, "%st%u=%s", type, n->temp, text);
        put_array_element(c, array, position);
        put(&c->text, test);
    }
}

/* ---- All array expressions ---- */

void write_array(Code *c, GraphNode *n)
{
    const struct ArrayForm *form = &array_form[n->op];
    if (n->op != EX_ARRVAR && n->op != EX_TOREAL && (n->op != EX_ARRAY || !n->nflat))
        c->stack = true;
    switch (n->op) {
    case EX_ARRVAR:
        write_view(c, n->e, n->temp);
        break;
    case EX_TOREAL:
    case EX_ENUMINT:
    case EX_NOEVENT:
        put_form(c, n->e, "KArr ~=*@0;\n");
        break;
    case EX_RANGE:
        put_form(c, n->e,
                 expr_node(c->s, n->e)->nargs == 3 ? "KArr ~;\nk_range(m,&~,$0,$1,$2);\n"
                                                   : "KArr ~;\nk_range(m,&~,$0,1.,$1);\n");
        break;
    case EX_INDEX:
        write_slice(c, n);
        break;
    case EX_SIZE:
        write_all_sizes(c, n);
        break;
    case EX_VECTOR:
    case EX_MATRIX:
    case EX_PROMOTE:
        write_reshaped(c, n);
        break;
    default:
        if (n->op == EX_ARRAY && n->nflat)
            write_elements(c, n);
        else if (form->call)
            write_form(c, n->e, form->call, form->fault);
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
    bool steps = expr_node(c->s, range)->nargs == 3;
    r.start = code_temp(c);
    r.step = steps ? code_temp(c) : 0;
    if (steps)
        put_form(c, range, "double t%u=$0,t%u=$1;\nint t%u=k_range_count(t%u,t%u,$2);\n", r.start,
                 r.step, r.count, r.start, r.step);
    else
        put_form(c, range, "double t%u=$0;\nint t%u=k_range_count(t%u,1.,$1);\n", r.start, r.count,
                 r.start);
    putf(&c->text, "if(t%u<0)", r.count);
    put_fault(c, "a range has step 0 or too many elements");
    return r;
}

void put_turn(Code *c)
{
    c->loops = true;
    put(&c->text, "if(!(++turns&63))k_busy(m);\n");
}

void put_loop_head(Code *c, const Range *r, const char *type, char letter, uint32_t number)
{
    uint32_t k = code_temp(c);
    bool string = expr_is_string(c, r->range);
    putf(&c->text, "for(int t%u=0;t%u<t%u;t%u++){\n", k, k, r->count, k);
    put_turn(c);
    put(&c->text, string && *type ? "const char*" : type);
    buf_putc(&c->text, letter);
    putf(&c->text, string ? "%u=k_text(m," : "%u=", number);
    if (expr_op(c->s, r->range) != EX_RANGE) {
        put_array_dot(c, r->range);
        putf(&c->text, string ? "d[t%u]);\n" : "d[t%u];\n", k);
    } else if (expr_node(c->s, r->range)->nargs == 3) {
        putf(&c->text, "t%u+t%u*t%u;\n", r->start, k, r->step);
    } else {
        putf(&c->text, "t%u+t%u;\n", r->start, k);
    }
}

/* Shape of {body for i in r, j in s}: the last iterator is the first dimension; then that of the
 * body, which decides where it is not known before. */
static void put_comprehension_shape(Code *c, const Range *r, uint32_t n, Expr e)
{
    const TypeInfo *t = type_of(c, e);
    for (uint32_t k = n; k-- > 0;)
        putf(&c->text, k + 1 < n ? ",t%u" : "t%u", r[k].count);
    for (int k = (int)n; k < t->ndims; k++) {
        buf_putc(&c->text, ',');
        put_int(&c->text, t->dim[k] < 0 ? 0 : t->dim[k]);
    }
}

static bool body_uses_stack(const Code *c, const GraphNode *n, uint32_t scope)
{
    const Scope *s = &c->g->scope.v[graph_child(c->g, n, scope)];
    for (int i = 0; i < s->held.n; i++)
        if (c->g->node.v[s->held.v[i]].flags & (NODE_ARRAY | NODE_STRICT))
            return true;
    return false;
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
        putf(&c->text, "KArr t%u={0,%d,{", own, type_of(c, n->e)->ndims);
        put_comprehension_shape(c, range, count, n->e);
        putf(&c->text, "}};int t%u=0;\n", own + 1);
        if (!array_body)
            putf(&c->text, "k_shape(m,&t%u,t%u.nd,t%u.n);\n", own, own, own);
    } else {
        bool extreme = n->op == EX_FORMIN || n->op == EX_FORMAX;
        Type scalar = type_of(c, n->e)->scalar;
        putf(&c->text, "double t%u=", own);
        put_real(&c->text, extreme ? type_extreme(expr_types(c->s), scalar, n->op == EX_FORMIN)
                                   : n->op == EX_FORPRODUCT);
        put(&c->text, ";\n");
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
            put_form(c, n->e, "if(k_append(m,&~,&t%u,%u,@0))", own + 1, count);
            put_fault(c, "the elements of an array have different sizes");
        } else {
            put_form(c, n->e, "~.d[t%u++]=", own + 1);
            put_element(c, body);
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
        put_form(c, n->e, n->op == EX_FORMIN ? "~=k_min(~,$0);\n" : "~=k_max(~,$0);\n");
    }
    if (n->marked)
        putf(&c->text, "k_release(m,t%u);\n", own + 2);
    for (uint32_t k = 0; k < count; k++)
        buf_putc(&c->text, '}');
    buf_putc(&c->text, '\n');
}
