/* wrapper.c - an FMU for Co-Simulation as a Modelica class: its inputs, outputs and parameters, and
 * the calls that step it from one communication point to the next (rt/foreign.h). Linear in its
 * variables.
 *
 * At a communication point the FMU is taken there with the inputs of the point before, then gives
 * its outputs, then the inputs are noted: so outputs never depend on inputs at once, and FMUs in a
 * loop need no iteration. Only the start has it: inputs are tried in Initialization Mode as often
 * as need be. */
#include "base/name.h"
#include "fmi/fmi.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Words ---- */

/* Words of Modelica, and those that the class uses itself. */
static bool is_taken(const char *name)
{
    static const char *const word[] = {
#define N(id, text) text,
#include "base/names.def"
#undef N
    };
    static const char own[] =
        "assert time Real Integer Boolean String pre sample abs integer zeros fill "
        "getInstanceName noEvent size ExternalObject fmu communicationStep tolerance "
        "extrapolate FmuUnit fmuStart fmuStep fmuText fmuObject fmuNow fmuHeld fmuGot "
        "fmuSlope fmuRate fmuLast fmuWords RealInput RealOutput IntegerInput IntegerOutput "
        "BooleanInput BooleanOutput StringInput StringOutput";
    for (int i = 0; i < N_within; i++) /* keywords come first */
        if (!strcmp(name, word[i]))
            return true;
    size_t n = strlen(name);
    for (const char *at = own; (at = strstr(at, name)); at += n)
        if ((at == own || at[-1] == ' ') && (at[n] == ' ' || !at[n]))
            return true;
    return false;
}

static bool is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_')
            return false;
    return *name && !isdigit((unsigned char)*name);
}

/* The name with what Modelica's names can have: characters of ASCII, others by their numbers. */
static const char *ascii_name(Arena *a, const char *name)
{
    Buf b = {0};
    for (const unsigned char *at = (const unsigned char *)name; *at;) {
        unsigned c = *at++;
        int more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
        if (c < 0x80) {
            buf_putc(&b, c < ' ' || c == 0x7f ? ' ' : (char)c);
            continue;
        }
        c &= more == 3 ? 7u : more == 2 ? 15u : 31u;
        for (; more && (*at & 0xc0) == 0x80; more--)
            c = c << 6 | (*at++ & 63u);
        buf_printf(&b, "_u%04X", c);
    }
    const char *made = arena_strdup(a, buf_text(&b));
    buf_free(&b);
    return made;
}

/* A name as Modelica writes it: 'a.b' if it is no identifier. */
static void put_name(Buf *b, const char *name)
{
    if (is_plain(name) && !is_taken(name)) {
        buf_puts(b, name);
        return;
    }
    buf_putc(b, '\'');
    for (const char *at = name; *at; at++) {
        if (*at == '\'' || *at == '\\')
            buf_putc(b, '\\');
        buf_putc(b, *at);
    }
    buf_putc(b, '\'');
}

static void put_text(Buf *b, const char *text, size_t n)
{
    buf_putc(b, '"');
    for (size_t i = 0; i < n; i++) {
        if (text[i] == '"' || text[i] == '\\')
            buf_putc(b, '\\');
        if (text[i] == '\n')
            buf_puts(b, "\\n");
        else if (text[i] != '\r')
            buf_putc(b, text[i]);
    }
    buf_putc(b, '"');
}

/* A word of a list of numbers; false: none that Modelica could have. */
static bool put_number(Buf *b, const char *word, size_t n)
{
    char text[64], *end;
    if (!n || n >= sizeof text)
        return false;
    memcpy(text, word, n);
    text[n] = 0;
    double x = strtod(text, &end);
    if (*end || !isfinite(x))
        return false;
    bool usual =
        isdigit((unsigned char)text[text[0] == '-']) && !strpbrk(text, "xX") && text[n - 1] != '.';
    if (usual)
        buf_puts(b, text);
    else
        buf_printf(b, "%.17g", x);
    return true;
}

/* ---- Types ---- */

typedef enum { KIND_REAL, KIND_INTEGER, KIND_BOOLEAN, KIND_ENUM, KIND_STRING, KIND_NONE } Kind;

