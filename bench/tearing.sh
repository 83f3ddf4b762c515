#!/bin/sh
# Instructions of tearing per equation, from 1,000 to 1,000,000 equations (valgrind counts them; those
# of making the block are subtracted).
cd "$(dirname "$0")/.."
B=${B:-build}
mkdir -p "$B/bench"
${CC:-cc} -std=c17 -O2 -Isrc -o "$B/bench/tearing" bench/tearing.c src/graph/*.c || exit 1
count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$B/bench/tearing" "$@" 2>&1 |
        sed -n 's/.*Collected : //p'
}
for n in 1000 10000 100000 1000000; do
    all=$(count $n)
    making=$(count $n without)
    echo "$n equations: $(( (all - making) / n )) instructions each"
done
