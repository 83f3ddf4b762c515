/* interface.c - whether a class can stand where another one is expected (specification, chapter 6).
 *
 * Asked for redeclarations, against the constraining class, and for inner components, against what
 * the outer declarations promise. A class derived from the expected one fits; any other must have
 * its public elements, of types that fit in turn. The questions are collected while instances are
 * made and answered when all classes are complete. Linear in the elements compared. */
#include "model/inst.h"
#include "model/resolve.h"

enum { MOST_LEVELS = 8 }; /* of elements of elements that are compared */

bool class_derives(Model *m, ClassInst *ci, const SynClass *from)
{
    if (ci->def == from)
        return true;
    class_expand(m, ci);
    for (int i = 0; i < ci->base.n; i++)
        if (class_derives(m, ci->base.v[i], from))
            return true;
    return false;
}

int class_group(SynRestriction restriction)
{
    static const uint8_t group[] = {[CLS_CLASS] = 0,     [CLS_PACKAGE] = 1,
                                    [CLS_FUNCTION] = 2,  [CLS_OPERATOR_FUNCTION] = 2,
                                    [CLS_CONNECTOR] = 3, [CLS_EXPANDABLE_CONNECTOR] = 3,
                                    [CLS_MODEL] = 4,     [CLS_BLOCK] = 4,
                                    [CLS_RECORD] = 5,    [CLS_OPERATOR_RECORD] = 5,
                                    [CLS_TYPE] = 5,      [CLS_OPERATOR] = 5};
    return group[restriction];
}

static int group_of(const ClassUse *use)
{
    return class_group(use->restriction);
}

static bool same_simple_type(const ClassUse *a, const ClassUse *b)
{
    if (a->builtin != b->builtin)
        return false;
    if (a->builtin != BUILTIN_ENUM || b->def->enum_open)
        return true;
    bool same = a->def->nliterals == b->def->nliterals;
    for (int i = 0; same && i < a->def->nliterals; i++)
        same = a->def->literal[i].name == b->def->literal[i].name;
    return same;
}

/* The prefixes of an element: those of a redeclaration, else those of the original. */
static int variability(const Slot *s)
{
    int v = s->decl->variability != VAR_DEFAULT ? s->decl->variability : s->written->variability;
    return v == VAR_DEFAULT ? VAR_DISCRETE + 1 : v;
}

static int direction(const Slot *s, const ClassUse *type)
{
    return s->decl->direction != DIR_NONE      ? s->decl->direction
           : s->written->direction != DIR_NONE ? s->written->direction
                                               : type->direction;
}

static int connector_prefix(const Slot *s)
{
    return s->decl->connector != CON_POTENTIAL ? s->decl->connector : s->written->connector;
}

/* How the prefixes of an element differ from those it must have; NULL: they do not. */
static const char *prefix_misfit(Model *m, const char *name, const char *has, const char *needs)
{
    if (!strcmp(has, needs))
        return NULL;
    if (!*needs)
        return arena_printf(m->arena, "its element `%s` is declared with `%s`, which is not there",
                            name, has);
    return arena_printf(m->arena, "its element `%s` is declared %s`%s`: write `%s` before its type",
                        name, *has ? "as " : "without ", *has ? has : needs, needs);
}

static const char *direction_word(int direction)
{
    return direction == DIR_INPUT ? "input" : direction == DIR_OUTPUT ? "output" : "";
}

static const char *connector_word(int prefix)
{
    return prefix == CON_FLOW ? "flow" : prefix == CON_STREAM ? "stream" : "";
}

static const char *misfit(Model *m, ClassUse *a, ClassUse *b, bool full, int level);

static const char *component_misfit(Model *m, Slot *a, Slot *b, bool full, int level)
{
    const char *name = text_of(m->ctx, b->name);
    slot_settle(m, a);
    slot_settle(m, b);
    int mark = diags_mark(m->ctx->diags);
    ClassUse *ta = lookup_class(m, a->scope, &a->decl->type);
    ClassUse *tb = lookup_class(m, b->scope, &b->decl->type);
    if (!ta || !tb) { /* reported where the element is used */
        diags_rollback(m->ctx->diags, mark);
        return NULL;
    }
    if (variability(a) > variability(b) && variability(b) < VAR_DISCRETE)
        return arena_printf(m->arena, "its element `%s` is not a %s", name,
                            variability(b) == VAR_CONSTANT ? "constant" : "parameter");
    const char *prefix =
        prefix_misfit(m, name, direction_word(direction(a, ta)), direction_word(direction(b, tb)));
    if (!prefix)
        prefix = prefix_misfit(m, name, connector_word(connector_prefix(a)),
                               connector_word(connector_prefix(b)));
    if (prefix)
        return prefix;
    /* What a replaceable class will be is decided by modifiers that these plain classes lack. */
    const char *inside =
        ta->replaceable || tb->replaceable ? NULL : misfit(m, ta, tb, full, level + 1);
    return inside ? arena_printf(m->arena, "its element `%s` does not fit: %s", name, inside)
                  : NULL;
}