static Kind kind_of(const FmuFile *f, const FmuVariable *v)
{
    if (v->alias_of >= 0)
        return KIND_NONE;
    if (v->type == FT_CLOCK && (v->ndims || !f->cs_event_mode))
        return KIND_NONE;
    if (v->type == FT_CLOCK && v->cause == FC_OUTPUT) /* how often it has ticked */
        return KIND_INTEGER;
    if (v->type == FT_CLOCK) /* one that the model ticks, when it becomes true */
        return v->cause == FC_INPUT && v->clock == FK_TRIGGERED ? KIND_BOOLEAN : KIND_NONE;
    if (v->type == FT_ENUM) {
        const FmuNamedType *t = fmu_type(f, v);
        return t && t->counted && t->item.n ? KIND_ENUM : KIND_INTEGER;
    }
    return v->type <= FT_FLOAT32   ? KIND_REAL
           : v->type < FT_BOOLEAN  ? KIND_INTEGER
           : v->type == FT_BOOLEAN ? KIND_BOOLEAN
           : v->type == FT_STRING  ? KIND_STRING
                                   : KIND_NONE;
}

/* A variable of the class: one of the FMU's, or scalars a[1], a[2], ... as an array. */
typedef struct Joined {
    FmuVariable v;
    int first;            /* of its elements in the FMU's list; -1: it is one of those */
    const char *original; /* its name there */
} Joined;

typedef struct Wrapper {
    const FmuFile *f;
    Buf *b;
    Arena *a;
    VEC(Joined) var;
} Wrapper;

static bool is_number(const Wrapper *w, const FmuVariable *v)
{
    return kind_of(w->f, v) < KIND_STRING;
}

static bool is_text(const Wrapper *w, const FmuVariable *v)
{
    return kind_of(w->f, v) == KIND_STRING;
}

static void put_kind(const Wrapper *w, const FmuVariable *v)
{
    static const char *const name[] = {"Real", "Integer", "Boolean", "", "String"};
    Kind k = kind_of(w->f, v);
    if (k == KIND_ENUM)
        put_name(w->b, ascii_name(w->a, v->declared));
    else
        buf_puts(w->b, name[k]);
}

static void put_types(const Wrapper *w)
{
    for (int i = 0; i < w->f->type.n; i++) {
        const FmuNamedType *t = &w->f->type.v[i];
        bool used = false;
        for (int k = 0; k < w->f->var.n; k++)
            used = used || (kind_of(w->f, &w->f->var.v[k]) == KIND_ENUM &&
                            fmu_type(w->f, &w->f->var.v[k]) == t);
        if (!used)
            continue;
        buf_puts(w->b, "  type ");
        put_name(w->b, ascii_name(w->a, t->name));
        buf_puts(w->b, " = enumeration(");
        for (int k = 0; k < t->item.n; k++) {
            buf_puts(w->b, k ? ", " : "");
            put_name(w->b, ascii_name(w->a, t->item.v[k]));
            if (*t->item_text.v[k]) {
                buf_putc(w->b, ' ');
                put_text(w->b, t->item_text.v[k], strlen(t->item_text.v[k]));
            }
        }
        buf_puts(w->b, ");\n");
    }
}

/* ---- Arrays of FMI 2 ---- */

/* The subscripts at the end of a name: how many, 0 if there are none; *stem: the length of what is
 * before. */
static int subscripts(const char *name, size_t *stem, unsigned long at[8])
{
    const char *open = strrchr(name, '['), *text = open ? open + 1 : NULL;
    int n = 0;
    while (open && n < 8) {
        char *end;
        at[n] = strtoul(text, &end, 10);
        if (end == text || at[n++] < 1 || (*end != ',' && *end != ']'))
            return 0;
        text = end + 1;
        if (*end == ']') {
            *stem = (size_t)(open - name);
            return *text ? 0 : n;
        }
    }
    return 0;
}

static bool are_alike(const FmuVariable *a, const FmuVariable *b)
{
    return a->type == b->type && a->cause == b->cause && a->vary == b->vary &&
           !a->start == !b->start && !b->ndims && (a->alias_of < 0) == (b->alias_of < 0) &&
           !strcmp(a->unit, b->unit) && !strcmp(a->min, b->min) && !strcmp(a->max, b->max) &&
           !strcmp(a->display, b->display) && !strcmp(a->quantity, b->quantity);
}

