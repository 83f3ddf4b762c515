/* The library interface: settings, runs again without translation, results, messages, callbacks. */
#include "kron.h"
#include "test.h"

#include <locale.h>
#include <math.h>
#include <unistd.h>

static KronContext *context;
static KronModel *model;

static const char *const decay = "model Decay \"falls\"\n"
                                 "  parameter Real k(unit = \"1/s\") = 1 \"Rate\";\n"
                                 "  parameter Real twice = 2*k;\n"
                                 "  parameter Integer n = 2;\n"
                                 "  parameter Real a[3] = {1, 2, 3};\n"
                                 "  parameter Integer pick[2] = {1, 2};\n"
                                 "  final parameter Real fin = 7;\n"
                                 "  Real x(start = 1, fixed = true, unit = \"m\");\n"
                                 "  Real y[n] = fill(x, n);\n"
                                 "  Real s = sum(a), chosen = a[pick[1]];\n"
                                 "equation\n"
                                 "  der(x) = -k*x;\n"
                                 "end Decay;\n";

static void begin(const char *text)
{
    context = kron_context_new();
    CHECK(context != NULL);
    CHECK_INT(kron_load_text(context, "test.mo", text, &model), KRON_OK);
}

static void end(void)
{
    kron_model_free(model);
    kron_context_free(context);
}

/* The last value of a variable in a run; NaN if the run was not good. */
static double last(const char *name)
{
    KronResult *r;
    double x = NAN;
    if (kron_run(model, NULL, &r) == KRON_OK) {
        const double *column = kron_result_column(r, name);
        x = column ? column[kron_result_points(r) - 1] : NAN;
    }
    kron_result_free(r);
    return x;
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-4 * fmax(1, fabs(b));
}

static bool says(const char *text)
{
    for (int i = 0; i < kron_message_count(model); i++)
        if (strstr(kron_message(model, i).text, text))
            return true;
    return false;
}

TEST(runs_again)
{
    begin(decay);
    CHECK_STR(kron_model_name(model), "Decay");
    CHECK_INT(kron_translations(model), 0);
    CHECK(near(last("x"), exp(-1)));
    CHECK_INT(kron_translations(model), 1);
    CHECK_INT(kron_set_number(model, "k", 2), KRON_OK);
    CHECK(near(last("x"), exp(-2)));
    CHECK(near(last("twice"), 4)); /* what depends on it */
    CHECK_INT(kron_set(model, "x.start", "3"), KRON_OK);
    CHECK(near(last("x"), 3 * exp(-2)));
    CHECK_INT(kron_set(model, "a[2]", "5"), KRON_OK);
    CHECK(near(last("s"), 9));
    CHECK_INT(kron_translations(model), 1);
    end();
}

TEST(translates_again)
{
    begin(decay);
    CHECK(near(last("x"), exp(-1)));
    CHECK_INT(kron_set(model, "n", "4"), KRON_OK); /* a size */
    CHECK(near(last("y[4]"), exp(-1)));
    CHECK_INT(kron_translations(model), 2);
    CHECK_INT(kron_set(model, "k", "1 + 1"), KRON_OK); /* an expression */
    CHECK(near(last("x"), exp(-2)));
    CHECK_INT(kron_translations(model), 3);
    CHECK_INT(kron_set(model, "k", "0"), KRON_OK); /* might be divided by */
    CHECK(near(last("x"), 1));
    CHECK_INT(kron_set(model, "k", NULL), KRON_OK);
    CHECK(near(last("x"), exp(-1)));
    kron_clear_settings(model);
    CHECK(isnan(last("y[4]")));
    end();
}

/* Of settings that overlap the last one wins; elements, also where they decide about structure. */
TEST(settings)
{
    begin(decay);
    kron_set(model, "k", "5");
    kron_set(model, "k", "2");
    kron_set(model, "a[1]", "10");
    kron_set(model, "a", "{1, 1, 1}");
    kron_set(model, "a[ 3 ]", "2*3");
    CHECK(near(last("x"), exp(-2)));
    CHECK(near(last("s"), 8));
    CHECK_INT(kron_set(model, "twi ce", "3"), KRON_WRONG_CALL);
    CHECK_INT(kron_set(model, "pick 1", "3"), KRON_WRONG_CALL);
    CHECK(says("`twi ce`"));
    kron_set(model, " pick [1]", "3");
    CHECK(near(last("chosen"), 6));
    end();
}

