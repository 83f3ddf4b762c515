/* inst.h - the instance tree: classes and components as they are after modification.
 *
 * Three layers, never mixed. The class tree (syntax/ast.h) is what was written. A ClassInst is a
 * definition seen from one place with one list of modifiers: the scope in which names are looked
 * up. A Comp is one declared component in one ClassInst; an array of components is one Comp.
 *
 * Everything is made on demand: looking up a name makes the slots of the classes on the way,
 * asking a slot for its class or component makes that. Each such step has an in-progress mark, so
 * that cycles end in a message.
 *
 * Modifiers are never copied or merged into trees. What applies to an element is a ModEnv, a
 * list of references to the modifications as they were written, strongest first, each with the
 * scope in which its expressions mean something. Stepping into an element selects from each
 * reference the arguments of that name (mod_select); merging is concatenation.
 *
 * Strength, strongest first:
 *     modifiers from enclosing components, outermost first
 *     redeclarations written in the body of the class that extends (`redeclare ...`)
 *     modifiers of extends clauses, derived before base
 *     the declaration's own modifiers
 *     its constraining clause
 *     modifiers of short classes on the way to the type, outermost first
 */
#ifndef KRON_MODEL_INST_H
#define KRON_MODEL_INST_H

#include "model/flat.h"
#include "model/library.h"
#include "syntax/ast.h"

typedef struct Model Model;
typedef struct ClassInst ClassInst;
typedef struct ClassUse ClassUse;
typedef struct Comp Comp;
typedef struct Slot Slot;
typedef struct ConnectionGraph ConnectionGraph;
typedef struct RulesRead RulesRead; /* hints.c */

/* ---- Modifiers ---- */

/* The components over whose dimensions a value is split: `M m[2](x = {1, 2})` gives m[i].x the
 * value {1, 2}[i]. Innermost first. */
typedef struct Split {
    Comp *comp;
    const struct Split *outer;
} Split;

typedef enum {
    MOD_ARGS, /* mod: its arguments apply to the elements, its value to the element itself */
    MOD_PATH, /* arg: a dotted name of which `pos` parts have been followed, more are to come */
    MOD_DECL, /* decl: a redeclaration of the element */
    MOD_BODY, /* body: the redeclare elements of this class apply */
} ModKind;

typedef struct ModRef {
    uint8_t kind;
    bool final;           /* nothing stronger may modify what this modifies */
    bool from_component;  /* came in through a component's modification, not an extends clause */
    bool automatic;       /* of a constraining clause: applied to whatever is put in its place */
    uint8_t type_dims;    /* written with an array type: values are split over this number of the
                             component's last dimensions */
    uint16_t pos;         /* MOD_PATH */
    uint16_t level;       /* how far out it was written: 0 = the model itself */
    const SynMod *mod;    /* MOD_ARGS; may be NULL for an argument without modification */
    const SynArg *arg;    /* the argument it came from; NULL for a declaration's own */
    const SynMod *list;   /* the modification in whose list arg stands; NULL */
    const SynMod *above;  /* the one in whose list that stands; NULL */
    SynElement *decl;     /* MOD_DECL */
    const SynClass *body; /* MOD_BODY */
    ClassInst *scope;     /* where its names are looked up */
    const Split *split;
    const Split *around; /* of a redeclaration in a modifier: arrays that its values may be split
                            over too; else all elements get the same */
    Comp *cross;         /* the next step inwards crosses this component's dimensions */
} ModRef;

typedef struct ModEnv {
    int n;
    const ModRef *e; /* strongest first */
} ModEnv;

/* ---- Classes ---- */

typedef enum {
    BUILTIN_NONE,
    BUILTIN_REAL,
    BUILTIN_INTEGER,
    BUILTIN_BOOLEAN,
    BUILTIN_STRING,
    BUILTIN_ENUM, /* any enumeration: literals in def */
    BUILTIN_CLOCK,
    BUILTIN_EXTERNAL_OBJECT,
    BUILTIN_COUNT
} Builtin;
extern const Name builtin_names[BUILTIN_COUNT]; /* 0: it has none */

/* A size as it was written. */
typedef struct DimSyntax {
    SynExp *exp; /* XP_COLON: to be inferred */
    ClassInst *scope;
} DimSyntax;

