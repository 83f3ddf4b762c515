/* linearize.c - `kron linearize` and `kron steady`: reports, pictures and files of linear systems.
 */
#include "base/buf.h"
#include "base/die.h"
#include "commands.h"
#include "result/linear.h"
#include "result/matrices.h"
#include "result/plot.h"
#include "rt/texts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MATRICES(l) (l)->nx, (l)->nu, (l)->ny, (l)->A, (l)->B, (l)->C, (l)->D

/* ---- Text ---- */

static void put_matrix(Buf *b, const char *name, int rows, int columns, const double *a)
{
    buf_printf(b, "%s =%s\n", name, rows && columns ? "" : " (empty)");
    for (int r = 0; r < rows && columns; r++) {
        for (int c = 0; c < columns; c++)
            buf_printf(b, " %13.6g", a[(size_t)r * (size_t)columns + (size_t)c] + 0.0);
        buf_putc(b, '\n');
    }
}

static void put_names(Buf *b, const char *what, int n, const char *const *name, const double *value)
{
    buf_printf(b, "%s\n", what);
    for (int i = 0; i < n; i++)
        buf_printf(b, "  %-40s %.10g\n", name[i], value[i] + 0.0);
}

static void put_complex(Buf *b, double complex z)
{
    buf_printf(b, "%13.6g", creal(z) + 0.0);
    if (cimag(z) != 0)
        buf_printf(b, " %c %.6gi", cimag(z) < 0 ? '-' : '+', fabs(cimag(z)));
}

static void put_poles(Buf *b, const double complex *z, int n)
{
    buf_puts(b, "poles, their frequency and damping\n");
    for (int i = 0; i < n; i++) {
        double w = cabs(z[i]);
        buf_puts(b, "  ");
        put_complex(b, z[i]);
        buf_printf(b, "   w = %.6g rad/s, D = %.4g\n", w, w > 0 ? -creal(z[i]) / w : 1);
    }
}

static void put_list(Buf *b, int n, const double complex *z)
{
    buf_puts(b, n < 0 ? " not found\n" : n > 0 ? "\n" : " none\n");
    for (int i = 0; i < n; i++) {
        buf_puts(b, "  ");
        put_complex(b, z[i]);
        buf_putc(b, '\n');
    }
}

static void put_zeros(Buf *b, const KronLinear *l, double complex *z)
{
    if (l->nu * l->ny > 1) {
        buf_puts(b, "zeros of the whole system:");
        put_list(b, linear_zeros(&(LinearSystem){MATRICES(l)}, z), z);
    }
    for (int u = 0; u < l->nu; u++)
        for (int y = 0; y < l->ny; y++) {
            int n = linear_zeros_between(&(LinearSystem){MATRICES(l)}, u, y, z);
            buf_printf(b, "zeros from %s to %s:", l->u[u], l->y[y]);
            put_list(b, n, z);
        }
}

static void put_report(Buf *b, const KronLinear *l, double complex *z)
{
    buf_printf(b, "at time %g: %d states, %d inputs, %d outputs\n", l->time, l->nx, l->nu, l->ny);
    if (!l->nu || !l->ny)
        buf_printf(b, "the model itself has no %s: declare %s in it, for what is looked at\n",
                   l->nu   ? "output"
                   : l->ny ? "input"
                           : "input and no output",
                   l->nu   ? "`output Real y`"
                   : l->ny ? "`input Real u`"
                           : "`input Real u` and `output Real y`");
    put_names(b, "states", l->nx, l->x, l->x0);
    if (l->nu)
        put_names(b, "inputs", l->nu, l->u, l->u0);
    if (l->ny)
        put_names(b, "outputs", l->ny, l->y, l->y0);
    put_matrix(b, "A", l->nx, l->nx, l->A);
    put_matrix(b, "B", l->nx, l->nu, l->B);
    put_matrix(b, "C", l->ny, l->nx, l->C);
    put_matrix(b, "D", l->ny, l->nu, l->D);
    if (linear_poles(&(LinearSystem){MATRICES(l)}, z))
        put_poles(b, z, l->nx);
    put_zeros(b, l, z);
}

/* ---- JSON ---- */

