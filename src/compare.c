/* compare.c - `kron compare`: two result files, signal by signal. */
#include "result/compare.h"
#include "base/buf.h"
#include "base/die.h"
#include "base/source.h"
#include "commands.h"
#include "result/picture.h"
#include "result/result.h"
#include "rt/texts.h"

#include <stdlib.h>
#include <string.h>

static const double tube_default = 1e-3;

/* A file with the values of all that is compared. */
typedef struct Side {
    const char *path;
    Result *r;
    Curves c;
} Side;

/* Something that both files have. */
typedef struct Pair {
    int a, b; /* places in the files */
    Verdict v;
} Pair;

typedef struct Comparison {
    const Arguments *a;
    Side side[2];
    int n, missing; /* in both; in the first file only */
    Pair *pair;
    int worst; /* the pair that is farthest off; -1: all agree */
    double part;
} Comparison;

/* ---- Names ---- */

typedef struct Named {
    const char *name;
    int at;
} Named;

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Named *)a)->name, ((const Named *)b)->name);
}

/* The names of a file, sorted. */
static Named *sorted_names(const Result *r)
{
    int n = result_count(r);
    Named *list = memory_new((size_t)n + 1, sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = (Named){result_name(r, i), i};
    qsort(list, (size_t)n, sizeof *list, by_name);
    return list;
}

/* Signals of the first file, which is the reference, that the second has too. What it lacks is
 * said. False: there is nothing to compare. */
static bool find_pairs(Comparison *k)
{
    const Result *a = k->side[0].r, *b = k->side[1].r;
    Named *names = sorted_names(b);
    k->pair = memory_new((size_t)result_count(a) + 1, sizeof *k->pair);
    for (int i = 0; i < result_count(a); i++) {
        Named wanted = {result_name(a, i), i};
        if (result_is_abscissa(a, i) || !is_chosen(k->a, wanted.name))
            continue;
        const Named *found =
            bsearch(&wanted, names, (size_t)result_count(b), sizeof wanted, by_name);
        if (found)
            k->pair[k->n++] = (Pair){.a = i, .b = found->at};
        else if (k->missing++ < 10 && !k->a->json)
            k_say(stdout, "%s: not in %s\n", wanted.name, k->side[1].path);
    }
    free(names);
    if (!k->n)
        say_error("%s and %s have no signal in common%s", k->side[0].path, k->side[1].path,
                  k->a->nvars ? " that --vars names" : "");
    return k->n > 0;
}

/* ---- Values ---- */

static bool open_side(Side *s)
{
    Buf why = {0};
    s->r = result_open(s->path, &why);
    if (!s->r)
        say_error("cannot read %s: %s", s->path, buf_text(&why));
    buf_free(&why);
    return s->r != NULL;
}

static bool read_side(Comparison *k, int which)
{
    Side *s = &k->side[which];
    Buf why = {0};
    int *chosen = memory_new((size_t)k->n + 1, sizeof *chosen);
    for (int i = 0; i < k->n; i++)
        chosen[i] = which ? k->pair[i].b : k->pair[i].a;
    bool good = result_read(s->r, k->n, chosen, &s->c, &why);
    if (why.n)
        (good ? say_warning : say_error)("%s: %s", s->path, buf_text(&why));
    buf_free(&why);
    free(chosen);
    return good;
}

static Signal signal_of(const Side *s, int i)
{
    const Curves *c = &s->c;
    return (Signal){c->n, (size_t)c->ncurves + 1, c->data, c->data + i + 1};
}

static void compare_all(Comparison *k)
{
    double worst = 0;
    k->worst = -1;
    for (int i = 0; i < k->n; i++) {
        Signal a = signal_of(&k->side[0], i), b = signal_of(&k->side[1], i);
        Verdict v = compare_signals(&a, &b, tube_around(&a, k->part));
        k->pair[i].v = v;
        if (!v.agree && (k->worst < 0 || v.worst > worst)) {
            k->worst = i;
            worst = v.worst;
        }
    }
}

/* ---- Report ---- */

static int count_differing(const Comparison *k)
{
    int n = 0;
    for (int i = 0; i < k->n; i++)
        n += !k->pair[i].v.agree;
    return n;
}

static void print_pair(const Comparison *k, int i)
{
    const Verdict *v = &k->pair[i].v;
    const char *name = k->side[0].c.curve[i].name;
    if (v->reason)
        k_say(stdout, "%s: %s (time %g)\n", name, v->reason, v->time);
    else
        k_say(stdout, "%s: at time %g %s is %.6g, outside of %.6g .. %.6g by %.2g times the tube\n",
              name, v->time, v->reversed ? k->side[0].path : k->side[1].path, v->value, v->lower,
              v->upper, v->worst);
}

static void print_report(const Comparison *k, int differing)
{
    enum { SHOWN = 20 };
    int shown = 0;
    for (int i = 0; i < k->n && shown < SHOWN; i++)
        if (!k->pair[i].v.agree) {
            print_pair(k, i);
            shown++;
        }
    if (differing > shown)
        printf("... and %d more\n", differing - shown);
    if (k->missing > 10)
        printf("%d signals are missing in all\n", k->missing);
    if (k->worst >= 0 && differing > 1)
        k_say(stdout, "worst: %s\n", k->side[0].c.curve[k->worst].name);
    printf("%d agree, %d differ, %d missing\n", k->n - differing, differing, k->missing);
}

static void print_json(const Comparison *k, int differing, int status)
{
    Buf b = {0};
    answer_open(&b, k->a);
    json_text(&b, "reference", k->side[0].path);
    json_text(&b, "result", k->side[1].path);
    json_field(&b, "tube", k->part);
    buf_printf(&b,
               ", \"agree\": %d, \"differ\": %d, \"missing\": %d, \"worst\": ", k->n - differing,
               differing, k->missing);
    if (k->worst >= 0)
        buf_json(&b, k->side[0].c.curve[k->worst].name);
    else
        buf_puts(&b, "null");
    buf_puts(&b, ", \"signals\": [");
    for (int i = 0; i < k->n; i++) {
        const Verdict *v = &k->pair[i].v;
        buf_printf(&b, "%s\n  {\"name\": ", i ? "," : "");
        buf_json(&b, k->side[0].c.curve[i].name);
        buf_printf(&b, ", \"agree\": %s", v->agree ? "true" : "false");
        json_field(&b, "outside", v->worst);
        if (!v->agree)
            json_field(&b, "time", v->time);
        if (v->reason)
            json_text(&b, "reason", v->reason);
        buf_putc(&b, '}');
    }
    buf_puts(&b, "]");
    answer_close(&b, k->a, status);
    fputs(buf_text(&b), stdout);
    buf_free(&b);
}

/* ---- Picture ---- */

/* Both curves over the times of both: each has gaps where only the other has a point. */
static void draw_both(const Comparison *k, int i, Curves *out)
{
    Signal s[2] = {signal_of(&k->side[0], i), signal_of(&k->side[1], i)};
    size_t at[2] = {0, 0};
    *out = (Curves){.abscissa = "time", .abscissa_unit = "s"};
    curves_make(out, 2);
    for (int j = 0; j < 2; j++)
        out->curve[j] = (Curve){
            .name = k->side[j].path, .unit = k->side[0].c.curve[i].unit, .kind = CURVE_REAL};
    while (at[0] < s[0].n || at[1] < s[1].n) {
        int j = at[1] == s[1].n ||
                        (at[0] < s[0].n && signal_time(&s[0], at[0]) <= signal_time(&s[1], at[1]))
                    ? 0
                    : 1;
        double t = signal_time(&s[j], at[j]), *row = curves_add_row(out);
        row[0] = t;
        row[1 + j] = signal_value(&s[j], at[j]++);
        const Signal *o = &s[1 - j];
        size_t next = at[1 - j], before = next ? next - 1 : 0;
        next = next < o->n ? next : o->n - 1;
        double t0 = signal_time(o, before), t1 = signal_time(o, next);
        double part = t1 > t0 ? fmin(1, fmax(0, (t - t0) / (t1 - t0))) : 0;
        row[2 - j] = (1 - part) * signal_value(o, before) + part * signal_value(o, next);
    }
}

static int draw(const Comparison *k)
{
    const char *path = k->a->run.file;
    int i = k->worst >= 0 ? k->worst : 0;
    Curves c;
    Buf svg = {0};
    draw_both(k, i, &c);
    plot_svg(&c, k->side[0].c.curve[i].name, &svg);
    int status = give_picture(&svg, path,
                              same_file(k->side[0].path, path) || same_file(k->side[1].path, path));
    curves_free(&c);
    buf_free(&svg);
    return status;
}

int command_compare(const Arguments *a)
{
    const char *path = a->run.file;
    if (a->noperands != 2 || (path && !is_picture(path))) {
        say_error(a->noperands != 2 ? "`kron compare` takes two result files"
                                    : "a picture is FILE.svg, FILE.png, FILE.pdf or FILE.eps");
        return STATUS_USAGE;
    }
    Comparison k = {.a = a,
                    .side = {{.path = a->operand[0]}, {.path = a->operand[1]}},
                    .part = isnan(a->tube) ? tube_default : a->tube};
    int status = STATUS_USAGE;
    if (!(k.part >= 0 && k.part < 1)) {
        say_error("--tube is a part of the range, from 0 to 1");
    } else if (open_side(&k.side[0]) && open_side(&k.side[1]) && find_pairs(&k) &&
               read_side(&k, 0) && read_side(&k, 1)) {
        compare_all(&k);
        int differing = count_differing(&k), drawn = path ? draw(&k) : STATUS_GOOD;
        status = drawn ? drawn : differing || k.missing ? STATUS_MODEL : STATUS_GOOD;
        if (a->json)
            print_json(&k, differing, status);
        else
            print_report(&k, differing);
    }
    for (int i = 0; i < 2; i++) {
        curves_free(&k.side[i].c);
        result_free(k.side[i].r);
    }
    free(k.pair);
    return status;
}
