# Long runs change to the code of the system's compiler. Results are bit-equal to those of libtcc.
. "$ROOT/tests/cli/common"
command -v cc > /dev/null || { echo "no cc"; exit 77; }
cat > Long.mo <<'END'
model Long "Coupled pendulums: sin, powers, a function, events"
  function pull
    input Real x[:];
    output Real y = 0;
  algorithm
    for e in x loop
      y := y + sin(e)/(1 + e^2);
    end for;
  end pull;
  parameter Integer n = 60;
  Real x[n](start = {i/n for i in 1:n}, each fixed = true), v[n](each start = 0, each fixed = true);
  Integer turns(start = 0, fixed = true);
  Real s = pull(x);
equation
  der(x) = v;
  der(v[1]) = sin(x[2] - x[1]) - 0.3*x[1]^3 - 0.01*s;
  for i in 2:n - 1 loop
    der(v[i]) = sin(x[i + 1] - x[i]) - sin(x[i] - x[i - 1]) - 0.3*x[i]^3;
  end for;
  der(v[n]) = -sin(x[n] - x[n - 1]) - 0.3*x[n]^3/(1 + exp(-v[n]));
  when v[1] > 0 then
    turns = pre(turns) + 1;
  end when;
end Long;
END
export XDG_CACHE_HOME="$TMP/cache"
one() { # one MODE OPTIONS...: result in MODE.csv
    mode=$1
    shift
    KRON_NATIVE=$mode run 0 timeout 100 "$KRON" simulate Long.mo --intervals 50 -o "$mode.csv" "$@"
}

one off --stop 100
[ ! -d "$TMP/cache/kron" ] || fail "compiled though KRON_NATIVE=off"
one now --stop 100
cmp off.csv now.csv
[ -n "$(ls "$TMP/cache/kron")" ] || fail "nothing in the cache"
one now --stop 100 # from the cache
cmp off.csv now.csv
for method in ida rk45; do
    one off --stop 30 --method $method
    one now --stop 30 --method $method
    cmp off.csv now.csv
done

# In the middle of a run, if it lasts long enough here: the results are the same in any case.
rm -rf "$TMP/cache"
one off --stop 1000
one auto --stop 1000
cmp off.csv auto.csv

# A home that is not there is not made.
env -u XDG_CACHE_HOME HOME="$TMP/nobody" KRON_NATIVE=now "$KRON" simulate Long.mo --intervals 50 --stop 100 -o home.csv --quiet
one off --stop 100
cmp off.csv home.csv
[ ! -e "$TMP/nobody" ] || fail "kron made a home folder"

# Without a compiler libtcc's code is used to the end.
CC=/nonexistent/cc KRON_NATIVE=now run 0 "$KRON" simulate Long.mo --intervals 50 --stop 100 -o none.csv
one off --stop 100
cmp off.csv none.csv

# A run that is killed takes its compiler with it.
rm -rf "$TMP/cache"
cat > slowcc <<'END'
#!/bin/sh
echo $$ > "$SLOW_PID"
exec sleep 100
END
chmod +x slowcc
SLOW_PID="$TMP/slow" CC="$PWD/slowcc" KRON_NATIVE=now "$KRON" simulate Long.mo --quiet &
pid=$!
i=0
while [ ! -s "$TMP/slow" ] && [ $i -lt 200 ]; do sleep 0.05; i=$((i + 1)); done
kill -9 $pid
wait $pid 2> /dev/null || true
i=0
while kill -0 "$(cat "$TMP/slow")" 2> /dev/null && [ $i -lt 100 ]; do sleep 0.05; i=$((i + 1)); done
! kill -0 "$(cat "$TMP/slow")" 2> /dev/null || fail "the compiler outlives a run that was killed"