static void json_texts(Buf *b, const char *field, int n, const char *const *text)
{
    buf_printf(b, ", \"%s\": [", field);
    for (int i = 0; i < n; i++) {
        buf_puts(b, i ? ", " : "");
        buf_json(b, text[i]);
    }
    buf_putc(b, ']');
}

static void json_numbers(Buf *b, int n, const double *x)
{
    buf_putc(b, '[');
    for (int i = 0; i < n; i++) {
        buf_puts(b, i ? ", " : "");
        json_number(b, x[i]);
    }
    buf_putc(b, ']');
}

static void json_matrix(Buf *b, const char *field, int rows, int columns, const double *a)
{
    buf_printf(b, ", \"%s\": [", field);
    for (int r = 0; r < rows; r++) {
        buf_puts(b, r ? ", " : "");
        json_numbers(b, columns, a + (size_t)r * (size_t)columns);
    }
    buf_putc(b, ']');
}

static void json_complex(Buf *b, int n, const double complex *z)
{
    buf_putc(b, '[');
    for (int i = 0; i < n; i++) {
        buf_puts(b, i ? ", " : "");
        json_numbers(b, 2, (double[]){creal(z[i]), cimag(z[i])});
    }
    buf_putc(b, ']');
}

static void json_response(Buf *b, const char *name, const KronLinear *l, double complex *z);

static void put_json(Buf *b, const Arguments *a, const char *model, const KronLinear *l,
                     double complex *z)
{
    answer_open(b, a);
    json_text(b, "model", model);
    json_field(b, "time", l->time);
    json_texts(b, "x", l->nx, l->x);
    json_texts(b, "u", l->nu, l->u);
    json_texts(b, "y", l->ny, l->y);
    buf_puts(b, ", \"x0\": ");
    json_numbers(b, l->nx, l->x0);
    buf_puts(b, ", \"u0\": ");
    json_numbers(b, l->nu, l->u0);
    buf_puts(b, ", \"y0\": ");
    json_numbers(b, l->ny, l->y0);
    json_matrix(b, "A", l->nx, l->nx, l->A);
    json_matrix(b, "B", l->nx, l->nu, l->B);
    json_matrix(b, "C", l->ny, l->nx, l->C);
    json_matrix(b, "D", l->ny, l->nu, l->D);
    buf_puts(b, ", \"poles\": ");
    json_complex(b, linear_poles(&(LinearSystem){MATRICES(l)}, z) ? l->nx : 0, z);
    int whole = linear_zeros(&(LinearSystem){MATRICES(l)}, z);
    buf_puts(b, ", \"transmission_zeros\": ");
    json_complex(b, whole > 0 ? whole : 0, z);
    buf_puts(b, ", \"zeros\": [");
    for (int u = 0; u < l->nu; u++)
        for (int y = 0; y < l->ny; y++) {
            int n = linear_zeros_between(&(LinearSystem){MATRICES(l)}, u, y, z);
            buf_printf(b, "%s{\"u\": ", u || y ? ", " : "");
            buf_json(b, l->u[u]);
            json_text(b, "y", l->y[y]);
            buf_puts(b, ", \"zeros\": ");
            json_complex(b, n > 0 ? n : 0, z);
            buf_putc(b, '}');
        }
    buf_puts(b, "]");
    if (a->bode)
        json_response(b, "bode", l, z);
    if (a->response)
        json_response(b, "step_response", l, z);
    answer_close(b, a, STATUS_GOOD);
}

/* ---- Files ---- */

static void octave_matrix(Buf *b, const char *name, int rows, int columns, const double *a)
{
    if (!rows || !columns)
        buf_printf(b, "%s = zeros(%d, %d);\n", name, rows, columns);
    else
        buf_printf(b, "%s = [", name);
    for (int r = 0; r < rows && columns; r++)
        for (int c = 0; c < columns; c++) {
            buf_puts(b, c ? ", " : r ? "; " : "");
            buf_real(b, a[(size_t)r * (size_t)columns + (size_t)c]);
        }
    if (rows && columns)
        buf_puts(b, "];\n");
}

static void octave_texts(Buf *b, const char *name, int n, const char *const *text)
{
    buf_printf(b, "%s = {", name);
    for (int i = 0; i < n; i++) {
        buf_puts(b, i ? ", '" : "'");
        for (const char *c = text[i]; *c; c++) { /* a text may not leave its quotes or its line */
            buf_puts(b, *c == '\'' ? "'" : "");
            buf_putc(b, (unsigned char)*c < ' ' ? ' ' : *c);
        }
        buf_putc(b, '\'');
    }
    buf_puts(b, "};\n");
}