/* Whether the subscripts follow those before, the last one fastest; dim: the sizes so far. */
static bool follows(int n, const unsigned long *before, const unsigned long *now)
{
    int k = 0;
    while (k < n && before[k] == now[k])
        k++;
    if (k == n || now[k] != before[k] + 1)
        return false;
    while (++k < n)
        if (now[k] != 1)
            return false;
    return true;
}

/* How many variables from place i on are the elements of an array, *v; 0: they are none. */
static int array_from(const Wrapper *w, int i, FmuVariable *v)
{
    const FmuVariable *first = &w->f->var.v[i];
    size_t stem, other, total = 1;
    unsigned long at[2][8];
    int n = subscripts(first->name, &stem, at[0]), count = 1;
    for (int k = 0; k < n; k++)
        if (at[0][k] != 1)
            return 0;
    for (; n && i + count < w->f->var.n; count++) {
        const FmuVariable *next = first + count;
        if (subscripts(next->name, &other, at[1]) != n || other != stem ||
            strncmp(first->name, next->name, stem) || !are_alike(first, next) ||
            !follows(n, at[0], at[1]))
            break;
        memcpy(at[0], at[1], sizeof at[0]);
    }
    for (int k = 0; k < n; k++) {
        v->dim[k] = at[0][k];
        total = v->dim[k] > (size_t)count / total ? (size_t)count + 1 : total * v->dim[k];
    }
    if (!n || total != (size_t)count || first->ndims || first->type == FT_CLOCK)
        return 0;
    Buf start = {0};
    v->word.n = v->word.cap = 0;
    for (int k = 0; k < count && first->start; k++) {
        buf_printf(&start, "%s ", first[k].start);
        vec_push(w->a, &v->word, first[k].start);
    }
    v->name = arena_strndup(w->a, first->name, stem);
    v->start = first->start ? arena_strdup(w->a, buf_text(&start)) : NULL;
    v->ndims = n;
    v->n = total;
    buf_free(&start);
    return count;
}

static int by_name(const void *a, const void *b)
{
    const Joined *const *p = a, *const *q = b;
    int order = strcmp((*p)->v.name, (*q)->v.name);
    return order ? order : *p < *q ? -1 : *p > *q;
}

/* Names that differ in the FMU differ here too: a[1] and a, characters that are none of Modelica's.
 * n log n. */
static void part_names(Wrapper *w)
{
    int n = w->var.n, again = 1;
    Joined **sorted = ARENA_ARRAY(w->a, Joined *, n + 1);
    for (int i = 0; i < n; i++)
        sorted[i] = &w->var.v[i];
    for (int round = 0; again && round < 8; round++) {
        again = 0;
        qsort(sorted, (size_t)n, sizeof *sorted, by_name);
        for (int i = 1, same = 1; i < n; i++) {
            Joined *j = sorted[i], *before = sorted[i - 1];
            same = strcmp(j->original, before->original) &&
                           !strcmp(j->v.name, sorted[i - same]->v.name)
                       ? same + 1
                       : 1;
            if (same > 1)
                j->v.name = arena_printf(w->a, "%s_%d", j->v.name, same), again = 1;
        }
    }
}

static void list_variables(Wrapper *w)
{
    for (int i = 0; i < w->f->var.n;) {
        FmuVariable v = w->f->var.v[i];
        int n = array_from(w, i, &v);
        if (!n)
            v = w->f->var.v[i];
        const char *original = w->f->var.v[i].name;
        v.name = ascii_name(w->a, v.name);
        vec_push(w->a, &w->var, ((Joined){v, n ? i : -1, original}));
        i += n ? n : 1;
    }
    part_names(w);
}

/* ---- Declarations ---- */

/* One value of a start attribute; false: nothing is written. */
static bool put_value(const Wrapper *w, const FmuVariable *v, const char *word, size_t n)
{
    const FmuNamedType *t = fmu_type(w->f, v);
    long k = strtol(word, NULL, 10);
    switch (kind_of(w->f, v)) {
    case KIND_BOOLEAN:
        buf_puts(w->b, (n == 4 && !strncmp(word, "true", 4)) || (n == 1 && *word == '1') ? "true"
                                                                                         : "false");
        return true;
    case KIND_ENUM:
        if (k < 1 || k > t->item.n)
            k = 1;
        put_name(w->b, ascii_name(w->a, t->name));
        buf_putc(w->b, '.');
        put_name(w->b, ascii_name(w->a, t->item.v[k - 1]));
        return true;
    default:
        return put_number(w->b, word, n);
    }
}