static bool use_is_connector(const ClassUse *use)
{
    return use->restriction == CLS_CONNECTOR || use->restriction == CLS_EXPANDABLE_CONNECTOR;
}

static bool is_model(const ClassUse *use)
{
    return !use->builtin && (use->restriction == CLS_MODEL || use->restriction == CLS_BLOCK);
}

/* What is missed only where it is used, and told there: all that a package has, classes, inputs of
 * functions that have values, models inside of models; in models of libraries all that is no
 * connector, and inputs of functions. */
static bool may_be_missed(Model *m, const ClassInst *in, Slot *b)
{
    SynRestriction kind = in->def->restriction;
    if (b->written->kind == EL_CLASS || kind == CLS_PACKAGE)
        return true;
    slot_settle(m, b);
    int mark = diags_mark(m->ctx->diags);
    ClassUse *use = lookup_class(m, b->scope, &b->decl->type);
    diags_rollback(m->ctx->diags, mark);
    if (!use)
        return false;
    if (is_model(use))
        return true;
    bool model = kind == CLS_MODEL || kind == CLS_BLOCK;
    if (kind == CLS_FUNCTION && direction(b, use) == DIR_INPUT)
        return m->of_library;
    return m->of_library && model && !use_is_connector(use) && direction(b, use) == DIR_NONE;
}

static const char *element_misfit(Model *m, const ClassInst *of, ClassInst *ci, Slot *b, bool full,
                                  int level)
{
    Slot *a = class_slot(m, ci, b->name);
    if (!a && !full && may_be_missed(m, of, b))
        return NULL;
    if (!a || a->protected)
        return arena_printf(m->arena, "it has no %selement `%s`", a ? "public " : "",
                            text_of(m->ctx, b->name));
    if (a->written->kind != b->written->kind)
        return arena_printf(m->arena, "its element `%s` is a %s", text_of(m->ctx, b->name),
                            a->written->kind == EL_CLASS ? "class" : "component");
    return a != b && b->written->kind == EL_COMPONENT ? component_misfit(m, a, b, full, level)
                                                      : NULL;
}

/* Why class a cannot stand for class b; NULL: it can. full: what may be missed must be there, too.
 */
static const char *misfit(Model *m, ClassUse *a, ClassUse *b, bool full, int level)
{
    if (a->builtin || b->builtin)
        return same_simple_type(a, b) ? NULL
                                      : arena_printf(m->arena, "it is not of the type `%s`",
                                                     class_name_text(m, b->def));
    if (a->def == b->def || level > MOST_LEVELS || class_derives(m, class_plain(m, a), b->def))
        return NULL;
    if (group_of(a) && group_of(b) && group_of(a) != group_of(b))
        return "it is a class of another kind";
    ClassInst *have = class_plain(m, a), *want = class_plain(m, b);
    if (!class_expand(m, have) || !class_expand(m, want))
        return NULL;
    for (int i = 0; i < want->slot.n; i++) {
        Slot *s = want->slot.v[i];
        const char *why =
            s->protected || s->same ? NULL : element_misfit(m, want, have, s, full, level);
        if (why)
            return why;
    }
    return NULL;
}

/* A class that is named behind `constrainedby`. Where a library names one that there is not,
 * nothing is constrained. */
static ClassUse *named_constraint(Model *m, ClassInst *scope, const SynName *name)
{
    int mark = diags_mark(m->ctx->diags);
    ClassUse *use = lookup_class(m, scope, name);
    if (use || is_in_file_of_model(m, name->span))
        return use;
    diags_rollback(m->ctx->diags, mark);
    diag_warning(m->ctx->diags, name->span, "the constraining class `%s` is not found",
                 text_of(m->ctx, name->part[name->n - 1]));
    return NULL;
}