static void put_octave(Buf *b, const KronLinear *l)
{
    buf_puts(b, "% der(x) = A*(x - x0) + B*(u - u0), y - y0 = C*(x - x0) + D*(u - u0)\n");
    octave_matrix(b, "A", l->nx, l->nx, l->A);
    octave_matrix(b, "B", l->nx, l->nu, l->B);
    octave_matrix(b, "C", l->ny, l->nx, l->C);
    octave_matrix(b, "D", l->ny, l->nu, l->D);
    octave_matrix(b, "x0", l->nx, l->nx ? 1 : 0, l->x0);
    octave_matrix(b, "u0", l->nu, l->nu ? 1 : 0, l->u0);
    octave_matrix(b, "y0", l->ny, l->ny ? 1 : 0, l->y0);
    octave_texts(b, "xNames", l->nx, l->x);
    octave_texts(b, "uNames", l->nu, l->u);
    octave_texts(b, "yNames", l->ny, l->y);
}

static void put_mat(Buf *b, const KronLinear *l)
{
    put_mat_matrix(b, "A", (size_t)l->nx, (size_t)l->nx, l->A, false);
    put_mat_matrix(b, "B", (size_t)l->nx, (size_t)l->nu, l->B, false);
    put_mat_matrix(b, "C", (size_t)l->ny, (size_t)l->nx, l->C, false);
    put_mat_matrix(b, "D", (size_t)l->ny, (size_t)l->nu, l->D, false);
    put_mat_matrix(b, "x0", (size_t)l->nx, 1, l->x0, false);
    put_mat_matrix(b, "u0", (size_t)l->nu, 1, l->u0, false);
    put_mat_matrix(b, "y0", (size_t)l->ny, 1, l->y0, false);
    put_mat_texts(b, "xNames", (size_t)l->nx, l->x);
    put_mat_texts(b, "uNames", (size_t)l->nu, l->u);
    put_mat_texts(b, "yNames", (size_t)l->ny, l->y);
}

/* ---- Curves ---- */

enum { POINTS = 400 };

/* Which input and output curve i is about; the name it gets. */
typedef struct Pair {
    int u, y;
    char *name;
} Pair;

/* All pairs of inputs and outputs as far as there is room; their number. */
static int make_pairs(const KronLinear *l, int most, Pair *pair)
{
    int n = 0;
    Buf b = {0};
    for (int y = 0; y < l->ny; y++)
        for (int u = 0; u < l->nu && n < most; u++) {
            buf_clear(&b);
            buf_printf(&b, "%s from %s", l->y[y], l->u[u]);
            pair[n] = (Pair){u, y, strdup(buf_text(&b))};
            KRON_MEMORY(pair[n++].name);
        }
    buf_free(&b);
    return n;
}

/* Magnitude and phase of every pair, a decade beyond what happens on both sides. */
static void bode_curves(const KronLinear *l, int n, const Pair *pair, double slow, double fast,
                        Curves *c)
{
    double before[PLOT_MOST_CURVES] = {0}, turns[PLOT_MOST_CURVES] = {0};
    double from = log10(slow) - 1, to = log10(fast) + 1;
    *c = (Curves){.abscissa = "frequency", .abscissa_unit = "rad/s", .view = {.log_x = true}};
    curves_make(c, 2 * n);
    for (int k = 0; k < n; k++) {
        c->curve[k] = (Curve){.name = pair[k].name, .unit = "dB", .kind = CURVE_REAL};
        c->curve[n + k] =
            (Curve){.name = pair[k].name, .unit = "deg", .kind = CURVE_REAL, .like = k + 1};
    }
    for (int i = 0; i < POINTS; i++) {
        double *row = curves_add_row(c), w = pow(10, from + (to - from) * i / (POINTS - 1));
        row[0] = w;
        for (int k = 0; k < n; k++) {
            double complex g =
                linear_response(&(LinearSystem){MATRICES(l)}, pair[k].u, pair[k].y, w);
            double phase = carg(g) * 180 / acos(-1) + turns[k];
            double turn = i && isfinite(phase) ? -360 * round((phase - before[k]) / 360) : 0;
            turns[k] += turn;
            before[k] = isfinite(phase) ? phase + turn : before[k];
            row[1 + k] = 20 * log10(cabs(g));
            row[1 + n + k] = cabs(g) > 0 ? phase + turn : NAN;
        }
    }
}

