/* beyond.c - tables of Modelica.Blocks that a run leaves far behind: they go on straight beyond
 * their ends, or with their last value, in silence, if nothing else is asked for.
 *
 * Where the run was in its middle and at its end is compared with the range that a table gives as
 * parameters, or that its matrix has. Of tables over time what comes out must have left their
 * values as well. Linear in the variables for each table that is asked. */
#include "rt/beyond.h"
#include "rt/texts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ASKED = 30, MOST_INPUTS = 20, HOLD_LAST_POINT = 1, LAST_TWO_POINTS = 2 };

static const double beyond_line = 0.05,
                    beyond_held = 0.5; /* of the range of a table: so far, or farther, it is told */

typedef struct Table {
    const KGrowth *g;
    const KInst *m;
    const KVariable *extrapolation;
    int kind;      /* of it */
    size_t prefix; /* the length of the component's name, with its dot */
} Table;

static const KVariable *find_of(const Table *w, const char *name)
{
    const KModel *model = w->m->run->model;
    for (int i = 0; i < model->nvariables; i++)
        if (!strncmp(model->variable[i].name, w->extrapolation->name, w->prefix) &&
            !strcmp(model->variable[i].name + w->prefix, name))
            return &model->variable[i];
    return NULL;
}

/* The least and the largest number in a column of the matrix, or (last) its first and last one;
 * false: the model has none. */
static bool range_of_column(const Table *w, int column, bool last, double *least, double *most)
{
    static const char matrix[] = "table[";
    const KModel *model = w->m->run->model;
    char end[20];
    int rows = 0;
    snprintf(end, sizeof end, ",%d]", column);
    for (int i = 0; i < model->nvariables; i++) {
        const KVariable *v = &model->variable[i];
        const char *at = strncmp(v->name, w->extrapolation->name, w->prefix)
                             ? NULL
                             : strchr(v->name + w->prefix, ',');
        if (!at || strncmp(v->name + w->prefix, matrix, sizeof matrix - 1) || strcmp(at, end))
            continue;
        double x = k_value(w->m, v);
        *least = rows && (last || *least < x) ? *least : x;
        *most = rows && !last && *most > x ? *most : x;
        rows++;
    }
    return rows > 1;
}

static bool range_of(const Table *w, const char *least_name, const char *most_name, double *least,
                     double *most)
{
    const KVariable *from = find_of(w, least_name), *to = find_of(w, most_name);
    if (from && to) {
        *least = k_value(w->m, from);
        *most = k_value(w->m, to);
    }
    return (from && to) || range_of_column(w, 1, true, least, most);
}

static double far_of(const Table *w)
{
    return w->kind == LAST_TWO_POINTS ? beyond_line : beyond_held;
}

static bool is_beyond(const Table *w, double x, double least, double most)
{
    return most > least &&
           (x > most + far_of(w) * (most - least) || x < least - far_of(w) * (most - least));
}

static bool tell_input(const Table *w, const char *name, const char *least_name,
                       const char *most_name)
{
    const KGrowth *g = w->g;
    const KVariable *u = find_of(w, name);
    double least = 0, most = 0;
    if (!u || !range_of(w, least_name, most_name, &least, &most))
        return false;
    double end = k_value(w->m, u),
           middle = g->has_within && u->index < g->nv ? g->within[u->index] : end, x = end;
    middle = g->has_within && u->negated ? -middle : middle;
    if (!is_beyond(w, x, least, most))
        x = middle;
    if (!is_beyond(w, x, least, most))
        return false;
    char text[900] = "";
    Text t = {text, sizeof text};
    text_source(&t, w->m, u->index);
    if (w->kind == LAST_TWO_POINTS)
        run_message(w->m, K_MSG_INFO,
                    "%s = %g %s lies beyond its table, which goes from %g to %g: there the line "
                    "through the last two points "
                    "goes on; is the table long enough, and is the input in its unit? (%s = "
                    "HoldLastPoint or NoExtrapolation "
                    "does something else)%s",
                    u->name, x, x == end ? "at the end" : "in the middle of the run", least, most,
                    w->extrapolation->name, text);
    else
        run_message(w->m, K_MSG_INFO,
                    "%s = %g %s lies beyond its table, which goes from %g to %g: there its last "
                    "value is held; is the input in "
                    "its unit, or does the table repeat? (%s = Periodic)%s",
                    u->name, x, x == end ? "at the end" : "in the middle of the run", least, most,
                    w->extrapolation->name, text);
    return true;
}

static bool tell_inputs(const Table *w)
{
    char name[20];
    if (tell_input(w, "u", "u_min", "u_max") || tell_input(w, "u1", "u_min[1]", "u_max[1]") ||
        tell_input(w, "u2", "u_min[2]", "u_max[2]"))
        return true;
    for (int i = 1; i <= MOST_INPUTS; i++) {
        snprintf(name, sizeof name, "u[%d]", i);
        if (!find_of(w, name))
            return false;
        if (tell_input(w, name, "u_min", "u_max"))
            return true;
    }
    return false;
}

/* Over time, by a line that has left all values of its column. */
static bool tell_time(const Table *w)
{
    double first = 0, last = 0, least = 0, most = 0;
    const KVariable *from = find_of(w, "t_min"), *to = find_of(w, "t_max"), *y = find_of(w, "y[1]"),
                    *column = find_of(w, "columns[1]");
    if (w->kind != LAST_TWO_POINTS || !from || !to || !y || !column)
        return false;
    first = k_value(w->m, from);
    last = k_value(w->m, to);
    double value = k_value(w->m, y);
    const KVariable *offset = find_of(w, "offset[1]");
    double up = offset ? k_value(w->m, offset) : 0;
    if (!(w->m->time > last + beyond_line * (last - first)) ||
        !range_of_column(w, (int)k_value(w->m, column), false, &least, &most) ||
        !is_beyond(w, value - up, least, most))
        return false;
    run_message(w->m, K_MSG_INFO,
                "%s = %g at the end is none of the values of its table, %g to %g, which ends at "
                "time %g: there the line through "
                "the last two points goes on; is the table long enough? (%s = HoldLastPoint or "
                "Periodic does something else)",
                y->name, value, least + up, most + up, last, w->extrapolation->name);
    return true;
}

void beyond_tell(const KGrowth *g, const KInst *m)
{
    static const char asked[] = ".extrapolation";
    const KModel *model = m->run->model;
    for (int i = 0, n = 0; i < model->nvariables && n < MOST_ASKED; i++) {
        const KVariable *of = &model->variable[i];
        size_t length = strlen(of->name);
        if (length < sizeof asked || strcmp(of->name + length - (sizeof asked - 1), asked) ||
            of->type != K_ENUM)
            continue;
        Table w = {.g = g,
                   .m = m,
                   .extrapolation = of,
                   .kind = (int)m->v[of->index],
                   .prefix = length + 2 - sizeof asked};
        n++;
        if ((w.kind == HOLD_LAST_POINT || w.kind == LAST_TWO_POINTS) &&
            (tell_inputs(&w) || tell_time(&w)))
            return;
    }
}
