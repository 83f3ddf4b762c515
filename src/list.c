/* list.c - `kron list`: what a model, or a result file, consists of: names, types, values, units,
 * descriptions. */
#include "base/buf.h"
#include "base/die.h"
#include "base/source.h"
#include "base/units.h"
#include "commands.h"
#include "result/result.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tables of text ---- */

enum { COLUMNS = 5, NAME_WIDTH = 48, VALUE_WIDTH = 14 };

/* Rows of COLUMNS cells, which begin at these places of `text`; a row without a first cell is a
 * heading, its second. */
typedef struct Table {
    Buf text;
    size_t n, room, *cell;
} Table;

static void put_cell(Table *t, const char *text)
{
    if (t->n == t->room) {
        size_t room = t->room ? 2 * t->room : 256;
        size_t *cell = realloc(t->cell, room * sizeof *cell);
        KRON_MEMORY(cell);
        t->cell = cell;
        t->room = room;
    }
    t->cell[t->n++] = t->text.n;
    buf_puts(&t->text, text);
    buf_putc(&t->text, 0);
}

static void put_heading(Table *t, const char *text)
{
    put_cell(t, "");
    put_cell(t, text);
    for (int i = 2; i < COLUMNS; i++)
        put_cell(t, "");
}

/* The number of characters, not bytes. */
static int width_of(const char *s)
{
    int n = 0;
    for (; *s; s++)
        n += (*s & 0xC0) != 0x80;
    return n;
}

static void put_padded(Buf *out, const char *text, int width, bool right)
{
    int blanks = width - width_of(text);
    if (right)
        buf_printf(out, "%*s", blanks > 0 ? blanks : 0, "");
    buf_puts(out, text);
    if (!right)
        buf_printf(out, "%*s", blanks > 0 ? blanks : 0, "");
}

/* Names to the left, values (the third column) to the right, the last column as long as it is. */
static void print_table(const Table *t, Buf *out)
{
    static const int most[COLUMNS] = {NAME_WIDTH, 11, VALUE_WIDTH, 24, 0};
    int width[COLUMNS] = {0};
    const char *text = buf_text(&t->text);
    for (size_t i = 0; i + COLUMNS <= t->n; i += COLUMNS)
        for (int k = 0; k < COLUMNS && text[t->cell[i]]; k++) {
            int w = width_of(text + t->cell[i + (size_t)k]);
            width[k] = w > width[k] && w <= most[k] ? w : width[k];
        }
    for (size_t i = 0; i + COLUMNS <= t->n; i += COLUMNS) {
        const char *name = text + t->cell[i];
        if (!*name) {
            buf_printf(out, "%s\n", text + t->cell[i + 1]);
            continue;
        }
        size_t begin = out->n;
        for (int k = 0; k < COLUMNS; k++) {
            if (k != COLUMNS - 1 && !width[k])
                continue;
            buf_puts(out, "  ");
            put_padded(out, text + t->cell[i + (size_t)k], width[k], k == 2);
        }
        while (out->n > begin && out->s[out->n - 1] == ' ')
            out->s[--out->n] = 0;
        buf_putc(out, '\n');
    }
}

static void table_free(Table *t)
{
    buf_free(&t->text);
    free(t->cell);
}

/* ---- Models ---- */

static const char *const type_names[] = {"Real", "Integer", "Boolean", "enumeration", "String"};
static const char *const kind_names[] = {"constant",  "parameter", "state", "derivative",
                                         "algebraic", "discrete",  "input"};

/* Sections in the order in which they are printed. */
typedef enum { INPUTS, OUTPUTS, PARAMETERS, CONSTANTS, STATES, VARIABLES, SECTIONS } Section;
static const char *const section_names[] = {"inputs",    "outputs", "parameters",
                                            "constants", "states",  "variables"};

static Section section_of(const KronVariable *v)
{
    static const Section of[] = {
        [KRON_CONSTANT] = CONSTANTS,   [KRON_PARAMETER] = PARAMETERS, [KRON_STATE] = STATES,
        [KRON_DERIVATIVE] = VARIABLES, [KRON_ALGEBRAIC] = VARIABLES,  [KRON_DISCRETE] = VARIABLES,
        [KRON_INPUT] = INPUTS};
    return v->is_output ? OUTPUTS : v->is_alias && v->kind == KRON_STATE ? VARIABLES : of[v->kind];
}

