/* hints.c - what may have been meant by a name that is not there: names of other languages, names
 * of older versions of a library, names that cannot be seen from here, libraries that were not
 * found. */
#include "model/builtin.h"
#include "model/convert_internal.h"
#include "model/function.h"
#include "model/inst.h"
#include "model/resolve.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- Other languages ---- */

static const struct {
    const char *name, *meant;
} habits[] = {
    {"True", "`true`"},
    {"TRUE", "`true`"},
    {"False", "`false`"},
    {"FALSE", "`false`"},
    {"yes", "`true`"},
    {"no", "`false`"},
    {"ln", "`log`, the natural logarithm"},
    {"log2", "`log(x)/log(2)`"},
    {"pi", "`Modelica.Constants.pi` (or declare `constant Real pi = 2*asin(1)`)"},
    {"PI", "`Modelica.Constants.pi` (or declare `constant Real pi = 2*asin(1)`)"},
    {"g_n", "`Modelica.Constants.g_n`, the acceleration of gravity"},
    {"N_A", "`Modelica.Constants.N_A`"},
    {"mu_0", "`Modelica.Constants.mu_0`"},
    {"epsilon_0", "`Modelica.Constants.epsilon_0`"},
    {"T_zero", "`Modelica.Constants.T_zero`, -273.15 degC"},
    {"eps", "`Modelica.Constants.eps`"},
    {"inf", "`Modelica.Constants.inf`"},
    {"pow", "`x^y`"},
    {"power", "`x^y`"},
    {"fabs", "`abs`"},
    {"arcsin", "`asin`"},
    {"arccos", "`acos`"},
    {"arctan", "`atan`"},
    {"arctan2", "`atan2`"},
    {"sgn", "`sign`"},
    {"signum", "`sign`"},
    {"round", "`integer(x + 0.5)`"},
    {"trunc", "`integer(x)`, or `div(x, 1)`"},
    {"int", "`Integer`, the type, or `integer(x)`, the function"},
    {"float", "`Real`"},
    {"double", "`Real`"},
    {"bool", "`Boolean`"},
    {"string", "`String`"},
    {"len", "`size(x, 1)`"},
    {"length", "`size(x, 1)`"},
    {"t", "`time`"},
    {"ddt", "`der(x)`"},
    {"dt", "`der(x)`, the derivative: dx/dt is der(x)"},
    {"diff", "`der(x)`"},
    {"integral", "an equation for the derivative: y = integral of u is der(y) = u"},
    {"integrate", "an equation for the derivative: y = integral of u is der(y) = u"},
    {"integ", "an equation for the derivative: y = integral of u is der(y) = u"},
    {"INTEG", "an equation for the derivative: y = integral of u is der(y) = u"},
    {"print", "`Modelica.Utilities.Streams.print`"},
    {"inv", "`Modelica.Math.Matrices.inv`"},
    {"det", "`Modelica.Math.Matrices.det`"},
    {"eig", "`Modelica.Math.Matrices.eigenValues`"},
    {"average", "`sum(x)/size(x, 1)`"},
    {"mean", "`sum(x)/size(x, 1)`"},
    {"avg", "`sum(x)/size(x, 1)`"},
    {"median", "`Modelica.Math.Vectors.sort`, of which it is the middle"},
    {"sort", "`Modelica.Math.Vectors.sort`"},
    {"norm", "`Modelica.Math.Vectors.norm`"},
    {"dot", "`a*b`, the product of two vectors"},
    {"eye", "`identity(n)`"},
    {"arange", "a range such as `1:n`"},
    {"range", "a range such as `1:n`"},
    {"null", "no value: a variable is always a number"},
    {"None", "no value: a variable is always a number"},
    {"inf", "`Modelica.Constants.inf`"},
    {"Inf", "`Modelica.Constants.inf`"},
    {"e", "`exp`, the exponential function: e^(-2) is exp(-2)"},
    {"sqr", "`x^2`"},
    {"square", "`x^2`"},
    {"heaviside", "`if x > 0 then 1 else 0`"},
    {"step", "`if time > t0 then 1 else 0`"},
    {"deg2rad", "`Modelica.Units.Conversions.from_deg`"},
    {"rad2deg", "`Modelica.Units.Conversions.to_deg`"},
    {"rand", "a generator of `Modelica.Math.Random`, or a block of `Modelica.Blocks.Noise`"},
    {"random", "a generator of `Modelica.Math.Random`, or a block of `Modelica.Blocks.Noise`"},
    {"Complex",
     "an operator record of the Modelica library, whose folder -I or MODELICAPATH names"},
    {"SI", "a package of the Modelica library, by import Modelica.Units.SI;"},
    {"Modelica_SI", "a package of the Modelica library, by import Modelica.Units.SI;"},
    {"this", "nothing: elements are named without it"},
    {"self", "nothing: elements are named without it"},
    {"g", "`Modelica.Constants.g_n`"},
    {"always", "`StateSelect.always`"},
    {"prefer", "`StateSelect.prefer`"},
    {"avoid", "`StateSelect.avoid`"},
    {"never", "`StateSelect.never`"},
};

