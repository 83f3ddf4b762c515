"""The Python module against analytic solutions and against what the program `kron` prints."""
import gc
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy
import pytest

import kron

TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DECAY = """model Decay "A decay"
  parameter Real k = 2 "Rate";
  parameter Integer n[2] = {1, 2};
  parameter String name = "salt";
  Real x(start = 1, fixed = true, unit = "kg") "Mass";
equation
  der(x) = -k*x;
end Decay;
"""
DRIVEN = """model Driven
  input Real u;
  output Real y;
  Real x(start = 0.5, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -3*x - 0.4*v + 2*u;
  y = x + 0.5*u;
end Driven;
"""


def test_values_agree_with_the_solution():
    r = kron.loads(DECAY).simulate(stop=2, tolerance=1e-9)
    assert numpy.abs(r["x"] - numpy.exp(-2 * r.time)).max() < 1e-7
    assert r.time[0] == 0 and r.time[-1] == 2


def test_settings_hold_for_one_run():
    m = kron.loads(DECAY)
    m.check()
    m.simulate(stop=1)
    assert m.simulate(stop=1, k=1.0, tolerance=1e-9)["x"][-1] == pytest.approx(math.exp(-1), abs=1e-7)
    assert m.simulate(stop=1, tolerance=1e-9)["x"][-1] == pytest.approx(math.exp(-2), abs=1e-7)
    assert m.simulate(stop=1, set={"x.start": 3}, tolerance=1e-9)["x"][-1] == pytest.approx(3 * math.exp(-2), abs=1e-6)
    assert kron._model.library.kron_translations(m._place) == 1  # all of them were exchanged


def test_parameters_are_a_mapping():
    m = kron.loads(DECAY)
    assert m.parameters["k"] == 2 and m.parameters["name"] == "salt" and m.parameters["n[2]"] == 2
    m.parameters["k"] = 3
    assert m.parameters["k"] == 3
    assert m.simulate(stop=1, tolerance=1e-9)["x"][-1] == pytest.approx(math.exp(-3), abs=1e-7)
    del m.parameters["k"]
    assert m.parameters["k"] == 2
    m.set("n", [4, 5])
    assert m.parameters["n[1]"] == 4
    with pytest.raises(KeyError):
        m.parameters["x"]


def test_arrays_are_whole():
    m = kron.loads("""model M parameter Integer n = 3; parameter Boolean b = true; parameter Real a[2, 2] = {{1, 2}, {3, 4}};
        Real x[2](each start = 1, each fixed = true); equation der(x) = -a*x; end M;""")
    assert m.parameters["n"] == 3 and isinstance(m.parameters["n"], int) and m.parameters["b"] is True
    assert m.parameters["a"].tolist() == [[1, 2], [3, 4]]
    r = m.simulate(stop=1, tolerance=1e-9)
    assert r["x"].shape == (len(r.time), 2) and (r["x"][:, 1] == r["x[2]"]).all()
    a = numpy.array([[1.0, 2], [3, 4]])
    values, vectors = numpy.linalg.eig(a)
    exact = vectors @ numpy.diag(numpy.exp(-values)) @ numpy.linalg.inv(vectors) @ [1, 1]
    assert r["x"][-1] == pytest.approx(exact, abs=1e-6)
    assert r.plot("x").axes.get_lines()[1].get_label() == "x[2]" and "x" in r and "y" not in r
    with pytest.raises(KeyError):
        r["der(x"]
    with pytest.raises(kron.CallError, match="is an FMU"):
        kron.load("M.fmu")


def test_variables_say_what_they_are():
    x = next(v for v in kron.loads(DECAY).variables if v.name == "x")
    assert (x.unit, x.description, x.type, x.kind) == ("kg", "Mass", "Real", "state")


def test_columns_are_views_that_outlive_the_result():
    r = kron.loads(DECAY).simulate(stop=1)
    x, again = r["x"], r["x"]
    assert numpy.shares_memory(x, again) and not x.flags.owndata and not x.flags.writeable
    copy = x.copy()
    del r
    gc.collect()
    assert (x == copy).all()


def test_errors_have_the_texts_of_the_program():
    text = "model A\n  Real x;\nequation\n  x = y;\nend A;\n"
    with pytest.raises(kron.ModelError) as e:
        kron.loads(text).check()
    assert "`y`" in str(e.value) and e.value.messages[0].line == 4 and e.value.messages[0].file == "model.mo"
    with pytest.raises(kron.ModelError):
        kron.load("no/such/file.mo")
    with pytest.raises(kron.Error):
        kron.loads(DECAY).simulate(method="fast")
    with pytest.raises(kron.CallError):
        kron.loads(DECAY).simulate(k=math.nan)


