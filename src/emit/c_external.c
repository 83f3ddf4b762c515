/* c_external.c - calls of external functions: arguments as C and FORTRAN 77 want them.
 *
 *     k_enter(m,"Table.value");
 *     u2=((double(*)(void*,double))m->x[0])(k_pointer(m,u0),u1);
 *
 * Numbers become int where they are no Reals, arrays of those are copied, FORTRAN 77 gets addresses
 * and columns one after the other. What is no input is handed over by its address and read back.
 * The address of the function is in the instance's table; a program for people names the function.
 * The types of a function are a letter each, its result first: v nothing, d double, i int, z
 * size_t, s String, p object, R record; D, I, S, pointers to them. A record that is the result is
 * written by the wrapper (library.c) to where one more argument says: libtcc and cc do not agree
 * about structs as values. */
#include "emit/emit_internal.h"

#include "emit/external_internal.h"
#include "rt/natives.h"

#include <ctype.h>

/* One call being written. */
typedef struct Call {
    Code *c;
    const Func *f;
    bool fortran;
    Buf types, args, before, after, lengths;
} Call;

const char *external_type(char letter)
{
    switch (letter) {
    case 'v':
        return "void";
    case 'R': /* as an argument */
        return "void*";
    case 'd':
        return "double";
    case 'i':
        return "int";
    case 'z':
        return "unsigned long";
    case 's':
        return "const char*";
    case 'D':
        return "double*";
    case 'I':
        return "int*";
    case 'S':
        return "const char**";
    default:
        return "void*";
    }
}

void put_prototype(Buf *b, const char *types, const char *name)
{
    bool record = types[0] == 'R';
    putf(b, "%s %s(", record ? "void" : external_type(types[0]), name);
    for (int i = 1; types[i]; i++) {
        put(b, i > 1 ? "," : "");
        put(b, external_type(types[i]));
    }
    put(b, record ? types[1] ? ",void*)" : "void*)" : types[1] ? ")" : "void)");
}

static char letter_of(const TypeInfo *t)
{
    return t->base == TY_REAL     ? 'd'
           : t->base == TY_STRING ? 's'
           : t->base == TY_OBJECT ? 'p'
           : t->base == TY_RECORD ? 'R'
                                  : 'i';
}

/* ---- Variables ---- */

/* The variable that is written to; -1: an input or any other expression. */
static int written_variable(const Call *k, Expr e)
{
    const ExprNode *n = expr_node(k->c->s, e);
    bool variable = n->op == EX_LOCAL && (int)n->payload >= k->f->ninputs;
    return variable ? (int)n->payload : -1;
}

/* u3 from a C value: Booleans are 0 or 1, enumerations have that literal. */
static void put_number(Call *k, Buf *b, int var, const char *value)
{
    const TypeInfo *t = type_info(expr_types(k->c->s), k->f->var[var].type);
    if (t->base == TY_BOOL) {
        putf(b, "u%d=(%s)!=0;\n", var, value);
    } else if (t->base == TY_ENUM) {
        const EnumInfo *info = type_enum_info(expr_types(k->c->s), t->scalar);
        putf(b, "u%d=k_enum(m,%u,%s,%d);\n", var, position_number(k->c->e, k->f->span), value,
             info->n);
    } else if (t->base == TY_STRING) {
        putf(b, "u%d=k_taken(m,%s);\n", var, value);
        k->c->stack = true;
    } else {
        putf(b, "u%d=%s;\n", var, value);
    }
}

/* An expression as a C value. */
static const char *c_value(Call *k, Expr e)
{
    Code *c = k->c;
    const char *text = code_text(c, e);
    switch (letter_of(type_of(c, e))) {
    case 'i':
        return arena_printf(c->e->arena, "(int)(%s)", text);
    case 'p':
        return arena_printf(c->e->arena, "k_pointer(m,%s)", text);
    default:
        return text;
    }
}

static void put_argument(Call *k, char letter, const char *text)
{
    put(&k->args, k->args.n ? "," : "");
    put(&k->args, text);
    buf_putc(&k->types, letter);
}

/* ---- Scalars ---- */

