# Matrices in files of MATLAB's version 7.3 (HDF5): in one piece, in chunks, compressed; fields of structs; what is
# no matrix, and damaged files, are told.
. "$ROOT/tests/cli/common"

cat > M.mo <<'END'
package M
  function sizes
    input String file, name;
    output Integer n[2];
    external "C" ModelicaIO_readMatrixSizes(file, name, n);
  end sizes;
  function matrix
    input String file, name;
    input Integer m, n;
    output Real x[m, n];
    external "C" ModelicaIO_readRealMatrix(file, name, x, size(x, 1), size(x, 2), true);
  end matrix;
  model Read
    parameter String name = "a";
    parameter Integer n[2] = sizes("f.mat", name);
    parameter Real x[:, :] = matrix("f.mat", name, n[1], n[2]);
    Real first = x[1, 2], last = x[n[1], n[2]], total = sum(x);
  end Read;
end M;
END

for how in deflate plain compact; do
    python3 "$ROOT/tests/cli/mat73.py" f.mat $how
    value 6.5 last -I . M.Read
    value 2 first -I . M.Read
    value 21.5 total -I . M.Read
    value 34 last -I . M.Read --set 'name="s.b"'
    value 340 total -I . M.Read --set 'name="s.b"'
done
for name in t c s s.c a.b z; do
    run 1 "$KRON" simulate -I . M.Read --set "name=\"$name\""
    says 'matrix'
done

# Bytes changed, the end cut off: a value or a message, never more.
python3 - <<'END'
import os, random, subprocess
good, kron, random_bytes = open("f.mat", "rb").read(), os.environ["KRON"], random.Random(1)
for k in range(150):
    bad = bytearray(good)
    for _ in range(1 + k % 4):
        bad[random_bytes.randrange(512, len(bad))] = random_bytes.choice([0, 1, 255, random_bytes.randrange(256)])
    open("f.mat", "wb").write(bad[:random_bytes.randrange(600, len(bad))] if k % 5 == 0 else bad)
    r = subprocess.run([kron, "simulate", "-I", ".", "M.Read", "--set", 'name="%s"' % ("a", "s.b")[k % 2]], capture_output=True, timeout=60)
    assert r.returncode in (0, 1, 3), (k, r.returncode, r.stderr)
END