/* The value as Modelica writes it, or as JSON; "" or null where it is not known. */
static void put_value(Buf *b, KronModel *m, int i, const KronVariable *v, double x, bool json)
{
    const char *text = v->type == KRON_STRING ? kron_string(m, i) : NULL;
    if (text)
        buf_json(b, text);
    else if (v->type == KRON_STRING || !isfinite(x))
        buf_puts(b, json ? "null" : "");
    else if (v->type == KRON_BOOLEAN)
        buf_puts(b, x != 0 ? "true" : "false");
    else
        buf_real(b, x + 0.0); /* no -0 */
}

/* The unit, and the value in the unit in which it is to be shown: K (20 degC). */
static void put_unit(Table *t, const char *unit, const char *display, double x)
{
    Buf b = {0};
    buf_puts(&b, unit);
    if (display && *display && strcmp(unit, display) && isfinite(x) &&
        unit_convert(unit, display, &x))
        buf_printf(&b, " (%.6g %s)", x, display);
    put_cell(t, buf_text(&b));
    buf_free(&b);
}

static void list_section(const Arguments *a, KronModel *m, Section section, Table *t)
{
    KronVariable v;
    Buf value = {0};
    bool any = false;
    for (int i = 0; kron_variable(m, i, &v); i++) {
        if (section_of(&v) != section || !is_chosen(a, v.name))
            continue;
        double start, x = kron_value(m, i);
        bool begins = kron_start(m, i, &start) != NULL;
        if (!any)
            put_heading(t, section_names[section]);
        any = true;
        buf_clear(&value);
        put_value(&value, m, i, &v, begins ? start : x, false);
        put_cell(t, v.name);
        put_cell(t, type_names[v.type]);
        put_cell(t, buf_text(&value));
        put_unit(t, v.unit, v.display_unit, begins ? start : x);
        put_cell(t, v.description);
    }
    buf_free(&value);
}

static void list_json(const Arguments *a, KronModel *m, Buf *b)
{
    KronVariable v;
    const char *comma = "";
    KronStatistics s = kron_statistics(m);
    answer_open(b, a);
    json_text(b, "model", kron_model_name(m));
    buf_printf(b, ", \"equations\": %d, \"unknowns\": %d, \"states\": %d, \"variables\": [",
               s.equations, s.unknowns, s.states);
    for (int i = 0; kron_variable(m, i, &v); i++) {
        if (!is_chosen(a, v.name))
            continue;
        double start;
        buf_printf(b, "%s\n  {\"name\": ", comma);
        buf_json(b, v.name);
        json_text(b, "type", type_names[v.type]);
        json_text(b, "kind", kind_names[v.kind]);
        json_text(b, "causality",
                  v.is_output            ? "output"
                  : v.kind == KRON_INPUT ? "input"
                                         : "local");
        buf_puts(b, ", \"value\": ");
        put_value(b, m, i, &v, kron_value(m, i), true);
        if (kron_start(m, i, &start)) {
            buf_puts(b, ", \"start\": ");
            put_value(b, m, i, &v, start, true);
        }
        json_text(b, "unit", v.unit);
        if (*v.display_unit)
            json_text(b, "displayUnit", v.display_unit);
        json_text(b, "description", v.description);
        buf_printf(b, ", \"alias\": %s, \"protected\": %s, \"exchangeable\": %s}",
                   v.is_alias ? "true" : "false", v.is_protected ? "true" : "false",
                   v.exchangeable ? "true" : "false");
        comma = ",";
    }
    buf_puts(b, "]");
    answer_close(b, a, STATUS_GOOD);
}

static bool check_patterns(const Arguments *a, KronModel *m)
{
    bool good = true;
    for (int k = 0; k < a->nvars; k++) {
        KronVariable v;
        bool found = false;
        for (int i = 0; !found && kron_variable(m, i, &v); i++)
            found = kron_matches(a->vars[k], v.name);
        if (!found)
            say_no_variable(m, a->vars[k]);
        good = good && found;
    }
    return good;
}

static int list_model(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    int status = exit_status(kron_translate(m));
    if (status || !check_patterns(a, m))
        return status ? status : STATUS_USAGE;
    Buf out = {0};
    Table t = {0};
    if (a->json) {
        list_json(a, m, &out);
    } else {
        for (Section s = 0; s < SECTIONS; s++)
            list_section(a, m, s, &t);
        print_table(&t, &out);
    }
    status = give_text(buf_text(&out), a->run.file, a->run.file && kron_is_input(m, a->run.file));
    table_free(&t);
    buf_free(&out);
    return status;
}

/* ---- Results ---- */

typedef struct Extent {
    double first, last, least, most;
} Extent;

