/* Connections as equations (specification, 9.2; FM-37): n - 1 equalities and one sum a set, signs
 * of inside and outside, flows that are left alone, sums that say nothing new, and what cannot be
 * connected. The equations expected are those the rules give, worked out by hand. */
#include "model/front.h"
#include "model/library.h"
#include "test.h"

#include <unistd.h>

static Buf flat;
static char *said;

/* Flattens the last class of a text; the flat model in `flat`, messages in `said`. */
static void flatten_text(const char *suffix, const char *text)
{
    Context *ctx = context_new();
    Library *lib = library_new(ctx);
    Model *m = model_new(ctx, lib);
    char path[64];
    size_t n = 0;
    snprintf(path, sizeof path, "/tmp/kron-connect-XXXXXX%s", suffix);
    int fd = mkstemps(path, (int)strlen(suffix));
    FILE *out = fdopen(fd, "w");
    fputs(text, out);
    fclose(out);
    SynClass *last = library_open(lib, path);
    remove(path);
    ClassUse *use = last ? lookup_class_text(m, class_name_text(m, last)) : NULL;
    buf_clear(&flat);
    const FlatModel *f = use ? flatten(m, use, (ModEnv){0}) : NULL;
    if (f)
        flat_print(m, &flat);
    out = open_memstream(&said, &n);
    diags_print(ctx->diags, out);
    fclose(out);
    model_free(m);
    if (f)
        flat_free(f);
    context_free(ctx);
}

static void done(void)
{
    free(said);
    said = NULL;
}

/* Whether an equation is among those of the flat model. */
static bool has(const char *equation)
{
    char line[300];
    snprintf(line, sizeof line, "\n  %s;\n", equation);
    return strstr(buf_text(&flat), line) != NULL;
}

/* The same for a sum of three variables that is zero, in any order. */
static bool has_sum(const char *a, const char *b, const char *c)
{
    const char *order[][3] = {{a, b, c}, {a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}};
    bool found = false;
    for (int k = 0; k < 6; k++) {
        char sum[200];
        snprintf(sum, sizeof sum, "%s + %s + %s = 0", order[k][0], order[k][1], order[k][2]);
        found = found || has(sum);
    }
    return found;
}

static int equations(void)
{
    const char *at = strstr(buf_text(&flat), "\nequation\n");
    int n = 0;
    for (at = at ? at + 9 : NULL; at && (at = strstr(at, "\n  ")); at++)
        n++;
    return n;
}

#define PIN "connector Pin Real v; flow Real i; end Pin; model P Pin p, n; end P; "

/* ---- Sets ---- */

TEST(three_pins)
{
    flatten_text(".mo", PIN "model M P a, b, c; equation connect(a.p, b.p); connect(c.p, b.p);"
                            " end M;");
    CHECK_INT(equations(), 2 + 1 + 3); /* equalities, sum, three pins n left alone */
    CHECK(has("a.p.v = b.p.v") && has("a.p.v = c.p.v"));
    CHECK(has_sum("a.p.i", "b.p.i", "c.p.i"));
    CHECK(has("a.n.i = 0") && has("b.n.i = 0") && has("c.n.i = 0"));
    done();
}

/* Connections that close a circle, or are written twice, add nothing. */
TEST(circles)
{
    flatten_text(".mo", PIN "model M P a, b, c; equation connect(a.p, b.p); connect(b.p, c.p);"
                            " connect(c.p, a.p); connect(a.p, b.p); connect(b.p, a.p); end M;");
    CHECK_INT(equations(), 2 + 1 + 3);
    CHECK(has_sum("a.p.i", "b.p.i", "c.p.i"));
    done();
}

/* The pin of the class itself counts negative inside, positive where the class is used. */
TEST(outside)
{
    flatten_text(".mo", PIN "model W Pin q; P a; equation connect(q, a.p); end W;"
                            " model M W w; P b; equation connect(w.q, b.n); end M;");
    CHECK_INT(equations(), 2 + 2 + 2);
    CHECK(has("w.q.v = w.a.p.v") && has("w.q.v = b.n.v"));
    CHECK(has("w.a.p.i - w.q.i = 0") && has("w.q.i + b.n.i = 0"));
    CHECK(has("w.a.n.i = 0") && has("b.p.i = 0"));
    done();
}

