#!/bin/sh
# Instructions of translation with two programs, and their ratio: bench/translate.sh A B
# The models are bench/Circuit.mo, bench/Ladder.mo and, with MSL=DIR, seven of the Modelica Standard
# Library (bench/README.md says which and why). With LIMIT=1.02 the exit status is 1 if a ratio is above.
set -eu
[ $# = 2 ] || { echo "usage: $0 PROGRAM_A PROGRAM_B" >&2; exit 2; }
command -v valgrind > /dev/null || { echo "valgrind is not installed" >&2; exit 2; }
here=$(dirname "$(realpath "$0")")
export KRON_NATIVE=off LC_ALL=C

# count PROGRAM MODEL OPTIONS...: millions of instructions
count() {
    program=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" simulate "$@" --stop 0 -o /dev/null \
        --quiet 2>&1 < /dev/null | awk '/Collected/ { printf "%.3f", $4 / 1e6 }'
}

worst=0
# compare LABEL MODEL OPTIONS...
compare() {
    label=$1
    shift
    x=$(count "$A" "$@")
    y=$(count "$B" "$@")
    [ -n "$x" ] && [ -n "$y" ] || { echo "no count for $label" >&2; exit 1; }
    ratio=$(echo "$x $y" | awk '{ printf "%.4f", $2 / $1 }')
    worst=$(echo "$worst $ratio" | awk '{ print (($1 > $2) ? $1 : $2) }')
    printf '%-48s %12s %12s %8s\n' "$label" "$x" "$y" "$ratio"
}

A=$1
B=$2
printf '%-48s %12s %12s %8s\n' "model (millions of instructions)" A B B/A
compare Circuit "$here/Circuit.mo"
for n in 200 2000 20000; do
    compare "Ladder, n = $n" "$here/Ladder.mo" --set n=$n
done
if [ -n "${MSL:-}" ]; then
    for model in \
        Blocks.Examples.PID_Controller \
        Electrical.Analog.Examples.CauerLowPassSC \
        Electrical.Digital.Examples.Adder4 \
        Electrical.Spice3.Examples.FourInverters \
        Electrical.PowerConverters.Examples.ACDC.RectifierBridge2mPulse.ThyristorBridge2mPulse_RLV \
        Electrical.Machines.Examples.SynchronousMachines.SMR_DOL \
        Magnetic.FluxTubes.Examples.MovingCoilActuator.ArmatureStroke; do
        compare "${model##*.}" -I "$MSL" "Modelica.$model"
    done
else
    echo "Modelica Standard Library: skipped (MSL=DIR $0 A B)"
fi
echo "largest ratio $worst"
awk "BEGIN { exit !($worst <= ${LIMIT:-1e9}) }"