bool hint_is_call(const char *name)
{
    static const char *const function[] = {
        "pow",      "power",     "fabs",  "arcsin", "arccos", "arctan", "arctan2",
        "sgn",      "signum",    "round", "trunc",  "len",    "length", "diff",
        "integral", "integrate", "integ", "float",  "double", "string", "print",
        "log2",     "average",   "mean",  "avg",    "median", "sort"};
    for (size_t i = 0; i < sizeof function / sizeof *function; i++)
        if (!strcmp(function[i], name))
            return true;
    return false;
}

const char *hint_habit(const char *name)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (!strcmp(habits[i].name, name))
            return habits[i].meant;
    return NULL;
}

static bool is_text(const SynElement *e)
{
    return e->kind == EL_COMPONENT && e->type.n == 1 && e->type.part[0] == N_String;
}

/* The i-th input of the function that is called, or field of the record, is a text; named: that
 * one. */
static bool takes_text(Model *m, int i, Name named)
{
    ClassUse *use = m->wanted.use;
    ClassInst *ci = function_scope(m, use);
    bool constructor = use->restriction == CLS_RECORD || use->restriction == CLS_OPERATOR_RECORD;
    for (int k = 0; ci && k < ci->slot.n; k++) {
        const Slot *s = ci->slot.v[k];
        if (s->written->kind != EL_COMPONENT || s->protected ||
            (!constructor && s->written->direction != DIR_INPUT))
            continue;
        if (named ? s->name == named : i-- == 0)
            return is_text(s->written);
    }
    return false;
}

bool hint_is_text(Model *m, Span at)
{
    const Comp *c = m->wanted.comp;
    const SynCall *call = m->wanted.call;
    for (int i = 0; call && i < call->nargs; i++)
        if (call->arg[i]->span.beg == at.beg && call->arg[i]->span.end == at.end)
            return takes_text(m, i, 0);
    for (int i = 0; call && i < call->nnamed; i++)
        if (call->named[i].value->span.beg == at.beg && call->named[i].value->span.end == at.end)
            return takes_text(m, 0, call->named[i].name);
    return c && comp_value_span(c).beg == at.beg && comp_value_span(c).end == at.end &&
           is_text(c->decl);
}

/* The variable of which a name would be the derivative elsewhere: dx, x_dot, xdot, derx; NULL. */
const char *hint_derivative(Model *m, const ClassInst *scope, const char *name)
{
    static const char *const before[] = {"d", "der", "der_", "D"}, *const after[] = {"dot", "_dot"};
    for (int i = 0; scope && i < scope->slot.n; i++) {
        const char *x = text_of(m->ctx, scope->slot.v[i]->name);
        for (size_t k = 0; k < sizeof before / sizeof *before; k++)
            if (!strcmp(name, arena_printf(m->arena, "%s%s", before[k], x)))
                return x;
        for (size_t k = 0; k < sizeof after / sizeof *after; k++)
            if (!strcmp(name, arena_printf(m->arena, "%s%s", x, after[k])))
                return x;
    }
    return NULL;
}