/* The constraining class of what a slot redeclares, and where it is written. */
static ClassUse *constraint(Model *m, const Slot *s, Span *at)
{
    Slot *o = s->replaced;
    while (!o->decl->constrained && o->replaced)
        o = o->replaced;
    *at = o->decl->constrained ? o->decl->constraint.span : o->decl->name_span;
    if (o->decl->constrained)
        return named_constraint(m, o->scope, &o->decl->constraint);
    return o->decl->kind == EL_CLASS ? slot_class(m, o, *at)
                                     : lookup_class(m, o->scope, &o->decl->type);
}

/* "the inputs `x`, `a` and the outputs `y`" of a function. */
static const char *arguments_text(Model *m, ClassUse *use)
{
    const ClassInst *ci = class_plain(m, use);
    const char *text[2] = {"", ""};
    for (int i = 0; i < ci->slot.n; i++) {
        const Slot *s = ci->slot.v[i];
        int direction =
            s->written->kind == EL_COMPONENT && !s->protected ? s->written->direction : DIR_NONE;
        const char **to = &text[direction == DIR_OUTPUT];
        if (direction != DIR_NONE)
            *to =
                arena_printf(m->arena, "%s%s`%s`", *to, **to ? ", " : "", text_of(m->ctx, s->name));
    }
    return arena_printf(m->arena, "the inputs %s and the outputs %s", *text[0] ? text[0] : "none",
                        *text[1] ? text[1] : "none");
}

static void check_fit(Model *m, const Slot *s, ClassUse *have, ClassUse *want, Span at)
{
    if (!have || !want || s->misfit_told)
        return;
    const char *why = misfit(m, have, want, false, 0),
               *lacks = why ? NULL : misfit(m, have, want, true, 0);
    /* What stands there itself is complete: only what replaced it would have to fit. */
    if (why && !s->replaced && m->of_library && is_model(have)) {
        lacks = why;
        why = NULL;
    }
    if (lacks)
        diag_warning(m->ctx->diags, s->decl->name_span,
                     "`%s` is %s `%s`, which is no full `%s`: %s", text_of(m->ctx, s->name),
                     s->replaced ? "redeclared as" : "of the class", class_name_text(m, have->def),
                     class_name_text(m, want->def), lacks);
    if (!why)
        return;
    /* Where the values of another type do not fit, that is told; `class T end T` stands for any. */
    bool simple = have->builtin &&
                  (want->builtin || (want->restriction == CLS_CLASS && !want->def->nelements));
    (simple ? object_to
            : refuse)(m, s->decl->name_span, "`%s` is %s `%s`, which cannot stand for `%s`: %s",
                      text_of(m->ctx, s->name), s->replaced ? "redeclared as" : "of the class",
                      class_name_text(m, have->def), class_name_text(m, want->def), why);
    if (want->restriction == CLS_FUNCTION && have->restriction == CLS_FUNCTION)
        remark(m, at, "this is what it must fit: `%s` has %s, `%s` has %s",
               class_name_text(m, want->def), arguments_text(m, want),
               class_name_text(m, have->def), arguments_text(m, have));
    else
        remark(m, at, "this is what it must fit");
}

/* What holds must fit the constraining class of the declaration itself, which must fit the one of
 * the declaration before. */
/* Sizes of a redeclared component against those it had, as far as both are written as numbers. */
static bool redeclared_sizes_fit(const Slot *s)
{
    const SynElement *now = s->decl, *was = s->written;
    bool fit = true;
    if (now == was || now->nsubs != was->nsubs || now->nclause_subs != was->nclause_subs)
        return true;
    for (int k = 0; fit && k < was->nsubs; k++)
        fit = was->subs[k]->kind != XP_INT || now->subs[k]->kind != XP_INT ||
              was->subs[k]->i == now->subs[k]->i;
    for (int k = 0; fit && k < was->nclause_subs; k++)
        fit = was->clause_subs[k]->kind != XP_INT || now->clause_subs[k]->kind != XP_INT ||
              was->clause_subs[k]->i == now->clause_subs[k]->i;
    return fit;
}

