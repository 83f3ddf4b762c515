/* linear_sample.c - numbers for coefficients, by which pivots are judged during translation.
 *
 * Parameters have the values they are given; what is not known before the run gets a magnitude
 * between 0.1 and 10 and conditions are true or false, at random but the same in every
 * translation. O(size of the expression) a coefficient.
 *
 * The residues of variables (symbolic/residue.h) tell which coefficients are equal, and which
 * vanish, whatever the values of parameters are: those have random ones there. */
#include "dae/linear.h"

#include <math.h>

static uint64_t mixed_bits(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * 0x94D049BB133111EBu;
    return x ^ x >> 31;
}

static double magnitude(uint64_t bits)
{
    return pow(10, (double)(bits >> 11) * 0x1p-53 * 2 - 1);
}

static double bound(const ExprStore *s, Expr e, double none)
{
    return e && expr_is_number(s, e) ? expr_number(s, e) : none;
}

double step_sample(int k)
{
    return k ? pow(10, 1 - k / 2) : 0;
}

static double random_value(const Dae *d, uint32_t var, int k)
{
    if (is_length_var(d, var))
        return step_sample(k);
    const DaeVar *v = dae_var(d, var);
    uint64_t bits = mixed_bits((uint64_t)var * SAMPLES + (uint64_t)k);
    if (v->type == T_BOOL && k == 1)
        return 1 - random_value(d, var, 0); /* either value occurs */
    if (v->type == T_BOOL)
        return (double)(bits >> 63);
    if (v->type != T_REAL)
        return 1 + (double)(bits >> 62);
    bool positive = bound(d->store, v->min, -INFINITY) >= 0;
    bool negative = bound(d->store, v->max, INFINITY) <= 0;
    double x = magnitude(mixed_bits(bits));
    return negative || (!positive && bits >> 63) ? -x : x;
}

static double random_time(int k)
{
    return magnitude(mixed_bits((uint64_t)k));
}

static void sample_variables(Problem *p)
{
    Dae *d = p->d;
    int n = dae_nvars(d);
    if (p->nsampled == n)
        return;
    if (p->sample_room < n) {
        p->sample_room = 2 * n;
        for (int k = 0; k < SAMPLES; k++) {
            double *x = ARENA_ARRAY(p->a, double, p->sample_room);
            if (p->nsampled)
                memcpy(x, p->sample[k], (size_t)p->nsampled * sizeof *x);
            p->sample[k] = x;
        }
        Residue **of[] = {&p->residue, &p->of_angle};
        for (int k = 0; k < 2; k++) {
            Residue *x = ARENA_ARRAY(p->a, Residue, p->sample_room);
            if (p->nsampled)
                memcpy(x, *of[k], (size_t)p->nsampled * sizeof *x);
            *of[k] = x;
        }
    }
    const double *value = dae_parameter_values(d);
    for (int i = p->nsampled; i < n; i++) {
        p->residue[i] = p->of_angle[i] = residue_random((uint64_t)i);
        for (int k = 0; k < SAMPLES; k++)
            p->sample[k][i] = isfinite(value[i]) ? value[i] : random_value(d, (uint32_t)i, k);
    }
    p->nsampled = n;
}

/* What the blocks so far compute has the values they give. */
void sample_blocks(Problem *p)
{
    const System *s = dae_system(p->d, p->role);
    sample_variables(p);
    for (; p->nfollowed < s->nblocks; p->nfollowed++) {
        const Block *b = s->block[p->nfollowed];
        AssignVec list = {.v = b->assign, .n = b->nassign};
        sample_assigns(p, &list);
    }
}

void sample_assigns(Problem *p, const AssignVec *list)
{
    sample_variables(p);
    for (int i = 0; i < list->n; i++) {
        const Assign *a = &list->v[i];
        if (a->value && !a->pre) {
            p->residue[a->var] = coef_residue(p, a->value, false);
            p->of_angle[a->var] = coef_residue(p, a->value, true);
        }
        for (int k = 0; k < SAMPLES && a->value && !a->pre; k++) {
            double x = expr_value(p->d->store, a->value, p->sample[k], random_time(k));
            if (isfinite(x))
                p->sample[k][a->var] = x;
        }
    }
}

void coef_samples(Problem *p, Expr coef, double *x)
{
    bool number = expr_is_number(p->d->store, coef) && isfinite(expr_number(p->d->store, coef));
    for (int k = 0; k < SAMPLES && number; k++)
        x[k] = expr_number(p->d->store, coef);
    if (number)
        return;
    sample_variables(p);
    for (int k = 0; k < SAMPLES; k++) {
        uint64_t bits = mixed_bits(expr_node(p->d->store, coef)->hash + (uint64_t)k);
        x[k] = expr_value(p->d->store, coef, p->sample[k], magnitude(bits));
        if (!isfinite(x[k]))
            x[k] = magnitude(bits);
    }
}

bool is_steady(const double *x)
{
    double least = INFINITY, most = 0;
    int positive = 0;
    for (int k = 0; k < SAMPLES; k++) {
        least = fmin(least, fabs(x[k]));
        most = fmax(most, fabs(x[k]));
        positive += x[k] > 0;
    }
    return least > 0 && (positive == 0 || positive == SAMPLES) && most <= STEADY * least;
}

Residue coef_residue(Problem *p, Expr coef, bool angles)
{
    sample_variables(p);
    return expr_residue(p->d->store, coef, angles ? p->of_angle : p->residue, angles);
}

bool has_known_value(Dae *d, Expr e)
{
    return expr_is_number(d->store, e) ||
           (is_parametric(d, e) && isfinite(expr_value(d->store, e, dae_parameter_values(d), NAN)));
}
