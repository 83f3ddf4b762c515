# Translations that are kept: used if nothing has changed, said then, with the same results and
# messages; never if anything has.
export XDG_CACHE_HOME="$PWD/cache"
mkdir lib
cat > lib/Part.mo <<'END'
model Part
  parameter Real k = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k*x;
end Part;
END
cat > Big.mo <<'END'
model Big
  parameter Real a = 1, limit = 100;
  Part p[2000](each k = a);
  Real y(start = 0, fixed = true), z(start = 1, fixed = true), w(start = 0.5);
equation
  der(y) = p[1].x;
  der(z) = -1e5*(z - cos(time));
  w^3 + w = y + 1;
  assert(y < limit, "y is too large");
end Big;
END
ends_at() { # the logarithm of the last value
    python3 - "$1" <<'END'
import csv, math, sys
x = float(list(csv.DictReader(open("r.csv")))[-1]["p[7].x"])
assert abs(math.log(x) - float(sys.argv[1])) < 1e-4, x
END
}
anew() { # what follows is translated
    "$KRON" simulate Big.mo -I lib --stop 0.1 --intervals 10 --vars '?' --vars 'p[7].x' -o r.csv "$@" > out.txt 2>&1
    if grep -q 'not translated anew' out.txt; then cat out.txt; exit 1; fi
}
again() { # it is not
    "$KRON" simulate Big.mo -I lib --stop 0.1 --intervals 10 --vars '?' --vars 'p[7].x' -o s.csv "$@" > out.txt 2>&1
    grep -q 'not translated anew' out.txt || { cat out.txt; exit 1; }
    cmp r.csv s.csv
}
anew
grep -q 'stiff from time' out.txt # the method is inlined during the run
again
again
"$KRON" simulate Big.mo -I lib --stop 0.1 --intervals 10 --vars '?' --json -o s.csv 2> /dev/null | grep -q '"cached": true'
[ "$(stat -c %a cache/kron)" = 700 ]

# Other settings, methods, files.
anew --set a=2
again --set a=2
anew --method bdf
again --method bdf
anew --method radau
again --method radau
sed -i 's/-k\*x/-2*k*x/' lib/Part.mo
anew
ends_at -0.2
again
sed -i 's/+ 1;/+ 2;/' Big.mo
anew
again
echo 'within; model Other end Other;' > lib/Other.mo # it could come first
anew
again
mkdir first
sed 's/-2\*k/-3*k/' lib/Part.mo > first/Part.mo
cp r.csv before.csv
"$KRON" simulate Big.mo -I first -I lib --stop 0.1 --intervals 10 --vars 'p[7].x' -o r.csv --quiet
ends_at -0.3
rm first/Part.mo
"$KRON" simulate Big.mo -I first -I lib --stop 0.1 --intervals 10 --vars 'p[7].x' -o r.csv --quiet
ends_at -0.2
cp before.csv r.csv

# Messages are the same: places, equations, values.
for i in 1 2; do
    if "$KRON" simulate Big.mo -I lib --stop 0.1 --set limit=0.05 --vars y -o s.csv > message$i.txt 2>&1; then exit 1; fi
    sed -i 's/, [0-9]* ms in all.*//' message$i.txt
done
grep -q 'Big.mo:9' message1.txt
cmp message1.txt message2.txt
# Other commands have the equations.
"$KRON" structure Big.mo -I lib > structure.txt
grep -q 2003 structure.txt

# What is cut, foreign or open is not used.
for entry in cache/kron/*.model; do
    head -c 1000 "$entry" > cut
    cat cut > "$entry"
done
anew
again
for entry in cache/kron/*.model; do
    printf X | dd of="$entry" bs=1 seek=2000 conv=notrunc 2> /dev/null
done
anew
again
chmod 777 cache/kron
anew
chmod 700 cache/kron
again
# A sweep uses it too.
"$KRON" sweep Big.mo -I lib --vary a=1,2 --stop 0.1 --intervals 10 --vars y -o t1.csv --quiet
rm -r cache
"$KRON" sweep Big.mo -I lib --vary a=1,2 --stop 0.1 --intervals 10 --vars y -o t2.csv --quiet
cmp t1.csv t2.csv