static void check_redeclaration(Model *m, const Slot *s)
{
    ClassUse *have = s->decl->kind == EL_CLASS ? s->cls : s->comp ? s->comp->use : NULL;
    if (!have || (s->decl->kind == EL_CLASS && s->decl->cls->form == FORM_EXTENDS))
        return;
    if (s->decl->constrained) {
        ClassUse *own = named_constraint(m, s->scope, &s->decl->constraint);
        int added = s->decl->kind == EL_CLASS ? s->decl->cls->nsubs : 0;
        if (own && own->ndims != have->ndims - added)
            refuse(m, s->decl->constraint.span,
                   "`%s` and its constraining class have different numbers of dimensions",
                   text_of(m->ctx, s->name));
        check_fit(m, s, have, own, s->decl->constraint.span);
        have = own;
    }
    Span at;
    ClassUse *want = s->replaced ? constraint(m, s, &at) : NULL;
    if (want)
        check_fit(m, s, have, want, at);
    if (want && s->comp && !redeclared_sizes_fit(s)) {
        refuse(m, s->decl->name_span, "`%s` is redeclared with other dimensions",
               text_of(m->ctx, s->name));
        remark(m, s->written->name_span, "it is declared here");
    }
}

/* As far as they are written as numbers. */
static bool same_sizes(const Comp *inner, const Comp *outer)
{
    bool same = inner->ndims == outer->ndims;
    for (int k = 0; same && k < outer->ndims; k++) {
        const SynExp *size = outer->dim[k].syntax.exp;
        same = size->kind != XP_INT || inner->dim[k].state != DIM_KNOWN ||
               size->i == inner->dim[k].size;
    }
    return same;
}

/* A record varies as its elements do: of parameters alone it is one. */
static bool varies_more(Model *m, Comp *c, Variability than, int level)
{
    if (comp_variability(m, c) <= than)
        return false;
    ClassInst *ci = level < MOST_LEVELS ? comp_contents(m, c) : NULL;
    if (!ci || !c->use || c->use->restriction != CLS_RECORD || !class_expand(m, ci))
        return true;
    for (int i = 0; i < ci->slot.n; i++) {
        Slot *s = ci->slot.v[i];
        Comp *part = s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
        if (part && varies_more(m, part, than, level + 1))
            return true;
    }
    return false;
}

/* Functions that a data source has not do no harm where nobody calls them: the class of the outer
 * declaration lists all that there may be. A call finds that there is none. */
static void check_inner(Model *m, const Comp *outer)
{
    const Comp *inner = outer->inner_comp;
    bool known = inner && inner->use && outer->use;
    const char *why = known ? misfit(m, inner->use, outer->use, false, 0) : NULL;
    if (inner && inner->use && !why && !same_sizes(inner, outer))
        why = "it has other dimensions";
    if (inner && !why && outer->declared_variability &&
        varies_more(m, (Comp *)inner, outer->variability, 0)) {
        refuse(m, inner->decl->name_span,
               "the inner `%s` varies more than its outer declaration says",
               text_of(m->ctx, inner->name));
        remark(m, outer->decl->name_span, "the outer declaration is here");
    }
    const char *lacks = known && !why ? misfit(m, inner->use, outer->use, true, 0) : NULL;
    if (lacks)
        diag_warning(m->ctx->diags, inner->decl->name_span,
                     "the inner `%s` is of the class `%s`, which is no full `%s`: %s",
                     text_of(m->ctx, inner->name), class_name_text(m, inner->use->def),
                     class_name_text(m, outer->use->def), lacks);
    if (!why)
        return;
    refuse(m, inner->decl->name_span,
           "the inner `%s` is of the class `%s`, which cannot stand for `%s` of the outer "
           "declaration: %s",
           text_of(m->ctx, inner->name), class_name_text(m, inner->use->def),
           class_name_text(m, outer->use->def), why);
    remark(m, outer->decl->name_span, "the outer declaration is here");
}

/* An answer makes instances of its own, and with them questions: each redeclaration that is written
 * asks once more at most. A class that is constrained by one that contains the same redeclaration
 * would go on asking. */
void check_interfaces(Model *m)
{
    Map asked = {0};
    for (int i = 0, first = m->redeclared.n; i < m->redeclared.n; i++) {
        const Slot *s = m->redeclared.v[i];
        if (i < first || !map_get(&asked, (uintptr_t)s->decl, 0))
            check_redeclaration(m, s);
        map_set(&asked, m->arena, (uintptr_t)s->decl, 1);
    }
    for (int i = 1; i < m->comp.n; i++)
        if (m->comp.v[i]->outer)
            check_inner(m, m->comp.v[i]);
}
