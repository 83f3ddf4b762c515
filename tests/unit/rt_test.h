/* rt_test.h - hand-written models for tests of the run time: a recorder of rows and messages. */
#ifndef KRON_RT_TEST_H
#define KRON_RT_TEST_H

#include "rt/run.h"
#include "rt/texts.h"
#include "test.h"

/* Rows (time, v[0..nv)) and the text of the last message. */
typedef struct Record {
    int nv, rows, cap;
    double *data;
    int errors, warnings, infos;
    char text[2000];
    int stop_after; /* rows after which the sink stops the run; 0: never */
} Record;

static inline double row_time(const Record *r, int row)
{
    return r->data[(long)row * (r->nv + 1)];
}

static inline double row_value(const Record *r, int row, int var)
{
    return r->data[(long)row * (r->nv + 1) + 1 + var];
}

static inline int record_point(void *arg, const KInst *m)
{
    Record *r = arg;
    if (r->rows == r->cap) {
        r->cap = r->cap ? 2 * r->cap : 64;
        r->data = realloc(r->data, (size_t)r->cap * (size_t)(r->nv + 1) * sizeof(double));
    }
    double *to = r->data + (long)r->rows++ * (r->nv + 1);
    to[0] = m->time;
    memcpy(to + 1, m->v, (size_t)r->nv * sizeof(double));
    return r->stop_after && r->rows >= r->stop_after;
}

static inline void record_message(void *arg, KLevel level, const char *text)
{
    Record *r = arg;
    if (level == K_MSG_ERROR)
        r->errors++;
    else if (level == K_MSG_WARNING)
        r->warnings++;
    else
        r->infos++;
    snprintf(r->text, sizeof r->text, "%s", text);
}

static inline void record_free(Record *r)
{
    free(r->data);
    *r = (Record){0};
}

/* Last row with a time <= t; rows come in order. */
static inline int row_at(const Record *r, double t)
{
    int row = 0;
    for (int i = 0; i < r->rows && row_time(r, i) <= t; i++)
        row = i;
    return row;
}

/* Runs params and simulates; the record has all rows. */
static inline int run_model(const KModel *model, const KCode *code, const KOptions *o, Record *r,
                            KStats *stats)
{
    *r = (Record){.nv = model->nv};
    KInst *m = k_inst_new(model, code, record_message, r);
    KSink sink = {.arg = r, .point = record_point};
    int result = k_params(m);
    if (!result)
        result = k_simulate(m, o, &sink, stats);
    k_inst_free(m);
    return result;
}

/* v0 .. v7, then v; eq0 .. eq3, then eq, in every block; position 3, and others. */
static inline void test_fill(KTexts *t)
{
    enum { MANY = 4000 };
    static const char *const few[] = {"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7"};
    static const char *name[MANY];
    static int residual[MANY], first[MANY], relation[MANY], none[MANY];
    static const KEquation equation[] = {
        {.text = "eq0", .place = "m.mo:7"},     {.text = "eq1", .place = "m.mo:7"},
        {.text = "eq2", .place = "m.mo:7"},     {.text = "eq3", .place = "m.mo:7"},
        {.text = "eq", .place = "m.mo:7"},      {.text = "first relation", .place = ""},
        {.text = "other relation", .place = ""}};
    for (int i = 0; i < MANY; i++) {
        name[i] = i < 8 ? few[i] : "v";
        residual[i] = i < 4 ? i : 4;
        relation[i] = i ? 6 : 5;
        none[i] = -1;
    }
    t->name = name;
    t->equation = equation;
    t->residual = residual;
    t->first = first;
    t->relation = relation;
    t->defining = none;
}

static inline const char *test_place(KTexts *t, int number)
{
    (void)t;
    return number == 3 ? "m.mo:12" : "m.mo:1";
}

__attribute__((unused)) static KTexts test_texts = {.fill = test_fill, .place = test_place};
#define TEST_TEXTS .texts = &test_texts

#endif
