# Time of a step of the real-time program of the plant against one written by hand: bench/realtime/run.sh [KRON]
set -e
here=$(cd "$(dirname "$0")" && pwd)
kron=${1:-$here/../../build/kron}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
"$kron" translate "$here/Plant.mo" --to c --method bdf2 --step 1e-3 -o "$tmp/plant.c"
printf 'double written_x(void) { return v[V_x]; }\n' >> "$tmp/plant.c"
cc -std=gnu17 -O2 -o "$tmp/compare" "$here/compare.c" "$here/hand.c" "$tmp/plant.c" -lm
"$tmp/compare"
