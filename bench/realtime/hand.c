/* The plant of Plant.mo by hand: BDF of order 2 with one iterated unknown, Newton's method with its
 * own derivative, the unknown predicted by a parabola, sin(time) once in a step. */
#include <math.h>

static double x[3], x1[2], x2[2], now, guess[3];
static long steps;

static double controller(double y, double h, double o1, double o2)
{
    const double w = 10, D = 0.5;
    return (w * w * y - (2 * w * D + h * w * w) * o2 - w * w * o1) /
           (1 + (2 * w * D + h * w * w) * h);
}

/* Implicit Euler for the first step, then BDF 2. */
void hand_step(double dt)
{
    const double w = 10, D = 0.5, k = 2;
    int first = steps == 0;
    double h = first ? dt : 2 * dt / 3;
    double o = first ? x[0] : (4 * x[0] - x[1]) / 3, o1 = first ? x1[0] : (4 * x1[0] - x1[1]) / 3;
    double o2 = first ? x2[0] : (4 * x2[0] - x2[1]) / 3, s = sin(now + dt);
    double z = steps < 3 ? x[0] : 3 * (guess[0] - guess[1]) + guess[2], a2, n2, n1;
    double q = 1 + (2 * w * D + h * w * w) * h, du = -k * h * h * w * w / q;
    for (int i = 0; i < 12; i++) {
        a2 = controller(z, h, o1, o2);
        n2 = h * a2 + o2;
        n1 = h * n2 + o1;
        double r = z - h * (-z * z * z - k * n1 + s) - o;
        double d = r / (1 - h * (-3 * z * z + du)), size = fabs(d) / (fabs(z) + 1);
        z -= d;
        if (10 * size * size <= 1e-11)
            break;
    }
    a2 = controller(z, h, o1, o2);
    n2 = h * a2 + o2;
    n1 = h * n2 + o1;
    guess[2] = guess[1];
    guess[1] = guess[0];
    guess[0] = z;
    x[1] = x[0];
    x[0] = z;
    x1[1] = x1[0];
    x1[0] = n1;
    x2[1] = x2[0];
    x2[0] = n2;
    now += dt;
    steps++;
}

void hand_init(void)
{
    x[0] = guess[0] = guess[1] = guess[2] = 1;
    x1[0] = x2[0] = now = 0;
    steps = 0;
}

double hand_x(void)
{
    return x[0];
}
