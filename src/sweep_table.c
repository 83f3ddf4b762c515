/* sweep_table.c - the library interface: the table of a sweep, read and written. */
#include "result/matrices.h"
#include "rt/result.h"
#include "rt/texts.h"
#include "sweep_internal.h"

#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Making ---- */

typedef struct Made {
    const KronSweep *s;
    int nvars;
    const char *const *variable;
    size_t npoints;
    KronTable *t;
} Made;

static void name_columns(KronTable *t)
{
    static const char *const statistic[STATISTICS] = {"final", "min", "max", "mean"};
    for (int k = 0; k < t->nvaried; k++)
        t->column[k] = t->varied[k];
    for (int i = 0; i < t->nvars; i++)
        for (int k = 0; k < STATISTICS; k++)
            t->column[t->nvaried + STATISTICS * i + k] =
                arena_printf(t->arena, "%s.%s", t->variable[i], statistic[k]);
}

static KronStatus make(KronModel *m, void *arg)
{
    (void)m;
    Made *k = arg;
    const KronSweep *s = k->s;
    KronTable *t = k->t;
    t->arena = arena_new();
    t->nruns = s->nruns;
    t->nvaried = s->nvaried;
    t->nvars = k->nvars;
    t->npoints = k->npoints;
    t->width = (size_t)k->nvars * (STATISTICS + k->npoints);
    t->varied = ARENA_ARRAY(t->arena, const char *, t->nvaried + 1);
    t->variable = ARENA_ARRAY(t->arena, const char *, t->nvars + 1);
    t->column = ARENA_ARRAY(t->arena, const char *, t->nvaried + STATISTICS * t->nvars + 1);
    for (int i = 0; i < t->nvaried; i++)
        t->varied[i] = arena_strdup(t->arena, s->name[i]);
    for (int i = 0; i < t->nvars; i++)
        t->variable[i] = arena_strdup(t->arena, k->variable[i]);
    t->journal = s->journal ? arena_strdup(t->arena, s->journal) : NULL;
    t->time = k->npoints ? ARENA_ARRAY(t->arena, double, k->npoints) : NULL;
    name_columns(t);
    return KRON_OK;
}

KronTable *table_new(const KronSweep *s, int nvars, const char *const *variable, size_t npoints)
{
    KronTable *t = calloc(1, sizeof *t);
    Made k = {s, nvars, variable, npoints, t};
    if (!t || guarded(NULL, make, &k)) {
        kron_table_free(t);
        return NULL;
    }
    size_t n = t->nruns * (size_t)t->nvaried;
    t->value = malloc((n + 1) * sizeof *t->value);
    t->record = malloc((t->nruns * t->width + 1) * sizeof *t->record);
    t->state = calloc(t->nruns + 1, sizeof *t->state);
    t->failure = calloc(t->nruns + 1, sizeof *t->failure);
    if (!t->value || !t->record || !t->state || !t->failure) {
        kron_table_free(t);
        return NULL;
    }
    if (n)
        memcpy(t->value, s->value, n * sizeof *t->value);
    return t;
}

void kron_table_free(KronTable *t)
{
    if (!t)
        return;
    for (size_t i = 0; t->failure && i < t->nruns; i++)
        free(t->failure[i]);
    free(t->failure);
    free(t->value);
    free(t->record);
    free(t->state);
    arena_free(t->arena);
    free(t);
}

void table_set(KronTable *t, size_t run, const double *record, const char *failure)
{
    if (run >= t->nruns || t->state[run] != NOT_DONE)
        return;
    memcpy(t->record + run * t->width, record, t->width * sizeof *record);
    t->failure[run] = failure ? strdup(failure) : NULL;
    t->state[run] = failure ? FAILED : DONE;
}

/* ---- Reading ---- */

size_t kron_table_rows(const KronTable *t)
{
    return t ? t->nruns : 0;
}

int kron_table_columns(const KronTable *t)
{
    return t ? t->nvaried + STATISTICS * t->nvars : 0;
}

const char *kron_table_name(const KronTable *t, int column)
{
    return t && column >= 0 && column < kron_table_columns(t) ? t->column[column] : NULL;
}

double kron_table_value(const KronTable *t, size_t row, int column)
{
    if (!t || row >= t->nruns || column < 0 || column >= kron_table_columns(t))
        return NAN;
    if (column < t->nvaried)
        return t->value[row * (size_t)t->nvaried + (size_t)column];
    return t->state[row] == DONE ? t->record[row * t->width + (size_t)(column - t->nvaried)] : NAN;
}

const char *kron_table_failure(const KronTable *t, size_t row)
{
    if (!t || row >= t->nruns || t->state[row] == DONE)
        return NULL;
    return t->state[row] == NOT_DONE ? "not done" : t->failure[row] ? t->failure[row] : "failed";
}

