#!/usr/bin/env python3
"""A copy of the Modelica Standard Library with other names: renamed.py FROM TO.

TO gets the package Bibliothek, with the classes that models.py uses, and many that these are made of, under
other names: whatever a translator does for it, it does not do by names."""
import os
import re
import shutil
import sys

NAMES = {
    "Modelica": "Bibliothek", "MultiBody": "Vielkoerper", "Joints": "Gelenke", "Parts": "Teile",
    "Revolute": "Drehgelenk", "Prismatic": "Schubgelenk", "BodyShape": "Koerperform", "World": "Welt",
    "Body": "Koerper", "FixedTranslation": "Verschiebung", "Frames": "Bezugssysteme",
    "Orientation": "Lage", "planarRotation": "ebeneDrehung", "resolve1": "nach1", "resolve2": "nach2",
    "absoluteRotation": "gesamteDrehung", "angularVelocity2": "drehgeschwindigkeit2",
}
WORD = re.compile(r"\b(%s)\b" % "|".join(NAMES))


def text(old):
    # modelica://Modelica/... are places of files, which move as well
    return WORD.sub(lambda m: NAMES[m.group(1)], old)


def main():
    source, target = sys.argv[1:3]
    for top in ("Modelica", "Complex.mo", "ModelicaServices"):
        for folder, _, files in os.walk(os.path.join(source, top)):
            for name in files:
                path = os.path.join(folder, name)
                into = os.path.join(target, text(os.path.relpath(path, source)))
                os.makedirs(os.path.dirname(into), exist_ok=True)
                if name.endswith((".mo", ".order")):
                    with open(path, encoding="utf-8") as f, open(into, "w", encoding="utf-8") as g:
                        g.write(text(f.read()))
                elif "Images" not in folder:
                    shutil.copyfile(path, into)
    complex_ = os.path.join(source, "Complex.mo")
    if os.path.isfile(complex_):
        shutil.copyfile(complex_, os.path.join(target, "Complex.mo"))


main()
