/* ast.h - the class tree: what the parsers make and everything after them reads.
 *
 * Immutable once parsed (but for stubs, see SynClass), allocated on the context's arena. Lists
 * are arrays of pointers with a count beside them; an absent part is NULL. Every node has the
 * span of the text it came from. Elements and sections stand in source order.
 *
 * Chains of operators of one precedence level are one n-ary node, so the depth of the tree is
 * bounded by the parser's nesting limit (SYN_MAX_DEPTH) and consumers may recurse over it. */
#ifndef KRON_SYNTAX_AST_H
#define KRON_SYNTAX_AST_H

#include "base/name.h"
#include "base/source.h"

#include <stdbool.h>
#include <stdint.h>

enum { SYN_MAX_DEPTH = 500 };

typedef struct SynExp SynExp;
typedef struct SynRef SynRef;
typedef struct SynCall SynCall;
typedef struct SynMod SynMod;
typedef struct SynArg SynArg;
typedef struct SynEqu SynEqu;
typedef struct SynElement SynElement;
typedef struct SynClass SynClass;

/* ---- Names ---- */

/* A dotted name without subscripts: types, imports, `within`. */
typedef struct SynName {
    bool global; /* written with a leading dot */
    uint16_t n;
    Span span;
    Name *part; /* [n], n >= 1 */
} SynName;

/* A component reference: `.a[1].b[i, :].c`. */
typedef struct SynPart {
    Name name;
    uint16_t nsubs;
    SynExp **sub; /* [nsubs]; XP_COLON for `:` */
    Span span;    /* name and subscripts */
} SynPart;

struct SynRef {
    bool global;
    uint16_t n;
    Span span;
    SynPart part[]; /* [n], n >= 1 */
};

/* ---- Expressions ---- */

typedef enum SynExpKind {
    XP_INT,      /* i (non-negative) */
    XP_REAL,     /* r */
    XP_STRING,   /* str, escapes resolved */
    XP_BOOL,     /* i = 0 or 1 */
    XP_REF,      /* ref */
    XP_CALL,     /* call; `{e for i in r}` is a call of `array` with call->braces */
    XP_ARRAY,    /* {arg[0], ...}, n >= 1 */
    XP_MATRIX,   /* [..; ..]: arg[n] are the rows, each an XP_ROW */
    XP_ROW,      /* one row of a matrix: arg[n], n >= 1 */
    XP_RANGE,    /* arg[0]:arg[1] or arg[0]:arg[1]:arg[2] (start, step, stop) */
    XP_IF,       /* arg[2k], arg[2k+1] condition and value, arg[n-1] the else; n odd */
    XP_UNARY,    /* op arg[0]: OP_NEG, OP_PLUS, OP_NOT, OP_DOT_NEG, OP_DOT_PLUS */
    XP_BINARY,   /* arg[0] op arg[1]: relations and powers (not associative) */
    XP_CHAIN,    /* arg[0] ops[1] arg[1] ops[2] arg[2] ...: one level of + -, * /, and, or.
                    ops[0] is unused */
    XP_TUPLE,    /* (a, , b): arg[n], an omitted one is NULL; n != 1 (a plain parenthesis
                    leaves no node but sets `paren` on what it encloses) */
    XP_END,      /* `end` inside subscripts */
    XP_COLON,    /* `:` as a subscript or dimension */
    XP_SELECT,   /* (arg[0])[arg[1], ..., arg[n-1]], or (arg[0]).field with n = 1 */
    XP_FUNCTION, /* function f(a = 1): partial application; call without positional arguments */
} SynExpKind;

typedef enum SynOp {
    OP_NONE,
    OP_ADD,
    OP_SUB,
    OP_DOT_ADD,
    OP_DOT_SUB,
    OP_MUL,
    OP_DIV,
    OP_DOT_MUL,
    OP_DOT_DIV,
    OP_POW,
    OP_DOT_POW,
    OP_NEG,
    OP_PLUS,
    OP_DOT_NEG,
    OP_DOT_PLUS,
    OP_NOT,
    OP_LT,
    OP_LE,
    OP_GT,
    OP_GE,
    OP_EQ,
    OP_NE,
    OP_AND,
    OP_OR,
} SynOp;

/* for-index: `i in range`; range NULL if it is to be deduced. */
typedef struct SynIter {
    Name name;
    SynExp *range;
    Span span;
} SynIter;

typedef struct SynNamedArg {
    Name name;
    SynExp *value;
    Span span;
} SynNamedArg;

struct SynCall {
    SynRef *fn; /* also for `der`, `initial`, `pure`: a reference of one part with that name */
    int nargs, nnamed, niters;
    SynExp **arg;
    SynNamedArg *named;
    SynIter *iter; /* f(e for i in ..): nargs is 1 */
    bool braces;
};

struct SynExp {
    uint8_t kind; /* SynExpKind */
    uint8_t op;   /* SynOp of unary and binary */
    bool paren;   /* was written in parentheses */
    int n;        /* length of arg */
    Span span;
    union {
        int64_t i;
        double r;
        Name str;
        SynRef *ref;
        SynCall *call;
        struct {
            SynExp **arg;
            union {
                uint8_t *ops; /* XP_CHAIN: SynOp [n] */
                Name field;   /* XP_SELECT; 0: subscripts */
            };
        };
    };
};

