/* Reports: JSON and SVG are well-formed and say what is there. */
#include "dae_test.h"

#include <ctype.h>

/* ---- A checker of JSON: the position after a value, NULL if it is wrong ---- */

static const char *skip(const char *p)
{
    while (*p && isspace((unsigned char)*p))
        p++;
    return p;
}

static const char *json_value(const char *p);

static const char *json_string(const char *p)
{
    if (*p++ != '"')
        return NULL;
    for (; *p && *p != '"'; p++) {
        if ((unsigned char)*p < 0x20)
            return NULL;
        if (*p == '\\' && !strchr("\"\\/bfnrtu", *++p))
            return NULL;
    }
    return *p ? p + 1 : NULL;
}

static const char *json_list(const char *p, char end, bool object)
{
    p = skip(p + 1);
    if (*p == end)
        return p + 1;
    for (;;) {
        if (object) {
            p = json_string(p);
            p = p ? skip(p) : NULL;
            if (!p || *p++ != ':')
                return NULL;
        }
        p = json_value(p);
        if (!p)
            return NULL;
        p = skip(p);
        if (*p == end)
            return p + 1;
        if (*p++ != ',')
            return NULL;
        p = skip(p);
    }
}

static const char *json_value(const char *p)
{
    p = skip(p);
    if (*p == '{')
        return json_list(p, '}', true);
    if (*p == '[')
        return json_list(p, ']', false);
    if (*p == '"')
        return json_string(p);
    char *end;
    strtod(p, &end);
    return end > p ? end : NULL;
}

/* Tags are balanced, attributes quoted, no bare `<` or `&`. */
static bool is_xml(const char *p)
{
    char *open[64] = {0};
    int depth = 0;
    bool good = true;
    while (good && *p) {
        if (*p == '&') {
            const char *end = strchr(p, ';');
            good = end && end - p < 7;
        }
        if (*p != '<') {
            p++;
            continue;
        }
        const char *end = strchr(p, '>');
        size_t n = strcspn(p + 1, " />\n");
        if (!end || memchr(p + 1, '<', (size_t)(end - p - 1)))
            return false;
        if (p[1] == '/') {
            n = (size_t)(end - p - 2);
            good = depth > 0 && strlen(open[depth - 1]) == n && !strncmp(open[depth - 1], p + 2, n);
            if (depth > 0)
                free(open[--depth]);
        } else if (end[-1] != '/') {
            good = depth < 64;
            if (good)
                open[depth++] = strndup(p + 1, n);
        }
        p = end + 1;
    }
    while (depth > 0) {
        free(open[--depth]);
        good = false;
    }
    return good;
}

static const char model[] = "model M \"a \\\"test\\\"\" parameter Real R = 2; Real x(start=1, "
                            "fixed=true), 'a<b&\"c', y, z, w; Boolean b;"
                            " Integer n(start=0); equation der(x) = -2*'a<b&\"c'; 'a<b&\"c' = R*x; "
                            "y + exp(z) = x; y*z = 1; b = y > 2;"
                            " when b then n = pre(n) + 1; end when; w = x; end M;";

TEST(json_is_valid)
{
    Fixture f = fixture_structured(model);
    Buf out = {0};
    report_json(f.d, NULL, &out);
    const char *end = json_value(buf_text(&out));
    CHECK(end && *skip(end) == 0);
    static const char *const field[] = {"\"schema\": 1",
                                        "\"model\": \"M\"",
                                        "\"equations\": 7",
                                        "\"unknowns\": 7",
                                        "\"aliases\": 1",
                                        "\"states\": [\"x\"]",
                                        "\"state_sets\": []",
                                        "\"differentiated\": []",
                                        "\"kind\": \"nonlinear\", \"size\": 2",
                                        "\"iteration\": 1",
                                        "\"solved\": \"newton\"",
                                        "\"initial\": [",
                                        "\"operations\": {\"add\": ",
                                        "\"total\": "};
    for (size_t i = 0; i < sizeof field / sizeof *field; i++)
        if (!strstr(buf_text(&out), field[i])) {
            fprintf(stderr, "missing: %s\n", field[i]);
            test_checks_failed++;
        }
    buf_free(&out);
    fixture_close(&f);
}

/* each binary operation counts 1, unary minus nothing. */
TEST(operations)
{
    Fixture f = fixture_structured(
        "model M input Real u, v; Real a, b, c; equation a = u + v*2 - 1; b = -a/v;"
        " c = sin(a*b) + v^2; end M;");
    OpCount c = report_operations(f.d, dae_system(f.d, SYSTEM_SIMULATION));
    CHECK_INT(c.add, 2 + 1);
    CHECK_INT(c.mul, 1 + 1 + 1); /* v*2, a*b, v^2 */
    CHECK_INT(c.div, 1);
    CHECK_INT(c.call, 1);
    fixture_close(&f);
}

TEST(svg_is_well_formed)
{
    Fixture f = fixture_structured(model);
    Buf out = {0};
    report_svg(f.d, &out);
    CHECK(is_xml(buf_text(&out)));
    CHECK(strstr(buf_text(&out), "&lt;b&amp;"));
    CHECK(strstr(buf_text(&out), "#e07b00")); /* the tearing variable */
    CHECK(strstr(buf_text(&out), "nonlinear, 2 equations, 1 iterated"));
    buf_free(&out);
    fixture_close(&f);
}

TEST(large_svg_stays_small)
{
    Fixture f = fixture_structured(
        "model M constant Integer n = 20000; Real x[n](each start=1, each fixed=true); equation"
        " der(x[1]) = 1; for i in 2:n loop der(x[i]) = -x[i-1]; end for; end M;");
    Buf out = {0};
    report_svg(f.d, &out);
    CHECK(is_xml(buf_text(&out)));
    CHECK(out.n < 200000);
    buf_free(&out);
    fixture_close(&f);
}

TEST(text_lists_the_solved_equations)
{
    Fixture f = fixture_structured(model);
    Buf out = {0};
    report_text(f.d, &out);
    static const char *const line[] = {
        "\n1 state: x\n", "  der(x) := -2*'a<b&\"c'\n", "  b := y > 2\n",
        "system of 2 equations, solved by Newton iteration for 1 unknown", "  x := x.start\n"};
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        if (!strstr(buf_text(&out), line[i])) {
            fprintf(stderr, "missing: %s in\n%s\n", line[i], buf_text(&out));
            test_checks_failed++;
        }
    CHECK(!strchr(buf_text(&out), '$'));
    buf_free(&out);
    fixture_close(&f);
}

TEST_MAIN(T(json_is_valid), T(operations), T(svg_is_well_formed), T(large_svg_stays_small),
          T(text_lists_the_solved_equations))
