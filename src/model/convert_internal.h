/* convert_internal.h - conversion rules, as their scripts give them and as they are asked for. */
#ifndef KRON_MODEL_CONVERT_INTERNAL_H
#define KRON_MODEL_CONVERT_INTERNAL_H

#include "base/map.h"
#include "model/convert.h"

typedef enum RuleKind {
    RULE_CLASS,     /* to */
    RULE_CLASS_IF,  /* element, value, to */
    RULE_ELEMENT,   /* element, to; 0: only modifiers of it, which are removed */
    RULE_MODIFIERS, /* old, new */
    RULE_MESSAGE,   /* message, element (0: the class) */
} RuleKind;

/* `name = value` of convertModifiers: what was modified and its default. */
typedef struct OldModifier {
    Name name;        /* dotted */
    SynExp *standard; /* NULL: none */
    int connected;    /* cardinality(name) = 0 or 1 instead: 0, 1; -1: a modifier */
} OldModifier;

typedef struct Rule {
    RuleKind kind;
    Span at;
    Name cls; /* the old class, dotted */
    Name element, to, message;
    const SynExp *value; /* RULE_CLASS_IF */
    int nold;
    OldModifier *old;
    SynMod *new; /* arguments, in which '%old%' stands for the value of `old` */
    int next;    /* number + 1 of the next rule for the class; 0: none */
} Rule;

/* The rules of one step. */
typedef struct Rules {
    Context *ctx;
    VEC(Rule) rule;
    Map first;  /* class -> number + 1 of its first rule */
    Map inside; /* dotted names of which a rule names the class or something in it -> 1 */
} Rules;

/* Adds the rules of a step. `lib` finds scripts given as modelica://. */
bool rules_read(Rules *r, Library *lib, const SynClass *of, const SynMod *how);

static inline Rule *rules_first(const Rules *r, Name cls)
{
    uint32_t i = map_get(&r->first, cls, 0);
    return i ? &r->rule.v[i - 1] : NULL;
}

static inline Rule *rules_next(const Rules *r, const Rule *rule)
{
    return rule->next ? &r->rule.v[rule->next - 1] : NULL;
}

/* The class's new name: the rule for the longest part of its path holds. */
Name rules_class(const Rules *r, Name cls);
/* a.b and c: a.b.c */
Name path_with(Context *ctx, Name path, Name part);

#endif