/* {{"a", "b"}}: Strings, of which `*at` are written; those that the description lacks are empty. */
static void put_words(const Wrapper *w, const FmuVariable *v, int dim, int *at)
{
    if (dim == v->ndims) {
        const char *text = *at < v->word.n ? v->word.v[*at] : v->start && !*at ? v->start : "";
        (*at)++;
        put_text(w->b, text, strlen(text));
        return;
    }
    buf_putc(w->b, '{');
    for (size_t i = 0; i < v->dim[dim]; i++) {
        buf_puts(w->b, i ? ", " : "");
        put_words(w, v, dim + 1, at);
    }
    buf_putc(w->b, '}');
}

/* {{1, 2}, {3, 4}}: the words of a list by dimensions; the last one stands for what is missing. */
static bool put_values(const Wrapper *w, const FmuVariable *v, int dim, const char **at)
{
    if (dim == v->ndims) {
        const char *word = *at + strspn(*at, " \t\n\r");
        size_t n = strcspn(word, " \t\n\r");
        if (word[n + strspn(word + n, " \t\n\r")])
            *at = word + n;
        return put_value(w, v, word, n);
    }
    bool good = true;
    buf_putc(w->b, '{');
    for (size_t i = 0; i < v->dim[dim] && good; i++) {
        buf_puts(w->b, i ? ", " : "");
        good = put_values(w, v, dim + 1, at);
    }
    buf_putc(w->b, '}');
    return good;
}

/* before VALUES; nothing if there are none. */
static bool put_start(const Wrapper *w, const FmuVariable *v, const char *before)
{
    const char *at = v->start;
    size_t mark = w->b->n;
    if (!at)
        return false;
    buf_puts(w->b, before);
    if (v->type == FT_STRING) {
        put_words(w, v, 0, &(int){0});
        return true;
    }
    if (put_values(w, v, 0, &at))
        return true;
    w->b->n = mark;
    return false;
}

static void put_attribute(const Wrapper *w, const FmuVariable *v, const char *name,
                          const char *text, bool number, const char **comma)
{
    size_t mark = w->b->n;
    if (!*text)
        return;
    buf_printf(w->b, "%s%s%s = ", *comma, v->ndims ? "each " : "", name);
    if (!number)
        put_text(w->b, text, strlen(text));
    else if (!put_number(w->b, text, strlen(text))) {
        w->b->n = mark;
        return;
    }
    *comma = ", ";
}

static void put_attributes(const Wrapper *w, const FmuVariable *v, bool start)
{
    const char *comma = "(";
    Kind k = kind_of(w->f, v);
    put_attribute(w, v, "quantity", v->quantity, false, &comma);
    if (k == KIND_REAL) {
        put_attribute(w, v, "unit", v->unit, false, &comma);
        put_attribute(w, v, "displayUnit", v->display, false, &comma);
    }
    if (k <= KIND_INTEGER) {
        put_attribute(w, v, "min", v->min, true, &comma);
        put_attribute(w, v, "max", v->max, true, &comma);
    }
    if (start && put_start(w, v, *comma == '(' ? "(start = " : ", start = "))
        comma = ", ";
    buf_puts(w->b, *comma == '(' ? "" : ")");
}

static void put_comment(const Wrapper *w, const FmuVariable *v)
{
    if (*v->description) {
        buf_putc(w->b, ' ');
        put_text(w->b, v->description, strlen(v->description));
    }
    buf_puts(w->b, ";\n");
}

static void put_dims(const Wrapper *w, const FmuVariable *v)
{
    for (int i = 0; i < v->ndims; i++)
        buf_printf(w->b, "%s%zu%s", i ? ", " : "[", v->dim[i], i + 1 < v->ndims ? "" : "]");
}

/* Parameters that are set before the initialization. */
static bool is_parameter(const Wrapper *w, const FmuVariable *v)
{
    return v->cause == FC_PARAMETER && (is_number(w, v) || is_text(w, v));
}

/* Structural ones have the values that the sizes of the class follow from. */
static bool is_structural(const Wrapper *w, const FmuVariable *v)
{
    return v->cause == FC_STRUCTURAL && is_number(w, v) && !v->ndims && v->start;
}

