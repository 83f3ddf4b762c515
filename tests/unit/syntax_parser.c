/* Tests of the class tree that the parser makes: every kind of class, element, modifier, equation
 * and statement, with its fields. */
#include "syntax_test.h"

static Context *ctx;
static SynFile *file;

/* Parses a text that must be right; the tree lives until `done`. */
static SynClass *good(const char *text)
{
    ctx = context_new();
    file = parse_text(ctx, text);
    if (diags_errors(ctx->diags) || !file->nclasses) {
        char *got = messages(ctx);
        fprintf(stderr, "%s\n%s", text, got);
        free(got);
        CHECK_INT(diags_errors(ctx->diags), 0);
        exit(1);
    }
    return file->cls[0];
}

static void done(void)
{
    context_free(ctx);
}

static const char *name(Name n)
{
    return text_of(ctx, n);
}

/* `A.B.C` with a leading dot if it is global, in a buffer that the next call overwrites. */
static const char *path(const SynName *n)
{
    static char text[200];
    text[0] = 0;
    for (int i = 0; i < n->n; i++) {
        strcat(text, i || n->global ? "." : "");
        strcat(text, name(n->part[i]));
    }
    return text;
}

static const char *source_text_of(Span s)
{
    static char text[400];
    snprintf(text, sizeof text, "%.*s", (int)(s.end - s.beg),
             file->source->text + (s.beg - file->source->base));
    return text;
}

TEST(files)
{
    good("within;\nfinal model A end A;\npartial block B end B;");
    CHECK(file->has_within);
    CHECK_INT(file->within.n, 0);
    CHECK_INT(file->nclasses, 2);
    CHECK_STR(name(file->cls[1]->name), "B");
    CHECK(file->cls[1]->partial && !file->cls[0]->partial);
    done();
    good("within A.'B c'.D; model E end E;");
    CHECK_STR(path(&file->within), "A.'B c'.D");
    done();
    good("\xEF\xBB\xBFmodel A end A;");
    CHECK(!file->has_within);
    done();
    ctx = context_new();
    file = parse_text(ctx, " // nothing\n");
    CHECK(file->nclasses == 0 && diags_errors(ctx->diags) == 0);
    done();
}

TEST(class_kinds)
{
    static const struct {
        const char *prefix;
        SynRestriction restriction;
    } kinds[] = {
        {"class", CLS_CLASS},
        {"model", CLS_MODEL},
        {"record", CLS_RECORD},
        {"block", CLS_BLOCK},
        {"connector", CLS_CONNECTOR},
        {"type", CLS_TYPE},
        {"package", CLS_PACKAGE},
        {"function", CLS_FUNCTION},
        {"operator", CLS_OPERATOR},
        {"operator record", CLS_OPERATOR_RECORD},
        {"operator function", CLS_OPERATOR_FUNCTION},
        {"expandable connector", CLS_EXPANDABLE_CONNECTOR},
        {"pure function", CLS_FUNCTION},
        {"impure operator function", CLS_OPERATOR_FUNCTION},
        {"encapsulated partial model", CLS_MODEL},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s 'constructor' \"d\" end 'constructor';", kinds[i].prefix);
        SynClass *c = good(text);
        CHECK_INT(c->restriction, kinds[i].restriction);
        CHECK_INT(c->form, FORM_LONG);
        CHECK_STR(name(c->description), "d");
        CHECK_INT(c->pure, !strncmp(kinds[i].prefix, "pure", 4));
        CHECK_INT(c->impure, !strncmp(kinds[i].prefix, "impure", 6));
        CHECK_INT(c->encapsulated && c->partial, !strncmp(kinds[i].prefix, "encaps", 6));
        done();
    }
}

