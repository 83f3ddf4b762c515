/* rt_test.h - hand-written models for tests of the run time: a recorder of rows and messages. */
#ifndef KRON_RT_TEST_H
#define KRON_RT_TEST_H

#include "rt/run.h"
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

static const char *const test_names[] = {"v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7"};

static inline const char *test_variable_name(void *arg, int number)
{
    (void)arg;
    return number < 8 ? test_names[number] : "v";
}

static inline const char *test_relation_text(void *arg, int relation)
{
    (void)arg;
    return relation == 0 ? "first relation" : "other relation";
}

static inline const char *test_equation(void *arg, int block, int row, const char **place)
{
    (void)arg, (void)block;
    static const char *const text[] = {"eq0", "eq1", "eq2", "eq3"};
    *place = "m.mo:7";
    return row < 4 ? text[row] : "eq";
}

static inline const char *test_place(void *arg, int number)
{
    (void)arg;
    return number == 3 ? "m.mo:12" : "m.mo:1";
}

#define TEST_TEXTS                                                                                 \
    .relation_text = test_relation_text, .block_equation = test_equation,                          \
    .variable_name = test_variable_name, .assert_place = test_place

#endif