def test_a_failed_run_keeps_its_result():
    m = kron.loads("model B Real x(start = 1, fixed = true); equation der(x) = x^2; end B;")
    with pytest.raises(kron.RunError) as e:
        m.simulate(stop=2)
    r = e.value.result
    assert r is not None and 0.9 < r.time[-1] <= 1.01  # the solution 1/(1 - t) has a pole at 1
    assert numpy.abs(r["x"][:100] * (1 - r.time[:100]) - 1).max() < 1e-4


def test_warnings_are_pythons():
    with pytest.warns(kron.KronWarning):
        kron.loads("model W parameter Real k; Real x(start = 1); equation der(x) = -k*x; end W;").simulate()


def test_progress_may_cancel():
    seen = []
    r = kron.loads(DECAY).simulate(stop=1e3, progress=lambda t, part: seen.append(part) or len(seen) > 1)
    assert seen and len(r.time) >= 1


def test_files_are_read_back(tmp_path):
    r = kron.loads(DECAY).simulate(stop=1)
    for name in "a.csv", "a.mat":
        r.write(tmp_path / name)
        f = kron.read(tmp_path / name)
        assert numpy.allclose(f["x"], r["x"], rtol=1e-6) and numpy.allclose(f.time, r.time)
    assert kron.read(tmp_path / "a.mat").parameters["k"] == 2
    (tmp_path / "bad.mat").write_bytes(b"not a matrix, not at all")
    with pytest.raises(kron.CallError):
        kron.read(tmp_path / "bad.mat")


def test_frames():
    pandas = pytest.importorskip("pandas")
    frame = kron.loads(DECAY).simulate(stop=1).to_frame("x")
    assert isinstance(frame, pandas.DataFrame) and frame.index.name == "time" and list(frame) == ["x"]


