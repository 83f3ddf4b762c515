# Runs without a solution end with status 3 in a short time, and name the culprit.
. "$ROOT/tests/cli/common"
cat > Escape.mo <<'END'
model Escape "x = 1/(1 - time): there is no solution beyond 1"
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end Escape;
END
cat > Zeno.mo <<'END'
model Zeno "Bounces at 1, 1.5, 1.75 ..: infinitely many before 2"
  Real h(start = 5, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -10;
  when h < 0 then
    reinit(v, -0.25*pre(v));
  end when;
end Zeno;
END

escape() {
    for method in cvode ida; do
        run 3 timeout 10 "$KRON" simulate Escape.mo --stop 2 --method $method -o r.csv
        says x
        says '1'
        python3 - <<'END'
rows = [[float(c) for c in line.split(",")] for line in list(open("r.csv"))[1:]]
assert rows[-1][0] < 1.001, rows[-1]
assert all(abs(x*(1 - t) - 1) < 1e-3 for t, x, d in rows if t < 0.9)
END
    done
}

zeno() { # it may tunnel or stop, but must come to an end
    got=0
    timeout 10 "$KRON" simulate Zeno.mo --stop 3 > "$TMP/out" 2> "$TMP/err" || got=$?
    case $got in
    0 | 3) ;;
    *) fail "status $got" ;;
    esac
}

endless() { # an undamped oscillation, forever
    cat > Swing.mo <<'END'
model Swing
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Swing;
END
    for method in auto cvode ida; do
        run 3 timeout 60 "$KRON" simulate Swing.mo --stop 1e50 --method $method -o r.csv
        says 'the run would not end'
    done
    for method in rk45 rk8; do
        run 3 timeout 60 "$KRON" simulate Swing.mo --stop 1e50 --method $method -o r.csv
    done
}

absent() { # only when the statement is executed
    cat > Absent.mo <<'END'
model Absent
  Real x[0];
  Real z;
algorithm
  z := 1;
  for i in 1:1 loop
    z := if time > 0.5 then x[i - 1] else z;
  end for;
end Absent;
END
    run 0 "$KRON" simulate Absent.mo --stop 0.4 -o r.csv
    run 3 "$KRON" simulate Absent.mo --stop 1 -o r.csv
    says 'at time 0.5'
    says 'an element that does not exist is used here (Absent.mo:7)'
}

all escape zeno endless absent
