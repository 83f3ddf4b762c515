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
stop=200
while :; do
    rm -rf "$TMP/cache"
    start=$(date +%s%N)
    CC=/nonexistent/cc run 0 timeout 60 "$KRON" simulate Long.mo --stop $stop --intervals 50 -o tcc.csv
    spent=$((($(date +%s%N) - start)/1000000))
    [ $spent -lt 2500 ] && [ $stop -lt 20000 ] || break
    stop=$((stop*2))
done
[ ! -d "$TMP/cache/kron" ] || [ -z "$(ls "$TMP/cache/kron")" ] || fail "compiled without a compiler"

# The run that uses cc maps its result: seen in /proc while it goes on.
CC=cc "$KRON" simulate Long.mo --stop $stop --intervals 50 -o cc.csv > "$TMP/out" 2> "$TMP/err" &
pid=$!
seen=no
while kill -0 $pid 2> /dev/null; do
    if grep -q "$TMP/cache/kron\|/kron-" /proc/$pid/maps 2> /dev/null; then seen=yes; fi
    sleep 0.05
done
wait $pid
cmp tcc.csv cc.csv
[ -n "$(ls "$TMP/cache/kron")" ] || fail "nothing in the cache after $spent ms"
if [ -r /proc/self/maps ] && [ $seen = no ]; then # compiled too late: the next run finds it in the cache
    CC=cc "$KRON" simulate Long.mo --stop $stop --intervals 50 -o cc.csv > "$TMP/out" &
    pid=$!
    while kill -0 $pid 2> /dev/null; do
        if grep -q "$TMP/cache/kron" /proc/$pid/maps 2> /dev/null; then seen=yes; fi
        sleep 0.05
    done
    wait $pid
    cmp tcc.csv cc.csv
    [ $seen = yes ] || fail "the code of cc was not used"
fi