static void put_parameters(const Wrapper *w)
{
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        if (!is_parameter(w, v) && !is_structural(w, v))
            continue;
        buf_puts(w->b, is_structural(w, v) ? "  constant " : "  parameter ");
        put_kind(w, v);
        buf_putc(w->b, ' ');
        put_name(w->b, v->name);
        put_dims(w, v);
        put_attributes(w, v, false);
        if (!put_start(w, v, " = ") && v->type == FT_STRING) {
            buf_puts(w->b, " = ");
            put_words(w, v, 0, &(int){0});
        }
        put_comment(w, v);
    }
}

static void put_connectors(const Wrapper *w, FmuCause cause)
{
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        bool in = cause == FC_INPUT;
        if (v->cause != cause || (!is_number(w, v) && !is_text(w, v)))
            continue;
        Kind k = kind_of(w->f, v);
        buf_puts(w->b, k == KIND_ENUM ? (in ? "  input " : "  output ") : "  ");
        put_kind(w, v);
        buf_puts(w->b, k == KIND_ENUM ? " " : in ? "Input " : "Output ");
        put_name(w->b, v->name);
        put_dims(w, v);
        put_attributes(w, v, in);
        put_comment(w, v);
    }
}

/* ---- Values as one vector ---- */

/* name[2,1] of element k. */
static void put_element(const Wrapper *w, const FmuVariable *v, size_t k)
{
    size_t rest = v->n;
    put_name(w->b, v->name);
    for (int i = 0; i < v->ndims; i++) {
        rest /= v->dim[i];
        buf_printf(w->b, "%s%zu%s", i ? "," : "[", k / rest + 1, i + 1 < v->ndims ? "" : "]");
        k %= rest;
    }
}

/* before ELEMENT after, as a number. */
static void put_as_number(const Wrapper *w, const FmuVariable *v, size_t k, const char *before,
                          const char *after)
{
    Kind kind = kind_of(w->f, v);
    buf_puts(w->b, kind == KIND_BOOLEAN ? "if " : kind == KIND_ENUM ? "Integer(" : "");
    buf_puts(w->b, before);
    put_element(w, v, k);
    buf_puts(w->b, after);
    buf_puts(w->b, kind == KIND_BOOLEAN ? " then 1 else 0" : kind == KIND_ENUM ? ")" : "");
}

static int count_texts(const Wrapper *w, FmuCause cause)
{
    int n = 0;
    for (int i = 0; i < w->var.n; i++)
        if (w->var.v[i].v.cause == cause && is_text(w, &w->var.v[i].v))
            n += (int)w->var.v[i].v.n;
    return n;
}

static size_t count(const Wrapper *w, FmuCause cause)
{
    size_t n = 0;
    for (int i = 0; i < w->var.n; i++)
        if (w->var.v[i].v.cause == cause && is_number(w, &w->var.v[i].v))
            n += w->var.v[i].v.n;
    return n;
}

/* {a, b[1], if c then 1 else 0} */
static void put_vector(const Wrapper *w, FmuCause cause)
{
    const char *comma = "{";
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        if (v->cause != cause || !is_number(w, v))
            continue;
        for (size_t k = 0; k < v->n; k++) {
            buf_puts(w->b, comma);
            put_as_number(w, v, k, "", "");
            comma = ", ";
        }
    }
    buf_puts(w->b, *comma == '{' ? "zeros(0)" : "}");
}

/* {a, b}: Strings */
static void put_texts(const Wrapper *w, FmuCause cause)
{
    const char *comma = "{";
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        for (size_t k = 0; v->cause == cause && is_text(w, v) && k < v->n; k++) {
            buf_puts(w->b, comma);
            put_element(w, v, k);
            comma = ", ";
        }
    }
    buf_puts(w->b, *comma == '{' ? "fill(\"\", 0)" : "}");
}

static void put_line(const Wrapper *w, const char *line)
{
    buf_puts(w->b, "\n    + ");
    put_text(w->b, line, strlen(line));
}

/* Structural parameters that have other values than the FMU's own. */
static void put_configuration(const Wrapper *w)
{
    for (int i = 0; i < w->f->configured.n; i++) {
        const FmuVariable *v = &w->f->var.v[w->f->configured.v[i]];
        put_line(w, arena_printf(w->a, "c %s=%s\n", v->name, v->start));
    }
}

