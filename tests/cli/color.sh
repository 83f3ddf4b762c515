# Colour only on a terminal and without NO_COLOR; --quiet leaves errors only; no bar in a pipe.
. "$ROOT/tests/cli/common"
printf 'model Wrong\n  Real x = yy;\nend Wrong;\n' > wrong.mo
cat > warn.mo <<'END'
model Warn
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  assert(x < 0.5, "beware", AssertionLevel.warning);
end Warn;
END
cat > terminal.py <<'END'
import pty, sys
pty.spawn(sys.argv[1:])
END
colours() {
    esc=$(printf '\033')
    unset NO_COLOR
    python3 terminal.py "$KRON" check wrong.mo < /dev/null > tty.out
    grep -q "$esc\[" tty.out || { cat tty.out; echo "no colour on a terminal"; exit 1; }
    NO_COLOR=1 python3 terminal.py "$KRON" check wrong.mo < /dev/null > tty.out
    grep -q 'error' tty.out
    ! grep -q "$esc\[3" tty.out || { echo "colour in spite of NO_COLOR"; exit 1; }
    run 1 "$KRON" check wrong.mo
    ! grep -q "$esc" "$TMP/err" || fail "colour in a pipe"
    run 0 "$KRON" simulate warn.mo
    ! grep -q "$esc" "$TMP/err" || fail "escapes in a pipe"
}
quiet() {
    run 0 "$KRON" simulate warn.mo
    says beware
    [ -s "$TMP/out" ] || fail "no summary"
    run 0 "$KRON" simulate warn.mo --quiet
    [ ! -s "$TMP/err" ] && [ ! -s "$TMP/out" ] || fail "not quiet"
    run 1 "$KRON" check wrong.mo --quiet
    says yy
    run 0 "$KRON" simulate warn.mo --quiet --json
    prints '"schema"'
}
all colours quiet