TEST(mistakes)
{
    begin(decay);
    CHECK_INT(kron_set(model, "kk", "1"), KRON_OK);
    CHECK_INT(kron_run(model, NULL, NULL), KRON_WRONG_MODEL);
    CHECK(says("`kk`"));
    CHECK_INT(kron_set(model, "kk", NULL), KRON_OK);
    CHECK(near(last("x"), exp(-1)));
    CHECK_INT(kron_set(model, "fin", "8"), KRON_OK);
    CHECK_INT(kron_run(model, NULL, NULL), KRON_WRONG_MODEL);
    CHECK(says("final"));
    kron_clear_settings(model);
    KronRunOptions o = kron_run_options();
    o.stop = -1;
    CHECK_INT(kron_run(model, &o, NULL), KRON_WRONG_CALL);
    CHECK(says("before the start"));
    o = kron_run_options();
    o.method = "magic";
    CHECK_INT(kron_run(model, &o, NULL), KRON_WRONG_CALL);
    o = kron_run_options();
    o.file = "/nowhere/x.csv";
    CHECK_INT(kron_run(model, &o, NULL), KRON_FILE_ERROR);
    CHECK_INT(kron_set(model, "", "1"), KRON_WRONG_CALL);
    CHECK_INT(kron_set_number(model, "k", NAN), KRON_WRONG_CALL);
    end();
}

static int messages;

static void count_message(void *arg, KronModel *m, const KronMessage *message)
{
    CHECK(arg == &messages && m && *message->text);
    messages++;
}

TEST(wrong_models)
{
    context = kron_context_new();
    kron_on_message(context, count_message, &messages);
    messages = 0;
    CHECK_INT(kron_load_text(context, "w.mo", "model W\n  Real x = yy;\nend W;\n", &model),
              KRON_OK);
    CHECK_INT(kron_check(model), KRON_WRONG_MODEL);
    KronMessage m = kron_message(model, 0);
    CHECK(m.severity == KRON_ERROR && m.about == KRON_ABOUT_MODEL && m.line == 2 && m.column == 12);
    CHECK_STR(m.file, "w.mo");
    CHECK_STR(m.excerpt, "      Real x = yy;\n               ^~\n");
    CHECK(messages == kron_message_count(model) && messages >= 1);
    kron_clear_messages(model);
    CHECK_INT(kron_message_count(model), 0);
    kron_model_free(model);
    CHECK_INT(kron_load(context, "No.Such.Model", &model), KRON_WRONG_MODEL);
    CHECK(kron_message_count(model) > 0 && kron_variable_count(model) == 0);
    CHECK(kron_find(model, "x") == -1 && isnan(kron_value(model, 0)));
    end();
}