/* Attributes by other words. */
const char *hint_attribute(const char *name)
{
    static const char *const other[][2] = {
        {"init", "start"},  {"initial", "start"}, {"value", "start"},   {"default", "start"},
        {"guess", "start"}, {"units", "unit"},    {"minimum", "min"},   {"maximum", "max"},
        {"lower", "min"},   {"upper", "max"},     {"scale", "nominal"}, {"scaling", "nominal"},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        if (!strcmp(other[i][0], name))
            return other[i][1];
    return NULL;
}

const char *hint_position(int64_t k, int64_t size, bool loop)
{
    return k < 1 && size > 0              ? "; the first element of an array has the number 1"
           : loop && k > size && size > 0 ? "; let the loop end earlier, or the array be longer"
                                          : "";
}

/* The loop among equations or statements whose iterator has that name; NULL. */
static const SynEqu *loop_of(SynEqu *const *item, int n, Name name)
{
    const SynEqu *found = NULL;
    for (int i = 0; i < n && !found; i++) {
        for (int k = 0; k < item[i]->niters && !found; k++)
            found = item[i]->iter[k].name == name ? item[i] : NULL;
        for (int k = 0; k < item[i]->nbranches && !found; k++)
            found = loop_of(item[i]->branch[k].body, item[i]->branch[k].n, name);
    }
    return found;
}

void remark_iterator(Model *m, const ClassInst *scope, Name name)
{
    const SynEqu *found = NULL;
    for (int i = 0; scope && i < scope->def->nsections && !found; i++)
        found = loop_of(scope->def->section[i]->item, scope->def->section[i]->n, name);
    if (found)
        remark(m, found->iter[0].span,
               "`%s` is the iterator of this loop: it means nothing outside of it",
               text_of(m->ctx, name));
}

/* Reports what is taken from a module of another language, math.exp or np.pi, under the name it has
 * here; false: it is something else. */
bool refuse_module(Model *m, const ClassInst *scope, const SynRef *r)
{
    static const char *const module[] = {"math", "Math", "cmath", "np", "numpy", "std", "MATH"};
    const char *first = text_of(m->ctx, r->part[0].name), *last = text_of(m->ctx, r->part[1].name);
    const char *habit = r->n == 2 ? hint_habit(last) : NULL;
    if (r->n != 2 || (!habit && !builtin_function(r->part[1].name)))
        return false;
    for (size_t i = 0; i < sizeof module / sizeof *module; i++)
        if (!strcmp(module[i], first)) {
            refuse(m, r->span, "`%s` is not declared in `%s`; in Modelica it is %s", first,
                   class_name_text(m, scope->def),
                   habit ? habit
                         : arena_printf(m->arena, "`%s` alone, without `%s.`", last, first));
            return true;
        }
    return false;
}

/* ---- Older versions ---- */

typedef struct Renamed {
    Model *m;
    Name cls, element;
    const char *now; /* NULL: not found */
} Renamed;

/* The argument that takes the value of `element`: f = %freqHz%. */
static void look_in_modifiers(Renamed *r, const Rule *rule)
{
    for (int i = 0; i < rule->nold; i++)
        if (rule->old[i].name == r->element && rule->new && rule->new->nargs > i &&
            rule->new->arg[i]->name.n)
            r->now =
                text_of(r->m->ctx, rule->new->arg[i]->name.part[rule->new->arg[i]->name.n - 1]);
}

static void look_in_rules(Renamed *r, const Rules *rules, Name cls)
{
    for (const Rule *k = rules_first(rules, cls); k && !r->now; k = rules_next(rules, k)) {
        if (k->kind == RULE_ELEMENT && k->element == r->element && k->to)
            r->now = text_of(r->m->ctx, k->to);
        else if (k->kind == RULE_MODIFIERS)
            look_in_modifiers(r, k);
    }
}

static void look_in_step(Renamed *r, const Rules *rules)
{
    Name path = r->element && !r->cls ? r->element : path_with(r->m->ctx, r->cls, r->element);
    Name to = rules_class(rules, path);
    if (to && to != path)
        r->now = text_of(r->m->ctx, to);
    look_in_rules(r, rules, r->cls);
}

/* The same by the rules for what the class was called before a package of it was renamed. */
static void look_in_renamed(Renamed *r, const Rules *rules)
{
    const char *now = text_of(r->m->ctx, r->cls);
    for (int i = 0; i < rules->rule.n && !r->now && r->element; i++) {
        const Rule *k = &rules->rule.v[i];
        const char *to = k->kind == RULE_CLASS && k->to ? text_of(r->m->ctx, k->to) : "";
        size_t n = strlen(to);
        if (!n || strncmp(now, to, n) || (now[n] && now[n] != '.') || k->cls == r->cls)
            continue;
        Name before =
            name_cstr(r->m->ctx->names,
                      arena_printf(r->m->arena, "%s%s", text_of(r->m->ctx, k->cls), now + n));
        look_in_rules(r, rules, before);
    }
}

struct RulesRead {
    RulesRead *next;
    const SynMod *how;
    Rules *rules; /* NULL: they could not be read */
};

/* The rules of one step, which are read once: a library of which much is missing asks for each. */
static const Rules *rules_of(Model *m, const SynClass *top, const SynMod *how)
{
    RulesRead *r = m->rules_read;
    while (r && r->how != how)
        r = r->next;
    if (r)
        return r->rules;
    r = ARENA_NEW(m->arena, RulesRead);
    *r = (RulesRead){m->rules_read, how, ARENA_NEW(m->ctx->syntax, Rules)};
    m->rules_read = r;
    r->rules->ctx = m->ctx;
    if (!rules_read(r->rules, m->lib, top, how))
        r->rules = NULL;
    return r->rules;
}

/* By the conversion rules of the library that `in` belongs to: what `in`'s element of that name, or
 * the class, is called now. */
const char *hint_renamed(Model *m, const SynClass *in, Name element)
{
    Renamed r = {m, name_cstr(m->ctx->names, class_name_text(m, in)), element, NULL};
    const SynClass *top = in;
    while (top && top->parent)
        top = top->parent;
    const SynMod *conversion = top ? annotation_mod(top->annotation, N_conversion) : NULL;
    int mark = diags_mark(m->ctx->diags);
    for (int i = 0; conversion && i < conversion->nargs && !r.now; i++) {
        const SynArg *arg = conversion->arg[i];
        if (arg->name.n != 1 || arg->name.part[0] != N_from)
            continue;
        const Rules *rules = rules_of(m, top, arg->mod);
        if (rules)
            look_in_step(&r, rules);
        if (rules && !r.now)
            look_in_renamed(&r, rules);
    }
    diags_rollback(m->ctx->diags, mark);
    return r.now;
}

/* ---- Scopes and libraries ---- */

/* The full name of what a package inside of ci has under this name: a part of the path was left
 * out; NULL. */
const char *hint_below(Model *m, ClassInst *ci, Name name)
{
    int mark = diags_mark(m->ctx->diags);
    const char *found = NULL;
    for (int i = 0; i < ci->slot.n && !found; i++) {
        Slot *s = ci->slot.v[i];
        if (s->written->kind != EL_CLASS || s->protected ||
            !strcmp(text_of(m->ctx, s->name), "Examples"))
            continue;
        ClassUse *use = slot_class(m, s, s->written->name_span);
        if (use && !use->builtin && library_load(m->lib, use->def) &&
            use->def->restriction == CLS_PACKAGE && class_slot(m, class_plain(m, use), name))
            found = arena_printf(m->arena, "%s.%s", class_name_text(m, use->def),
                                 text_of(m->ctx, name));
    }
    diags_rollback(m->ctx->diags, mark);
    return found;
}

/* The same in packages of packages, as deep as `depth`. */
const char *hint_deep_below(Model *m, ClassInst *ci, Name name, int depth)
{
    const char *found = hint_below(m, ci, name);
    int mark = diags_mark(m->ctx->diags);
    for (int i = 0; depth > 0 && i < ci->slot.n && !found; i++) {
        Slot *s = ci->slot.v[i];
        if (s->written->kind != EL_CLASS || s->protected ||
            s->written->cls->restriction != CLS_PACKAGE ||
            !strcmp(text_of(m->ctx, s->name), "Examples"))
            continue;
        ClassUse *use = slot_class(m, s, s->written->name_span);
        if (use && !use->builtin && library_load(m->lib, use->def) &&
            use->def->restriction == CLS_PACKAGE)
            found = hint_deep_below(m, class_plain(m, use), name, depth - 1);
    }
    diags_rollback(m->ctx->diags, mark);
    return found;
}

static bool names_base(const SynClass *c, Name base)
{
    bool found = false;
    for (int i = 0; i < c->nelements && !found; i++) {
        const SynElement *e = c->elem[i];
        found = e->kind == EL_EXTENDS && e->type.n && e->type.part[e->type.n - 1] == base;
    }
    return found;
}

const char *hint_complete(Model *m, const SynClass *partial)
{
    enum { MOST = 4 };
    const SynClass *around = partial->parent;
    Buf b = {0};
    for (int i = 0, n = 0; around && i < around->nelements && n < MOST; i++) {
        const SynClass *c = around->elem[i]->kind == EL_CLASS ? around->elem[i]->cls : NULL;
        if (c && !c->partial && names_base(c, partial->name))
            buf_printf(&b, "%s`%s`", n++ ? ", " : "", text_of(m->ctx, c->name));
    }
    const char *text = b.n ? arena_strdup(m->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text;
}

/* The element of that name of a component of ci, "inertia.J"; NULL: none has it. */
const char *hint_inside(Model *m, ClassInst *ci, Name name)
{
    int mark = diags_mark(m->ctx->diags);
    const char *found = NULL;
    for (int i = 0; i < ci->slot.n && !found; i++) {
        Slot *own = ci->slot.v[i];
        const Comp *k =
            own->written->kind == EL_COMPONENT && !own->protected ? slot_comp(m, own) : NULL;
        bool whole = k && k->use && !k->use->builtin && !k->is_connector;
        const Slot *s = whole ? class_slot(m, class_plain(m, k->use), name) : NULL;
        if (s && s->written->kind == EL_COMPONENT && !s->protected &&
            (s->written->variability == VAR_PARAMETER || s->written->variability == VAR_CONSTANT))
            found =
                arena_printf(m->arena, "%s.%s", text_of(m->ctx, k->name), text_of(m->ctx, name));
    }
    diags_rollback(m->ctx->diags, mark);
    return found;
}

/* What a package that is imported here has under this name, "Basic.Resistor"; NULL: none. */
const char *hint_imported(Model *m, ClassInst *scope, Name name)
{
    int mark = diags_mark(m->ctx->diags);
    const char *found = NULL;
    for (ClassInst *ci = scope; ci && ci != m->top && !found; ci = ci->lexical)
        for (int i = 0; i < ci->import.n && !found; i++) {
            const SynElement *e = ci->import.v[i];
            if (!e->name)
                continue;
            Found f = lookup_simple(m, ci, e->name);
            ClassUse *use = f.kind == FIND_SLOT && f.slot->written->kind == EL_CLASS
                                ? slot_class(m, f.slot, e->span)
                                : NULL;
            if (use && !use->builtin && use->def->restriction == CLS_PACKAGE &&
                class_slot(m, class_plain(m, use), name))
                found = arena_printf(m->arena, "%s.%s", text_of(m->ctx, e->name),
                                     text_of(m->ctx, name));
        }
    diags_rollback(m->ctx->diags, mark);
    return found;
}

/* The encapsulated class that hides a name declared outside of it; NULL: none. */
const SynClass *hint_hidden(Model *m, ClassInst *scope, Name name)
{
    const SynClass *wall = NULL;
    for (ClassInst *ci = scope; ci && ci != m->top; ci = ci->lexical) {
        if (wall && class_slot(m, ci, name))
            return wall;
        if (!wall && ci->def->encapsulated)
            wall = ci->def;
    }
    return NULL;
}

static bool contains(const char *text, const char *word)
{
    size_t n = strlen(word);
    while (*text && strncasecmp(text, word, n))
        text++;
    return *text != 0;
}

enum { MOST_ELEMENTS = 8 };

bool hint_fits(const Slot *s, HintFor use)
{
    const SynElement *d = s->written;
    if (d->kind != EL_COMPONENT || s->protected)
        return false;
    if (use == HINT_MODIFIED)
        return !d->final && d->variability == VAR_PARAMETER;
    return use == HINT_READ || (s->comp && s->comp->is_connector);
}

/* What can be used instead: an element that is described by the word, or all of them. */
void hint_elements(Model *m, ClassInst *ci, const char *word, HintFor use)
{
    static const char *const kind[] = {
        [HINT_READ] = "elements", [HINT_MODIFIED] = "parameters", [HINT_CONNECTED] = "connectors"};
    Buf b = {0};
    int n = 0;
    for (int i = 0; i < ci->slot.n; i++) {
        const Slot *s = ci->slot.v[i];
        const SynElement *d = s->written;
        if (!hint_fits(s, use))
            continue;
        const char *text = d->description ? text_of(m->ctx, d->description) : "";
        if (strlen(word) > 2 && contains(text, word)) {
            remark(m, d->name_span, "`%s` is described by this word: \"%s\"",
                   text_of(m->ctx, s->name), text);
            buf_free(&b);
            return;
        }
        if (n++ < MOST_ELEMENTS)
            buf_printf(&b, "%s`%s`", n > 1 ? ", " : "", text_of(m->ctx, s->name));
    }
    if (n)
        remark(m, (Span){0}, "its %s are %s%s", kind[use], buf_text(&b),
               n > MOST_ELEMENTS ? ", ..." : "");
    buf_free(&b);
}

static bool declares(const SynClass *c, Name name)
{
    bool found = false;
    for (int i = 0; i < c->nelements && !found; i++)
        found = c->elem[i]->kind == EL_COMPONENT && c->elem[i]->name == name;
    return found;
}

/* The class of the name of `cls`, another one, in a package inside of `around`, that declares
 * `part`; NULL. */
static const SynClass *namesake_in(Model *m, const SynClass *around, const SynClass *cls, Name part)
{
    for (int i = 0; i < around->nelements; i++) {
        SynClass *q = around->elem[i]->kind == EL_CLASS ? around->elem[i]->cls : NULL;
        if (!q || !library_load(m->lib, q) || q->restriction != CLS_PACKAGE)
            continue;
        for (int k = 0; k < q->nelements; k++) {
            SynClass *other = q->elem[k]->kind == EL_CLASS ? q->elem[k]->cls : NULL;
            if (other && other != cls && other->name == cls->name && library_load(m->lib, other) &&
                declares(other, part))
                return other;
        }
    }
    return NULL;
}

void hint_namesake(Model *m, const Comp *c, const SynClass *cls, Name part)
{
    enum { MOST_AROUND = 3 };
    int mark = diags_mark(m->ctx->diags);
    for (int i = 0; c->parent && c->parent->ci && i < c->parent->ci->slot.n; i++) {
        Slot *own = c->parent->ci->slot.v[i];
        const Comp *beside =
            own->written->kind == EL_COMPONENT && own != c->slot ? slot_comp(m, own) : NULL;
        diags_rollback(m->ctx->diags, mark);
        const SynClass *around =
            beside && beside->use && !beside->use->builtin ? beside->use->def->parent : NULL;
        for (int level = 0; around && around->parent && level < MOST_AROUND;
             level++, around = around->parent) {
            const SynClass *meant = namesake_in(m, around, cls, part);
            if (!meant)
                continue;
            remark(m, c->decl->name_span, "`%s` has one: is that meant?",
                   class_name_text(m, meant));
            return;
        }
    }
}

static bool same_type(const SynElement *a, const SynElement *b)
{
    return a->type.n && b->type.n && a->type.part[a->type.n - 1] == b->type.part[b->type.n - 1];
}

/* Whether c has the components of another class, of the same types. */
static bool declares_all(const SynClass *c, const SynClass *of)
{
    bool all = true;
    for (int i = 0; i < of->nelements && all; i++) {
        bool found = of->elem[i]->kind != EL_COMPONENT;
        for (int k = 0; k < c->nelements && !found; k++)
            found = c->elem[k]->kind == EL_COMPONENT && c->elem[k]->name == of->elem[i]->name &&
                    same_type(c->elem[k], of->elem[i]);
        all = found;
    }
    return all;
}

/* Whether c is meant rather than another one: SISO rather than others that have no more than it. */
static bool is_likelier(Model *m, const SynClass *c, const SynClass *other, const SynClass *base)
{
    const char *word = text_of(m->ctx, base->name);
    bool named = contains(text_of(m->ctx, c->name), word),
         rival = other && contains(text_of(m->ctx, other->name), word);
    return !other || (named != rival ? named : c->nelements < other->nelements);
}

void hint_sister(Model *m, const ClassInst *ci, Name part)
{
    int mark = diags_mark(m->ctx->diags);
    for (int b = 0; b < ci->base.n; b++) {
        const SynClass *base = ci->base.v[b] ? ci->base.v[b]->def : NULL, *meant = NULL;
        const SynClass *around = base && base->nelements ? base->parent : NULL;
        for (int i = 0; around && around->name && i < around->nelements; i++) {
            SynClass *c = around->elem[i]->kind == EL_CLASS ? around->elem[i]->cls : NULL;
            if (c && c != base && c != ci->def && c->partial == base->partial &&
                library_load(m->lib, c) && c->restriction == base->restriction &&
                declares(c, part) && declares_all(c, base) && is_likelier(m, c, meant, base))
                meant = c;
        }
        diags_rollback(m->ctx->diags, mark);
        if (!meant)
            continue;
        remark(m, ci->base.v[b]->clause ? ci->base.v[b]->clause->span : (Span){0},
               "`%s` beside `%s`, which it extends, has `%s`: is that meant?",
               class_name_text(m, meant), text_of(m->ctx, base->name), text_of(m->ctx, part));
        return;
    }
}

enum { MOST_ALIKE = 6, LEAST_BEGINNING = 4 };

/* How many letters two names have in common at their beginning. */
static size_t common_beginning(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

/* The letters of a word that begins with a capital: 7 of "VoltageSource". */
static size_t word_length(const char *name)
{
    size_t n = *name != 0;
    while (name[n] && !isupper((unsigned char)name[n]))
        n++;
    return n;
}

/* Names that have the first word of one, where that is one of several, anywhere: SineVoltage like
 * VoltageSource. */
static const char *hint_word(Model *m, const ClassInst *ci, Name name)
{
    const char *word = text_of(m->ctx, name);
    size_t length = word_length(word);
    Buf b = {0};
    int n = 0;
    for (int i = 0; i < ci->slot.n && length >= LEAST_BEGINNING && word[length]; i++) {
        const char *other = text_of(m->ctx, ci->slot.v[i]->name), *at = other;
        while (*at && (word_length(at) != length || strncmp(at, word, length) != 0))
            at += word_length(at);
        if (*at && !ci->slot.v[i]->protected && n++ < MOST_ALIKE)
            buf_printf(&b, "%s`%s`", n > 1 ? ", " : "", other);
    }
    if (n > MOST_ALIKE)
        buf_puts(&b, ", ...");
    const char *text = n ? arena_strdup(m->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text;
}

const char *hint_beginning(Model *m, ClassInst *ci, Name name)
{
    const char *word = text_of(m->ctx, name);
    size_t most = LEAST_BEGINNING;
    for (int i = 0; i < ci->slot.n; i++) {
        size_t n = common_beginning(word, text_of(m->ctx, ci->slot.v[i]->name));
        most = n > most && !ci->slot.v[i]->protected ? n : most;
    }
    Buf b = {0};
    int n = 0;
    for (int i = 0; i < ci->slot.n; i++) {
        const char *other = text_of(m->ctx, ci->slot.v[i]->name);
        if (!ci->slot.v[i]->protected && common_beginning(word, other) >= most && n++ < MOST_ALIKE)
            buf_printf(&b, "%s`%s`", n > 1 ? ", " : "", other);
    }
    const char *text = n && n <= MOST_ALIKE ? arena_strdup(m->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text ? text : hint_word(m, ci, name);
}

/* Whether a text has a word in it, of any case. */
static bool mentions_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text; text++) {
        size_t k = 0;
        while (k < n && tolower((unsigned char)text[k]) == tolower((unsigned char)word[k]))
            k++;
        if (k == n)
            return true;
    }
    return false;
}

const char *hint_described(Model *m, ClassInst *ci, Name name)
{
    const char *word = text_of(m->ctx, name);
    Buf b = {0};
    int n = 0;
    for (int i = 0; i < ci->slot.n && strlen(word) >= LEAST_BEGINNING; i++) {
        const Slot *s = ci->slot.v[i];
        if (!s->protected && s->written->description &&
            mentions_word(text_of(m->ctx, s->written->description), word) && n++ < MOST_ALIKE)
            buf_printf(&b, "%s`%s`", n > 1 ? ", " : "", text_of(m->ctx, s->name));
    }
    const char *text = n && n <= MOST_ALIKE ? arena_strdup(m->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text;
}

void remark_same_beginning(Model *m, const ClassInst *function)
{
    const ClassInst *around = function->lexical;
    const char *word = text_of(m->ctx, function->def->name);
    size_t length = strlen(word);
    Buf b = {0};
    int n = 0;
    for (int i = 0; around && i < around->slot.n; i++) {
        const SynElement *el = around->slot.v[i]->written;
        const char *other = el->kind == EL_CLASS && el->cls->restriction == CLS_FUNCTION
                                ? text_of(m->ctx, el->cls->name)
                                : "";
        if (common_beginning(word, other) == length && other[length] == '_' &&
            strncmp(other + length, "_der", 4) && n++ < MOST_ALIKE)
            buf_printf(&b, "%s`%s`", n > 1 ? ", " : "", other);
    }
    if (n)
        remark(m, (Span){0}, "beside it there %s %s%s", n == 1 ? "is" : "are", buf_text(&b),
               n > MOST_ALIKE ? ", ..." : "");
    buf_free(&b);
}

static bool has_parameter(const SynClass *c, Name name)
{
    for (int i = 0; i < c->nelements; i++)
        if (c->elem[i]->kind == EL_COMPONENT && c->elem[i]->name == name &&
            c->elem[i]->variability == VAR_PARAMETER)
            return true;
    return false;
}

void remark_class_beside(Model *m, const SynClass *cls, Name parameter)
{
    const SynClass *around = cls->parent;
    for (int i = 0; around && i < around->nelements; i++) {
        const SynClass *c = around->elem[i]->kind == EL_CLASS ? around->elem[i]->cls : NULL;
        if (!c || c == cls || c->partial || !has_parameter(c, parameter) ||
            !contains(text_of(m->ctx, c->name), text_of(m->ctx, cls->name)))
            continue;
        remark(m, c->name_span, "`%s` has a parameter `%s`", class_name_text(m, c),
               text_of(m->ctx, parameter));
        return;
    }
}

/* The component of the model itself that c is a part of, or is. */
static const Comp *outermost(const Comp *c)
{
    while (c->parent && c->parent->name)
        c = c->parent;
    return c;
}

/* Reports a partial package that a component should have been given another for, at the component
 * of the model that has it; false: it is none. */
/* The same where the user has redeclared a package as it: told there, once. */
static bool refuse_redeclared_partial(Model *m, const ClassUse *package)
{
    uint64_t key = (uint64_t)(uintptr_t)package->def;
    if (!package->def->partial || package->restriction != CLS_PACKAGE)
        return false;
    if (map_get(&m->partials, key, 0))
        return true;
    for (int i = 0; i < m->redeclared.n; i++) {
        const Slot *s = m->redeclared.v[i];
        if (s->decl->kind != EL_CLASS || !s->cls || s->cls->def != package->def ||
            !is_in_file_of_model(m, s->decl->name_span))
            continue;
        map_set(&m->partials, m->arena, key, 1);
        refuse(m, s->decl->name_span,
               "`%s` is redeclared as the partial package `%s`, which lacks what is to be "
               "different in each: choose a complete one that extends it",
               text_of(m->ctx, s->name), class_name_text(m, package->def));
        return true;
    }
    return false;
}

bool refuse_partial_package(Model *m, const ClassUse *package)
{
    if (refuse_redeclared_partial(m, package))
        return true;
    const Slot *s = package->slot;
    const Comp *c = s && s->owner ? s->owner->self : NULL;
    if (!c || !package->def->partial || package->restriction != CLS_PACKAGE)
        return false;
    if (!c->name) {
        refuse(m, s->written->name_span,
               "`%s` is the partial package `%s`: choose a complete one here, or where this model "
               "is used, by redeclare package %s = ...",
               text_of(m->ctx, s->name), class_name_text(m, package->def),
               text_of(m->ctx, s->name));
        return true;
    }
    const Comp *out = outermost(c);
    const char *name = text_of(m->ctx, s->name), *whole = comp_name_text(m, out);
    bool own = out->ci && class_slot(m, out->ci, s->name);
    const char *complete = hint_complete(m, package->def);
    refuse(m, out->decl->name_span,
           "`%s` of `%s` is the partial package `%s`: choose another, as in %s(redeclare package "
           "%s = ...)%s%s",
           name, own ? whole : comp_name_text(m, c), class_name_text(m, package->def),
           own ? whole : text_of(m->ctx, c->name), name, complete ? "; beside it there is " : "",
           complete ? complete : "");
    remark(m, s->written->name_span, "`%s` is declared here", name);
    return true;
}

/* Whether the name of a parameter of a component may be set where that is declared. */
static bool can_be_given(Model *m, const Comp *of, const SynRef *r)
{
    Slot *s = r->n == 1 && of->ci ? class_slot(m, of->ci, r->part[0].name) : NULL;
    const Comp *c = s && s->written->kind == EL_COMPONENT && !s->protected ? slot_comp(m, s) : NULL;
    return c && !c->final && !(c->given && c->given->final);
}

/* By which name a size of an array is given, and how much that is; nothing if it is no name, or is
 * not known, as in functions. */
void remark_dimension(Model *m, const Comp *c, int k)
{
    const SynExp *e = c->dim[k].syntax.exp;
    if (!e || e->kind != XP_REF || c->dim[k].size == DIM_UNKNOWN)
        return;
    Buf b = {0};
    source_text(m->ctx->sources, e->span, &b);
    bool part = c->parent && c->parent->name;
    bool given = part && can_be_given(m, c->parent, e->ref);
    remark(m, e->span, "the size of `%s` is `%s`, which is %d%s%s%s%s", text_of(m->ctx, c->name),
           buf_text(&b), c->dim[k].size, part ? " in `" : "",
           part ? comp_name_text(m, c->parent) : "", part ? "`" : "",
           given ? arena_printf(m->arena, "; another is given by %s(%s = ...)",
                                comp_name_text(m, c->parent), buf_text(&b))
                 : "");
    buf_free(&b);
}

static bool has_literal(const SynClass *c, Name name)
{
    for (int i = 0; i < c->nliterals; i++)
        if (c->literal[i].name == name)
            return true;
    return false;
}

/* The enumeration that a component is of, if it has this literal; NULL. */
static const SynClass *with_literal(const Comp *c, Name name)
{
    const ClassUse *use = c ? c->use : NULL;
    return use && use->builtin == BUILTIN_ENUM && has_literal(use->def, name) ? use->def : NULL;
}

/* That of a variable of this class that is known already; NULL: none has it. */
static const SynClass *enumeration_of_variable(const ClassInst *ci, Name name)
{
    const SynClass *found = NULL;
    for (int i = 0; i < ci->slot.n && !found; i++)
        found = with_literal(ci->slot.v[i]->comp, name);
    return found;
}

/* The enumeration that a name without it may be a literal of: that of the component whose value is
 * read, one that can be seen, or that of a variable; NULL: none. */
const SynClass *hint_enumeration(Model *m, ClassInst *scope, Name name)
{
    const SynClass *valued = with_literal(m->valued, name);
    if (valued)
        return valued;
    for (ClassInst *ci = scope; ci && ci != m->top; ci = ci->lexical)
        for (int i = 0; i < ci->slot.n; i++) {
            const SynElement *el = ci->slot.v[i]->written;
            if (el->kind == EL_CLASS && el->cls->form == FORM_ENUM && has_literal(el->cls, name))
                return el->cls;
        }
    return scope && scope != m->top ? enumeration_of_variable(scope, name) : NULL;
}

enum { MOST_MODELS = 6, DEEPEST_PACKAGE = 4 };

/* Its own first, then those of packages in it; what stands in files of its own is read for that, as
 * far as it takes. */
static void add_models(Model *m, const SynClass *package, int depth, Buf *b, int *n)
{
    for (int i = 0; i < package->nelements; i++) {
        const SynElement *el = package->elem[i];
        SynClass *c = el->kind == EL_CLASS && *n <= MOST_MODELS ? el->cls : NULL;
        if (!c || !library_load(m->lib, c) || c->partial ||
            (c->restriction != CLS_MODEL && c->restriction != CLS_BLOCK))
            continue;
        if ((*n)++ < MOST_MODELS)
            buf_printf(b, "%s`%s`", *n > 1 ? ", " : "", class_name_text(m, c));
    }
    for (int i = 0; i < package->nelements && depth < DEEPEST_PACKAGE && *n <= MOST_MODELS; i++)
        if (package->elem[i]->kind == EL_CLASS && library_load(m->lib, package->elem[i]->cls) &&
            package->elem[i]->cls->restriction == CLS_PACKAGE)
            add_models(m, package->elem[i]->cls, depth + 1, b, n);
}

/* A few of them, as a list. */
const char *hint_models(Model *m, const SynClass *package)
{
    Buf b = {0};
    int n = 0;
    add_models(m, package, 0, &b, &n);
    if (n > MOST_MODELS)
        buf_puts(&b, ", ...");
    const char *text = n ? arena_strdup(m->arena, buf_text(&b)) : NULL;
    buf_free(&b);
    return text;
}