/* A class as a name finds it: chains of short classes are followed to the definition with a
 * body (or the built-in type), and what they modified on the way is collected. */
struct ClassUse {
    SynClass *def;      /* FORM_LONG, FORM_EXTENDS, FORM_ENUM or FORM_DER, or a built-in type */
    SynClass *written;  /* the class that was named: for messages, annotations, restriction */
    ClassInst *lexical; /* where names not found in def are looked up next */
    Slot *slot;         /* that holds it */
    ModEnv env;
    int ndims;
    DimSyntax *dim;
    uint8_t builtin;     /* Builtin */
    uint8_t direction;   /* SynDirection of a short class */
    uint8_t restriction; /* SynRestriction, as seen by users of the class */
    bool replaceable;    /* some part of the way was a replaceable class */
    bool final; /* some part of the way was a final class: only the last `within` of env may
                   modify its elements */
    int within;
    ClassUse *hidden_base; /* FORM_EXTENDS: the class it extends */
    ClassInst *body;       /* a simple type with classes of its own: what it contains; NULL */
    ClassInst *plain;      /* as a package: class_plain */
    ClassInst *callable;   /* as a function or record constructor: function_scope */
    Type enum_type;        /* BUILTIN_ENUM, 0 until asked for */
    uint32_t function;     /* its number, 0 until asked for */
    Expr formula;          /* an operator's result as an expression of its inputs; 0: it has none */
    uint8_t formula_state; /* 0 not asked for, 1 being made, 2 known */
};

typedef enum { CI_NEW, CI_NAMING, CI_NAMED, CI_EXPANDING, CI_EXPANDED } ClassState;

/* An element of a class instance. Inherited elements are the slots of the base; redeclarations
 * are found through the modifiers of the slot's owner, so derived class and base see the same. */
struct Slot {
    Name name;
    SynElement *written; /* the declaration in the owner's class */
    SynElement *decl;    /* the declaration that holds after redeclarations; NULL until asked for */
    ClassInst *owner;    /* class instance (or base) whose class has the declaration */
    ClassInst *scope;    /* where names in decl are looked up */
    ModEnv env;          /* on the element, its own modifiers included; valid with decl */
    Slot *replaced;      /* what decl redeclares (for class extends); valid with decl */
    Slot *same;          /* another slot of the same name that counts instead; NULL */
    bool protected;
    bool busy;        /* class or component is being made */
    bool failed;      /* was reported */
    bool misfit_told; /* its class was refused for what it lacks */
    bool generated;   /* an inner made for outer components that have none */
    ClassUse *cls;    /* EL_CLASS */
    Comp *comp;       /* EL_COMPONENT */
};

struct ClassInst {
    SynClass *def;
    ClassUse *use;
    ClassInst *lexical;
    ClassInst *derived;       /* the instance that extends this one as a base; NULL */
    const SynElement *clause; /* by which it does; NULL: it has none */
    Comp *self; /* the component whose contents this is; NULL for packages, functions */
    ModEnv env;
    int nfinal;    /* the first nfinal of env must not modify anything: the class is final */
    uint8_t state; /* ClassState */
    bool is_function;
    int depth; /* of the lexical chain and bases, against endless recursion */
    VEC(Slot *)
    slot;            /* own and inherited, in order of declaration; own ones only before
                        CI_EXPANDED */
    uint32_t *place; /* positions in slot + 1 by name, at most half full; NULL: they are few */
    uint32_t nplaces;
    VEC(const SynElement *) import; /* its import clauses */
    bool redeclares;                /* it has redeclare elements */
    int nbases;                     /* made for it so far, bases of bases included */
    VEC(ClassInst *) base;
};

/* ---- Components ---- */

typedef enum { DIM_RAW, DIM_BUSY, DIM_KNOWN, DIM_FAILED } DimState;

typedef struct Dim {
    DimSyntax syntax;
    int32_t size; /* DIM_KNOWN; DIM_UNKNOWN in functions */
    uint8_t state;
    Type index_type; /* what subscripts are: T_INT, T_BOOL or an enumeration */
    Expr expr;       /* in functions: the size as an expression, 0 for `:` */
} Dim;

typedef enum { BIND_RAW, BIND_BUSY, BIND_DONE } BindState;