/* The names, as rt/foreign.h wants them. */
static void put_names(const Wrapper *w, FmuCause cause, const char *numbers, const char *texts)
{
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        bool text = v->type == FT_STRING;
        if (v->cause != cause || (text ? !is_text(w, v) : !is_number(w, v)))
            continue;
        int first = w->var.v[i].first;
        for (size_t k = 0; k < (first < 0 ? 1 : v->n); k++) {
            const char *name = first < 0 ? w->var.v[i].original : w->f->var.v[first + (int)k].name;
            put_line(w, arena_printf(w->a, "%s %s\n", text ? texts : numbers, name));
        }
    }
}

static void put_object(const Wrapper *w)
{
    buf_puts(w->b, "  FmuUnit fmuObject = FmuUnit(fmu, getInstanceName(), \"\"");
    put_configuration(w);
    put_names(w, FC_PARAMETER, "p", "s");
    put_names(w, FC_INPUT, "i", "t");
    put_names(w, FC_OUTPUT, "o", "w");
    buf_puts(w->b, ",\n    ");
    put_vector(w, FC_PARAMETER);
    buf_puts(w->b, ", ");
    put_texts(w, FC_PARAMETER);
    buf_puts(w->b, ", tolerance);\n");
}

/* ---- Equations ---- */

/* Inputs that can only jump are communicated when they do. */
static void put_conditions(const Wrapper *w)
{
    size_t at = 0;
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        if (v->cause != FC_INPUT || !is_number(w, v))
            continue;
        for (size_t k = 0; k < v->n; k++) {
            at++;
            if (kind_of(w->f, v) == KIND_REAL || !w->f->cs_variable_steps)
                continue;
            buf_puts(w->b, ", abs((");
            put_as_number(w, v, k, "pre(", ")");
            buf_printf(w->b, ") - pre(fmuHeld[%zu])) > 0.5", at);
        }
    }
    for (int i = 0, n = 0; i < w->var.n && w->f->cs_variable_steps; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        for (size_t k = 0; v->cause == FC_INPUT && is_text(w, v) && k < v->n; k++) {
            buf_puts(w->b, ", pre(");
            put_element(w, v, k);
            buf_printf(w->b, ") <> pre(fmuWords[%d])", ++n);
        }
    }
}

/* String outputs, as they are at the point that has been reached. */
static void put_got_texts(const Wrapper *w, const char *before, size_t nout)
{
    for (int i = 0, n = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        for (size_t k = 0; v->cause == FC_OUTPUT && is_text(w, v) && k < v->n; k++) {
            buf_puts(w->b, before);
            put_element(w, v, k);
            buf_printf(w->b, " = fmuText(fmuObject, fmuGot[%zu], %d);\n", nout, ++n);
        }
    }
}

/* What continuous inputs change by: with it a step begins from what they will be in its middle. */
static void put_rates(const Wrapper *w)
{
    size_t at = 0;
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        for (size_t k = 0; v->cause == FC_INPUT && is_number(w, v) && k < v->n; k++) {
            at++;
            if (kind_of(w->f, v) == KIND_REAL && v->vary == FV_CONTINUOUS)
                buf_printf(w->b,
                           "    fmuRate[%zu] = if extrapolate and noEvent(time > pre(fmuLast)) "
                           "then (fmuNow[%zu] - "
                           "pre(fmuHeld[%zu]))/(time - pre(fmuLast)) else 0;\n",
                           at, at, at);
            else
                buf_printf(w->b, "    fmuRate[%zu] = 0;\n", at);
        }
    }
}

static void put_outputs(const Wrapper *w)
{
    size_t at = 0;
    for (int i = 0; i < w->var.n; i++) {
        const FmuVariable *v = &w->var.v[i].v;
        if (v->cause != FC_OUTPUT || !is_number(w, v))
            continue;
        for (size_t k = 0; k < v->n; k++) {
            at++;
            buf_puts(w->b, "  ");
            put_element(w, v, k);
            Kind kind = kind_of(w->f, v);
            if (kind == KIND_REAL && v->vary == FV_CONTINUOUS)
                buf_printf(w->b,
                           " = fmuGot[%zu] + (if extrapolate then fmuSlope[%zu]*(time - fmuLast) "
                           "else 0);\n",
                           at, at);
            else if (kind == KIND_REAL)
                buf_printf(w->b, " = fmuGot[%zu];\n", at);
            else if (kind == KIND_BOOLEAN)
                buf_printf(w->b, " = fmuGot[%zu] > 0.5;\n", at);
            else if (kind == KIND_INTEGER)
                buf_printf(w->b, " = integer(fmuGot[%zu] + 0.5);\n", at);
            else {
                buf_puts(w->b, " = ");
                put_name(w->b, ascii_name(w->a, v->declared));
                buf_printf(w->b, "(integer(fmuGot[%zu] + 0.5));\n", at);
            }
        }
    }
}