TEST(short_classes)
{
    SynClass *c =
        good("connector C = input .A.Real[3, :](unit = \"m\", min = 0) \"d\" annotation(x = 1);");
    CHECK_INT(c->form, FORM_SHORT);
    CHECK_INT(c->direction, DIR_INPUT);
    CHECK_STR(path(&c->base), ".A.Real");
    CHECK_INT(c->nsubs, 2);
    CHECK_INT(c->subs[1]->kind, XP_COLON);
    CHECK_INT(c->mod->nargs, 2);
    CHECK_STR(name(c->description), "d");
    CHECK_INT(c->annotation->nargs, 1);
    done();
    c = good("type E = enumeration(a \"first\" annotation(x = 1), b, 'c d') \"e\";");
    CHECK_INT(c->form, FORM_ENUM);
    CHECK_INT(c->nliterals, 3);
    CHECK_STR(name(c->literal[0].description), "first");
    CHECK_STR(name(c->literal[2].name), "'c d'");
    CHECK(!c->enum_open);
    done();
    c = good("type E = enumeration(:);");
    CHECK(c->enum_open && c->nliterals == 0);
    done();
    c = good("type E = enumeration();");
    CHECK(!c->enum_open && c->form == FORM_ENUM);
    done();
    c = good("function g = der(A.f, x, y) \"d\";");
    CHECK_INT(c->form, FORM_DER);
    CHECK_STR(path(&c->base), "A.f");
    CHECK_INT(c->nwrt, 2);
    CHECK_STR(name(c->wrt[1]), "y");
    done();
}

TEST(nesting_and_parents)
{
    SynClass *p = good("package P\n"
                       "  model A\n"
                       "    model B = C(redeclare model D = E);\n"
                       "  end A;\n"
                       "  redeclare replaceable model extends F(x = 1) \"d\"\n"
                       "    Real y;\n"
                       "  end F;\n"
                       "  A a(redeclare function f = g);\n"
                       "end P;");
    CHECK_INT(p->nelements, 3);
    CHECK(!p->parent && !p->element);
    SynElement *a = p->elem[0];
    CHECK(a->kind == EL_CLASS && a->cls->parent == p && a->cls->element == a);
    SynElement *b = a->cls->elem[0];
    CHECK(b->cls->parent == a->cls && b->cls->element == b);
    SynElement *d = b->cls->mod->arg[0]->element;
    CHECK(d->cls->parent == a->cls && d->cls->element == d);
    SynElement *f = p->elem[1];
    CHECK(f->redeclare && f->replaceable);
    CHECK_INT(f->cls->form, FORM_EXTENDS);
    CHECK_STR(name(f->name), "F");
    CHECK_INT(f->cls->mod->nargs, 1);
    CHECK_INT(f->cls->nelements, 1);
    CHECK(p->elem[2]->mod->arg[0]->element->cls->parent == p);
    CHECK_STR(source_text_of(b->span), "model B = C(redeclare model D = E)");
    CHECK_STR(source_text_of(f->cls->name_span), "F");
    done();
}

TEST(components)
{
    SynClass *c =
        good("model A\n"
             "  Real[3] x[2](each start = 1) = y if b > 0 \"d\" annotation(a = 1), z;\n"
             "  flow parameter input .B.C v;\n"
             "protected\n"
             "  inner outer stream constant output Real w := 1;\n"
             "  final discrete Integer i;\n"
             "public\n"
             "  replaceable R r(p = 1) = q constrainedby S(t = 2) \"e\" annotation(f = 1);\n"
             "  redeclare Real u;\n"
             "end A;");
    CHECK_INT(c->nelements, 7);
    SynElement *x = c->elem[0], *z = c->elem[1], *v = c->elem[2], *w = c->elem[3], *i = c->elem[4];
    CHECK_STR(name(x->name), "x");
    CHECK_STR(path(&x->type), "Real");
    CHECK(x->nclause_subs == 1 && x->nsubs == 1 && z->nclause_subs == 1 && z->nsubs == 0);
    CHECK(x->clause_subs == z->clause_subs); /* shared by the clause */
    CHECK(x->mod->has_list && x->mod->arg[0]->each);
    CHECK_STR(source_text_of(x->mod->value->span), "y");
    CHECK_STR(source_text_of(x->condition->span), "b > 0");
    CHECK_STR(name(x->description), "d");
    CHECK(x->annotation && !z->annotation && !z->mod && !z->condition);
    CHECK_STR(source_text_of(x->name_span), "x");
    CHECK_STR(source_text_of(z->name_span), "z");
    CHECK_STR(source_text_of(c->elem[6]->span), "redeclare Real u");
    CHECK(v->connector == CON_FLOW && v->variability == VAR_PARAMETER && v->direction == DIR_INPUT);
    CHECK(v->type.global && !v->protected);
    CHECK(w->protected && w->inner && w->outer && w->connector == CON_STREAM);
    CHECK(w->variability == VAR_CONSTANT && w->direction == DIR_OUTPUT && w->mod->assign);
    CHECK(i->protected && i->final && i->variability == VAR_DISCRETE);
    SynElement *r = c->elem[5];
    CHECK(r->replaceable && r->constrained && !r->protected);
    CHECK_STR(path(&r->constraint), "S");
    CHECK_INT(r->constraint_mod->nargs, 1);
    CHECK_STR(name(r->description), "e");
    CHECK(r->annotation);
    done();
}

