#!/usr/bin/env python3
"""Models of the multibody benchmark: models.py KIND N [LIBRARY], to standard output.

All are chains or trees of N links that hang on one joint each, in the state that bodies.c has too: link i
(from 1) is turned by angle(i) against its predecessor and turns with speed(i). A link is 1 m long in x, has
1 kg at 0.5 m and 0.1 kg.m2 about its centre of mass in all directions. Gravity is 9.81 m/s2 against y. The
axes are z, y, x, z, ... in space, z in the plane.

SHAPES say how links hang together, FORMS who writes the equations; KIND is FORM-SHAPE. LIBRARY is the name
of a copy of the Modelica Standard Library in which packages and classes have other names (renamed.py).
"""
import math
import sys

SHAPES = {
    "chain": "each link on the one before",
    "skew": "the same, all axes are {1, 2, 2}/3, so all links are equal",
    "planar": "the same, all axes are z",
    "tree": "two links on every link",
    "sliding": "a chain with a prismatic joint in every third place",
}
FORMS = {
    "msl": "components of Modelica.Mechanics.MultiBody, each declared by itself",
    "kron": "arrays of components of Kron.MultiBody",
    "plane": "arrays of components of Kron.Planar (planar only)",
    "array": "an array of one component for a link, with connectors (planar only)",
    "flat": "arrays of variables and equations, no components (planar only)",
}
# The name of the acceleration of joint %d; accelerations() has those of all.
ACCELERATION = {"msl": "j%d.a", "kron": "j[%d].z", "plane": "j[%d].z", "array": "link[%d].z", "flat": "z[%d]"}
AXES = {"planar": ["{0, 0, 1}"], "skew": ["{1, 2, 2}"]}
STATE = ("(each fixed = true, start = {0.5*sin(1.7*i) for i in 1:n})",
         "(each fixed = true, start = {0.1*cos(2.3*i) for i in 1:n})")


def angle(i):
    return 0.5 * math.sin(1.7 * i)


def speed(i):
    return 0.1 * math.cos(2.3 * i)


def axes(shape):
    return AXES.get(shape, ["{0, 0, 1}", "{0, 1, 0}", "{1, 0, 0}"])


def parent(i, shape):
    return i // 2 if shape == "tree" else i - 1


def slides(i, shape):
    return shape == "sliding" and i % 3 == 0