/* By its address, in a variable of C's type. */
static void put_address(Call *k, Expr e, int var)
{
    Code *c = k->c;
    char letter = letter_of(type_of(c, e));
    uint32_t temp = code_temp(c);
    const char *name = arena_printf(c->e->arena, "t%u", temp);
    putf(&k->before, "%s %s=%s;\n", external_type(letter), name, c_value(k, e));
    put_argument(k, letter == 'p' ? 'p' : (char)toupper(letter),
                 arena_printf(c->e->arena, "&%s", name));
    if (var >= 0)
        put_number(k, &k->after, var, name);
}

static void put_scalar(Call *k, const FuncArgument *a)
{
    Expr e = a->leaf[0];
    int var = written_variable(k, e);
    char letter = letter_of(type_of(k->c, e));
    if (k->fortran && letter == 's') {
        put_argument(k, 's', arena_printf(k->c->e->arena, "k_taken(m,%s)", code_text(k->c, e)));
        put(&k->lengths, "z"); /* it may be written to: a copy */
        k->c->stack = true;
    } else if (k->fortran || (var >= 0 && letter != 'p')) {
        put_address(k, e, var);
    } else if (a->is_size) {
        put_argument(k, 'z',
                     arena_printf(k->c->e->arena, "(unsigned long)(int)(%s)", code_text(k->c, e)));
    } else {
        put_argument(k, letter, c_value(k, e));
    }
}

/* ---- Arrays ---- */

/* Reals of C and vectors of Reals are handed over where they are. */
static void put_c_array(Call *k, const FuncArgument *a)
{
    Code *c = k->c;
    Expr e = a->leaf[0];
    const TypeInfo *t = type_of(c, e);
    const char *array = code_text(c, e);
    bool columns = k->fortran && t->ndims > 1, real = t->base == TY_REAL;
    int var = written_variable(k, e);
    if (real && !columns) {
        put_argument(k, 'D', arena_printf(c->e->arena, "(%s)->d", array));
        return;
    }
    uint32_t temp = code_temp(c);
    bool text = t->base == TY_STRING;
    const char *copy = text ? "words" : real ? "columns" : columns ? "int_columns" : "ints";
    putf(&k->before, "%st%u=k_%s(m,%s);\n",
         text   ? "const char**"
         : real ? "double*"
                : "int*",
         temp, copy, array);
    put_argument(k, text ? 'S' : real ? 'D' : 'I', arena_printf(c->e->arena, "t%u", temp));
    c->stack = true;
    if (var >= 0)
        putf(&k->after, "k_from_%s(%s%s,t%u);\n", copy, text ? "m," : "", array, temp);
}

/* ---- Records ---- */

/* double x;struct{int b;}a; */
void put_fields(const TypeTable *types, Buf *b, Type type)
{
    const RecordInfo *r = type_record_info(types, type);
    for (int i = 0; i < r->n; i++) {
        const TypeInfo *t = type_info(types, r->type[i]);
        if (t->base == TY_RECORD) {
            put(b, "struct{");
            put_fields(types, b, r->type[i]);
            putf(b, "}f%d;", i);
        } else {
            putf(b, "%s f%d;", external_type(letter_of(t)), i);
        }
    }
}

/* Calls for each leaf: ".f0.f1" and its expression. */
static void copy_fields(Call *k, Type type, const char *path, const Expr **leaf)
{
    Arena *a = k->c->e->arena;
    const RecordInfo *r = type_record_info(expr_types(k->c->s), type);
    for (int i = 0; i < r->n; i++) {
        const char *field = arena_printf(a, "%s.f%d", path, i);
        if (type_info(expr_types(k->c->s), r->type[i])->base == TY_RECORD) {
            copy_fields(k, r->type[i], field, leaf);
            continue;
        }
        Expr e = *(*leaf)++;
        int var = written_variable(k, e);
        putf(&k->before, "%s=%s;\n", field, c_value(k, e));
        if (var >= 0)
            put_number(k, &k->after, var, field);
    }
}

static const char *put_struct(Call *k, const FuncArgument *a)
{
    uint32_t temp = code_temp(k->c);
    const Expr *leaf = a->leaf;
    const char *name = arena_printf(k->c->e->arena, "t%u", temp);
    put(&k->before, "struct{");
    put_fields(expr_types(k->c->s), &k->before, a->type);
    putf(&k->before, "}%s;\n", name);
    copy_fields(k, a->type, name, &leaf);
    return arena_printf(k->c->e->arena, "&%s", name);
}