TEST(imports_and_extends)
{
    SynClass *c =
        good("model A\n"
             "  import B.C;\n"
             "  import D = B.C \"d\";\n"
             "  import B.C.*;\n"
             "  import B . * ;\n"
             "  import B.{x, 'y z'};\n"
             "protected\n"
             "  extends .B.C(x = 1, break y, break connect(u.p, v[1].n)) annotation(a = 1);\n"
             "  extends D;\n"
             "end A;");
    CHECK_INT(c->nelements, 8);
    SynElement **e = c->elem;
    CHECK(e[0]->kind == EL_IMPORT && e[0]->import_kind == IMPORT_QUALIFIED);
    CHECK_STR(name(e[0]->name), "C");
    CHECK_STR(path(&e[0]->type), "B.C");
    CHECK_INT(e[1]->import_kind, IMPORT_RENAMED);
    CHECK_STR(name(e[1]->name), "D");
    CHECK_STR(name(e[1]->description), "d");
    CHECK(e[2]->import_kind == IMPORT_ALL && e[2]->name == 0 && e[2]->type.n == 2);
    CHECK(e[3]->import_kind == IMPORT_ALL && e[3]->type.n == 1);
    CHECK(e[4]->import_kind == IMPORT_QUALIFIED && e[5]->import_kind == IMPORT_QUALIFIED);
    CHECK_STR(path(&e[4]->type), "B.x");
    CHECK_STR(path(&e[5]->type), "B.'y z'");
    CHECK_STR(name(e[5]->name), "'y z'");
    CHECK(e[6]->kind == EL_EXTENDS && e[6]->protected && e[6]->annotation && e[6]->type.global);
    CHECK_INT(e[6]->mod->nargs, 3);
    CHECK(e[6]->mod->arg[1]->is_break && e[6]->mod->arg[1]->name.n == 1);
    SynEqu *removed = e[6]->mod->arg[2]->break_connect;
    CHECK(removed && removed->kind == SE_CONNECT && e[6]->mod->arg[2]->name.n == 0);
    CHECK_STR(source_text_of(removed->rhs->span), "v[1].n");
    CHECK(!e[7]->mod);
    done();
}

TEST(modifiers)
{
    SynClass *c = good("model A\n"
                       "  B b(each final a.b.c(d = 1) = 2 \"s\" + \"t\", e = break, f(), g,\n"
                       "    redeclare each final replaceable C h[2](i = 1) \"u\" constrainedby D,\n"
                       "    replaceable model M = N(o = 1) constrainedby P(q = 2),\n"
                       "    redeclare parameter Real r = 3);\n"
                       "end A;");
    SynMod *m = c->elem[0]->mod;
    CHECK_INT(m->nargs, 7);
    CHECK(!m->value && m->has_list);
    SynArg **a = m->arg;
    CHECK(a[0]->each && a[0]->final && !a[0]->redeclare);
    CHECK_STR(path(&a[0]->name), "a.b.c");
    CHECK_INT(a[0]->mod->nargs, 1);
    CHECK_STR(source_text_of(a[0]->mod->value->span), "2");
    CHECK_STR(name(a[0]->description), "st");
    CHECK(a[1]->mod->value_break && !a[1]->mod->value);
    CHECK(a[2]->mod->has_list && a[2]->mod->nargs == 0);
    CHECK(!a[3]->mod);
    CHECK(a[4]->redeclare && a[4]->each && a[4]->final && a[4]->replaceable && !a[4]->mod);
    SynElement *h = a[4]->element;
    CHECK(h->kind == EL_COMPONENT && h->nsubs == 1 && h->mod->nargs == 1 && h->constrained);
    CHECK(h->redeclare && h->final && h->replaceable);
    CHECK_STR(name(h->description), "u");
    CHECK_STR(path(&a[4]->name), "h");
    CHECK(!a[5]->redeclare && a[5]->replaceable && a[5]->element->cls->form == FORM_SHORT);
    CHECK_STR(path(&a[5]->element->constraint), "P");
    CHECK_STR(path(&a[5]->name), "M");
    CHECK(a[6]->element->variability == VAR_PARAMETER && a[6]->element->mod->value);
    CHECK_STR(source_text_of(a[1]->span), "e = break");
    done();
}

