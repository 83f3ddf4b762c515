# The end of a long message, with its advice, is there also where a file lies deep in folders.
. "$ROOT/tests/cli/common"
deep="$TMP/a/folder/of/a/project/that/is/kept/below/many/others/whose/names/tell/what/is/in/them/each/in/some/words"
mkdir -p "$deep"
cp "$ROOT/tests/sim/GrowthOfSign.mo" "$deep"
run 3 "$KRON" simulate "$deep/GrowthOfSign.mo" --stop 300
says "nothing would grow with the opposite sign of k2 (it is 1), kp (it is 2)"
says "the parameter \`kp\` is 2 ($deep/GrowthOfSign.mo:5)"