/* ---- Modification ---- */

/* `(args) = value`; either part may be missing (but not both, except for `()`). */
struct SynMod {
    Span span;
    int nargs;
    bool has_list;    /* parentheses were written, even if empty */
    bool assign;      /* `:=` instead of `=` (old style, in functions) */
    bool value_break; /* `= break` */
    SynArg **arg;
    SynExp *value;
};

/* One argument of a class modification.
 *   element modification:  [each] [final] a.b.c modification
 *   redeclaration:         [redeclare] [each] [final] [replaceable] element
 *   inheritance:           break name   |   break connect(a, b) */
struct SynArg {
    Span span;
    bool each, final, redeclare, replaceable, is_break;
    SynName name;        /* of the modified element; one part for redeclarations; none (n = 0)
                            for `break connect` */
    SynMod *mod;         /* NULL for redeclarations */
    SynElement *element; /* the new declaration (EL_CLASS or EL_COMPONENT); NULL for
                            element modifications */
    SynEqu *break_connect;
    Name description; /* 0: none */
};

/* ---- Elements ---- */

typedef enum { EL_IMPORT, EL_EXTENDS, EL_CLASS, EL_COMPONENT } SynElementKind;
typedef enum { IMPORT_QUALIFIED, IMPORT_RENAMED, IMPORT_ALL } SynImportKind;
typedef enum { VAR_DEFAULT, VAR_CONSTANT, VAR_PARAMETER, VAR_DISCRETE } SynVariability;
typedef enum { DIR_NONE, DIR_INPUT, DIR_OUTPUT } SynDirection;
typedef enum { CON_POTENTIAL, CON_FLOW, CON_STREAM } SynConnectorPrefix;

/* One element of a class. A component clause with several declarations gives one element each,
 * which share type and clause_subs; `import A.{b, c}` gives one element each. */
struct SynElement {
    uint8_t kind; /* SynElementKind */
    bool redeclare, final, inner, outer, replaceable, protected;
    Span span;
    Name name; /* declared name; for imports the name by which it is known (last part, or
                  the new one), 0 for IMPORT_ALL; 0 for extends */
    Span name_span;
    uint8_t import_kind; /* EL_IMPORT */
    SynName type;        /* component: its type; extends: the base; import: the path */
    SynClass *cls;       /* EL_CLASS */
    uint8_t variability; /* EL_COMPONENT ... */
    uint8_t direction;
    uint8_t connector;
    int nclause_subs, nsubs;
    SynExp **clause_subs; /* `Real[3] x[2]`: the [3] ... */
    SynExp **subs;        /* ... and the [2] */
    SynMod *mod;          /* component and extends */
    SynExp *condition;
    bool terminal;    /* classic: to be given by an equation from outside */
    bool constrained; /* replaceable ... constrainedby */
    SynName constraint;
    SynMod *constraint_mod;
    Name description;
    SynMod *annotation; /* arguments of annotation(...) */
};

/* ---- Equations and statements ---- */

typedef enum SynEquKind {
    SE_EQUALS,  /* lhs = rhs */
    SE_CONNECT, /* connect(lhs, rhs): both XP_REF */
    SE_LINK,    /* classic: connect a - (b // c) - d, e at n, f from n to m: link[] */
    SE_CALL,    /* lhs: XP_CALL (assert, reinit, terminate, Connections.*, f(x)) */
    SE_IF,      /* branches; the last may have no condition */
    SE_FOR,     /* iter, branch[0].body */
    SE_WHEN,    /* branches */
    SE_ASSIGN,  /* statement: lhs := rhs; lhs is XP_REF or XP_TUPLE */
    SE_WHILE,   /* statement: branch[0] */
    SE_BREAK,   /* statement */
    SE_RETURN,  /* statement */
} SynEquKind;

/* What a classic connect statement names: a submodel by its main cut or path, one cut of it
 * (`inst:cut`), a node, or a cut of the model itself; and their combinations. */
typedef enum SynPathKind {
    PATH_NAME,     /* ref, cut */
    PATH_SERIES,   /* part[0] - part[1] - ...: the end of each with the beginning of the next */
    PATH_PARALLEL, /* part[0] // part[1] // ...: all beginnings, all ends */
    PATH_REVERSED, /* \part[0] */
    PATH_LIST,     /* (part[0], part[1]): several that are connected alike (`at`) */
} SynPathKind;

typedef struct SynPathExp SynPathExp;
struct SynPathExp {
    uint8_t kind; /* SynPathKind */
    Span span;
    SynRef *ref; /* PATH_NAME: usually one part */
    Name cut;    /* PATH_NAME: after the colon, of a cut or a path; 0: none */
    int n;
    SynPathExp **part; /* [n], n >= 1 */
};

typedef enum SynLinkKind { LINK_CHAIN, LINK_AT, LINK_FROM_TO } SynLinkKind;