const double *kron_table_times(const KronTable *t, size_t *n)
{
    if (n)
        *n = t ? t->npoints : 0;
    return t ? t->time : NULL;
}

const double *kron_table_curve(const KronTable *t, size_t row, int i)
{
    if (!t || !t->npoints || row >= t->nruns || i < 0 || i >= t->nvars || t->state[row] != DONE)
        return NULL;
    return t->record + row * t->width + (size_t)(STATISTICS * t->nvars) + (size_t)i * t->npoints;
}

int kron_table_variables(const KronTable *t)
{
    return t ? t->nvars : 0;
}

const char *kron_table_variable(const KronTable *t, int i)
{
    return t && i >= 0 && i < t->nvars ? t->variable[i] : NULL;
}

/* ---- Writing ---- */

static void put_cell(Buf *b, const char *text)
{
    if (!strpbrk(text, ",\"\n\r")) {
        buf_puts(b, text);
        return;
    }
    buf_putc(b, '"');
    for (; *text; text++) {
        if (*text == '"')
            buf_putc(b, '"');
        buf_putc(b, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
    buf_putc(b, '"');
}

/* The columns, `status` (0, or 3 as the exit status of a run that fails) and `reason`. */
static void put_csv(const KronTable *t, Buf *b)
{
    int n = kron_table_columns(t);
    buf_puts(b, "run");
    for (int k = 0; k < n; k++) {
        buf_putc(b, ',');
        put_cell(b, t->column[k]);
    }
    buf_puts(b, ",status,reason\n");
    for (size_t i = 0; i < t->nruns; i++) {
        const char *failure = kron_table_failure(t, i);
        buf_printf(b, "%zu", i + 1);
        for (int k = 0; k < n; k++) {
            double x = kron_table_value(t, i, k);
            buf_putc(b, ',');
            if (!isnan(x))
                buf_real(b, x);
        }
        buf_puts(b, failure ? ",3," : ",0,");
        put_cell(b, failure ? failure : "");
        buf_putc(b, '\n');
    }
}

static bool put_mat(const KronTable *t, Buf *b)
{
    size_t n = (size_t)kron_table_columns(t);
    double *all = malloc((t->nruns * n + 1) * sizeof *all),
           *status = malloc((t->nruns + 1) * sizeof *status);
    const char **reason = malloc((t->nruns + 1) * sizeof *reason);
    bool good = all && status && reason;
    for (size_t i = 0; good && i < t->nruns; i++) {
        const char *failure = kron_table_failure(t, i);
        for (size_t k = 0; k < n; k++)
            all[i * n + k] = kron_table_value(t, i, (int)k);
        status[i] = failure ? 3 : 0;
        reason[i] = failure ? failure : "";
    }
    if (good) {
        put_mat_texts(b, "names", n, t->column);
        put_mat_matrix(b, "table", t->nruns, n, all, false);
        put_mat_matrix(b, "status", t->nruns, 1, status, false);
        put_mat_texts(b, "reasons", t->nruns, reason);
    }
    free(all);
    free(status);
    free(reason);
    return good;
}

typedef struct Written {
    const KronTable *t;
    const char *path;
} Written;

/* Under another name first: a table is whole or not there. */
static KronStatus write_table(KronModel *m, void *arg)
{
    (void)m;
    const Written *w = arg;
    size_t n = strlen(w->path);
    struct stat st; /* what is no file, as /dev/null, is written to */
    bool mat = n > 4 && !strcmp(w->path + n - 4, ".mat");
    bool out = !strcmp(w->path, "-") || (!stat(w->path, &st) && !S_ISREG(st.st_mode));
    Buf b = {0}, beside = {0};
    const char *why;
    KronStatus status = KRON_OK;
    if (mat ? !put_mat(w->t, &b) : (put_csv(w->t, &b), false))
        status = KRON_NO_MEMORY;
    buf_printf(&beside, out ? "%s" : "%s.part", w->path);
    int file = status ? -1 : k_output_open(buf_text(&beside), &why);
    FILE *f = file >= 0 ? fdopen(file, "w") : NULL;
    bool good = f && fwrite(buf_text(&b), 1, b.n, f) == b.n;
    if (f)
        good = !fclose(f) && good;
    if (!status && (!good || (!out && rename(buf_text(&beside), w->path))))
        status = KRON_FILE_ERROR;
    buf_free(&b);
    buf_free(&beside);
    return status;
}

KronStatus kron_table_write(const KronTable *t, const char *path)
{
    return t && path ? guarded(NULL, write_table, &(Written){t, path}) : KRON_WRONG_CALL;
}
