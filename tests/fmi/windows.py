"""windows.py KRON ROOT FOLDER: FMUs have a binary for Windows with the functions of FMI and none of ours; by
Wine it gives what the one for Linux gives (master.c). Status 77: there is no mingw-w64."""
import os, shutil, subprocess, sys, xml.etree.ElementTree as tree, zipfile

kron, root, folder = sys.argv[1:4]
models = root + "/tests/fmi/Models.mo"
mingw = "x86_64-w64-mingw32-"
wine = shutil.which("wine64") or next((p for p in ["/usr/lib/wine/wine64"] if os.path.exists(p)), None)
environment = dict(os.environ, WINEPREFIX=folder + "/wine", WINEDEBUG="-all", DISPLAY="")


def build_masters():
    source = root + "/tests/fmi/master.c"
    subprocess.run(["cc", "-O1", "-w", "-I" + root, source, "-o", folder + "/master", "-ldl"], check=True)
    subprocess.run([mingw + "gcc", "-O1", "-w", "-I" + root, source, "-o", folder + "/master.exe", "-static"], check=True)


def about(fmu, version):
    with zipfile.ZipFile(fmu) as z:
        z.extractall(fmu[:-4])
        top = tree.fromstring(z.read("modelDescription.xml"))
    if version == 2:
        references = [v.get("valueReference") for v in top.iter("ScalarVariable") if v.find("Real") is not None]
        states = len(top.findall("ModelStructure/Derivatives/Unknown"))
    else:
        references = [v.get("valueReference") for v in top.iter("Float64") if v.find("Dimension") is None]
        states = len(top.findall("ModelStructure/ContinuousStateDerivative"))
    return top.get("guid") or top.get("instantiationToken"), states, sorted(set(references), key=int)


def run(start, binary, version, kind, told, resources):
    token, states, references = told
    said = subprocess.run(start + [binary, str(version), kind, token, resources, "2", "200", str(states)] + references,
                          capture_output=True, text=True, env=environment, timeout=300)
    if said.returncode:
        sys.exit("%s %s: %s" % (binary, kind, said.stderr[-500:]))
    return [[float(x) for x in line.split(",")] for line in said.stdout.split()]


def check_names(dll, version):
    listed = subprocess.run([mingw + "objdump", "-p", dll], capture_output=True, text=True, check=True).stdout
    names = listed.split("[Ordinal/Name Pointer] Table")[1].split("\n\n")[0].split("\n")[1:]
    names = [n.split()[-1] for n in names if "]" in n]
    others = [n for n in names if not n.startswith("fmi%d" % version)]
    if others or "fmi%dDoStep" % version not in names or "fmi%dGetVersion" % version not in names:
        sys.exit("names of %s: %s" % (dll, others or names))
    libraries = [line.split()[-1].lower() for line in listed.splitlines() if "DLL Name" in line]
    if set(libraries) - {"kernel32.dll", "msvcrt.dll"}:
        sys.exit("%s needs %s" % (dll, libraries))


def large(path):
    """Formulas that all differ, and stiff: libtcc compiles what is computed seldom, for both binaries."""
    n = 320
    with open(path, "w") as f:
        f.write("model Large\n")
        for i in range(n):
            f.write("  Real x%d(start = %g, fixed = true); parameter Real p%d = %g;\n" % (i, (i + 1) / n, i, 1 + i / n))
        f.write("equation\n")
        for i in range(n):
            j, k, l = (i + 2) % n, (i * i + 7) % n, 3 * i % n
            f.write("  der(x%d) = %g*(%g*sin(x%d + %g*time)*x%d/(1 + x%d^2) - x%d) + p%d*(x%d - x%d)^3/(%g + x%d^4)" %
                    (i, 1 if i % 3 else 500, i / n, j, i / n, k, k, i, i, k, l, 1 + i / n, l))
            f.write(" + sqrt(%g + x%d^2)*tanh(x%d - %g*x%d) - %g*atan(x%d*x%d)/(2 + cos(%g*x%d)) - (if x%d > %g then x%d else x%d^3);\n" %
                    (1 + i / n, l, j, i / n, k, i / n, j, l, 1 + i / n, k, l, i / n, l, j))
        f.write("end Large;\n")


def main():
    if not shutil.which(mingw + "gcc"):
        print("no mingw-w64")
        sys.exit(77)
    build_masters()
    large(folder + "/Large.mo")
    for model in "Ball", "Pendulum", "Swing", "Stiff", "Sampled", "Called", "Loops", "Large":
        for version in 2, 3:
            fmu = "%s/%s%d.fmu" % (folder, model, version)
            source = [folder + "/Large.mo", "--method", "bdf"] if model == "Large" else ["%s:Models.%s" % (models, model)]
            subprocess.run([kron, "translate"] + source + ["--to", "fmu%d" % version, "--quiet", "-o", fmu], check=True)
            told = about(fmu, version)
            name = model + str(version)
            linux = "%s/binaries/%s/%s.so" % (fmu[:-4], "linux64" if version == 2 else "x86_64-linux", name)
            windows = "%s/binaries/%s/%s.dll" % (fmu[:-4], "win64" if version == 2 else "x86_64-windows", name)
            check_names(windows, version)
            for kind in "me", "cs":
                if not wine or (model, kind) in [("Stiff", "me"), ("Large", "me")]:  # Heun's method is explicit
                    continue
                a = run([folder + "/master"], linux, version, kind, told, folder)
                b = run([wine, folder + "/master.exe"], windows, version, kind, told, "Z:" + folder)
                worst = max(abs(x - y) / max(1, max(abs(r[i]) for r in a)) for r, s in zip(a, b) for i, (x, y) in enumerate(zip(r, s)))
                if len(a) != len(b) or len(a[0]) != len(b[0]) or not worst <= 1e-6:
                    sys.exit("%s, FMI %d, %s: Windows differs from Linux by %g" % (model, version, kind, worst))
                print("%s FMI %d %s: %g" % (model, version, kind, worst), flush=True)
    if not wine:
        print("binaries were not run: no wine64")


main()
