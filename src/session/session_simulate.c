/* session_simulate.c - runs of the model, their curves and results.
 *
 * `simulate` and `plot` are the commands of the same name of kron, with their options. Ctrl-C ends
 * the run and not the session. The result stays in a folder of the session until the session ends. */
#include "result/result.h"
#include "session/session_internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- The folder ---- */

const char *own_file(Session *s, const char *stem, const char *suffix)
{
    const char *tmp = getenv("TMPDIR");
    if (!s->folder) {
        char *folder = arena_printf(s->scratch, "%s/kron-XXXXXX", tmp && *tmp ? tmp : "/tmp");
        if (!mkdtemp(folder)) {
            complain(s, "cannot make the folder %s: %s", folder, strerror(errno));
            return NULL;
        }
        s->folder = strdup(folder);
    }
    char *path = arena_printf(s->scratch, "%s/%.200s%s", s->folder, stem, suffix);
    for (char *p = path + strlen(s->folder) + 1; *p; p++)
        if (*p == '/')
            *p = '_';
    return path;
}

void remove_folder(Session *s)
{
    DIR *dir = s->folder ? opendir(s->folder) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
            unlinkat(dirfd(dir), e->d_name, 0);
    if (dir) {
        closedir(dir);
        rmdir(s->folder);
    }
    free(s->folder);
    s->folder = NULL;
}

/* ---- Commands of kron ---- */

typedef VEC(char *) Argv;

static void add(Session *s, Argv *a, const char *text)
{
    vec_push(s->scratch, a, arena_strdup(s->scratch, text));
}

/* The exit status. */
static int run_kron(Session *s, Argv *a)
{
    vec_push(s->scratch, a, NULL);
    fflush(stdout);
    catch_interrupts(true);
    int status = s->o->run(a->n - 1, a->v);
    catch_interrupts(s->editor != NULL);
    return status;
}

/* ---- simulate ---- */

const char *const simulate_options[] = {"--atol",   "--interval",  "--intervals", "--json",
                                        "--method", "--plot",      "--start",     "--step",
                                        "--stop",   "--tolerance", "--vars",      NULL};

static bool is_number(const char *word)
{
    char *end;
    strtod(word, &end);
    return end != word && !*end;
}

/* The options as kron simulate has them; a number in front is the stop time. */
static bool add_options(Session *s, Argv *a, const Words *w)
{
    for (int i = 1; i < w->n; i++) {
        const char *word = w->v[i], *name = NULL;
        size_t n = strcspn(word, "=");
        if (i == 1 && is_number(word)) {
            add(s, a, "--stop");
            add(s, a, word);
            continue;
        }
        Nearest near = {.wanted = arena_strndup(s->scratch, word, n)};
        for (int k = 0; simulate_options[k]; k++) {
            nearest_offer(&near, simulate_options[k]);
            name = strcmp(simulate_options[k], near.wanted) ? name : simulate_options[k];
        }
        if (!strcmp(near.wanted, "-o"))
            return complain(s, "the result is kept; `save FILE` writes it");
        if (!name && word[0] != '-')
            return complain(s, "`%.100s` is neither a stop time nor an option", word);
        if (!name)
            return complain_unknown(s, "option", &near, "`help simulate` explains");
        add(s, a, word);
        if (word[n] || !strcmp(name, "--json"))
            continue;
        if (++i == w->n)
            return complain(s, "%s needs a value", name);
        add(s, a, w->v[i]);
    }
    return true;
}

static void add_setting(Session *s, Argv *a, const char *name, const char *attribute,
                        const char *value)
{
    add(s, a, "--set");
    add(s, a, arena_printf(s->scratch, "%s%s=%s", name, attribute, value));
}

