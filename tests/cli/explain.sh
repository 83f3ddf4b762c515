# Errors and warnings carry a code at the end of their line; `kron explain` has a page for it. Codes are those of one
# message each, and docs/messages.md has a page for every code that the tests provoke.
. "$ROOT/tests/cli/common"

codes() {
    cp "$ROOT/tests/golden/diag/name_true.mo" "$ROOT/tests/golden/diag/unit_sum.mo" .
    run 1 "$KRON" check name_true.mo
    code=$(sed -n 's/.*error: .* \[\(K[A-Z2-9]*\)\]$/\1/p' "$TMP/err")
    [ ${#code} = 6 ] || fail "no code: $(cat "$TMP/err")"
    run 0 "$KRON" explain "$code"
    grep -q "^## $code" "$TMP/out" || fail "another page"
    grep -q 'in Modelica it is `true`' "$TMP/out" || fail "no example"
    run 0 "$KRON" explain "[$(echo "$code" | tr A-Z a-z)]"
    run 0 "$KRON" check unit_sum.mo
    grep -q 'warning: .* \[K[A-Z2-9]*\]$' "$TMP/err" || fail "a warning without code"
    run 2 "$KRON" explain KXXXXX
}

pages() { # made anew they have the same codes
    python3 "$ROOT/tools/messages.py" "$KRON" > pages.md || fail "two messages have one code"
    grep '^## ' pages.md | sort > now
    grep '^## ' "$ROOT/docs/messages.md" | sort > then
    diff then now > /dev/null || echo "docs/messages.md is to be made anew: tools/messages.py build/kron > docs/messages.md"
    [ "$(wc -l < now)" -gt 250 ] || fail "few codes"
}

all codes pages
