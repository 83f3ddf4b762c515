/* bodies.c - accelerations of chains and trees of rigid links, written by hand: what generated code
 * is measured against.
 *
 *     bodies KIND N SECONDS        KIND: a shape of models.py
 *
 * 1. space: the articulated-body algorithm (Featherstone, Rigid Body Dynamics Algorithms,
 * 2008, 7.3) in coordinates of the links, revolute and prismatic joints, O(n).
 * 2. plane: the same for links in the x-y plane, three numbers where space has six, O(n).
 * 3. mass:  the mass matrix by composite bodies (6.2 there), Newton-Euler for the rest, Cholesky,
 *    O(n^3); in the plane, where it is cheapest.
 * 4. Newton-Euler in space column by column and Gaussian elimination: independent of 1 to 3, for
 *    checking only, O(n^3).
 *
 * Prints nanoseconds an evaluation (process time, the least of several batches), the largest
 * difference between the ways against the largest acceleration, the torque that is left over at the
 * accelerations of the first way (Newton-Euler), then these. */
#include "../measure.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 9.81
static const double MASS = 1, LENGTH = 1, CENTRE = 0.5, INERTIA = 0.1;

typedef struct {
    double x, y, z;
} Vec;
typedef struct {
    double xx, xy, xz, yx, yy, yz, zx, zy, zz;
} Mat;
typedef struct {
    double xx, yy, zz, xy, xz, yz;
} Sym;

