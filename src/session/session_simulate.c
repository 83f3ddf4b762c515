/* session_simulate.c - runs of the model, their curves and results.
 *
 * `simulate` and `plot` are the commands of the same name of kron, with their options. Ctrl-C ends
 * the run and not the session. The result stays until the session ends. */
#include "base/die.h"
#include "session/session_internal.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- The folder ---- */

const char *own_file(Session *s, const char *stem, const char *suffix)
{
    if (!s->folder) {
        char *folder = arena_printf(s->scratch, "%s/kron-XXXXXX", s->o->temporary);
        if (!mkdtemp(folder)) {
            complain(s, "cannot make the folder %s: %s", folder, strerror(errno));
            return NULL;
        }
        s->folder = strdup(folder);
        KRON_MEMORY(s->folder);
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
static int run_kron(Session *s, Argv *a, KronResult **result)
{
    vec_push(s->scratch, a, NULL);
    fflush(stdout);
    catch_interrupts(true);
    int status = s->o->run(a->n - 1, a->v, result);
    catch_interrupts(s->editor != NULL);
    return status;
}

/* ---- simulate ---- */

const char *const simulate_options[] = {
    "--atol",   "--input", "--interval",  "--intervals", "--json",  "--max-step",
    "--method", "--plot",  "--relax",     "--set",       "--start", "--start-from",
    "--step",   "--stop",  "--tolerance", "--units",     "--vars",  NULL};

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
            k_say(stderr, "warning: `variable %s %s` has no effect on the run\n",
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
bool run_simulate(Session *s, Desk *d, Words *w)
{
    Argv a = {0};
    KronResult *result = NULL;
    add(s, &a, "simulate");
    add_libraries(s, d, &a);
    for (int i = 0; i < d->given.n; i++)
        add_setting(s, &a, d->given.v[i].name, d->given.v[i].kind == GIVEN_INITIAL ? ".start" : "",
                    d->given.v[i].value);
    if (d->plan.iterate) {
        add(s, &a, "--relax");
        add(s, &a, "iterate");
    }
    add_roles(s, d, &a);
    if (!add_options(s, &a, w)) /* the last, so that they win */
        return false;
    if (s->o->quiet)
        add(s, &a, "--quiet");
    add(s, &a, "--");
    add(s, &a, d->model);
    bool failed = run_kron(s, &a, &result) != 0;
    if (!result)
        return complain(s, "the model did not run");
    s->failed = s->failed || failed;
    d->result = result;
    return true;
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

static bool write_result(Session *s, const Desk *d, const char *path)
{
    return kron_result_write(d->result, path) == KRON_OK ||
           complain(s, "cannot write `%s`: %s", path, strerror(errno));
}

bool run_plot(Session *s, Desk *d, Words *w)
{
    Argv a = {0};
    int names = 0;
    const char *file =
        has_result(s, d) ? own_file(s, text_of(d->p->ctx, d->p->dae->name), ".mat") : NULL;
    if (!file || !write_result(s, d, file))
        return false;
    add(s, &a, "plot");
    add(s, &a, file);
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
    return !run_kron(s, &a, NULL) || complain(s, "nothing was drawn");
}

/* ---- save ---- */

bool run_save(Session *s, Desk *d, Words *w)
{
    const char *path = w->v[1], *suffix = strrchr(path, '.');
    if (!suffix || (strcmp(suffix, ".mat") && strcmp(suffix, ".csv")))
        return complain(s, "results are saved as FILE.csv or FILE.mat, not `%.200s`", path);
    return has_result(s, d) && write_result(s, d, path);
}