/* Roles are wishes for the choice of states. */
static void add_roles(Session *s, Desk *d, Argv *a)
{
    Dae *dae = d->p->dae;
    Buf name = {0};
    for (int i = 0; i < d->wish.n; i++) {
        uint32_t var = sheet_find(dae, d->wish.v[i].name);
        bool known = d->wish.v[i].wish == WISH_KNOWN;
        buf_clear(&name);
        if (var != NONE && dae->var.v[var].int_of == NONE)
            dae_var_name(dae, var, &name);
        if (known || !name.n || strchr(buf_text(&name), '['))
            fprintf(stderr, "warning: `variable %s %s` has no effect on the run\n",
                    role_names[d->wish.v[i].wish], d->wish.v[i].name);
        else
            add_setting(s, a, buf_text(&name), ".stateSelect",
                        d->wish.v[i].wish == WISH_STATE ? "StateSelect.always"
                                                        : "StateSelect.avoid");
    }
    buf_free(&name);
}

static void add_libraries(Session *s, Desk *d, Argv *a)
{
    for (int i = 0; i < s->o->ndirs + d->library.n; i++) {
        add(s, a, "-I");
        add(s, a, i < s->o->ndirs ? s->o->dir[i] : d->library.v[i - s->o->ndirs]);
    }
}

/* A run that failed on the way has a result, one that did not begin has none: the former one stays.
 */
static bool take_result(Session *s, Desk *d, const char *path, int status)
{
    const char *kept = own_file(s, text_of(d->p->ctx, d->p->dae->name), ".mat");
    if (status != STATUS_GOOD && status != STATUS_NUMERIC && status != STATUS_INTERRUPTED)
        return complain(s, "the model did not run");
    s->failed = s->failed || status != STATUS_GOOD;
    d->result = rename(path, kept) ? NULL : arena_strdup(d->arena, kept);
    return true;
}

bool run_simulate(Session *s, Desk *d, Words *w)
{
    Argv a = {0};
    const char *path = own_file(s, "$run", ".mat");
    if (!path)
        return false;
    add(s, &a, "simulate");
    add_libraries(s, d, &a);
    for (int i = 0; i < d->given.n; i++)
        add_setting(s, &a, d->given.v[i].name, d->given.v[i].kind == GIVEN_INITIAL ? ".start" : "",
                    d->given.v[i].value);
    if (!add_options(s, &a, w))
        return false;
    add_roles(s, d, &a);
    add(s, &a, "-o");
    add(s, &a, path);
    if (s->o->quiet)
        add(s, &a, "--quiet");
    add(s, &a, "--");
    add(s, &a, d->model);
    return take_result(s, d, path, run_kron(s, &a));
}

/* ---- plot ---- */

/* A name of the listings as the result has it; patterns stay as they are. */
static const char *result_text(Session *s, Desk *d, const char *name)
{
    uint32_t var = sheet_find(d->p->dae, name);
    if (var == NONE)
        return name;
    Buf b = {0};
    dae_var_name(d->p->dae, var, &b);
    const char *text = arena_strdup(s->scratch, buf_text(&b));
    buf_free(&b);
    return text;
}

static bool has_result(Session *s, const Desk *d)
{
    return d->result || complain(s, "there is no result yet: `simulate`");
}

bool run_plot(Session *s, Desk *d, Words *w)
{
    Argv a = {0};
    int names = 0;
    if (!has_result(s, d))
        return false;
    add(s, &a, "plot");
    add(s, &a, d->result);
    for (int i = 1; i < w->n; i++) {
        bool option = w->v[i][0] == '-';
        if (option && strcmp(w->v[i], "-o"))
            return complain(s, "there is no option `%.100s`; `-o FILE.svg` draws into a file",
                            w->v[i]);
        if (option && i + 1 == w->n)
            return complain(s, "-o needs a file: plot NAME -o FILE.svg");
        add(s, &a, option ? "-o" : result_text(s, d, w->v[i]));
        if (option)
            add(s, &a, w->v[++i]);
        names += !option;
    }
    if (!names)
        return complain(s, "which variables? write: plot NAME ... -o FILE.svg");
    return run_kron(s, &a) == STATUS_GOOD || complain(s, "nothing was drawn");
}