static Extent extent_of(const Curves *c, int k)
{
    Extent e = {NAN, NAN, NAN, NAN};
    size_t width = (size_t)c->ncurves + 1;
    for (size_t i = 0; i < c->n; i++) {
        double x = c->data[i * width + (size_t)k + 1];
        e.first = i ? e.first : x;
        e.last = x;
        e.least = fmin(e.least, x); /* of the one that is not NaN */
        e.most = fmax(e.most, x);
    }
    return e;
}

static void result_json(const Arguments *a, const Result *r, const int *chosen, const Curves *c,
                        Buf *b)
{
    answer_open(b, a);
    json_text(b, "result", a->operand[0]);
    buf_printf(b, ", \"points\": %zu", c->n);
    json_field(b, "start", c->data[0]);
    json_field(b, "stop", c->data[(c->n - 1) * ((size_t)c->ncurves + 1)]);
    buf_puts(b, ", \"variables\": [");
    for (int k = 0; k < c->ncurves; k++) {
        Extent e = extent_of(c, k);
        buf_printf(b, "%s\n  {\"name\": ", k ? "," : "");
        buf_json(b, c->curve[k].name);
        json_text(b, "unit", c->curve[k].unit);
        buf_printf(b, ", \"constant\": %s", result_is_constant(r, chosen[k]) ? "true" : "false");
        json_field(b, "first", e.first);
        json_field(b, "last", e.last);
        json_field(b, "min", e.least);
        json_field(b, "max", e.most);
        buf_putc(b, '}');
    }
    buf_puts(b, "]");
    answer_close(b, a, STATUS_GOOD);
}

static void result_table(const Result *r, const int *chosen, const Curves *c, Buf *out)
{
    Table t = {0};
    Buf value = {0};
    for (int parameters = 0; parameters < 2; parameters++) {
        bool any = false;
        for (int k = 0; k < c->ncurves; k++) {
            if (result_is_constant(r, chosen[k]) != (parameters == 1))
                continue;
            if (!any)
                put_heading(&t, parameters ? "constant" : "over time: last value, range");
            any = true;
            Extent e = extent_of(c, k);
            buf_clear(&value);
            buf_printf(&value, "%.6g", e.last);
            put_cell(&t, c->curve[k].name);
            put_cell(&t, "");
            put_cell(&t, buf_text(&value));
            put_unit(&t, c->curve[k].unit, c->curve[k].display, e.last);
            buf_clear(&value);
            if (!parameters)
                buf_printf(&value, "%.6g .. %.6g", e.least, e.most);
            put_cell(&t, buf_text(&value));
        }
    }
    print_table(&t, out);
    buf_free(&value);
    table_free(&t);
}

/* The variables that --vars chooses but for the abscissa; how many. */
static int choose_results(const Arguments *a, const Result *r, int *chosen)
{
    int n = 0;
    for (int i = 0; i < result_count(r); i++)
        if (!result_is_abscissa(r, i) && is_chosen(a, result_name(r, i)))
            chosen[n++] = i;
    return n;
}

static int list_result(const Arguments *a, const char *path)
{
    Buf why = {0}, out = {0};
    Curves c = {0};
    Result *r = result_open(path, &why);
    int *chosen = r ? memory_new((size_t)result_count(r) + 1, sizeof *chosen) : NULL;
    int n = chosen ? choose_results(a, r, chosen) : 0, status = STATUS_MODEL;
    if (chosen && !n && a->nvars) {
        say_error("no variable in %s matches `%s`", path, a->vars[0]);
        status = STATUS_USAGE;
    } else if (!chosen || !result_read(r, n, chosen, &c, &why)) {
        say_error("cannot read %s: %s", path, buf_text(&why));
    } else {
        if (why.n)
            say_warning("%s: %s", path, buf_text(&why));
        if (a->json)
            result_json(a, r, chosen, &c, &out);
        else
            result_table(r, chosen, &c, &out);
        status =
            give_text(buf_text(&out), a->run.file, a->run.file && same_file(path, a->run.file));
    }
    curves_free(&c);
    buf_free(&why);
    buf_free(&out);
    free(chosen);
    result_free(r);
    return status;
}

int command_list(const Arguments *a)
{
    if (a->noperands != 1) {
        say_error("`kron list` takes one model or result");
        return STATUS_USAGE;
    }
    if (is_fmu(a->operand[0]))
        return fmu_list(a, a->operand[0]);
    return is_result_file(a->operand[0]) ? list_result(a, a->operand[0])
                                         : with_model(a, a->operand[0], list_model);
}