/* ---- Arrays of records ---- */

/* t5[i].f0 := element i of the array of a field, and back if it is written to. */
static void copy_element(Call *k, Expr e, const char *field)
{
    Code *c = k->c;
    const TypeInfo *t = type_of(c, e);
    const char *array = code_text(c, e);
    char letter = letter_of(t);
    const char *form = letter == 's'   ? "%s=k_text(m,(%s)->d[i]);\n"
                       : letter == 'p' ? "%s=k_pointer(m,(%s)->d[i]);\n"
                       : letter == 'i' ? "%s=(int)(%s)->d[i];\n"
                                       : "%s=(%s)->d[i];\n";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    putf(&k->before, form, field, array);
#pragma GCC diagnostic pop
    if (written_variable(k, e) < 0)
        return;
    putf(&k->after, "(%s)->d[i]=", array);
    if (t->base == TY_BOOL)
        putf(&k->after, "%s!=0;\n", field);
    else if (t->base == TY_ENUM)
        putf(&k->after, "k_enum(m,%u,%s,%d);\n", position_number(c->e, k->f->span), field,
             type_enum_info(expr_types(c->s), t->scalar)->n);
    else if (t->base == TY_STRING)
        putf(&k->after, "k_number(m,%s?%s:\"\");\n", field, field);
    else
        putf(&k->after, "%s;\n", field);
}

static void copy_elements(Call *k, Type type, const char *path, const Expr **leaf)
{
    const TypeTable *types = expr_types(k->c->s);
    const RecordInfo *r = type_record_info(types, type);
    for (int i = 0; i < r->n; i++) {
        const char *field = arena_printf(k->c->e->arena, "%s.f%d", path, i);
        if (type_info(types, r->type[i])->base == TY_RECORD)
            copy_elements(k, r->type[i], field, leaf);
        else
            copy_element(k, *(*leaf)++, field);
    }
}

/* Each field is an array of ours; C wants an array of structs. */
static void put_structs(Call *k, const FuncArgument *a)
{
    Code *c = k->c;
    Type record = type_info(expr_types(c->s), a->type)->scalar;
    const Expr *leaf = a->leaf;
    const char *first = code_text(c, a->leaf[0]);
    const char *name = arena_printf(c->e->arena, "t%u", code_temp(c));
    put(&k->before, "struct{");
    put_fields(expr_types(c->s), &k->before, record);
    putf(&k->before, "}*%s=k_records(m,%s,sizeof*%s);\n", name, first, name);
    const char *loop = arena_printf(c->e->arena, "for(int i=0;i<k_count(%s);i++){\n", first);
    put(&k->before, loop);
    put(&k->after, loop);
    copy_elements(k, record, arena_printf(c->e->arena, "%s[i]", name), &leaf);
    put(&k->before, "}\n");
    put(&k->after, "}\n");
    put_argument(k, 'R', name);
    c->stack = true;
}

/* ---- The call ---- */

static void put_arguments(Call *k, const FuncExternal *x)
{
    const TypeTable *types = expr_types(k->c->s);
    for (int i = 0; i < x->nargs; i++) {
        const FuncArgument *a = &x->arg[i];
        const TypeInfo *t = type_info(types, a->type);
        if (t->base == TY_RECORD && t->ndims)
            put_structs(k, a);
        else if (t->base == TY_RECORD)
            put_argument(k, 'R', put_struct(k, a));
        else if (node_is_array(k->c->s, a->leaf[0]))
            put_c_array(k, a);
        else
            put_scalar(k, a);
    }
    for (size_t i = 0; i < k->lengths.n; i++) /* of Strings, after all other arguments */
        put_argument(k, 'z', "1ul");
}

/* The number of the function in the instance's table. */
static uint32_t external_number(Emit *e, const Func *f, const char *name, const char *types)
{
    Dae *d = e->d;
    for (int i = 0; i < d->external.n; i++)
        if (!strcmp(d->external.v[i].name, name) && !strcmp(d->external.v[i].types, types))
            return (uint32_t)i;
    DaeExternal x = {
        .name = arena_strdup(d->arena, name), .types = arena_strdup(d->arena, types), .func = f};
    vec_push(d->arena, &d->external, x);
    return (uint32_t)d->external.n - 1;
}