static inline Vec add(Vec a, Vec b)
{
    return (Vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline Vec scaled(double s, Vec a)
{
    return (Vec){s * a.x, s * a.y, s * a.z};
}

static inline double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec cross(Vec a, Vec b)
{
    return (Vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline Vec times(Mat m, Vec a)
{
    return (Vec){m.xx * a.x + m.xy * a.y + m.xz * a.z, m.yx * a.x + m.yy * a.y + m.yz * a.z,
                 m.zx * a.x + m.zy * a.y + m.zz * a.z};
}

static inline Vec transposed_times(Mat m, Vec a)
{
    return (Vec){m.xx * a.x + m.yx * a.y + m.zx * a.z, m.xy * a.x + m.yy * a.y + m.zy * a.z,
                 m.xz * a.x + m.yz * a.y + m.zz * a.z};
}

static inline Vec sym_times(Sym s, Vec a)
{
    return (Vec){s.xx * a.x + s.xy * a.y + s.xz * a.z, s.xy * a.x + s.yy * a.y + s.yz * a.z,
                 s.xz * a.x + s.yz * a.y + s.zz * a.z};
}

static inline Mat product(Mat a, Mat b)
{
    return (Mat){a.xx * b.xx + a.xy * b.yx + a.xz * b.zx, a.xx * b.xy + a.xy * b.yy + a.xz * b.zy,
                 a.xx * b.xz + a.xy * b.yz + a.xz * b.zz, a.yx * b.xx + a.yy * b.yx + a.yz * b.zx,
                 a.yx * b.xy + a.yy * b.yy + a.yz * b.zy, a.yx * b.xz + a.yy * b.yz + a.yz * b.zz,
                 a.zx * b.xx + a.zy * b.yx + a.zz * b.zx, a.zx * b.xy + a.zy * b.yy + a.zz * b.zy,
                 a.zx * b.xz + a.zy * b.yz + a.zz * b.zz};
}

static inline Mat transposed(Mat a)
{
    return (Mat){a.xx, a.yx, a.zx, a.xy, a.yy, a.zy, a.xz, a.yz, a.zz};
}

static inline Mat full(Sym s)
{
    return (Mat){s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz};
}

/* e' s e, a symmetric matrix. */
static inline Sym rotated(Mat e, Sym s)
{
    Mat t = product(full(s), e);
    return (Sym){e.xx * t.xx + e.yx * t.yx + e.zx * t.zx, e.xy * t.xy + e.yy * t.yy + e.zy * t.zy,
                 e.xz * t.xz + e.yz * t.yz + e.zz * t.zz, e.xx * t.xy + e.yx * t.yy + e.zx * t.zy,
                 e.xx * t.xz + e.yx * t.yz + e.zx * t.zz, e.xy * t.xz + e.yy * t.yz + e.zy * t.zz};
}

/* s - u u' k */
static inline Sym less(Sym s, Vec u, double k)
{
    Vec w = scaled(k, u);
    return (Sym){s.xx - u.x * w.x, s.yy - u.y * w.y, s.zz - u.z * w.z,
                 s.xy - u.x * w.y, s.xz - u.x * w.z, s.yz - u.y * w.z};
}

/* r x m, column by column */
static inline Mat cross_mat(Vec r, Mat m)
{
    return (Mat){r.y * m.zx - r.z * m.yx, r.y * m.zy - r.z * m.yy, r.y * m.zz - r.z * m.yz,
                 r.z * m.xx - r.x * m.zx, r.z * m.xy - r.x * m.zy, r.z * m.xz - r.x * m.zz,
                 r.x * m.yx - r.y * m.xx, r.x * m.yy - r.y * m.xy, r.x * m.yz - r.y * m.xz};
}

/* ---- The system ---- */

typedef struct {
    Vec axis;
    int parent; /* -1: the world */
    bool slides;
    /* Its inertia at the joint: does not change. */
    Sym inertia;
} Link;

typedef struct {
    Mat e;      /* from the parent's coordinates */
    Vec r;      /* of the joint, in these */
    Vec w, v;   /* velocity */
    Vec cw, cv; /* acceleration that the velocities make */
    Sym a, d;   /* articulated inertia: forces from accelerations, [a b; b' d] */
    Mat b;
    Vec pw, pv;  /* force without acceleration */
    Vec uw, uv;  /* inertia times axis */
    double k, u; /* 1 over axis times that; torque that is left */
    Vec aw, av;  /* acceleration */
} Body;

typedef struct {
    double c, s, w, wx, wy, cx, cy;      /* turned by, velocity, what it makes */
    double jj, jx, jy, xx, xy, yy;       /* articulated inertia */
    double pj, px, py, uj, ux, uy, k, u; /* as above */
    double aj, ax, ay;
} Flat;

typedef struct {
    int n;
    Link *link;
    Body *body;
    Flat *flat;
    double *q, *qd, *qdd, *matrix, *work;
} System;

static Mat rotation(Vec n, double angle)
{
    double c = cos(angle), s = sin(angle), t = 1 - c;
    return (Mat){t * n.x * n.x + c,       t * n.x * n.y + s * n.z, t * n.x * n.z - s * n.y,
                 t * n.x * n.y - s * n.z, t * n.y * n.y + c,       t * n.y * n.z + s * n.x,
                 t * n.x * n.z + s * n.y, t * n.y * n.z - s * n.x, t * n.z * n.z + c};
}

/* Position and velocity of a link from its parent's. */
static inline void move(const Link *l, Body *b, const Body *p, double q, double qd)
{
    Vec r = {p ? LENGTH : 0, 0, 0}, w = {0}, v = {0}, step = scaled(qd, l->axis);
    b->e = l->slides ? (Mat){.xx = 1, .yy = 1, .zz = 1} : rotation(l->axis, q);
    b->r = l->slides ? add(r, scaled(q, l->axis)) : r;
    if (p) {
        w = times(b->e, p->w);
        v = times(b->e, add(p->v, cross(p->w, b->r)));
    }
    b->w = l->slides ? w : add(w, step);
    b->v = l->slides ? add(v, step) : v;
    b->cw = l->slides ? (Vec){0} : cross(b->w, step);
    b->cv = l->slides ? cross(b->w, step) : cross(b->v, step);
}

/* Forces of the link alone: its inertia times (aw, av), and what its velocity makes. */
static inline void momentum(const Link *l, Vec w, Vec v, Vec *hw, Vec *hv)
{
    Vec c = {CENTRE, 0, 0};
    *hv = scaled(MASS, add(v, cross(w, c)));
    *hw = add(sym_times(l->inertia, w), scaled(MASS, cross(c, v)));
}

static inline void inert(const Link *l, Body *b)
{
    Vec hw, hv;
    momentum(l, b->w, b->v, &hw, &hv);
    b->pw = add(cross(b->w, hw), cross(b->v, hv));
    b->pv = cross(b->w, hv);
    b->a = l->inertia;
    b->b = (Mat){.yz = -MASS * CENTRE, .zy = MASS * CENTRE};
    b->d = (Sym){MASS, MASS, MASS, 0, 0, 0};
}

/* Inertia and force of b as its parent feels them, added to the parent's. */
static inline void hand_down(Body *p, const Body *b, Sym a, Mat m, Sym d, Vec fw, Vec fv)
{
    Sym dr = rotated(b->e, d), ar = rotated(b->e, a);
    Mat br = product(transposed(b->e), product(m, b->e));
    Mat shifted = cross_mat(b->r, full(dr)); /* r x D */
    Mat bp = br;
    bp.xx += shifted.xx, bp.xy += shifted.xy, bp.xz += shifted.xz;
    bp.yx += shifted.yx, bp.yy += shifted.yy, bp.yz += shifted.yz;
    bp.zx += shifted.zx, bp.zy += shifted.zy, bp.zz += shifted.zz;
    /* A - B rx + rx B' - rx D rx = A + (r x B') + (r x (B + r x D)')' */
    Mat one = cross_mat(b->r, transposed(br)), two = cross_mat(b->r, transposed(bp));
    p->a.xx += ar.xx + one.xx + two.xx;
    p->a.yy += ar.yy + one.yy + two.yy;
    p->a.zz += ar.zz + one.zz + two.zz;
    p->a.xy += ar.xy + one.xy + two.yx;
    p->a.xz += ar.xz + one.xz + two.zx;
    p->a.yz += ar.yz + one.yz + two.zy;
    p->b.xx += bp.xx, p->b.xy += bp.xy, p->b.xz += bp.xz;
    p->b.yx += bp.yx, p->b.yy += bp.yy, p->b.yz += bp.yz;
    p->b.zx += bp.zx, p->b.zy += bp.zy, p->b.zz += bp.zz;
    p->d.xx += dr.xx, p->d.yy += dr.yy, p->d.zz += dr.zz;
    p->d.xy += dr.xy, p->d.xz += dr.xz, p->d.yz += dr.yz;
    Vec gv = transposed_times(b->e, fv), gw = transposed_times(b->e, fw);
    p->pv = add(p->pv, gv);
    p->pw = add(p->pw, add(gw, cross(b->r, gv)));
}

/* The joint's torque is 0: eliminates its acceleration. */
static inline void articulate(const Link *l, Body *b, Body *p)
{
    Vec n = l->axis;
    b->uw = l->slides ? times(b->b, n) : sym_times(b->a, n);
    b->uv = l->slides ? sym_times(b->d, n) : transposed_times(b->b, n);
    b->k = 1 / dot(n, l->slides ? b->uv : b->uw);
    b->u = -dot(n, l->slides ? b->pv : b->pw);
    if (!p)
        return;
    Sym a = less(b->a, b->uw, b->k), d = less(b->d, b->uv, b->k);
    Vec s = scaled(b->k, b->uv);
    Mat m = {b->b.xx - b->uw.x * s.x, b->b.xy - b->uw.x * s.y, b->b.xz - b->uw.x * s.z,
             b->b.yx - b->uw.y * s.x, b->b.yy - b->uw.y * s.y, b->b.yz - b->uw.y * s.z,
             b->b.zx - b->uw.z * s.x, b->b.zy - b->uw.z * s.y, b->b.zz - b->uw.z * s.z};
    double f = b->k * b->u;
    Vec fw = add(add(b->pw, scaled(f, b->uw)), add(sym_times(a, b->cw), times(m, b->cv)));
    Vec fv =
        add(add(b->pv, scaled(f, b->uv)), add(transposed_times(m, b->cw), sym_times(d, b->cv)));
    hand_down(p, b, a, m, d, fw, fv);
}

/* Acceleration of the parent, brought to the joint. */
static inline void carry(Body *b, const Body *p)
{
    Vec w = p ? p->aw : (Vec){0}, v = p ? p->av : (Vec){0, GRAVITY, 0};
    b->aw = add(times(b->e, w), b->cw);
    b->av = add(times(b->e, add(v, cross(w, b->r))), b->cv);
}

static void space(System *s, const double *q, const double *qd, double *qdd)
{
    Body *body = s->body;
    for (int i = 0; i < s->n; i++) {
        const Link *l = &s->link[i];
        move(l, &body[i], l->parent < 0 ? NULL : &body[l->parent], q[i], qd[i]);
        inert(l, &body[i]);
    }
    for (int i = s->n - 1; i >= 0; i--) {
        const Link *l = &s->link[i];
        articulate(l, &body[i], l->parent < 0 ? NULL : &body[l->parent]);
    }
    for (int i = 0; i < s->n; i++) {
        const Link *l = &s->link[i];
        Body *b = &body[i];
        carry(b, l->parent < 0 ? NULL : &body[l->parent]);
        qdd[i] = b->k * (b->u - dot(b->uw, b->aw) - dot(b->uv, b->av));
        if (l->slides)
            b->av = add(b->av, scaled(qdd[i], l->axis));
        else
            b->aw = add(b->aw, scaled(qdd[i], l->axis));
    }
}

/* ---- The plane ---- */

static void plane(System *s, const double *q, const double *qd, double *qdd)
{
    Flat *f = s->flat;
    double inertia = INERTIA + MASS * CENTRE * CENTRE, mc = MASS * CENTRE, length = 0;
    double w = 0, vx = 0, vy = 0;
    for (int i = 0; i < s->n; i++, length = LENGTH) {
        Flat *b = &f[i];
        double c = b->c = cos(q[i]), sn = b->s = sin(q[i]);
        double ty = vy + w * length; /* of the joint, in the coordinates of the parent */
        double x = c * vx + sn * ty, y = c * ty - sn * vx;
        w += qd[i], vx = x, vy = y;
        b->cx = vy * qd[i], b->cy = -vx * qd[i];
        double hx = MASS * vx, hy = MASS * vy + mc * w;
        b->pj = vx * hy - vy * hx, b->px = -w * hy, b->py = w * hx;
        b->jj = inertia, b->jx = 0, b->jy = mc, b->xx = b->yy = MASS, b->xy = 0;
    }
    for (int i = s->n - 1; i >= 0; i--) {
        Flat *b = &f[i];
        b->uj = b->jj, b->ux = b->jx, b->uy = b->jy, b->k = 1 / b->jj, b->u = -b->pj;
        if (!i)
            break;
        Flat *p = &f[i - 1];
        double sx = b->k * b->ux, sy = b->k * b->uy;
        double xx = b->xx - b->ux * sx, xy = b->xy - b->ux * sy, yy = b->yy - b->uy * sy;
        double px = b->px + sx * b->u + xx * b->cx + xy * b->cy;
        double py = b->py + sy * b->u + xy * b->cx + yy * b->cy;
        /* Now the row and column of the joint is zero but for the torque, which is zero too. */
        double c = b->c, sn = b->s, cc = c * c, ss = sn * sn, cs = c * sn;
        double rxx = cc * xx - 2 * cs * xy + ss * yy, ryy = ss * xx + 2 * cs * xy + cc * yy;
        double rxy = cs * (xx - yy) + (cc - ss) * xy;
        double rx = c * px - sn * py, ry = sn * px + c * py;
        p->xx += rxx, p->xy += rxy, p->yy += ryy;
        p->jx += LENGTH * rxy, p->jy += LENGTH * ryy, p->jj += LENGTH * LENGTH * ryy;
        p->px += rx, p->py += ry, p->pj += LENGTH * ry;
    }
    double aj = 0, ax = 0, ay = GRAVITY;
    length = 0;
    for (int i = 0; i < s->n; i++, length = LENGTH) {
        Flat *b = &f[i];
        double ty = ay + aj * length;
        double x = b->c * ax + b->s * ty + b->cx, y = b->c * ty - b->s * ax + b->cy;
        qdd[i] = b->k * (b->u - b->uj * aj - b->ux * x - b->uy * y);
        aj += qdd[i], ax = x, ay = y;
    }
}

/* ---- Mass matrix and Cholesky ---- */

/* Solves a x = b in place; a is symmetric and positive, lower triangle by rows. */
static void cholesky(int n, double *a, double *b)
{
    for (int i = 0; i < n; i++) {
        double *ri = a + (size_t)i * (size_t)n;
        for (int j = 0; j <= i; j++) {
            const double *rj = a + (size_t)j * (size_t)n;
            double sum = ri[j];
            for (int k = 0; k < j; k++)
                sum -= ri[k] * rj[k];
            ri[j] = i == j ? sqrt(sum) : sum / rj[j];
        }
        for (int k = 0; k < i; k++)
            b[i] -= ri[k] * b[k];
        b[i] /= ri[i];
    }
    for (int i = n - 1; i >= 0; i--) {
        b[i] /= a[(size_t)i * (size_t)n + (size_t)i];
        for (int k = 0; k < i; k++)
            b[k] -= a[(size_t)i * (size_t)n + (size_t)k] * b[i];
    }
}

static void mass(System *s, const double *q, const double *qd, double *qdd)
{
    int n = s->n;
    double *px = s->work, *py = px + n, *c = py + n, *sn = c + n, *ax = sn + n, *ay = ax + n;
    double angle = 0, w = 0, x = 0, y = 0, bx = 0, by = GRAVITY;
    for (int i = 0; i < n; i++) {
        px[i] = x, py[i] = y, angle += q[i], w += qd[i];
        c[i] = cos(angle), sn[i] = sin(angle);
        x += LENGTH * c[i], y += LENGTH * sn[i];
        ax[i] = bx - w * w * CENTRE * c[i], ay[i] = by - w * w * CENTRE * sn[i];
        bx -= w * w * LENGTH * c[i], by -= w * w * LENGTH * sn[i];
    }
    double m = 0, hx = 0, hy = 0, j = 0, fx = 0, fy = 0, t = 0; /* of all from here on */
    for (int i = n - 1; i >= 0; i--) {
        /* First moment and inertia about the joint of link i. */
        double dx = LENGTH * c[i], dy = LENGTH * sn[i], ex = CENTRE * c[i], ey = CENTRE * sn[i];
        j += 2 * (dx * hx + dy * hy) + m * LENGTH * LENGTH + INERTIA + MASS * CENTRE * CENTRE;
        hx += m * dx + MASS * ex, hy += m * dy + MASS * ey, m += MASS;
        t += dx * fy - dy * fx + MASS * (ex * ay[i] - ey * ax[i]);
        fx += MASS * ax[i], fy += MASS * ay[i];
        qdd[i] = -t;
        for (int k = 0; k <= i; k++)
            s->matrix[(size_t)i * (size_t)n + (size_t)k] =
                j + hx * (px[i] - px[k]) + hy * (py[i] - py[k]);
    }
    cholesky(n, s->matrix, qdd);
}

/* ---- Newton and Euler, for checking ---- */

/* Torques of the joints at these accelerations. */
static void torques(System *s, const double *q, const double *qd, const double *qdd, double gravity,
                    double *tau)
{
    Body *body = s->body;
    for (int i = 0; i < s->n; i++) {
        const Link *l = &s->link[i];
        Body *b = &body[i], *p = l->parent < 0 ? NULL : &body[l->parent], none = {.av.y = gravity};
        move(l, b, p, q[i], qd[i]);
        carry(b, p ? p : &none);
        if (l->slides)
            b->av = add(b->av, scaled(qdd[i], l->axis));
        else
            b->aw = add(b->aw, scaled(qdd[i], l->axis));
        inert(l, b);
        Vec hw, hv;
        momentum(l, b->aw, b->av, &hw, &hv);
        b->pw = add(b->pw, hw), b->pv = add(b->pv, hv);
    }
    for (int i = s->n - 1; i >= 0; i--) {
        const Link *l = &s->link[i];
        Body *b = &body[i];
        tau[i] = dot(l->axis, l->slides ? b->pv : b->pw);
        if (l->parent < 0)
            continue;
        Body *p = &body[l->parent];
        Vec f = transposed_times(b->e, b->pv);
        p->pv = add(p->pv, f);
        p->pw = add(p->pw, add(transposed_times(b->e, b->pw), cross(b->r, f)));
    }
}

static void columns(System *s, const double *q, const double *qd, double *qdd)
{
    int n = s->n;
    double *unit = s->work, *zero = unit + n, *column = zero + n;
    memset(unit, 0, sizeof *unit * 2 * (size_t)n);
    torques(s, q, qd, zero, GRAVITY, qdd);
    for (int k = 0; k < n; k++) {
        unit[k] = 1;
        torques(s, q, zero, unit, 0, column);
        unit[k] = 0;
        for (int i = k; i < n; i++)
            s->matrix[(size_t)i * (size_t)n + (size_t)k] = column[i];
    }
    for (int i = 0; i < n; i++)
        qdd[i] = -qdd[i];
    cholesky(n, s->matrix, qdd);
}

/* Torques that the joints, which are free, would need for these accelerations, against the largest
 * that they need for none. */
static double left_over(System *s, const double *qdd)
{
    double *tau = s->work, *zero = tau + s->n, left = 0, largest = 0;
    memset(zero, 0, sizeof *zero * (size_t)s->n);
    torques(s, s->q, s->qd, zero, GRAVITY, tau);
    for (int i = 0; i < s->n; i++)
        largest = fmax(largest, fabs(tau[i]));
    torques(s, s->q, s->qd, qdd, GRAVITY, tau);
    for (int i = 0; i < s->n; i++)
        left = fmax(left, fabs(tau[i]));
    return left / largest;
}

/* ---- The program ---- */

/* Links up to which mass matrices, whose condition grows with the fourth power of their number, are
 * compared with the rest. */
enum { MOST_CHECKED = 100 };

typedef void Way(System *s, const double *q, const double *qd, double *qdd);

typedef struct {
    System *s;
    Way *way;
    double *q, *qd;
} Run;

static int evaluate(void *arg, long i)
{
    Run *r = arg;
    for (int k = 0; k < r->s->n; k++) {
        r->q[k] = other_state(i) * r->s->q[k];
        r->qd[k] = other_state(i) * r->s->qd[k];
    }
    r->way(r->s, r->q, r->qd, r->s->qdd);
    return 0;
}

/* Nanoseconds of an evaluation; states differ a little from one to the next. */
static double nanoseconds(System *s, Way *way, double limit)
{
    size_t size = sizeof *s->q * (size_t)s->n;
    Run r = {s, way, malloc(size), malloc(size)};
    double t = measure(limit, evaluate, &r);
    free(r.q);
    free(r.qd);
    return 1e9 * t;
}

static System *make(const char *kind, int n)
{
    size_t size = (size_t)n, square = n <= 2000 ? size * size : 1;
    System *s = calloc(1, sizeof *s);
    *s = (System){.n = n,
                  .link = calloc(size, sizeof *s->link),
                  .body = calloc(size, sizeof *s->body),
                  .flat = calloc(size, sizeof *s->flat),
                  .q = calloc(size, sizeof *s->q),
                  .qd = calloc(size, sizeof *s->q),
                  .qdd = calloc(size, sizeof *s->q),
                  .matrix = calloc(square, sizeof *s->q),
                  .work = calloc(8 * size, sizeof *s->q)};
    for (int i = 0; i < n; i++) {
        int at = strcmp(kind, "planar") ? i % 3 : 0;
        bool skew = !strcmp(kind, "skew");
        double swing = INERTIA + MASS * CENTRE * CENTRE;
        s->link[i] =
            (Link){.axis = skew ? (Vec){1. / 3, 2. / 3, 2. / 3} : (Vec){at == 2, at == 1, at == 0},
                   .parent = strcmp(kind, "tree") ? i - 1 : (i + 1) / 2 - 1,
                   .slides = !strcmp(kind, "sliding") && i % 3 == 2,
                   .inertia = {INERTIA, swing, swing, 0, 0, 0}};
        s->q[i] = 0.5 * sin(1.7 * (i + 1));
        s->qd[i] = 0.1 * cos(2.3 * (i + 1));
    }
    return s;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return fprintf(stderr, "usage: bodies chain|skew|planar|tree|sliding N SECONDS\n"), 2;
    int n = atoi(argv[2]);
    System *s = make(argv[1], n);
    bool planar = !strcmp(argv[1], "planar");
    double limit = atof(argv[3]), *one = malloc(sizeof *one * (size_t)n), largest = 0, off = 0;
    static const struct {
        const char *name;
        Way *way;
        bool planar;
    } way[] = {{"space", space, false}, {"plane", plane, true}, {"mass", mass, true}};
    space(s, s->q, s->qd, one);
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(one[i]));
    for (int k = 0; k < 3; k++) {
        if (way[k].planar && !planar)
            continue;
        printf("%s %.6g\n", way[k].name, nanoseconds(s, way[k].way, limit));
        way[k].way(s, s->q, s->qd, s->qdd);
        for (int i = 0; i < n && (way[k].way != mass || n <= MOST_CHECKED); i++)
            off = fmax(off, fabs(s->qdd[i] - one[i]));
    }
    if (n <= MOST_CHECKED) {
        columns(s, s->q, s->qd, s->qdd);
        for (int i = 0; i < n; i++)
            off = fmax(off, fabs(s->qdd[i] - one[i]));
    }
    printf("torque %.3g\n", left_over(s, one));
    printf("difference %.3g\n", off / largest);
    for (int i = 0; i < n; i++)
        printf("a %.17g\n", one[i]);
    return 0;
}