static void step_curves(const KronLinear *l, int n, const Pair *pair, double slow, Curves *c)
{
    double t = 6 / slow, *out = memory_new(POINTS, sizeof *out);
    *c = (Curves){.abscissa = "time", .abscissa_unit = "s"};
    curves_make(c, n);
    for (int i = 0; i < POINTS; i++)
        curves_add_row(c)[0] = t * i / (POINTS - 1);
    for (int k = 0; k < n; k++) {
        c->curve[k] = (Curve){.name = pair[k].name, .unit = "", .kind = CURVE_REAL};
        linear_step(&(LinearSystem){MATRICES(l)}, pair[k].u, pair[k].y, t, POINTS, out);
        for (int i = 0; i < POINTS; i++)
            c->data[(size_t)i * ((size_t)n + 1) + (size_t)k + 1] = out[i];
    }
    free(out);
}

static int show(const KronLinear *l, const Curves *c, const char *path, bool bode, KronModel *m)
{
    int status = STATUS_GOOD;
    Buf title = {0}, svg = {0};
    buf_puts(&title, bode ? "Frequency response" : "Response to steps of 1");
    if (l->nu * l->ny == 1)
        buf_printf(&title, " from %s to %s", l->u[0], l->y[0]);
    if (!strcmp(path, "-")) {
        k_say(stdout, "%s\n", buf_text(&title));
        draw_terminal(c);
    } else {
        plot_svg(c, buf_text(&title), &svg);
        status = give_picture(&svg, path, kron_is_input(m, path));
    }
    buf_free(&title);
    buf_free(&svg);
    return status;
}

/* Curves of --bode or --step-response, and what they are called by. */
typedef struct Response {
    Curves c;
    int npairs;
    Pair pair[PLOT_MOST_CURVES];
} Response;

static void make_response(const KronLinear *l, bool bode, int most, double complex *z, Response *r)
{
    double slow, fast;
    r->npairs = make_pairs(l, bode ? most / 2 : most, r->pair);
    linear_span(z, linear_poles(&(LinearSystem){MATRICES(l)}, z) ? l->nx : 0, &slow, &fast);
    if (bode)
        bode_curves(l, r->npairs, r->pair, slow, fast, &r->c);
    else
        step_curves(l, r->npairs, r->pair, slow, &r->c);
    r->c.left_out = (l->nu * l->ny - r->npairs) * (bode ? 2 : 1);
}

static void end_response(Response *r)
{
    for (int k = 0; k < r->npairs; k++)
        free(r->pair[k].name);
    curves_free(&r->c);
}

/* --bode, --step-response: to a file, or in the terminal. */
static int draw(const KronLinear *l, double complex *z, const char *path, bool bode, KronModel *m)
{
    int most = strcmp(path, "-") ? PLOT_MOST_CURVES : PLOT_MOST_TERMINAL;
    Response r = {0};
    make_response(l, bode, most, z, &r);
    if (r.c.left_out)
        say_warning("a picture shows no more than %d curves; %d are left out", most, r.c.left_out);
    int status = show(l, &r.c, path, bode, m);
    end_response(&r);
    return status;
}

/* The same as numbers. */
static void json_response(Buf *b, const char *name, const KronLinear *l, double complex *z)
{
    Response r = {0};
    buf_printf(b, ", \"%s\": {\"points\": %d", name, POINTS);
    make_response(l, !strcmp(name, "bode"), PLOT_MOST_CURVES, z, &r);
    json_curves(b, &r.c);
    buf_putc(b, '}');
    end_response(&r);
}

/* ---- The commands ---- */

static bool has_suffix(const char *path, const char *suffix)
{
    size_t n = path ? strlen(path) : 0, k = strlen(suffix);
    return n > k && !strcmp(path + n - k, suffix);
}

