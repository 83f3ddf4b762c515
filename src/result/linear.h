/* linear.h - linear systems: poles, zeros, frequency response, response to steps. */
#ifndef KRON_RESULT_LINEAR_H
#define KRON_RESULT_LINEAR_H

#include <complex.h>
#include <stdbool.h>

/* Row by row: nx*nx, nx*nu, ny*nx, ny*nu. */
typedef struct LinearSystem {
    int nx, nu, ny;
    const double *A, *B, *C, *D;
} LinearSystem;

/* Eigenvalues of A, those with a positive imaginary part before their conjugates, slow ones first;
 * false: they were not found. z has room for nx. */
bool linear_poles(const LinearSystem *l, double complex *z);
/* The invariant zeros of the whole system, transmission zeros among them (zeros.c): their number,
 * -1: not found. z has room for nx. */
int linear_zeros(const LinearSystem *l, double complex *z);
/* The same from input u to output y. */
int linear_zeros_between(const LinearSystem *l, int u, int y, double complex *z);
/* Slow ones first, then by the real part, the upper one of a pair first. */
void linear_sort(double complex *z, int n);
/* C*(s*I - A)^-1*B + D from input u to output y at s = i*w; NaN: w is a pole. */
double complex linear_response(const LinearSystem *l, int u, int y, double w);
/* Output y at n points from 0 to t after a step of 1 at input u. */
void linear_step(const LinearSystem *l, int u, int y, double t, int n, double *out);
/* The span of frequencies, and of time, in which something happens. */
void linear_span(const double complex *pole, int n, double *slowest, double *fastest);

#endif