/* Attributes of simple types, in the order of the table attribute_names. */
typedef enum {
    ATTR_QUANTITY,
    ATTR_UNIT,
    ATTR_DISPLAYUNIT,
    ATTR_MIN,
    ATTR_MAX,
    ATTR_START,
    ATTR_FIXED,
    ATTR_NOMINAL,
    ATTR_STATESELECT,
    ATTR_UNBOUNDED,
    ATTR_COUNT
} Attribute;
extern const Name attribute_names[ATTR_COUNT];

/* Whether the elements of an array of components are components of their own. */
typedef enum { SPLIT_UNKNOWN, SPLIT_PROBING, SPLIT_NO, SPLIT_YES } SplitState;

struct Comp {
    /* The declaration, and where it stands. */
    uint32_t id;
    Name name;
    Slot *slot;
    SynElement *decl;
    ClassInst *owner; /* the class instance that declares it */
    Comp *parent;     /* the component it is part of; NULL at the root, in packages, functions */
    uint16_t level;   /* depth in the instance tree */
    ClassUse *use;    /* its type; NULL after an error */
    ClassInst *ci;    /* its contents; NULL for simple types */
    ModEnv env;
    uint8_t variability; /* as declared: Variability; default VARY_CONTINUOUS or, for types that
                            are not Real, VARY_DISCRETE */
    uint8_t direction, connector;
    bool declared_variability; /* constant, parameter or discrete was written */
    bool is_object;            /* an external object: does not change once it is made */
    bool made_at_start;        /* ... by values that are known at the start only */
    bool outer, inner_outer;   /* outer: and not inner; inner_outer: both */
    bool protected, final, evaluate, evaluate_false, in_function;
    bool is_connector;       /* its type is a connector class */
    bool bus_member;         /* of an expandable connector, and not a parameter */
    bool is_state;           /* of a state machine */
    Comp *inner_comp;        /* what an outer component refers to */
    uint8_t condition_state; /* 0 not evaluated, 1 busy, 2 enabled, 3 disabled */

    /* Dimensions, and elements that are components of their own. */
    int ndims;
    Dim *dim;
    uint32_t iter;       /* number of its first iterator (one per dimension), 0: none */
    uint8_t split_state; /* SplitState */
    Comp **element;      /* split arrays: one component per element; NULL */
    int nelements;
    Comp *array;          /* an element of a split array: the array; NULL */
    int32_t *array_index; /* its subscripts [array->ndims] */

    /* Type, value and attributes, as they are asked for. */
    Type type; /* scalar type (record, Real ...), 0 until typed */
    uint8_t binding_state;
    const ModRef *given; /* the modifier that gives it its value; NULL: none, or not looked for */
    Expr value;          /* resolved binding, 0: none; BIND_DONE */
    bool value_error;
    bool value_of_whole; /* the value is a field of the one that the record around it is given */
    uint16_t attr_asked; /* bit a: attr[a] is known */
    Expr attr[ATTR_COUNT];
    struct Value *eval; /* memo of the evaluated value (only if independent of iterators) */
    bool evaluating;
    bool structural; /* its value was needed during translation */

    uint32_t flat; /* number of its FlatVar + 1, 0: none */
};

typedef struct Iter {
    Name name;
    Comp *comp; /* of a component's dimension; NULL: a loop's */
    int dim;
    Type type;
} Iter;

/* A function used as a value: function f(a = 1). */
typedef struct FuncValue {
    ClassUse *use;
    Comp *input;  /* an input of the function it is written in, and `use` what that must be; NULL.
                     Not where functions are specialised: */
    int n;        /* bound inputs */
    Name *name;   /* [n] */
    uint32_t *fn; /* [n] place + 1 of the function that is bound; 0: other values. NULL: all are */
} FuncValue;

/* A value for one element of an array, given from outside (elements.c). */
typedef struct ElementSetting {
    const SynRef *ref; /* a[2], r[3].R, x[1].start */
    const SynExp *value;
    ClassInst *scope;
    const char *text; /* as it was written: name=value */
    bool used;
} ElementSetting;

/* ---- The model under translation ---- */