TEST(equations)
{
    SynClass *c = good("model A\n"
                       "initial equation\n"
                       "  x = 1;\n"
                       "equation\n"
                       "  a + b = c \"d\" annotation(x = 1);\n"
                       "  (u, , v) = f(x);\n"
                       "  connect(p.a[1], .q.b) annotation(Line(points = {}));\n"
                       "  assert(a > b, \"m\");\n"
                       "  initial() = b;\n"
                       "  if a then x = 1; elseif b then y = 1; z = 2; else end if;\n"
                       "  for i in 1:3, j loop x[i] = j; end for;\n"
                       "  when a then reinit(x, 1); elsewhen b then y = 1; end when;\n"
                       "end A;");
    CHECK_INT(c->nsections, 2);
    CHECK(c->section[0]->initial && !c->section[0]->algorithm && c->section[0]->n == 1);
    SynSection *s = c->section[1];
    CHECK(!s->initial && s->n == 8);
    SynEqu **e = s->item;
    CHECK_INT(e[0]->kind, SE_EQUALS);
    CHECK_STR(source_text_of(e[0]->lhs->span), "a + b");
    CHECK_STR(name(e[0]->description), "d");
    CHECK_INT(e[0]->annotation->nargs, 1);
    CHECK_STR(source_text_of(e[0]->span), "a + b = c \"d\" annotation(x = 1)");
    CHECK(e[1]->lhs->kind == XP_TUPLE && e[1]->lhs->n == 3 && !e[1]->lhs->arg[1]);
    CHECK(e[2]->kind == SE_CONNECT && e[2]->lhs->kind == XP_REF && e[2]->rhs->ref->global);
    CHECK_INT(e[3]->kind, SE_CALL);
    CHECK_STR(source_text_of(e[4]->lhs->span), "initial()");
    CHECK(e[5]->kind == SE_IF && e[5]->nbranches == 3);
    CHECK(e[5]->branch[1].n == 2 && !e[5]->branch[2].condition && e[5]->branch[2].n == 0);
    CHECK(e[6]->kind == SE_FOR && e[6]->niters == 2 && !e[6]->iter[1].range);
    CHECK_INT(e[6]->branch[0].n, 1);
    CHECK(e[7]->kind == SE_WHEN && e[7]->nbranches == 2);
    CHECK_INT(e[7]->branch[0].body[0]->kind, SE_CALL);
    done();
}

TEST(statements)
{
    SynClass *c = good("function f\n"
                       "  output Real y;\n"
                       "algorithm\n"
                       "  y := 1 \"d\";\n"
                       "  (a, , b[1]) := g(x);\n"
                       "  (a) := g(x);\n"
                       "  print(\"s\");\n"
                       "  while y < 3 loop y := y + 1; break; end while;\n"
                       "  for i loop if i > 2 then return; end if; end for;\n"
                       "  when {a, b} then y := 1; end when;\n"
                       "initial algorithm\n"
                       "  y := 0;\n"
                       "end f;");
    CHECK_INT(c->nsections, 2);
    CHECK(c->section[1]->initial && c->section[1]->algorithm);
    SynEqu **e = c->section[0]->item;
    CHECK_INT(c->section[0]->n, 7);
    CHECK_INT(e[0]->kind, SE_ASSIGN);
    CHECK(e[1]->lhs->kind == XP_TUPLE && e[1]->rhs->kind == XP_CALL);
    CHECK_INT(e[2]->lhs->kind, XP_REF);
    CHECK_INT(e[3]->kind, SE_CALL);
    CHECK(e[4]->kind == SE_WHILE && e[4]->branch[0].n == 2);
    CHECK_STR(source_text_of(e[4]->branch[0].condition->span), "y < 3");
    CHECK_INT(e[4]->branch[0].body[1]->kind, SE_BREAK);
    CHECK_INT(e[5]->branch[0].body[0]->branch[0].body[0]->kind, SE_RETURN);
    CHECK_INT(e[6]->kind, SE_WHEN);
    done();
}

