/* fuzz_classic_run.c - fuzz_run.c for the classic language. */
#define FUZZ_FILE "fuzz.dym"
#include "fuzz_run.c" /* NOLINT */