struct Model {
    Context *ctx;
    Arena *arena; /* of the instance tree: ends with the front end */
    Arena *kept;  /* of the flat model, lowered functions and expressions */
    Library *lib;
    RulesRead *rules_read; /* of conversions, for hints */
    struct EvalMemo *memo; /* results of functions during translation (eval_func.c); NULL: none */
    struct {               /* what a value is resolved for, for hints */
        ClassUse *use;     /* a call of this function or constructor */
        const SynCall *call;
        const Comp *comp; /* the value of this one; NULL: none */
    } wanted;
    bool hinting; /* what may have been meant is being looked for: nothing is, of that */
    ExprStore *store;
    ClassInst *top;                     /* all top-level classes */
    ClassInst *root;                    /* contents of the model */
    Comp *root_comp;                    /* a nameless component around it */
    SynClass *builtin[BUILTIN_COUNT];   /* the classes of the built-in types; NULL: none */
    Type state_select, assertion_level; /* enumeration types */
    VEC(Comp *) comp;                   /* by id; [0] unused */
    VEC(Iter) iter;                     /* by number; [0] unused */
    Map misfits;  /* definitions of packages that were refused for what they lack */
    Map partials; /* definitions of partial packages that the user has redeclared something as, told
                   */
    int nbases;   /* base classes expanded so far */
    bool too_many;          /* components: reported */
    int depth;              /* nesting of on-demand work */
    int types;              /* of records whose types are asked for by each other */
    int chained;            /* levels that chains of operators add to the expression being typed */
    bool counts;            /* cardinality is asked for */
    bool machines;          /* there are state machines */
    bool component;         /* it is checked as one: what its connectors need is outside */
    bool rootless;          /* overconstrained connectors have no root in it */
    bool expanded;          /* expandable connectors have their members */
    VEC(Comp *) bus;        /* expandable connectors, but for those in others */
    ConnectionGraph *graph; /* of overconstrained connections; NULL: not made yet */
    VEC(Comp *) generated_inner;
    Map not_inner; /* names of components of the model that should be inner, and were refused for it
                    */
    VEC(Slot *) redeclared;          /* whose class or component was made */
    VEC(ClassInst *) modified;       /* packages and functions with modifiers */
    VEC(struct FuncInfo *) function; /* by number; [0] unused */
    VEC(FuncValue) func_value;       /* functions as values: see function_value */
    Map when_target;     /* ids of components assigned in when-clauses; valid with when_known */
    bool when_known;     /* all equations have been typed */
    bool uses_pre;       /* of a Real that is not declared discrete, outside of `when` */
    Map class_number;    /* class -> number in flat->cls */
    Map operator_record; /* name of an operator record -> place in operator_class + 1 */
    VEC(ClassUse *) operator_class;
    Map overload_of;                  /* that name and the operator's -> place in overload + 1 */
    VEC(struct Overloads *) overload; /* see overload.c */
    VEC(Comp *) leaf;                 /* simple components that exist, in order of declaration */
    VEC(Comp *) instance;             /* components with contents, the model itself first */
    FlatModel *flat;                  /* being made */
    VEC(ElementSetting) element;
    bool wrong_element; /* one of these was refused */
    const Comp *valued; /* whose value or attribute is being typed; NULL: none */
    UnitsUse units;
    bool of_library;    /* the model was found on the path: the user did not name its file */
    double begin;       /* of runs; NaN: as the experiment says */
    FuncRunner *runner; /* of external functions; NULL: none can be run */
    bool handed_over;   /* the flat model belongs to somebody else, and so do kept and store */
};

Model *model_new(Context *ctx, Library *lib);
void model_free(Model *m);