TEST(external_functions)
{
    SynClass *c = good("function f\n  external \"C\" y.z = g(a, b[1], size(c, 1))\n"
                       "    annotation(Library = \"m\");\n  annotation(Inline = true);\nend f;");
    CHECK_STR(name(c->external->language), "C");
    CHECK_STR(source_text_of(c->external->result->span), "y.z");
    CHECK_STR(name(c->external->function), "g");
    CHECK_INT(c->external->nargs, 3);
    CHECK(c->external->annotation && c->annotation && c->external->annotation != c->annotation);
    done();
    c = good("function f external; end f;");
    CHECK(c->external && !c->external->language && !c->external->function);
    done();
    c = good("function f external \"builtin\"; end f;");
    CHECK_INT(c->external->language, N_builtin);
    done();
    c = good("function f external g(); end f;");
    CHECK(c->external->function && !c->external->language && !c->external->nargs);
    done();
}

/* What older libraries write. */
TEST(lenient)
{
    SynClass *c = good("model A\n  annotation(a = 1);\n  Real x;\nequation\n  x = 1;\nend A;");
    CHECK(c->annotation && c->nelements == 1 && c->nsections == 1);
    done();
    c = good(
        "model A\n  Real x;\nequation\n  x = 1;\n  annotation(a = 1);\n  connect(a, b);\nend A;");
    CHECK_INT(c->nsections, 2);
    done();
    c = good("model A\n  parameter input Real x;\n  replaceable inner Real y;\nend A;");
    CHECK(c->elem[0]->direction == DIR_INPUT && c->elem[1]->inner && c->elem[1]->replaceable);
    done();
    c = good("model A\n  annotation(Icon(graphics = {}));\nend A;");
    CHECK_INT(c->annotation->nargs, 1);
    done();
}

/* Several mistakes are all reported, and what is right around them is kept. */
TEST(recovery)
{
    ctx = context_new();
    file = parse_text(ctx, "package P\n"
                           "  model A\n"
                           "    Real x = ;\n"
                           "    Real y;\n"
                           "  equation\n"
                           "    x = (1;\n"
                           "    y = 2;\n"
                           "    if x > 1 then\n"
                           "      y = 3 4;\n"
                           "      y = 5;\n"
                           "    end if;\n"
                           "  end A;\n"
                           "  model B\n"
                           "    Real z;\n"
                           "  end C;\n"
                           "  Real v;\n"
                           "end P;\n"
                           "model Q\n"
                           "  Real 1;\n"
                           "end Q;\n");
    char *text = messages(ctx);
    int lines[] = {3, 6, 9, 15, 19};
    CHECK_INT(diags_errors(ctx->diags), 5);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char start[20];
        snprintf(start, sizeof start, "t.mo:%d:", lines[i]);
        CHECK(strstr(text, start) != NULL);
    }
    CHECK(strstr(text, "t.mo:13:9: note: `B` begins here") != NULL);
    free(text);
    CHECK_INT(file->nclasses, 2);
    SynClass *p = file->cls[0];
    CHECK_INT(p->nelements, 3);
    SynClass *a = p->elem[0]->cls;
    CHECK_INT(a->nelements, 1);
    CHECK_INT(a->section[0]->n, 2);
    CHECK_INT(a->section[0]->item[1]->branch[0].n, 1);
    done();
}

/* A missing quote turns the rest of the file inside out; that is said once, near the place. */
TEST(missing_quote)
{
    Buf b = {0};
    buf_puts(&b, "model A\n  Real x0 \"no end;\n");
    for (int i = 1; i < 60; i++)
        buf_printf(&b, "  Real x%d \"number %d;\n of many, (see & below)\";\n", i, i);
    buf_puts(&b, "end A;\n");
    ctx = context_new();
    file = parse_text(ctx, b.s);
    CHECK(diags_errors(ctx->diags) <= 2);
    char *text = messages(ctx);
    CHECK(strstr(text, "t.mo:2:11: error: the string that begins here ends on another line") !=
          NULL);
    free(text);
    buf_free(&b);
    done();
}

TEST_MAIN(T(files), T(class_kinds), T(short_classes), T(nesting_and_parents), T(components),
          T(imports_and_extends), T(modifiers), T(equations), T(statements), T(external_functions),
          T(lenient), T(recovery), T(missing_quote))