TEST(classes)
{
    static const char text[] =
        "package P\n"
        "  connector C Real v; flow Real i; end C;\n"
        "  model Good Real x = 1; end Good;\n"
        "  model Open C c; Real x = c.v; equation c.i = 2*c.v; end Open;\n"
        "  model Few Real x, y = 1; end Few;\n"
        "  partial model Part Real x; end Part;\n"
        "  function f input Real x; output Real y; algorithm y := z; end f;\n"
        "  package Q type T = Real; model M Real x = time; end M; end Q;\n"
        "end P;\n";
    static const struct {
        const char *name;
        KronClassKind kind;
        KronVerdict verdict;
    } expected[] = {{"P.C", KRON_CLASS_CONNECTOR, KRON_CLASS_GOOD},
                    {"P.Good", KRON_CLASS_MODEL, KRON_CLASS_GOOD},
                    {"P.Open", KRON_CLASS_MODEL, KRON_CLASS_OPEN},
                    {"P.Few", KRON_CLASS_MODEL, KRON_CLASS_WRONG},
                    {"P.Part", KRON_CLASS_MODEL, KRON_CLASS_INCOMPLETE},
                    {"P.f", KRON_CLASS_FUNCTION, KRON_CLASS_WRONG},
                    {"P.Q", KRON_CLASS_PACKAGE, KRON_CLASS_GOOD},
                    {"P.Q.T", KRON_CLASS_OTHER, KRON_CLASS_GOOD},
                    {"P.Q.M", KRON_CLASS_MODEL, KRON_CLASS_GOOD}};
    int n = -1, known = sizeof expected / sizeof *expected;
    KronClass c;
    KronVerdict verdict;
    begin(decay);
    CHECK_INT(kron_class_kind(model), KRON_CLASS_MODEL);
    kron_model_free(model);
    CHECK_INT(kron_load_text(context, "p.mo", text, &model), KRON_OK);
    CHECK_INT(kron_class_kind(model), KRON_CLASS_PACKAGE);
    CHECK_INT(kron_classes(model, &n), KRON_OK);
    CHECK_INT(n, known);
    for (int i = 0; i < n && i < known; i++) {
        CHECK(kron_class(model, i, &c));
        CHECK_STR(c.name, expected[i].name);
        CHECK(c.kind == expected[i].kind && c.partial == (i == 4));
        CHECK_INT(kron_check_class(model, i, &verdict),
                  expected[i].verdict == KRON_CLASS_WRONG ? KRON_WRONG_MODEL : KRON_OK);
        CHECK_INT(verdict, expected[i].verdict);
    }
    CHECK(!kron_class(model, n, &c) && !kron_class(NULL, 0, &c));
    CHECK_INT(kron_check_class(model, n, &verdict), KRON_WRONG_CALL);
    CHECK_INT(kron_classes(NULL, &n), KRON_WRONG_CALL);
    end();
}

TEST(variables)
{
    KronVariable v;
    begin(decay);
    int k = kron_find(model, "k"), x = kron_find(model, "x");
    CHECK(kron_variable(model, k, &v) && v.kind == KRON_PARAMETER && v.type == KRON_REAL);
    CHECK(v.exchangeable && !strcmp(v.unit, "1/s") && !strcmp(v.description, "Rate"));
    CHECK(kron_value(model, k) == 1 && isnan(kron_value(model, x)));
    CHECK(kron_variable(model, x, &v) && v.kind == KRON_STATE);
    CHECK(kron_variable(model, kron_find(model, "n"), &v) && !v.exchangeable);
    CHECK(kron_variable(model, kron_find(model, "fin"), &v) && !v.exchangeable);
    CHECK(!kron_variable(model, -1, &v) && !kron_variable(model, 1000, &v));
    CHECK_INT(kron_find(model, "nothing"), -1);
    kron_set(model, "k", "3");
    CHECK(kron_value(model, k) == 3 && kron_value(model, kron_find(model, "twice")) == 6);
    CHECK_INT(kron_run(model, NULL, NULL), KRON_OK);
    CHECK(near(kron_value(model, x), exp(-3)));
    end();
}

typedef struct Seen {
    int points, calls, cancel_after;
    double last;
} Seen;

static int see_point(void *arg, KronModel *m, double time)
{
    Seen *s = arg;
    s->points++;
    CHECK(near(kron_value(m, kron_find(m, "x")), exp(-time)));
    return s->cancel_after && s->points > s->cancel_after;
}

static int see_progress(void *arg, KronModel *m, double time, double part)
{
    Seen *s = arg;
    (void)m;
    s->calls++;
    s->last = part;
    CHECK(near(time, part));
    return 0;
}

TEST(callbacks)
{
    begin(decay);
    KronRunOptions o = kron_run_options();
    Seen seen = {0};
    KronResult *r;
    o.point = see_point;
    o.progress = see_progress;
    o.arg = &seen;
    o.intervals = 10;
    CHECK_INT(kron_run(model, &o, &r), KRON_OK);
    CHECK(seen.points == 11 && kron_result_points(r) == 11 && seen.calls > 0 && seen.last == 1);
    kron_result_free(r);
    seen = (Seen){.cancel_after = 4};
    CHECK_INT(kron_run(model, &o, &r), KRON_CANCELLED);
    CHECK(r && kron_result_points(r) == 5);
    kron_result_free(r);
    end();
}

