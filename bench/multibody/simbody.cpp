// simbody.cpp - the chains and trees of bodies.c in Simbody: nanoseconds of one evaluation of all
// accelerations, then these.
//
//     simbody KIND N SECONDS
#include "../measure.h"

#include <Simbody.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace SimTK;

struct Run {
    const MultibodySystem &system;
    State &state;
    std::vector<double> q, u;
};

static int evaluate(void *arg, long i)
{
    Run &r = *(Run *)arg;
    Vector &q = r.state.updQ(), &u = r.state.updU();
    for (int k = 0; k < (int)r.q.size(); k++) {
        q[k] = other_state(i) * r.q[(size_t)k];
        u[k] = other_state(i) * r.u[(size_t)k];
    }
    r.system.realize(r.state, Stage::Acceleration);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return std::fprintf(stderr, "usage: simbody chain|skew|planar|tree|sliding N SECONDS\n"), 2;
    const char *kind = argv[1];
    int n = std::atoi(argv[2]);
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
    Inertia inertia = Inertia(0.1, 0.1, 0.1).shiftFromMassCenter(Vec3(0.5, 0, 0), 1);
    Body::Rigid body(MassProperties(1, Vec3(0.5, 0, 0), inertia));
    std::vector<MobilizedBody> link;
    for (int i = 0; i < n; i++) {
        int at = std::strcmp(kind, "planar") ? i % 3 : 0;
        int p = std::strcmp(kind, "tree") ? i - 1 : (i + 1) / 2 - 1;
        bool slides = !std::strcmp(kind, "sliding") && i % 3 == 2;
        UnitVec3 axis =
            std::strcmp(kind, "skew") ? UnitVec3(at == 2, at == 1, at == 0) : UnitVec3(1, 2, 2);
        // Sliders move along x, pins turn about z.
        Rotation turn(axis, slides ? CoordinateAxis(XAxis) : CoordinateAxis(ZAxis));
        Transform inboard(turn, Vec3(p < 0 ? 0 : 1, 0, 0)), outboard(turn, Vec3(0));
        MobilizedBody &parent = p < 0 ? (MobilizedBody &)matter.updGround() : link[(size_t)p];
        if (slides)
            link.push_back(MobilizedBody::Slider(parent, inboard, body, outboard));
        else
            link.push_back(MobilizedBody::Pin(parent, inboard, body, outboard));
    }
    State state = system.realizeTopology();
    system.realizeModel(state);
    // The order of the coordinates is that of the tree's levels.
    Run r = {system, state, std::vector<double>((size_t)n), std::vector<double>((size_t)n)};
    for (int i = 0; i < n; i++) {
        link[(size_t)i].setOneQ(state, 0, 0.5 * std::sin(1.7 * (i + 1)));
        link[(size_t)i].setOneU(state, 0, 0.1 * std::cos(2.3 * (i + 1)));
    }
    for (int i = 0; i < n; i++)
        r.q[(size_t)i] = state.getQ()[i], r.u[(size_t)i] = state.getU()[i];
    std::printf("simbody %.6g\n", 1e9 * measure(std::atof(argv[3]), evaluate, &r));
    evaluate(&r, AS_GIVEN);
    for (int i = 0; i < n; i++)
        std::printf("a %.17g\n", link[(size_t)i].getOneUDot(state, 0));
    return 0;
}
