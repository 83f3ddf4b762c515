/* memo.h - where the result of a call is kept: one hash for the run time and for the evaluator. */
#ifndef KRON_RT_MEMO_H
#define KRON_RT_MEMO_H

#include <stdint.h>
#include <string.h>

/* A hash of `bits` bits, 1 to 63, of a function's number and the numbers it is called with. O(n).
 */
static inline uint64_t memo_hash(uint64_t function, int n, const double *in, int bits)
{
    const uint64_t odd = 0x9e3779b97f4a7c15u;
    uint64_t hash = function * odd;
    for (int i = 0; i < n; i++) {
        uint64_t image; /* of round numbers only the first bits are not 0 */
        memcpy(&image, &in[i], sizeof image);
        hash = (hash ^ image ^ image >> 32) * odd;
        hash ^= hash >> 29;
    }
    return hash * odd >> (64 - bits);
}

#endif