def test_pictures(tmp_path):
    pytest.importorskip("matplotlib")
    r = kron.loads(DECAY).simulate(stop=1)
    plot = r.plot("x")
    assert numpy.array_equal(plot.axes.lines[0].get_ydata(), r["x"])
    assert "<svg" in plot._repr_svg_() and "<svg" in r._repr_html_()
    plot.save(tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    with pytest.raises(KeyError):
        r.plot("nothing")


def test_structure():
    s = kron.load(os.path.join(TREE, "examples", "SeriesResonance.mo")).structure()
    assert sorted(s["states"]) == ["c.v", "l.i"] and "<svg" in s._repr_svg_()


def test_linear_system():
    l = kron.loads(DRIVEN).linearize()
    order = [l.states.index("x"), l.states.index("v")]
    assert numpy.allclose(l.A[numpy.ix_(order, order)], [[0, 1], [-3, -0.4]], atol=1e-12)
    assert numpy.allclose(l.B[order, 0], [0, 2]) and numpy.allclose(l.C[0, order], [1, 0]) and l.D[0, 0] == 0.5
    assert numpy.allclose(sorted(l.poles.imag), sorted(numpy.roots([1, 0.4, 3]).imag))


def test_inputs():
    m = kron.loads(DRIVEN)
    t = numpy.linspace(0, 5, 501)
    free, driven = m.simulate(stop=5), m.simulate(stop=5, inputs={"u": (t, numpy.full(501, 1.5))}, tolerance=1e-9)
    # a constant input shifts the equilibrium to u*2/3: the motion around it is the free one from another start
    other = m.simulate(stop=5, set={"x.start": 0.5 - 1.0}, tolerance=1e-9)
    assert numpy.allclose(driven["x"], other["x"] + 1.0, atol=1e-6) and driven["u"][0] == 1.5
    assert numpy.allclose(m.simulate(stop=5)["x"], free["x"])
    with pytest.raises(kron.Error):
        m.simulate(inputs={"u": ([0, 1], [1])})
    with pytest.raises(kron.Error):
        m.simulate(inputs={"w": ([0, 1], [1, 2])})


def test_continuing(tmp_path):
    m = kron.loads(DRIVEN)
    whole = m.simulate(stop=4, tolerance=1e-9)
    m.simulate(stop=2, tolerance=1e-9).write(tmp_path / "half.mat")
    rest = m.simulate(stop=4, tolerance=1e-9, start_from=tmp_path / "half.mat")
    assert rest.time[0] == 2 and rest["x"][-1] == pytest.approx(whole["x"][-1], abs=1e-7)


def test_sweeps_show_themselves():
    shown = kron.sweep(kron.loads(DECAY), {"k": [1, 2]}, variables="x", stop=1)._repr_html_()
    assert shown.count("<tr>") == 3 and "x.final" in shown and "%.6g" % math.exp(-2) in shown


def test_fmu(tmp_path):
    import zipfile
    kron.loads(DECAY).fmu(tmp_path / "Decay.fmu", version=2, type="me")
    names = zipfile.ZipFile(tmp_path / "Decay.fmu").namelist()
    assert "modelDescription.xml" in names and any(n.startswith("binaries/") for n in names)
    with pytest.raises(kron.Error):
        kron.loads(DECAY).fmu(tmp_path / "Decay.fmu", version=7)


@pytest.mark.skipif("KRON_BUILD" not in os.environ, reason="the program is not known")
def test_fmu_in_a_model(tmp_path):
    program = os.path.join(os.environ["KRON_BUILD"], "kron")
    kron.loads(DECAY.replace("Real x(", "output Real x(")).fmu(tmp_path / "Decay.fmu", version=3, type="cs")
    subprocess.run([program, "import", "Decay.fmu", "--quiet"], cwd=tmp_path, check=True)
    with pytest.raises(kron.RunError, match="KRON_TRUSTED"):
        kron.load(str(tmp_path / "Decay.mo")).simulate(stop=1)
    m = kron.load(str(tmp_path / "Decay.mo"), trust=True)
    for _ in range(2):  # every run begins anew
        assert abs(m.simulate(stop=1, communicationStep=0.1)["x"][-1] - math.exp(-2)) < 1e-5
    assert abs(m.simulate(stop=1, k=1)["x"][-1] - math.exp(-1)) < 1e-5


def test_inputs_from_frames_and_files(tmp_path):
    pandas = pytest.importorskip("pandas")
    m = kron.loads(DRIVEN)
    frame = pandas.DataFrame({"u": [0.0, 2.0]}, index=pandas.Index([0.0, 5.0], name="time"))
    frame.to_csv(tmp_path / "u.csv")
    a, b = m.simulate(stop=5, inputs=frame), m.simulate(stop=5, inputs=tmp_path / "u.csv")
    assert numpy.array_equal(a["y"], b["y"]) and a["u"][-1] == 2
    assert m.simulate(stop=5)["u"][-1] == 0


def test_steady():
    m = kron.loads("model H Real T(start = 300, fixed = true); equation der(T) = 5 - 0.1*(T - 290); end H;")
    assert m.steady()["T"] == pytest.approx(340)


def test_agrees_with_the_program():
    program = os.path.join(os.environ.get("KRON_BUILD", os.path.join(TREE, "build")), "kron")
    model = os.path.join(TREE, "examples", "BouncingBall.mo")
    out = subprocess.run([program, "simulate", model, "--json", "--quiet"], stdout=subprocess.PIPE, check=True).stdout
    said = json.loads(out)
    r = kron.load(model).simulate()
    assert r.statistics["state_events"] == said["state_events"] and r.statistics["steps"] == said["steps"]
    for name, value in said["final"].items():
        if name in r:
            assert r[name][-1] == pytest.approx(value, abs=1e-12)


def test_models_in_threads_run_at_once():
    done = []

    def work(k):
        r = kron.loads(DECAY).simulate(stop=1, k=k, tolerance=1e-9)
        done.append((k, r["x"][-1]))

    threads = [threading.Thread(target=work, args=(float(k),)) for k in range(1, 9)]
    [t.start() for t in threads]
    [t.join() for t in threads]
    assert len(done) == 8 and all(abs(x - math.exp(-k)) < 1e-7 for k, x in done)


LONG = "model L Real x(start = 1, fixed = true); equation der(x) = cos(1e4*time)*x; end L;"


def test_the_interpreter_goes_on_during_a_run():
    m = kron.loads(LONG)
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(time.monotonic())

    t = threading.Thread(target=tick)
    t.start()
    begin = time.monotonic()
    try:
        m.simulate(stop=1e4, intervals=10, progress=lambda *_: time.monotonic() > begin + 0.5)
    finally:
        stop.set()
        t.join()
    inside = [x for x in ticks if begin < x < begin + 0.5]
    assert len(inside) > 10


def test_ctrl_c_ends_a_run():
    code = ("import kron, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nm = kron.loads(%r)\nprint('ready', flush=True)\ntry:\n    m.simulate(stop=1e4, intervals=10)\n"
            "except KeyboardInterrupt:\n    print('interrupted', m.simulate(stop=1e-3).time[-1])\n" % LONG)
    p = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert p.stdout.readline() == "ready\n"
    time.sleep(0.5)
    p.send_signal(signal.SIGINT)
    out, _ = p.communicate(timeout=20)
    assert out == "interrupted 0.001\n"


def test_sweeps():
    m = kron.loads(DECAY)
    s = kron.sweep(m, {"k": [1, 2, 3], "x.start": "1..2/2"}, variables="x", stop=1, tolerance=1e-9, curves=True)
    assert s.runs == 6 and not s.failures
    assert numpy.allclose(s["x.final"], s["x.start"] * numpy.exp(-s["k"]), atol=1e-7)
    assert numpy.allclose(s["x.max"], s["x.start"])
    assert numpy.allclose(s["x.mean"], s["x.start"] * (1 - numpy.exp(-s["k"])) / s["k"], atol=1e-4)
    assert numpy.allclose(s.curves("x"), s["x.start"][:, None] * numpy.exp(-numpy.outer(s["k"], s.times)), atol=1e-7)
    sampled = kron.sweep(m, {"k": "~uniform(1, 2)"}, samples=50, latin=True, seed=3, stop=1, variables=["x"])
    assert sorted(numpy.floor((sampled["k"] - 1) * 50).astype(int)) == list(range(50))  # one in each part
    with pytest.raises(kron.CallError):
        kron.sweep(m, {"k": "~strange(1)"}, samples=3)
    with pytest.raises(kron.Error):
        kron.sweep(m, {"nothing": [1, 2]})


def test_lists_as_keywords_vary():
    s = kron.sweep(kron.loads(DECAY), k=[1, 2.5], variables="x", stop=1, tolerance=1e-9)
    assert s["x.final"] == pytest.approx(numpy.exp([-1, -2.5]), abs=1e-7)


def test_variables_that_are_not_there():
    r = kron.loads(DECAY).simulate(stop=1)
    with pytest.raises(KeyError, match="no variable `der.y.`; did you mean `der.x.`"):
        r["der(y)"]
    assert r.get("y") is None and "y" not in r
    with pytest.raises(KeyError) as e:
        r["y"]
    assert isinstance(pickle.loads(pickle.dumps(e.value)), KeyError)


def test_failed_runs_of_a_sweep_are_marked():
    m = kron.loads("model B parameter Real b = 1; Real x(start = 1, fixed = true); equation der(x) = b*x^2; end B;")
    s = kron.sweep(m, {"b": [0.1, 5]}, stop=1, variables="x", tolerance=1e-8)
    assert list(s.failures) == [1] and s["x.final"][0] == pytest.approx(1 / 0.9, rel=1e-6)


def test_every_function_of_the_header_is_known():
    text = open(os.path.join(TREE, "include", "kron.h"), encoding="utf-8").read()
    import re
    named = set(re.findall(r"\b(kron_[a-z_]+)\(", re.sub(r"/\*.*?\*/", "", text, flags=re.S)))
    assert named == set(kron._abi.header.function)


def test_structures_are_laid_out_as_in_c(tmp_path):
    lines = ["#include <kron.h>", "#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    ours = []
    for name, s in kron._abi.header.struct.items():
        import ctypes
        lines.append('printf("%%zu\\n", sizeof(%s));' % name)
        ours.append(ctypes.sizeof(s))
        for field, *_ in s._fields_:
            lines.append('printf("%%zu\\n", offsetof(%s, %s));' % (name, field))
            ours.append(getattr(s, field).offset)
    (tmp_path / "a.c").write_text("\n".join(lines + ["}"]))
    subprocess.run(["cc", "-I", os.path.join(TREE, "include"), str(tmp_path / "a.c"), "-o", str(tmp_path / "a")], check=True)
    out = subprocess.run([str(tmp_path / "a")], stdout=subprocess.PIPE, check=True, text=True).stdout
    assert [int(x) for x in out.split()] == ours
