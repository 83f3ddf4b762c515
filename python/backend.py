"""The build back end of the Python package (PEP 517), without requirements.

A wheel is a ZIP archive: the modules, libkron.so as `make` has built it, kron.h, and kron's own models.
KRON_BUILD names another build folder than ../build.
"""
import base64
import hashlib
import os
import re
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(HERE)
BUILD = os.environ.get("KRON_BUILD", os.path.join(TREE, "build"))


def _version():
    with open(os.path.join(TREE, "include", "kron.h"), encoding="utf-8") as f:
        return re.search(r'#define KRON_VERSION "(.*)"', f.read()).group(1)


def _metadata():
    return ("Metadata-Version: 2.1\nName: kron\nVersion: %s\nSummary: Simulation of physical systems from their "
            "equations\nLicense: Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\n" % _version())


def _contents():
    """Names in the archive, and the files."""
    package = os.path.join(HERE, "kron")
    for name in sorted(os.listdir(package)):
        if name.endswith(".py") or name == "py.typed":
            yield "kron/" + name, os.path.join(package, name)
    yield "kron/kron.h", os.path.join(TREE, "include", "kron.h")
    library = os.path.realpath(os.path.join(BUILD, "libkron.so"))
    if not os.path.exists(library):
        raise SystemExit("kron: there is no %s: run `make` first" % os.path.join(BUILD, "libkron.so"))
    yield "kron/libkron.so", library
    for folder, _, names in sorted(os.walk(os.path.join(TREE, "lib"))):
        for name in sorted(names):
            path = os.path.join(folder, name)
            yield "kron/" + os.path.relpath(path, TREE), path


def _write(folder, tag, contents):
    version = _version()
    info = "kron-%s.dist-info/" % version
    wheel = ("Wheel-Version: 1.0\nGenerator: kron\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode()
    contents = contents + [(info + "METADATA", _metadata().encode()), (info + "WHEEL", wheel)]
    record = ""
    name = "kron-%s-%s.whl" % (version, tag)
    with zipfile.ZipFile(os.path.join(folder, name), "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in contents:
            z.writestr(path, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += '"%s",sha256=%s,%d\n' % (path, digest, len(data))
        z.writestr(info + "RECORD", record + info + "RECORD,,\n")
    return name


def _read(path):
    with open(path, "rb") as f:
        return f.read()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform = re.sub(r"[^A-Za-z0-9]", "_", sysconfig.get_platform())
    return _write(wheel_directory, "py3-none-" + platform, [(n, _read(p)) for n, p in _contents()])


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _write(wheel_directory, "py3-none-any", [("kron.pth", (HERE + "\n").encode())])


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("kron: the package is built from kron's sources; there is no archive of its own")


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