static int write_matrices(const Arguments *a, KronModel *m, const KronLinear *l, double complex *z)
{
    const char *path = a->run.file;
    bool input = path && kron_is_input(m, path);
    Buf b = {0};
    int status = STATUS_GOOD;
    if (has_suffix(path, ".mat")) {
        put_mat(&b, l);
        status = give_bytes(&b, path, input);
    } else if (has_suffix(path, ".m")) {
        put_octave(&b, l);
        status = give_text(buf_text(&b), path, input);
    } else if (!a->json && (path || !(a->bode || a->response))) {
        put_report(&b, l, z);
        status = give_text(buf_text(&b), path, input);
    }
    buf_free(&b);
    return status;
}

/* To standard output, or where nothing else goes. */
static int answer(const Arguments *a, KronModel *m, const KronLinear *l, double complex *z)
{
    const char *path = a->run.file;
    bool other = has_suffix(path, ".mat") || has_suffix(path, ".m");
    Buf b = {0};
    put_json(&b, a, kron_model_name(m), l, z);
    int status = give_text(buf_text(&b), other ? NULL : path, path && kron_is_input(m, path));
    buf_free(&b);
    return status;
}

static int write_linear(const Arguments *a, KronModel *m, const KronLinear *l, double complex *z)
{
    if ((a->bode || a->response) && (!l->nu || !l->ny)) {
        say_error("a response needs an input and an output of the model itself: declare `input "
                  "Real u` and `output Real y` in it");
        return STATUS_USAGE;
    }
    int status = write_matrices(a, m, l, z);
    for (int i = 0; i < 2 && !status; i++) {
        const char *path = i ? a->response : a->bode;
        if (path && !(a->json && !strcmp(path, "-")))
            status = draw(l, z, path, !i, m);
    }
    return !status && a->json ? answer(a, m, l, z) : status;
}

static int linearize(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    KronLinear *l;
    int status = exit_status(kron_linearize(m, &a->run, a->at, a->steady, &l));
    double complex *z = memory_new(l ? (size_t)l->nx + 1 : 1, sizeof *z);
    if (!status)
        status = write_linear(a, m, l, z);
    free(z);
    kron_linear_free(l);
    return status;
}

int command_linearize(const Arguments *a)
{
    return with_one_model(a, "linearize", linearize);
}

/* A state, or a candidate of a set of them. */
static bool is_state(KronModel *m, const KronVariable *v)
{
    Buf b = {0};
    buf_printf(&b, "state(%s)", v->name);
    bool candidate = kron_find(m, buf_text(&b)) >= 0;
    buf_free(&b);
    return candidate || (v->kind == KRON_STATE && !v->is_alias);
}

static void steady_values(const Arguments *a, KronModel *m, Buf *b)
{
    KronVariable v;
    const char *comma = "";
    for (int i = 0; kron_variable(m, i, &v); i++) {
        bool chosen = a->nvars ? is_chosen(a, v.name) : is_state(m, &v);
        if (!chosen || v.type == KRON_STRING)
            continue;
        if (a->json) {
            buf_puts(b, comma);
            buf_json(b, v.name);
            buf_puts(b, ": ");
            json_number(b, kron_value(m, i));
            comma = ", ";
        } else {
            buf_printf(b, "%-40s %.10g %s\n", v.name, kron_value(m, i) + 0.0, v.unit);
        }
    }
}

static int steady(const Arguments *a, const char *name, KronModel *m)
{
    (void)name;
    int open;
    int status = exit_status(kron_steady(m, &a->run, &open));
    if (status)
        return status;
    Buf b = {0};
    if (a->json) {
        answer_open(&b, a);
        json_text(&b, "model", kron_model_name(m));
        buf_printf(&b, ", \"free\": %d, \"values\": {", open);
    }
    steady_values(a, m, &b);
    if (a->json) {
        buf_putc(&b, '}');
        answer_close(&b, a, STATUS_GOOD);
    }
    if (open && !a->quiet && !a->json)
        k_say(
            stderr,
            "kron: note: %d direction%s of the states leave%s the equilibrium as it is: there they "
            "keep their start values\n",
            open, open == 1 ? "" : "s", open == 1 ? "s" : "");
    status = give_text(buf_text(&b), a->run.file, a->run.file && kron_is_input(m, a->run.file));
    buf_free(&b);
    return status;
}

int command_steady(const Arguments *a)
{
    return with_one_model(a, "steady", steady);
}
