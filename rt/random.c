/* random.c - the random numbers of Modelica.Math.Random: generators of S. Vigna (An experimental
 * exploration of Marsaglia's xorshift generators, scrambled, 2014). States are Integers, two for 64
 * bits, the lower half first. */
#include "rt/library.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 16, STATE = 2 * WORDS + 1 };

static uint64_t join(const int *half)
{
    return (uint64_t)(uint32_t)half[1] << 32 | (uint32_t)half[0];
}

static void split(uint64_t x, int *half)
{
    for (int i = 0; i < 2; i++) {
        uint32_t part = (uint32_t)(x >> 32 * i);
        memcpy(&half[i], &part, sizeof part);
    }
}

/* Between 0 and 1, from all 64 bits as a signed number. */
static double fraction(uint64_t x)
{
    int64_t number;
    memcpy(&number, &x, sizeof number);
    return (double)number * 0x1p-64 + 0.5;
}

void k_random_64(const int *in, int *out, double *y)
{
    uint64_t x = join(in);
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    x *= 2685821657736338717u;
    split(x, out);
    *y = fraction(x);
}

void k_random_128(const int *in, int *out, double *y)
{
    uint64_t a = join(in), b = join(in + 2);
    a ^= a << 23;
    a = (a ^ b ^ (a >> 17) ^ (b >> 26)) + b;
    split(b, out);
    split(a, out + 2);
    *y = fraction(a);
}

void k_random_1024(const int *in, int *out, double *y)
{
    int at = in[2 * WORDS] & (WORDS - 1), next = (at + 1) & (WORDS - 1);
    uint64_t a = join(in + 2 * at), b = join(in + 2 * next);
    b ^= b << 31;
    b ^= b >> 11;
    a ^= a >> 30;
    a ^= b;
    memmove(out, in, STATE * sizeof *out);
    split(a, out + 2 * next);
    out[2 * WORDS] = next;
    *y = fraction(a * 1181783497276652981u);
}

/* ---- A generator that keeps its state, one for each instance ---- */

typedef struct Kept {
    int id;
    int state[STATE];
} Kept;

void k_random_keep(const int *state, size_t n, int id)
{
    Kept *kept = k_memory(sizeof *kept);
    if (n > STATE)
        k_error("the state of the random numbers has %zu elements instead of %d", n, STATE);
    memcpy(kept->state, state, n * sizeof *state);
    kept->id = id;
}

double k_random_next(int id)
{
    Kept *kept = k_memory(sizeof *kept);
    double y;
    if (kept->id != id)
        k_error("impureRandom needs initializeImpureRandom before it");
    k_random_1024(kept->state, kept->state, &y);
    return y;
}

/* From clock and process. */
int k_random_seed(double unused)
{
    int t[7];
    (void)unused;
    k_system_time(&t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &t[6]);
    uint32_t seed = 1u + (uint32_t)t[0] + 1000u * (uint32_t)t[1] + 60000u * (uint32_t)t[2] +
                    3600000u * (uint32_t)t[3] + 6007u * (uint32_t)k_system_pid();
    return (int)(seed & INT32_MAX);
}

void k_random_halves(double x, int *half)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    split(bits, half);
}