static const char functions[] =
    "  class FmuUnit\n"
    "    extends ExternalObject;\n"
    "    function constructor\n"
    "      input String path, instance, variables;\n"
    "      input Real values[:];\n"
    "      input String texts[:];\n"
    "      input Real tolerance;\n"
    "      output FmuUnit object;\n"
    "    external \"C\" object = kron_fmu_open(path, instance, variables, values, size(values, 1), "
    "texts,\n"
    "      size(texts, 1), tolerance);\n"
    "    end constructor;\n"
    "    function destructor\n"
    "      input FmuUnit object;\n"
    "    external \"C\" kron_fmu_close(object);\n"
    "    end destructor;\n"
    "  end FmuUnit;\n"
    "  function fmuStart \"Outputs at the start\"\n"
    "    input FmuUnit object;\n"
    "    input Real t, u[:];\n"
    "    input String s[:];\n"
    "    input Integer n;\n"
    "    output Real y[n];\n"
    "  external \"C\" kron_fmu_start(object, t, u, size(u, 1), s, size(s, 1), y, size(y, 1));\n"
    "  end fmuStart;\n"
    "  impure function fmuStep \"Outputs at a communication point, which is stepped to\"\n"
    "    input FmuUnit object;\n"
    "    input Real t, u[:];\n"
    "    input String s[:];\n"
    "    input Integer n;\n"
    "    output Real y[n];\n"
    "  external \"C\" kron_fmu_step(object, t, u, size(u, 1), s, size(s, 1), y, size(y, 1));\n"
    "  end fmuStep;\n"
    "  function fmuText \"A String output at the communication point of that time\"\n"
    "    input FmuUnit object;\n"
    "    input Real t;\n"
    "    input Integer number;\n"
    "    output String y;\n"
    "  external \"C\" y = kron_fmu_text(object, t, number);\n"
    "  end fmuText;\n";

static double usual_step(const FmuFile *f)
{
    double start = isnan(f->start) ? 0 : f->start;
    return f->step > 0 ? f->step : f->stop > start ? (f->stop - start) / 500 : 0.01;
}

static void put_head(const Wrapper *w, const char *class_name, const char *path)
{
    static const char *const types[] = {"Real", "Integer", "Boolean", "String"};
    const FmuFile *f = w->f;
    Buf *b = w->b;
    buf_puts(b, "model ");
    put_name(b, class_name);
    buf_putc(b, ' ');
    put_text(b, *f->description ? f->description : f->name,
             strlen(*f->description ? f->description : f->name));
    buf_printf(b, "\n  // Written by kron import: an FMU of FMI %d.0 for Co-Simulation.\n",
               f->version);
    buf_puts(b, "  parameter String fmu = ");
    put_text(b, path, strlen(path));
    buf_printf(b,
               " \"the file\";\n"
               "  parameter Real communicationStep(unit = \"s\") = %.12g \"time between "
               "communication points\";\n"
               "  parameter Real tolerance = 0 \"relative tolerance inside of the FMU; 0: its own "
               "choice\";\n"
               "  parameter Boolean extrapolate = false \"inputs and outputs go on linearly "
               "between communication "
               "points, else they are held\";\n",
               usual_step(f));
    put_types(w);
    for (int i = 0; i < 4; i++)
        buf_printf(b, "  connector %sInput = input %s;\n  connector %sOutput = output %s;\n",
                   types[i], types[i], types[i], types[i]);
}

static void put_state(const Wrapper *w, size_t nin, size_t nout)
{
    Buf *b = w->b;
    int words = count_texts(w, FC_INPUT);
    buf_puts(b, "protected\n");
    put_object(w);
    if (nin)
        buf_printf(b,
                   "  Real fmuNow[%zu] \"inputs\";\n  discrete Real fmuHeld[%zu], fmuRate[%zu] "
                   "\"inputs at the last "
                   "communication point, and their change\";\n",
                   nin, nin, nin);
    if (words)
        buf_printf(b, "  discrete String fmuWords[%d] \"String inputs there\";\n", words);
    buf_printf(b,
               "  discrete Real fmuGot[%zu], fmuSlope[%zu] \"outputs and time there, and their "
               "change\";\n",
               nout, nout);
    buf_puts(b, "  discrete Real fmuLast \"the last communication point\";\n");
    buf_puts(b, functions);
}

