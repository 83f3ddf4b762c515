/* fft.c - the discrete Fourier transform of real data, by the factors of their number (J. W.
 * Cooley, J. W. Tukey, Math. Comput. 19 (1965) 297): n times the sum of the factors. */
#include "rt/library.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static int least_factor(int n)
{
    for (int p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

/* out[n] from in[n] with a stride, by p transforms of n / p each. */
static void transform(int n, const double *in, int stride, double complex *out,
                      double complex *work)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    int p = least_factor(n), m = n / p;
    for (int k = 0; k < p; k++)
        transform(m, in + k * stride, stride * p, out + k * m, work);
    for (int i = 0; i < n; i++) {
        double complex sum = 0;
        for (int k = 0; k < p; k++) {
            double angle = -2 * PI * (double)((long)i * k % n) / n;
            sum += out[k * m + i % m] * (cos(angle) + sin(angle) * I);
        }
        work[i] = sum;
    }
    for (int i = 0; i < n; i++)
        out[i] = work[i];
}

/* 0 done, 1 an odd number of data, 3 no memory. */
int k_fft(const double *u, size_t n, double *unused, size_t nunused, double *amplitude,
          double *phase)
{
    (void)unused;
    (void)nunused;
    if (n % 2)
        return 1;
    double complex *out = malloc((2 * n + 1) * sizeof *out);
    if (!out)
        return 3;
    if (n)
        transform((int)n, u, 1, out, out + n);
    size_t nf = n / 2 + 1;
    for (size_t i = 0; n && i < nf; i++) {
        amplitude[i] = cabs(out[i]) / (double)nf;
        phase[i] = carg(out[i]);
    }
    free(out);
    return 0;
}