typedef struct Tries {
    bool in_message;
    int n, good;
} Tries;

/* All that callbacks must not do. */
static void try_all(Tries *t, KronModel *m)
{
    const char *text;
    KronResult *r = NULL;
    if (t->n++ > 3)
        return;
    t->good += kron_set(m, "k", "2") != KRON_WRONG_CALL;
    t->good += kron_set(m, "n", "3") != KRON_WRONG_CALL;
    t->good += kron_set_number(m, "k", 2) != KRON_WRONG_CALL;
    t->good += kron_run(m, NULL, &r) != KRON_WRONG_CALL || r;
    t->good += kron_check(m) != KRON_WRONG_CALL;
    t->good += kron_translate(m) != KRON_WRONG_CALL;
    t->good += kron_text(m, KRON_FLAT_MODEL, &text) != KRON_WRONG_CALL || *text;
    t->good += kron_program(m, "c", NULL, NULL, &text) != KRON_WRONG_CALL;
    kron_clear_settings(m);
    kron_model_free(m);
    CHECK(*kron_model_name(m) && kron_translations(m) == 1);
}

static int try_at_point(void *arg, KronModel *m, double time)
{
    (void)time;
    try_all(arg, m);
    return 0;
}

static int try_in_progress(void *arg, KronModel *m, double time, double part)
{
    (void)time, (void)part;
    try_all(arg, m);
    return 0;
}

static void try_at_message(void *arg, KronModel *m, const KronMessage *message)
{
    Tries *t = arg;
    (void)message;
    if (t->in_message)
        try_all(t, m);
}

TEST(forbidden_in_callbacks)
{
    begin(decay);
    Tries tries = {0};
    KronRunOptions o = kron_run_options();
    o.arg = &tries;
    o.point = try_at_point;
    kron_set(model, "k", "3");
    CHECK_INT(kron_run(model, &o, NULL), KRON_OK);
    CHECK(tries.n > 3 && tries.good == 0 && says("callback"));
    tries.n = 0;
    o.point = NULL;
    o.progress = try_in_progress;
    CHECK_INT(kron_run(model, &o, NULL), KRON_OK);
    CHECK(tries.n > 0 && tries.good == 0);
    tries = (Tries){.in_message = true};
    kron_on_message(context, try_at_message, &tries);
    o = kron_run_options();
    o.stop = -1;
    CHECK_INT(kron_run(model, &o, NULL), KRON_WRONG_CALL);
    CHECK(tries.n > 0 && tries.good == 0);
    tries.in_message = false;
    CHECK(near(last("x"), exp(-3))); /* settings are as they were */
    CHECK_INT(kron_translations(model), 1);
    end();
}