/* ---- save ---- */

static bool copy_file(const char *from, FILE *out)
{
    char part[1 << 14];
    FILE *in = fopen(from, "rb");
    bool good = in != NULL;
    for (size_t n; good && (n = fread(part, 1, sizeof part, in)) > 0;)
        good = fwrite(part, 1, n, out) == n;
    if (in) {
        good = good && !ferror(in);
        fclose(in);
    }
    return good;
}

static void put_name(FILE *out, const char *name)
{
    bool quoted = strpbrk(name, ",\"\r\n") != NULL;
    fputs(quoted ? ",\"" : ",", out);
    for (; *name; name++) {
        if (*name == '"')
            fputc('"', out);
        fputc(*name, out);
    }
    if (quoted)
        fputc('"', out);
}

/* Rows across several parts of the curves, each with the abscissa in front. */
static void put_rows(FILE *out, const Curves *part, int nparts)
{
    Buf row = {0};
    for (size_t i = 0; nparts && i < part[0].n; i++) {
        buf_clear(&row);
        buf_real(&row, part[0].data[i * ((size_t)part[0].ncurves + 1)]);
        for (int k = 0; k < nparts; k++)
            for (int c = 1; c <= part[k].ncurves; c++) {
                buf_putc(&row, ',');
                buf_real(&row, part[k].data[i * ((size_t)part[k].ncurves + 1) + (size_t)c]);
            }
        buf_putc(&row, '\n');
        fputs(buf_text(&row), out);
    }
    buf_free(&row);
}

/* As kron simulate writes CSV: all variables, no parameters. The curves are read in parts of as
 * many as can be read at once. */
static bool write_csv(Session *s, Result *r, FILE *out, Buf *why)
{
    VEC(int) chosen = {0};
    for (int i = 0; i < result_count(r); i++)
        if (!result_is_abscissa(r, i) && !result_is_constant(r, i))
            vec_push(s->scratch, &chosen, i);
    int nparts = chosen.n ? (chosen.n - 1) / PLOT_MOST_CURVES + 1 : 0;
    Curves *part = ARENA_ARRAY(s->scratch, Curves, nparts);
    bool good = true;
    for (int k = 0; good && k < nparts; k++) {
        int from = k * PLOT_MOST_CURVES, left = chosen.n - from;
        good = result_read(r, left < PLOT_MOST_CURVES ? left : PLOT_MOST_CURVES, chosen.v + from,
                           &part[k], why);
    }
    if (good) {
        fputs("time", out);
        for (int i = 0; i < chosen.n; i++)
            put_name(out, result_name(r, chosen.v[i]));
        fputc('\n', out);
        put_rows(out, part, nparts);
    }
    for (int k = 0; k < nparts; k++)
        curves_free(&part[k]);
    return good;
}

bool run_save(Session *s, Desk *d, Words *w)
{
    const char *path = w->v[1], *suffix = strrchr(path, '.');
    bool mat = suffix && !strcmp(suffix, ".mat"), csv = suffix && !strcmp(suffix, ".csv");
    if (!mat && !csv)
        return complain(s, "results are saved as FILE.csv or FILE.mat, not `%.200s`", path);
    if (!has_result(s, d))
        return false;
    FILE *out = fopen(path, "wb");
    if (!out)
        return complain(s, "cannot write `%s`: %s", path, strerror(errno));
    Buf why = {0};
    Result *r = csv ? result_open(d->result, &why) : NULL;
    bool good = mat ? copy_file(d->result, out) : r && write_csv(s, r, out, &why);
    const char *cause = why.n ? buf_text(&why) : strerror(errno);
    if (ferror(out) | fclose(out) | !good)
        good = complain(s, "cannot write `%s`: %s", path, cause);
    buf_free(&why);
    result_free(r);
    return good;
}