static void put_initial(const Wrapper *w, size_t nin, size_t nout)
{
    Buf *b = w->b;
    buf_printf(b, "initial equation\n  fmuGot = fmuStart(fmuObject, time, %s, ",
               nin ? "fmuNow" : "zeros(0)");
    put_texts(w, FC_INPUT);
    buf_printf(b, ", %zu);\n  fmuSlope = zeros(%zu);\n", nout, nout);
    put_got_texts(w, "  ", nout);
    if (nin)
        buf_printf(b, "  fmuHeld = fmuNow;\n  fmuRate = zeros(%zu);\n", nin);
    if (count_texts(w, FC_INPUT)) {
        buf_puts(b, "  fmuWords = ");
        put_texts(w, FC_INPUT);
        buf_puts(b, ";\n");
    }
    buf_puts(b, "  fmuLast = time;\n");
}

static void put_equations(const Wrapper *w, size_t nin, size_t nout)
{
    Buf *b = w->b;
    int words = count_texts(w, FC_INPUT);
    buf_puts(b, "equation\n");
    if (nin) {
        buf_puts(b, "  fmuNow = ");
        put_vector(w, FC_INPUT);
        buf_puts(b, ";\n");
    }
    buf_puts(b, "  when {sample(0, communicationStep)");
    put_conditions(w);
    buf_printf(b,
               "} then\n    fmuGot = fmuStep(fmuObject, time, %s, %s, %zu);\n"
               "    fmuSlope = if noEvent(time > pre(fmuLast)) then (fmuGot - pre(fmuGot))/(time - "
               "pre(fmuLast)) else pre(fmuSlope);\n",
               nin ? "pre(fmuHeld) + (time - pre(fmuLast))/2*pre(fmuRate)" : "zeros(0)",
               words ? "pre(fmuWords)" : "fill(\"\", 0)", nout);
    put_got_texts(w, "    ", nout);
    if (nin)
        put_rates(w);
    buf_puts(b, nin ? "    fmuHeld = fmuNow;\n" : "");
    if (words) {
        buf_puts(b, "    fmuWords = ");
        put_texts(w, FC_INPUT);
        buf_puts(b, ";\n");
    }
    buf_puts(b, "    fmuLast = time;\n  end when;\n");
    put_outputs(w);
}

const char *fmu_left_out(const FmuFile *f, const FmuVariable *v)
{
    if (v->alias_of >= 0 || v->cause == FC_LOCAL || v->cause == FC_INDEPENDENT ||
        v->cause == FC_CALCULATED)
        return NULL;
    if (v->type == FT_BINARY)
        return "it is binary, which Modelica has no type for";
    if (v->type == FT_CLOCK && v->cause == FC_OUTPUT && kind_of(f, v) == KIND_NONE)
        return v->ndims ? "it is an array of clocks"
                        : "clocks tick in Event Mode, which the FMU does not have";
    return NULL;
}

void fmu_wrapper(const FmuFile *f, const char *class_name, const char *path, Buf *b)
{
    Wrapper w = {.f = f, .b = b, .a = arena_new()};
    list_variables(&w);
    size_t nin = count(&w, FC_INPUT),
           nout = count(&w, FC_OUTPUT) + 1; /* and the time of the point */
    put_head(&w, class_name, path);
    put_parameters(&w);
    put_connectors(&w, FC_INPUT);
    put_connectors(&w, FC_OUTPUT);
    put_state(&w, nin, nout);
    put_initial(&w, nin, nout);
    put_equations(&w, nin, nout);
    if (f->stop > (isnan(f->start) ? 0 : f->start))
        buf_printf(b, "  annotation(experiment(StartTime = %.12g, StopTime = %.12g));\n",
                   isnan(f->start) ? 0 : f->start, f->stop);
    buf_puts(b, "end ");
    put_name(b, class_name);
    buf_puts(b, ";\n");
    arena_free(w.a);
}
