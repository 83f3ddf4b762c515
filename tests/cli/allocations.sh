# A run takes its memory at set-up: one twice as long asks for memory no more often. Not so are delay lines, which grow
# with the delay, Strings, messages (also of failed steps that are overcome, as in BranchSchmitt), what is asked about the last point when a run has ended, and the set-up of another integrator where a model turns out stiff.
# What is asked at the end depends on the last point: it may be three more. There are more events than that between.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
! sanitized || { echo "sanitizers have a malloc of their own"; exit 77; }
cc -shared -fPIC -o "$TMP/count.so" "$ROOT/tests/cli/allocations.c"

# asks MODEL STOP METHOD: how often memory is asked for.
asks() {
    : > "$TMP/out" > "$TMP/err"
    ALLOCATIONS="$TMP/count" KRON_NATIVE=off LD_PRELOAD="$TMP/count.so" \
        "$KRON" simulate "$ROOT/$1" --stop "$2" --method "$3" --tolerance 1e-9 -o /dev/null --quiet || fail "$1 does not run"
    cat "$TMP/count"
}

# MODEL HALF WHOLE [METHODS]: nonlinear, linear, with other solutions, mixed, with states chosen during the run, events.
while read -r model half whole methods; do
    for method in ${methods:-cvode ida rk45}; do
        n=$(asks "$model" "$half" $method)
        more=$(asks "$model" "$whole" $method)
        [ "$n" -gt 100 ] || fail "$model: $n allocations were counted, too few to be true"
        [ "$more" -le $((n + 3)) ] || fail "$model, $method: $n allocations up to $half, $more up to $whole"
    done
done <<END
tests/sim/DiodeBridgeCapacitor.mo 0.05 0.1
tests/sim/LibDiodeBridge.mo 0.05 0.1
tests/sim/StatesPendulum.mo 5 10
tests/sim/StatesDoublePendulum.mo 1 2
tests/sim/LibBondGraphDoublePendulum.mo 1 2
examples/FourBar.mo 1 2
examples/HalfWaveRectifier.mo 0.05 0.1
examples/BouncingBall.mo 1 2
examples/StickSlip.mo 10 20
END