TEST(nothing_given)
{
    const char *text;
    KronModel *none = model;
    KronVariable v;
    KronParsed parsed;
    begin(decay);
    CHECK_INT(kron_load(context, NULL, &none), KRON_WRONG_CALL);
    CHECK(!none);
    CHECK_INT(kron_load(NULL, "X", &none), KRON_WRONG_CALL);
    CHECK_INT(kron_load(context, "X", NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_load_text(context, "x.mo", NULL, &none), KRON_WRONG_CALL);
    CHECK_INT(kron_load_text(context, NULL, decay, &none), KRON_WRONG_CALL);
    CHECK_INT(kron_add_library(NULL, "x"), KRON_WRONG_CALL);
    CHECK_INT(kron_add_library(context, NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_add_environment(NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_set_own_library(NULL, NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_set_compiler(NULL, NULL, NULL, NULL, KRON_COMPILE_LONG_RUNS), KRON_WRONG_CALL);
    CHECK_INT(kron_on_pass(NULL, "alias", NULL, NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_parse(context, 1, NULL, &parsed), KRON_WRONG_CALL);
    CHECK_INT(kron_parse(context, 0, NULL, NULL), KRON_WRONG_CALL);
    kron_on_message(NULL, NULL, NULL);
    kron_clear_messages(NULL);
    kron_clear_settings(NULL);
    CHECK_INT(kron_set(NULL, "k", "1"), KRON_WRONG_CALL);
    CHECK_INT(kron_set(model, NULL, "1"), KRON_WRONG_CALL);
    CHECK_INT(kron_check(NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_translate(NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_run(NULL, NULL, NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_text(NULL, KRON_LISTING, &text), KRON_WRONG_CALL);
    CHECK_INT(kron_text(model, KRON_LISTING, NULL), KRON_WRONG_CALL);
    CHECK_INT(kron_text(model, (KronText)77, &text), KRON_WRONG_CALL);
    CHECK_INT(kron_program(model, NULL, NULL, NULL, &text), KRON_WRONG_CALL);
    CHECK_INT(kron_program(model, "c", NULL, NULL, NULL), KRON_WRONG_CALL);
    CHECK(!*kron_model_name(NULL) && !kron_translations(NULL) && !*kron_statistics(NULL).method);
    CHECK(!kron_variable_count(NULL) && !kron_variable(model, 0, NULL));
    CHECK(!kron_variable(NULL, 0, &v) && isnan(kron_value(NULL, 0)));
    CHECK(kron_find(NULL, "x") == -1 && kron_find(model, NULL) == -1);
    CHECK(!kron_result_points(NULL) && !kron_result_times(NULL) && !kron_result_count(NULL));
    CHECK(!kron_result_column(NULL, "x") && !kron_result_name(NULL, 0));
    CHECK_INT(kron_result_write(NULL, "x.csv"), KRON_WRONG_CALL);
    CHECK(!kron_matches(NULL, "x") && !kron_matches("x", NULL));
    end();
}

/* Values belong to the last run, until a setting makes them those of no run. */
TEST(values_after_settings)
{
    begin(decay);
    CHECK_INT(kron_run(model, NULL, NULL), KRON_OK);
    int x = kron_find(model, "x");
    CHECK(near(kron_value(model, x), exp(-1)));
    CHECK_INT(kron_set_number(model, "k", 3.5), KRON_OK);
    CHECK(isnan(kron_value(model, x)) && kron_value(model, kron_find(model, "twice")) == 7);
    KronRunOptions o = kron_run_options();
    o.stop = -1;
    CHECK_INT(kron_run(model, &o, NULL), KRON_WRONG_CALL);
    CHECK(isnan(kron_value(model, x)) && kron_value(model, kron_find(model, "twice")) == 7);
    end();
}

TEST(full_disks)
{
    begin(decay);
    KronRunOptions o = kron_run_options();
    KronResult *r;
    o.file = "/dev/full";
    CHECK_INT(kron_run(model, &o, &r), KRON_FILE_ERROR);
    CHECK(says("/dev/full"));
    kron_result_free(r);
    end();
}

/* Results live without their model, and are written as those of kron simulate. */
TEST(results)
{
    char path[] = "/tmp/kron-test-XXXXXX.csv", line[200];
    CHECK(mkstemps(path, 4) >= 0);
    begin(decay);
    KronRunOptions o = kron_run_options();
    const char *const variables[] = {"x", "y*", "k", NULL};
    KronResult *r;
    o.variables = variables;
    o.intervals = 4;
    CHECK_INT(kron_run(model, &o, &r), KRON_OK);
    end();
    CHECK_INT(kron_result_count(r), 4);
    CHECK_STR(kron_result_name(r, 0), "k");
    CHECK(kron_result_times(r)[4] == 1 && kron_result_column(r, "time")[4] == 1);
    CHECK(near(kron_result_column(r, "y[2]")[2], exp(-0.5)));
    CHECK(kron_result_column(r, "twice")[3] == 2 && !kron_result_column(r, "s"));
    CHECK(!kron_result_column(r, "nothing"));
    CHECK_INT(kron_result_write(r, path), KRON_OK);
    FILE *f = fopen(path, "r");
    CHECK(f && fgets(line, sizeof line, f) && !strcmp(line, "time,k,x,y[1],y[2]\n"));
    CHECK(fgets(line, sizeof line, f) && !strcmp(line, "0,1,1,1,1\n"));
    fclose(f);
    unlink(path);
    CHECK_INT(kron_result_write(r, "/nowhere/x.csv"), KRON_FILE_ERROR);
    kron_result_free(r);
}

TEST(texts)
{
    const char *text;
    begin(decay);
    kron_set(model, "n", "3");
    CHECK(!kron_text(model, KRON_FLAT_MODEL, &text) && strstr(text, "y[3]"));
    CHECK(!kron_text(model, KRON_STRUCTURE_JSON, &text) && strstr(text, "\"states\""));
    CHECK(!kron_text(model, KRON_STRUCTURE_SVG, &text) && strstr(text, "<svg"));
    CHECK(!kron_text(model, KRON_LISTING, &text) && strstr(text, "der"));
    CHECK(!kron_text(model, KRON_FLAT_MODEL, &text) && strstr(text, "y[3]"));
    CHECK(!kron_program(model, "octave", NULL, NULL, &text) && strstr(text, "function"));
    CHECK(!kron_program(model, "c", "decay.c", NULL, &text) && strstr(text, "k_entry"));
    CHECK_INT(kron_program(model, "cobol", NULL, NULL, &text), KRON_WRONG_CALL);
    CHECK(says("`cobol`") && !*text);
    CHECK_INT(kron_translations(model), 1);
    KronStatistics s = kron_statistics(model);
    CHECK(s.states == 1 && !*s.method);
    end();
}

/* A mistake in a function that only the text of the model needs: the model runs. */
TEST(wrong_text)
{
    const char *text;
    begin("model M\n"
          "  function f\n"
          "    input Real x;\n"
          "    output Real y;\n"
          "  algorithm\n"
          "    y := x.z;\n"
          "  end f;\n"
          "  final parameter Real p = if 1 < 2 then 3 else f(1);\n"
          "  Real x = p;\n"
          "end M;\n");
    bool shown = kron_text(model, KRON_FLAT_MODEL, &text) == KRON_OK;
    CHECK(shown || kron_message_count(model) > 0);
    kron_clear_messages(model);
    CHECK(near(last("x"), 3));
    CHECK_INT(kron_message_count(model), 0);
    end();
}

static void note_text(void *arg, const char *text)
{
    *(size_t *)arg = strlen(text);
}

TEST(passes)
{
    size_t length = 0;
    begin(decay);
    CHECK_INT(kron_on_pass(context, "nothing", note_text, &length), KRON_WRONG_CALL);
    CHECK_INT(kron_on_pass(context, "alias", note_text, &length), KRON_OK);
    CHECK_INT(kron_check(model), KRON_OK);
    CHECK(length > 20);
    end();
}

/* What was made of a start value does not depend on where the run has gone since. */
TEST(starts)
{
    double start = 0;
    begin(decay);
    int x = kron_find(model, "x");
    const char *state = kron_start(model, x, &start);
    CHECK(state && !strcmp(state, "given") && start == 1);
    CHECK(near(last("x"), exp(-1)));
    state = kron_start(model, x, &start);
    CHECK(state && !strcmp(state, "used") && start == 1);
    end();
}

/* Numbers have a point whatever the locale is. */
TEST(locales)
{
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8"))
        return; /* there is none with a comma here */
    begin(decay);
    CHECK_INT(kron_set_number(model, "k", 1.5), KRON_OK);
    CHECK(near(last("x"), exp(-1.5)));
    end();
    setlocale(LC_ALL, "C");
}

TEST_MAIN(T(runs_again), T(translates_again), T(settings), T(mistakes), T(wrong_models), T(classes),
          T(variables), T(callbacks), T(forbidden_in_callbacks), T(nothing_given),
          T(values_after_settings), T(full_disks), T(results), T(texts), T(wrong_text), T(passes),
          T(locales), T(starts))