def accelerations(form, shape, n):
    """Their names, joint by joint: those that slide are an array of their own in `kron`."""
    if form != "kron" or shape != "sliding":
        return [ACCELERATION[form] % i for i in range(1, n + 1)]
    return [("s[%d].acc" % (i // 3)) if slides(i, shape) else ACCELERATION[form] % (i - i // 3) for i in range(1, n + 1)]


def words(library):
    if library == "Modelica":
        return {"M": "Modelica.Mechanics.MultiBody", "J": "Joints", "P": "Parts", "R": "Revolute",
                "T": "Prismatic", "B": "BodyShape", "W": "World"}
    return {"M": library + ".Mechanics.Vielkoerper", "J": "Gelenke", "P": "Teile", "R": "Drehgelenk",
            "T": "Schubgelenk", "B": "Koerperform", "W": "Welt"}


def msl(shape, n, library):
    s = words(library)
    out = ["model Chain",
           "  inner %(M)s.%(W)s world(enableAnimation = false, animateGround = false, g = 9.81);" % s]
    for i in range(1, n + 1):
        move = slides(i, shape)
        state = "%s(fixed = true, start = %.17g), %s(fixed = true, start = %.17g)" % (
            "s" if move else "phi", angle(i), "v" if move else "w", speed(i))
        axis = axes(shape)[(i - 1) % len(axes(shape))]
        out.append("  %s.%s.%s j%d(n = %s, %s);" % (s["M"], s["J"], s["T"] if move else s["R"], i, axis, state))
        out.append("  %s.%s.%s b%d(m = 1, r = {1, 0, 0}, r_CM = {0.5, 0, 0}, I_11 = 0.1, I_22 = 0.1, "
                   "I_33 = 0.1, animation = false);" % (s["M"], s["P"], s["B"], i))
    out.append("equation")
    for i in range(1, n + 1):
        p = parent(i, shape)
        out.append("  connect(%s, j%d.frame_a);" % ("b%d.frame_b" % p if p else "world.frame_b", i))
        out.append("  connect(j%d.frame_b, b%d.frame_a);" % (i, i))
    return out + ["end Chain;"]


def kron(shape, n, library):
    each = axes(shape)
    axis = "each n = " + each[0] if len(each) == 1 else "n = {%s for i in 1:n}" % (
        "if mod(i, 3) == 1 then %s elseif mod(i, 3) == 2 then %s else %s" % tuple(each))
    out = ["model Chain",
           "  constant Integer n = %d;" % n,
           "  inner Kron.MultiBody.World world(g = {0, -9.81, 0});",
           "  Kron.MultiBody.Bar bar[n](each r = {1, 0, 0});",
           "  Kron.MultiBody.Body body[n](each r_cm = {0.5, 0, 0}, each I = 0.1*identity(3));"]
    joint = {}
    if shape == "sliding":
        turning = [i for i in range(1, n + 1) if not slides(i, shape)]
        moving = [i for i in range(1, n + 1) if slides(i, shape)]
        for name, cls, of, q, v in (("j", "Revolute", turning, "phi", "w"), ("s", "Prismatic", moving, "s", "v")):
            if not of:
                continue
            places = "{%s}" % ", ".join(map(str, of))
            out.append("  constant Integer %s_at[%d] = %s;" % (name, len(of), places))
            which = "n = {%s}" % ", ".join(each[(i - 1) % len(each)] for i in of)
            out.append("  Kron.MultiBody.%s %s[%d](%s, %s(each fixed = true, start = {0.5*sin(1.7*i) for i in %s_at}), "
                       "%s(each fixed = true, start = {0.1*cos(2.3*i) for i in %s_at}));"
                       % (cls, name, len(of), which, q, name, v, name))
            joint.update({i: "%s[%d]" % (name, k + 1) for k, i in enumerate(of)})
        out.append("equation")
        for i in range(1, n + 1):
            out.append("  connect(%s, %s.a);" % ("bar[%d].b" % (i - 1) if i > 1 else "world.frame", joint[i]))
            out.append("  connect(%s.b, bar[%d].a);" % (joint[i], i))
        out.append("  for i in 1:n loop connect(bar[i].a, body[i].frame); end for;")
        return out + ["end Chain;"]
    out += ["  Kron.MultiBody.Revolute j[n](%s, phi%s, w%s);" % ((axis,) + STATE),
            "equation",
            "  connect(world.frame, j[1].a);",
            "  for i in 1:n loop",
            "    connect(j[i].b, bar[i].a);",
            "    connect(j[i].b, body[i].frame);",
            "  end for;",
            "  for i in 2:n loop",
            "    connect(bar[%s].b, j[i].a);" % ("div(i, 2)" if shape == "tree" else "i - 1"),
            "  end for;"]
    return out + ["end Chain;"]


def plane(shape, n, library):
    return ["model Chain",
            "  constant Integer n = %d;" % n,
            "  inner Kron.Planar.World world(gy = -9.81);",
            "  Kron.Planar.Fixed ground;",
            "  Kron.Planar.Revolute j[n](phi%s, w%s);" % STATE,
            "  Kron.Planar.Rod rod[n](each m = 1, each J = 0.1);",
            "equation",
            "  connect(ground.frame, j[1].a);",
            "  for i in 1:n loop",
            "    connect(j[i].b, rod[i].a);",
            "  end for;",
            "  for i in 2:n loop",
            "    connect(rod[i - 1].b, j[i].a);",
            "  end for;",
            "end Chain;"]


def array(shape, n, library):
    return ["package Links",
            "  connector End",
            "    Real alpha, ax, ay;",
            "    flow Real t, fx, fy;",
            "  end End;",
            "  model Ground",
            "    End a;",
            "  equation",
            "    a.alpha = 0;",
            "    a.ax = 0;",
            "    a.ay = 9.81;",
            "  end Ground;",
            "  model Link",
            "    End a, b;",
            "    input Real theta0, omega0;",
            "    output Real theta, omega;",
            "    Real phi, w, z;",
            "  protected",
            "    Real c, s, gx, gy;",
            "  equation",
            "    w = der(phi);",
            "    z = der(w);",
            "    theta = theta0 + phi;",
            "    omega = omega0 + w;",
            "    b.alpha = a.alpha + z;",
            "    c = cos(theta);",
            "    s = sin(theta);",
            "    b.ax = a.ax - b.alpha*s - omega^2*c;",
            "    b.ay = a.ay + b.alpha*c - omega^2*s;",
            "    gx = (a.ax + b.ax)/2;",
            "    gy = (a.ay + b.ay)/2;",
            "    a.fx + b.fx = gx;",
            "    a.fy + b.fy = gy;",
            "    a.t = 0;",
            "    0.1*b.alpha + (c*gy - s*gx)/2 = b.t + c*b.fy - s*b.fx;",
            "  end Link;",
            "  model Chain",
            "    constant Integer n = %d;" % n,
            "    Ground ground;",
            "    Link link[n](phi%s, w%s);" % STATE,
            "  equation",
            "    link[1].theta0 = 0;",
            "    link[1].omega0 = 0;",
            "    connect(ground.a, link[1].a);",
            "    for i in 2:n loop",
            "      link[i].theta0 = link[i - 1].theta;",
            "      link[i].omega0 = link[i - 1].omega;",
            "      connect(link[i - 1].b, link[i].a);",
            "    end for;",
            "  end Chain;",
            "end Links;",
            "model Chain = Links.Chain;"]


def flat(shape, n, library):
    return ["model Chain",
            "  constant Integer n = %d;" % n,
            "  Real phi[n]%s;" % STATE[0],
            "  Real w[n]%s;" % STATE[1],
            "  Real z[n], theta[n], omega[n], alpha[n], c[n], s[n];",
            "  Real ax[n + 1], ay[n + 1], fx[n + 1], fy[n + 1];",
            "equation",
            "  ax[1] = 0;",
            "  ay[1] = 9.81;",
            "  fx[n + 1] = 0;",
            "  fy[n + 1] = 0;",
            "  for i in 1:n loop",
            "    der(phi[i]) = w[i];",
            "    der(w[i]) = z[i];",
            "    theta[i] = (if i > 1 then theta[i - 1] else 0) + phi[i];",
            "    omega[i] = (if i > 1 then omega[i - 1] else 0) + w[i];",
            "    alpha[i] = (if i > 1 then alpha[i - 1] else 0) + z[i];",
            "    c[i] = cos(theta[i]);",
            "    s[i] = sin(theta[i]);",
            "    ax[i + 1] = ax[i] - alpha[i]*s[i] - omega[i]^2*c[i];",
            "    ay[i + 1] = ay[i] + alpha[i]*c[i] - omega[i]^2*s[i];",
            "    fx[i] = fx[i + 1] + (ax[i] + ax[i + 1])/2;",
            "    fy[i] = fy[i + 1] + (ay[i] + ay[i + 1])/2;",
            "    // about the joint: no torque there",
            "    0.1*alpha[i] + (c[i]*(ay[i] + ay[i + 1]) - s[i]*(ax[i] + ax[i + 1]))/4 = "
            "s[i]*fx[i + 1] - c[i]*fy[i + 1];",
            "  end for;",
            "end Chain;"]


def model(kind, n, library="Modelica"):
    form, _, shape = kind.partition("-")
    return "\n".join(globals()[form](shape or "planar", n, library)) + "\n"


def main():
    sys.stdout.write(model(sys.argv[1], int(sys.argv[2]), *sys.argv[3:4]))


if __name__ == "__main__":
    main()
