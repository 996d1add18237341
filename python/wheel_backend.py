"""Builds the wheel that carries the library: what pip calls, and

    python3 wheel_backend.py ../build/libapportion.so FOLDER

as "make wheel" does. It needs nothing but Python. The same files give the same bytes."""
import base64
import hashlib
import os
import re
import sys
import sysconfig
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "apportion")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """PEP 517: the library is the one that APPORTION_LIBRARY names, else that of "make lib"."""
    return build(os.environ.get("APPORTION_LIBRARY") or os.path.join(HERE, "..", "build", "libapportion.so"), wheel_directory)


def build(library, folder):
    """Writes the wheel into a folder and returns its name."""
    files = {f"apportion/{name}": read(os.path.join(PACKAGE, name)) for name in sorted(os.listdir(PACKAGE))
             if name.endswith((".py", ".typed"))}
    files["apportion/libapportion.so"] = read(library)
    version = re.search(rb'^RELEASE = "(.+)"', files["apportion/_generated.py"], re.MULTILINE)[1].decode()
    tag = f"py3-none-{platform(files['apportion/libapportion.so'])}"
    info = f"apportion-{version}.dist-info/"
    files[info + "METADATA"] = metadata(version)
    files[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: apportion\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[info + "LICENSE"] = read(os.path.join(HERE, "..", "LICENSE"))
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in files.items())
    files[info + "RECORD"] = f"{record}{info}RECORD,,\n".encode()
    wheel = f"apportion-{version}-{tag}.whl"
    os.makedirs(folder, exist_ok=True)
    with zipfile.ZipFile(os.path.join(folder, wheel), "w", zipfile.ZIP_DEFLATED) as z:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)  # of 1980
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            z.writestr(entry, data)
    return wheel


def platform(library):
    """Where the library runs: on the system's processors, with a glibc that has what it calls."""
    system, _, processor = sysconfig.get_platform().partition("-")
    needed = [int(minor) for minor in re.findall(rb"\0GLIBC_2\.(\d+)(?=[\0.])", library)]
    if system != "linux" or not needed:
        return sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"manylinux_2_{max(needed)}_{processor}"


def metadata(version):
    """What pip knows of the package: the table of pyproject.toml, which tomllib reads from Python 3.11 on."""
    project = dict(re.findall(r'^(\S+) = "(.*)"$', read(os.path.join(HERE, "pyproject.toml")).decode(), re.MULTILINE))
    return (f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {version}\nSummary: {project['description']}\n"
            f"Requires-Python: {project['requires-python']}\nLicense: Apache-2.0\n").encode()


def read(path):
    with open(path, "rb") as f:
        return f.read()


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    print(build(*sys.argv[1:]))