TEST(arrays)
{
    flatten_text(".mo", PIN "model M P a[3], b[3]; equation connect(a.p, b.n);"
                            " for i in 1:2 loop connect(a[i].n, a[i + 1].n); end for; end M;");
    CHECK_INT(equations(), 3 * 2 + (2 + 1) + 3); /* pairs; a.n; b.p alone */
    for (int i = 1; i <= 3; i++) {
        char sum[64];
        snprintf(sum, sizeof sum, "a[%d].p.i + b[%d].n.i = 0", i, i);
        CHECK(has(sum));
    }
    CHECK(has_sum("a[1].n.i", "a[2].n.i", "a[3].n.i"));
    done();
}

/* ---- Sums that say nothing new ---- */

#define ELEMENT                                                                                    \
    "model type elem\n cut A (Va / i), B (Vb / -i)\n Va - Vb = 2*i\nend\n"                         \
    "model type series\n cut A (Va / i), B (Vb / -i)\n submodel (elem) e1, e2\n"                   \
    " connect A at e1:A, e1:B at e2:A, e2:B at B\nend\n"

/* What flows in at A flows out at B. Inside a series e1.i = i, e2.i = e1.i, and then e2.i = i is
 * said; around it the second node repeats the first. */
TEST(shared_flows)
{
    flatten_text(".dym", ELEMENT "model top\n submodel (series) s\n submodel (elem) r\n"
                                 " connect s:A at r:A, s:B at r:B\n s.Vb = 0\nend\n");
    CHECK_INT(equations(), 4 + (3 + 2) + (2 + 1)); /* elements and ground; equalities; sums */
    CHECK(has("s.e1.i = s.i") && has("s.e2.i = s.e1.i") && has("s.i + r.i = 0"));
    CHECK(!has("s.i = s.e2.i") && !has("s.e2.i = s.i"));
    done();
}

/* Several of them in a ring: four nodes whose last sum follows from the three others and from what
 * the parts say. */
TEST(ring_of_shared_flows)
{
    flatten_text(".dym", ELEMENT "model top\n submodel (series) s1, s2, s3, s4\n"
                                 " connect s1:B at s2:A, s2:B at s3:A, s3:B at s4:A, s4:B at s1:A\n"
                                 " s1.Va = 0\nend\n");
    CHECK_INT(equations(), 8 + 1 + 4 * (3 + 2) + 4 + 3);
    done();
}

/* ---- What cannot be connected ---- */

TEST(misfits)
{
    static const struct {
        const char *text, *message;
    } wrong[] = {
        {"connector A Real x; flow Real f; end A; connector B flow Real x; Real f; end B;"
         " model M A a; B b; equation"
         " connect(a, b); end M;",
         "one is a flow, the other is not"},
        {"connector A Real x; flow Real f; end A; connector B Real y; flow Real f; end B;"
         " model M A a; B b; equation"
         " connect(a, b); end M;",
         "only the first has `x`"},
        {"connector A Real x[2]; flow Real f[2]; end A; connector B Real x[3]; flow Real f[3];"
         " end B; model M A a; B b; equation"
         " connect(a, b); end M;",
         "their sizes differ, [2] and [3]"},
        {PIN "model M Pin a[2], b[3]; equation connect(a, b); end M;", "differ in size"},
        {"connector O = output Real; model S O y; end S; model M S a, b; equation"
         " connect(a.y, b.y); end M;",
         "both are sources of a signal"},
        {"model M Real x, y; equation connect(x, y); end M;", "is not a connector"},
    };
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        flatten_text(".mo", wrong[k].text);
        CHECK(strstr(said, wrong[k].message) != NULL);
        done();
    }
}

TEST(nothing)
{
    flatten_text(".mo", "model M end M;");
    CHECK_INT(equations(), 0);
    CHECK_STR(said, "");
    done();
}

TEST_MAIN(T(three_pins), T(circles), T(outside), T(arrays), T(shared_flows),
          T(ring_of_shared_flows), T(misfits), T(nothing))
