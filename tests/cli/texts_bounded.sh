# What stands once in the program may stand in a text at every place where it is used: 8^10 times here. Texts end early.
. "$ROOT/tests/cli/common"
cat > shared.mo <<'END'
model Shared "A record through many functions: written out, an argument stands for each field of the next one"
  record R
    Real a, b, c, d, e, f, g, h;
  end R;
  function next
    input R x;
    output R y = x;
  algorithm
    y.a := x.b + x.h/2;
    annotation(Inline = false);
  end next;
  R r = if time < 0.5 then R(time, 2, 3, 4, 5, 6, 7, 8) else
    next(next(next(next(next(next(next(next(next(next(R(time, 2, 3, 4, 5, 6, 7, 8)))))))))));
  Real y = sqrt(r.a + low);
  parameter Real low = 0;
end Shared;
END
sanitized || { ulimit -v 1000000; ulimit -t 2; } # it took gigabytes
run 0 "$KRON" simulate shared.mo
run 3 "$KRON" simulate shared.mo --set low=-1 --json
says '...'
for how in "" --json --listing; do
    run 0 "$KRON" structure shared.mo $how
    [ $(wc -c < "$TMP/out") -lt 4000000 ] || fail "too long"
done
run 0 "$KRON" translate shared.mo --to c -o shared.c
run 0 "$KRON" simulate shared.mo --dump blocks