/* dgesv is dgesv_ to the linker. */
static const char *linker_name(Emit *e, const FuncExternal *x)
{
    char *name = arena_strdup(e->arena, name_text(e->d->ctx->names, x->c_name));
    for (char *at = name; x->language == N_fortran && *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return x->language == N_fortran ? arena_printf(e->arena, "%s_", name) : name;
}

/* What is called: m->x[3] as a function of these types, or its name. */
static const char *callee(Call *k, const char *name)
{
    Emit *e = k->c->e;
    const char *types = buf_text(&k->types);
    Buf b = {0};
    uint32_t number = external_number(e, k->f, name, types);
    if (e->apart) {
        const KNative *native = k_native(name, types);
        const char *shown = native ? native->symbol : name;
        if (e->fmu && !external_is_native(&e->d->external.v[number]))
            shown = arena_printf(e->arena, "kx_%u", number);
        put_prototype(&e->protos, types, shown);
        put(&e->protos, ";\n");
        return shown;
    }
    put(&b, "((");
    put_prototype(&b, types, "(*)");
    putf(&b, ")m->x[%u])", number);
    const char *text = arena_strdup(e->arena, buf_text(&b));
    buf_free(&b);
    return text;
}

static char result_letter(const Code *c, const FuncExternal *x)
{
    if (!x->result.n)
        return 'v';
    return letter_of(type_info(expr_types(c->s), x->result.type));
}

static void put_result(Call *k, const FuncExternal *x, const char *call)
{
    Code *c = k->c;
    if (!x->result.n || buf_text(&k->types)[0] == 'R') {
        putf(&c->text, "%s;\n", call);
        return;
    }
    int var = (int)expr_node(c->s, x->result.leaf[0])->payload;
    if (x->destructor) {
        const Func *end = func_get(c->s, x->destructor);
        func_use(c, end->number);
        putf(&c->text, "u%d=k_object(m,%s,f_%u);\n", var, call, end->number);
        putf(&c->text, "if(!u%d)", var);
        put_fault(c, arena_printf(c->e->arena, "`%s` has made no object",
                                  name_text(c->e->d->ctx->names, k->f->name)));
    } else {
        put_number(k, &c->text, var, call);
    }
}

void write_external(Code *c, const Func *f)
{
    const FuncExternal *x = f->external;
    Call k = {.c = c, .f = f, .fortran = x->language == N_fortran};
    code_piece(c);
    for (int i = 0; i < x->nargs; i++)
        for (int j = 0; j < x->arg[i].n; j++)
            code_root(c, x->arg[i].leaf[j]);
    char result = result_letter(c, x);
    for (int j = 0; result == 'R' && j < x->result.n; j++)
        code_root(c, x->result.leaf[j]);
    code_arranged(c);
    buf_putc(&k.types, result);
    put_arguments(&k, x);
    if (result == 'R')
        putf(&k.args, k.args.n ? ",%s" : "%s", put_struct(&k, &x->result));
    const char *function = callee(&k, linker_name(c->e, x));
    put(&c->text, buf_text(&k.before));
    put(&c->text, "k_enter(m,");
    put_string(&c->text, name_text(c->e->d->ctx->names, f->name));
    put(&c->text, ");\n");
    put_result(&k, x, arena_printf(c->e->arena, "%s(%s)", function, buf_text(&k.args)));
    put(&c->text, buf_text(&k.after));
    buf_free(&k.types);
    buf_free(&k.args);
    buf_free(&k.before);
    buf_free(&k.after);
    buf_free(&k.lengths);
}

const char *external_unsupported(const Emit *e, const Func *f)
{
    const FuncExternal *x = f->external;
    const TypeTable *types = expr_types(e->s);
    if (e->apart && !e->fmu && x->result.n && type_info(types, x->result.type)->base == TY_RECORD)
        return "external functions whose value is a record can only be called where kron runs the "
               "model, or in an FMU; one with an output argument can be called everywhere";
    return NULL;
}