/* One item of a classic connect statement. `from` or `to` alone is allowed: the other is NULL. */
typedef struct SynLink {
    uint8_t kind; /* SynLinkKind */
    Span span;
    SynPathExp *what;
    SynPathExp *from, *to; /* LINK_AT: to; LINK_FROM_TO */
} SynLink;

typedef struct SynBranch {
    SynExp *condition; /* NULL: else */
    int n;
    SynEqu **body;
} SynBranch;

struct SynEqu {
    uint8_t kind; /* SynEquKind */
    Span span;
    SynExp *lhs, *rhs;
    int nbranches, niters;
    SynBranch *branch;
    SynIter *iter;
    int nlinks;
    SynLink *link; /* SE_LINK */
    Name description;
    SynMod *annotation;
};

/* ---- Ports of classic models ----
 * Cuts, paths and nodes have a name space of their own in each class and are inherited. The
 * variables of a cut are components of the class like any other and may belong to several cuts. */

/* Va, -i, or `.` (name 0: there is no such variable). */
typedef struct SynCutVar {
    Name name;
    bool negative;
    Span span;
} SynCutVar;

/* cut A (Va, ta / i, q), or the hierarchical cut C [A, B]. */
typedef struct SynCut {
    Name name;
    bool is_main;
    Span span;
    int nacross, nthrough;
    SynCutVar *across, *through;
    int nparts; /* hierarchical: its parts, names of cuts; across and through are empty */
    SynCutVar *part;
} SynCut;

/* path P < A - B >; an end that is a hierarchical cut is named the same way. */
typedef struct SynPath {
    Name name; /* 0: nameless, as in `main path <A - B>` */
    bool is_main;
    Span span;
    Name from, to; /* cuts */
    Span from_span, to_span;
} SynPath;

typedef struct SynNode {
    Name name;
    Span span;
} SynNode;

typedef struct SynSection {
    bool initial, algorithm;
    int n;
    SynEqu **item;
    Span span;
} SynSection;

typedef struct SynExternal {
    Name language;  /* 0: none given (C) */
    SynExp *result; /* XP_REF; NULL */
    Name function;  /* 0: no call written */
    int nargs;
    SynExp **arg;
    SynMod *annotation;
    Span span;
} SynExternal;

/* ---- Classes ---- */

typedef enum SynRestriction {
    CLS_CLASS,
    CLS_MODEL,
    CLS_RECORD,
    CLS_BLOCK,
    CLS_CONNECTOR,
    CLS_TYPE,
    CLS_PACKAGE,
    CLS_FUNCTION,
    CLS_OPERATOR,
    CLS_OPERATOR_RECORD,
    CLS_OPERATOR_FUNCTION,
    CLS_EXPANDABLE_CONNECTOR,
} SynRestriction;

typedef enum SynClassForm {
    FORM_LONG,    /* class A ... end A */
    FORM_SHORT,   /* class A = B[...](...) */
    FORM_ENUM,    /* type E = enumeration(a, b) or enumeration(:) */
    FORM_DER,     /* function g = der(f, x, y) */
    FORM_EXTENDS, /* class extends A(...) ... end A */
    FORM_STUB,    /* a file of a library that has not been read: see model/library.h */
    FORM_BROKEN,  /* a stub whose file could not be read or parsed (reported already) */
} SynClassForm;

typedef struct SynEnumLiteral {
    Name name;
    Name description;
    Span span;
} SynEnumLiteral;

struct SynClass {
    uint8_t form;        /* SynClassForm */
    uint8_t restriction; /* SynRestriction */
    bool partial, encapsulated, pure, impure;
    Name name;
    Span span; /* of the whole definition */
    Span name_span;
    SynClass *parent;    /* lexically enclosing class; NULL at the top */
    SynElement *element; /* the element that declares it; NULL at the top */
    Name description;

    /* long and extends */
    int nelements, nsections;
    SynElement **elem;
    SynSection **section;
    bool classic; /* written in the classic language */
    bool is_top;  /* classic: `model` without `type` or `class`: to be instantiated at once */
    int ncuts, npaths, nnodes;
    SynCut *cut;
    SynPath *path_decl;
    SynNode *node;
    int nnotear; /* classic: variables declared not to be torn */
    SynCutVar *notear;
    SynExternal *external;
    SynMod *annotation; /* of every form */

    /* short: base, subs, direction, mod; extends: mod; der: base and wrt */
    uint8_t direction;
    SynName base;
    int nsubs;
    SynExp **subs;
    SynMod *mod;
    int nwrt;
    Name *wrt;

    /* enumeration */
    bool enum_open; /* enumeration(:) */
    int nliterals;
    SynEnumLiteral *literal;

    /* stub: the file or directory to read. A directory's package.mo gives the class; its other
     * files and folders become stub elements appended to elem, in the order of package.order. */
    const char *path;
};

/* One parsed file. */
typedef struct SynFile {
    SourceFile *source;
    bool has_within;
    SynName within; /* n = 0: `within ;` */
    int nclasses;
    SynClass **cls;
} SynFile;

#endif