/* Reports a mistake of the user. Always false (and 0, no expression): what fails can return it. */
bool refuse(const Model *m, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Whether something is written where the model is; whether it is of a library, or was found as one.
 */
bool is_in_file_of_model(const Model *m, Span at);
bool is_found_on_path(const Model *m, Span at);
/* The same for a rule that hides things and changes no values: in the file of the model an error,
 * and false; in another one, of a library say, a warning, and true. */
bool object_to(const Model *m, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* Adds a note to it. */
void remark_version(Model *m, const SynClass *in);
void remark(const Model *m, Span at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* ---- Classes on demand (inst*.c) ---- */

/* The modifiers that concern element `name`. */
ModEnv mod_select(Model *m, ModEnv env, Name name);
ModEnv mod_concat(Model *m, ModEnv a, ModEnv b);
/* The same where the step inwards crosses the dimensions of c, or none with NULL. */
ModEnv mod_select_inside(Model *m, ModEnv env, Comp *c, Name name);
/* The same modifiers where the next step inwards crosses the dimensions of c. */
ModEnv mod_crossing(Model *m, ModEnv env, Comp *c);

/* Whether an extends clause leaves out an element: extends B(break name). */
bool is_deselected(const SynElement *clause, Name name);
/* Makes the names of a class instance known (bases included). False if a base is missing or
 * circular (reported). */
bool class_expand(Model *m, ClassInst *ci);
/* The slot of that name, own or inherited; NULL. */
Slot *class_slot(Model *m, ClassInst *ci, Name name);
/* Follows redeclarations: makes slot->decl, scope, env valid. */
void slot_settle(Model *m, Slot *s);
/* The class a slot holds; NULL after a report. `at` is where it is used. */
ClassUse *slot_class(Model *m, Slot *s, Span at);
/* The component a slot holds; NULL after a report. */
Comp *slot_comp(Model *m, Slot *s);
/* The same for any slot (or NULL): NULL too where the name is a class's, or another slot counts. */
Comp *slot_member(Model *m, Slot *s);
/* The same if it has a type and exists. */
Comp *slot_existing(Model *m, Slot *s);
/* An empty component with a number. */
Comp *new_comp(Model *m);
/* Enters a slot into the names of a class. */
void table_add(Model *m, ClassInst *ci, Slot *s);
/* The element of that name as entered so far; NULL. */
Slot *table_get(const ClassInst *ci, Name name);
/* The component of that name; NULL if there is none, or after a report. */
static inline Comp *class_comp(Model *m, ClassInst *ci, Name name)
{
    Slot *s = ci ? class_slot(m, ci, name) : NULL;
    return s && s->written->kind == EL_COMPONENT ? slot_comp(m, s) : NULL;
}
/* Whether so many more components may be made; reports once if not. */
bool components_fit(Model *m, int64_t more, Span at);
/* The contents of a class used as a package (or function): no further modifiers. */
ClassInst *class_plain(Model *m, ClassUse *use);
/* The contents of a component's class; NULL for simple types or after a report. */
ClassInst *comp_contents(Model *m, Comp *c);
/* For an outer component: the inner one (generated if there is none); else c itself. */
Comp *comp_resolve(Model *m, Comp *c);
/* The inner component an outer (or inner outer) one refers to; NULL after a report. */
Comp *comp_inner(Model *m, Comp *c);
/* Whether an `inner outer output` is what it finds outside: nothing else gives it a value. */
bool comp_passes_on(Model *m, Comp *c);
/* A new instance of a class with modifiers. */
ClassInst *class_instance(Model *m, ClassUse *use, ModEnv env, Comp *self);

/* "Modelica.Blocks.Gain": the full name of a definition, on the arena. */
const char *class_name_text(Model *m, const SynClass *def);
/* "a.b[2].c": the path of a component from the root of the model (or package). */
const char *comp_name_text(Model *m, const Comp *c);
/* "; did you mean `b`?": the end of a message about a name, or nothing. */
bool class_derives(Model *m, ClassInst *ci, const SynClass *from); /* or is it */
const char *did_you_mean(Model *m, const Nearest *near);
/* What may have been meant (hints.c): by a name of another language; by an element of `in`, or a
 * class in it, as it was called in an older version of its library; by a name that an encapsulated
 * class hides: that class; by a package where a model is needed: models in it. NULL: nothing. */
bool hint_is_call(const char *name); /* that is a function: as the name of a variable it is none */
/* Where a name that is not declared is the iterator of a loop of the class. */
void remark_iterator(Model *m, const ClassInst *scope, Name name);
const char *hint_habit(const char *name);
bool hint_is_text(Model *m, Span at); /* a String is wanted there */
const char *hint_below(Model *m, ClassInst *ci, Name name);
/* `PV`, `Wind`: complete classes beside a partial one that extend it; NULL: none. */
const char *hint_complete(Model *m, const SynClass *partial);
const char *hint_deep_below(Model *m, ClassInst *ci, Name name, int depth);
const char *hint_inside(Model *m, ClassInst *ci, Name name);
const char *hint_imported(Model *m, ClassInst *scope, Name name);
const char *hint_derivative(Model *m, const ClassInst *scope, const char *name);
const char *hint_attribute(const char *name);
bool refuse_module(Model *m, const ClassInst *scope, const SynRef *r);
const char *hint_renamed(Model *m, const SynClass *in, Name element);
const SynClass *hint_hidden(Model *m, ClassInst *scope, Name name);
const SynClass *hint_enumeration(Model *m, ClassInst *scope, Name name);
bool refuse_partial_package(Model *m, const ClassUse *package);
void remark_dimension(Model *m, const Comp *c, int k);
/* What an element is wanted for. */
typedef enum HintFor { HINT_READ, HINT_MODIFIED, HINT_CONNECTED } HintFor;
/* Whether an element can be used for it from outside. */
bool hint_fits(const Slot *s, HintFor use);
void hint_elements(Model *m, ClassInst *ci, const char *word, HintFor use);
/* A class of the same name as that of component c, in a library that components beside it are from,
 * that has `part`: the ground of another domain. */
void hint_namesake(Model *m, const Comp *c, const SynClass *cls, Name part);
/* A class beside a base of ci, with all that base declares, that has `part`, too: SISO beside SO.
 */
void hint_sister(Model *m, const ClassInst *ci, Name part);
const char *hint_models(Model *m, const SynClass *package);
/* Elements of a class whose names begin like this one, as a list; NULL: none. */
const char *hint_beginning(Model *m, ClassInst *ci, Name name);
/* Public elements that have this word in their descriptions: `h` for planck; NULL: none, or too
 * many. */
const char *hint_described(Model *m, ClassInst *ci, Name name);
/* Functions beside one, whose names are its own with something behind it: density_pT. */
void remark_same_beginning(Model *m, const ClassInst *function);
/* A class beside this one, of a name that has its own in it, with a parameter that this one has
 * not. */
void remark_class_beside(Model *m, const SynClass *cls, Name parameter);
/* The modifier value of an annotation argument: annotation(Evaluate = true); NULL. */
const SynExp *annotation_value(const SynMod *annotation, Name name);
const SynMod *annotation_mod(const SynMod *annotation, Name name);
/* Whether it is given, as the literal `wanted`. */
bool annotation_is(const SynMod *annotation, Name name, bool wanted);

/* Reports modifiers of a component that name nothing, and `each` for what is no array. */
void check_modifiers(Model *m, Comp *c);
/* Reports modifiers of packages and functions that name nothing. */
void check_modified_classes(Model *m);
/* Reports redeclarations that do not fit their constraining class and inner components that do not
 * fit their outer declarations (interface.c). */
void check_interfaces(Model *m);
/* Reports what classes may not contain and prefixes that components may not have; and literals of
 * an enumeration that are none (restrict.c). */
void check_restrictions(Model *m);
bool check_literals(const Model *m, const SynClass *def);

/* ---- Look-up (lookup.c) ---- */

typedef enum { FIND_NOTHING, FIND_SLOT, FIND_BUILTIN_FUNCTION, FIND_TIME, FIND_FAILED } FindKind;

typedef struct Found {
    FindKind kind;
    Slot *slot;
    ClassInst *in; /* the instance in whose table it was found */
    bool outside;  /* found in an enclosing class, not in the scope itself (or its bases) */
    Name builtin;
} Found;

/* A simple name, from the inside out. Nothing is reported unless an import is broken or
 * ambiguous (FIND_FAILED). */
Found lookup_simple(Model *m, ClassInst *scope, Name name);
/* The class of a dotted name; NULL after a report. */
ClassUse *lookup_class(Model *m, ClassInst *scope, const SynName *name);
/* Whether the class of a dotted name, or a class on the way to it, can be redeclared. */
bool lookup_is_replaceable(Model *m, ClassInst *scope, const SynName *name);
/* An absolute dotted name given as text, for the command line; NULL after a report. */
ClassUse *lookup_class_text(Model *m, const char *dotted);
/* One step into a class: element `name` of a package-like class. */
Slot *lookup_member(Model *m, ClassUse *use, Name name, Span at);
/* Reports that `name` was not found in scope, with the nearest name. */
void report_not_found(Model *m, ClassInst *scope, Name name, Span at, const char *what);

#endif
