#!/usr/bin/env python3
"""Writes a chain of n links, of `Kron.MultiBody` or `Modelica.Mechanics.MultiBody`, as a Modelica model.

    bench/multibody/chain.py N [--planar] [--written] [--msl] > Chain.mo

Each link is a hinge, a uniform rod of 1 kg and 1 m, and the body in its middle. The axis of a hinge
stands at right angles on that before it (in space), or all are parallel (--planar).

--written   every component and connection written out, instead of arrays and a loop
--msl       of the classes of the Modelica Standard Library
"""
import argparse

HEAD = """model Chain "{n} links"
  inner {world} world{gravity};
"""
KRON = {"world": "Kron.MultiBody.World", "joint": "Kron.MultiBody.Revolute", "bar": "Kron.MultiBody.Bar",
        "body": "Kron.MultiBody.Body", "gravity": "(g = {0, -9.81, 0})", "root": "world.frame",
        "a": "a", "b": "b", "at": "frame",
        "start": "phi(start = {phi}, {each}fixed = true), w(start = {w}, {each}fixed = true)",
        "inertia": "I = diagonal({0.001, 1/12, 1/12})", "turn": "R = [1, 0, 0; 0, 0, -1; 0, 1, 0]"}
MSL = {"world": "Modelica.Mechanics.MultiBody.World", "joint": "Modelica.Mechanics.MultiBody.Joints.Revolute",
       "bar": "Modelica.Mechanics.MultiBody.Parts.FixedTranslation", "body": "Modelica.Mechanics.MultiBody.Parts.Body",
       "gravity": "(g = 9.81, enableAnimation = false)", "root": "world.frame_b",
       "a": "frame_a", "b": "frame_b", "at": "frame_a",
       "start": "{each}animation = false, phi(start = {phi}, {each}fixed = true), w(start = {w}, {each}fixed = true)",
       "inertia": "animation = false, {each}I_11 = 0.001, {each}I_22 = 1/12, {each}I_33 = 1/12", "turn": None}


def axis(i, planar):  # of hinge i
    return "{0, 0, 1}" if planar or i % 2 else "{0, 1, 0}"


def angle(i):
    return "0.3*sin(%s)" % i


def speed(i):
    return "0.5*cos(%s)" % i


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("n", type=int)
    parser.add_argument("--planar", action="store_true")
    parser.add_argument("--written", action="store_true")
    parser.add_argument("--msl", action="store_true")
    opt = parser.parse_args()
    c = MSL if opt.msl else KRON
    print(HEAD.format(n=opt.n, **c), end="")
    many = not opt.written
    each = "each " if many else ""
    turns = not opt.planar and c["turn"] is not None

    def parts(i):
        dims = "[%d]" % opt.n if many else str(i)
        values = "{%s for i in 1:" + str(opt.n) + "}" if many else "%s"
        start = c["start"].format(phi=values % angle("i") if many else angle(i),
                                  w=values % speed("i") if many else speed(i), each=each)
        if turns or opt.planar:
            n = each + "n = {0, 0, 1}"
        elif many:
            n = "n = {if mod(i, 2) == 1 then {0, 0, 1} else {0, 1, 0} for i in 1:%d}" % opt.n
        else:
            n = "n = " + axis(i, opt.planar)
        turn = ", " + each + c["turn"] if turns else ""
        middle = ", each " if many else ", "
        print("  %s joint%s(%s, %s);" % (c["joint"], dims, n, start))
        print("  %s bar%s(%sr = {1, 0, 0}%s%s);" % (c["bar"], dims, each, turn,
                                                  middle + "animation = false" if opt.msl else ""))
        print("  %s body%s(%sm = 1, %sr_%s = {-0.5, 0, 0}, %s%s);" %
              (c["body"], dims, each, each, "CM" if opt.msl else "cm", each,
               c["inertia"].format(each=each) if opt.msl else c["inertia"]))

    at = "[%s]" if many else "%s"
    joint, bar, body = "joint" + at, "bar" + at, "body" + at

    def links(i):
        print("    connect(%s.%s, %s.%s);" % (joint % i, c["b"], bar % i, c["a"]))
        print("    connect(%s.%s, %s.%s);" % (bar % i, c["b"], body % i, c["at"]))

    for i in range(1, 2 if many else opt.n + 1):
        parts(i)
    print("equation\n  connect(%s, %s.%s);" % (c["root"], joint % 1, c["a"]))
    if many:
        print("  for i in 1:%d loop" % opt.n)
        links("i")
        print("  end for;\n  for i in 2:%d loop" % opt.n)
        print("    connect(%s.%s, %s.%s);\n  end for;" % (bar % "i - 1", c["b"], joint % "i", c["a"]))
    else:
        for i in range(1, opt.n + 1):
            links(i)
        for i in range(2, opt.n + 1):
            print("    connect(%s.%s, %s.%s);" % (bar % (i - 1), c["b"], joint % i, c["a"]))
    print("  annotation(experiment(StopTime = 1, Tolerance = 1e-9));\nend Chain;")


main()
