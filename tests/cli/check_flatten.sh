# `check` tells sizes, for several models; `flatten` prints a model that is its own flat model.
. "$ROOT/tests/cli/common"
several() {
    run 0 "$KRON" check "$ROOT/examples/BouncingBall.mo" "$ROOT/examples/VanDerPol.mo"
    [ "$(wc -l < "$TMP/out")" = 2 ] || fail "two models, two lines"
    prints BouncingBall
    prints VanDerPol
    prints '2 states'
    run 0 "$KRON" check --quiet "$ROOT/examples/VanDerPol.mo"
    [ ! -s "$TMP/out" ] || fail "not quiet"
}
syntax() {
    for model in BouncingBall Thermostat VanDerPol; do
        run 0 "$KRON" flatten "$ROOT/examples/$model.mo"
        cp "$TMP/out" flat.mo
        run 0 "$KRON" flatten flat.mo
        cmp "$TMP/out" flat.mo
    done
}

# What cannot be run is an error of `check` already: functions that are defined nowhere. A session lists them.
undefined() {
    printf 'model undefined\n  local x, y\n  der(x) = sine(Time)\n  y = 2*INTEGR(x, 0)\nend\n' > undefined.dym
    run 1 "$KRON" check undefined.dym
    says 'undefined.dym:3:12: error: `sine`: this function is not defined; did you mean `sin`?'
    says 'undefined.dym:4:9: error: `INTEGR`: this function is not defined'
    printf 'enter undefined.dym\noutput equations\n' > s.ds
    run 0 "$KRON" session s.ds
    prints 'der(x) = sine(Time)'
}
all several syntax undefined
