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
all several syntax
