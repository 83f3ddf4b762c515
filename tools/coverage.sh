#!/bin/sh
# Lines covered by the tests, per source file and in total: tools/coverage.sh BUILD-FOLDER
set -eu
build=$1
command -v gcov >/dev/null 2>&1 || { echo "gcov is missing (package gcc)" >&2; exit 1; }
find "$build/src" "$build/rt" -name '*.gcda' | sort | while read -r data; do
    gcov -n -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk -F"'" '
    /^File/ { file = $2; next }
    /^Lines executed/ && file ~ /^(src|rt)\/.*\.c$/ {
        split($0, part, /[:% ]+/)            # Lines executed:NN.NN% of N
        lines = part[5]; hit = part[3] * lines / 100
        printf "%7.1f %%  %6d lines  %s\n", part[3], lines, file
        all += lines; good += hit; file = ""
    }
    END { if (all) printf "%7.1f %%  %6d lines  in total\n", 100 * good / all, all }'
