#!/usr/bin/env python3
"""Runs a test with masters, agents and frameworks whose connections are encrypted. Where
the Mesos was built without SSL, says so and runs nothing.

Usage: with_ssl.py MESOS_PREFIX MODULE.so COMMAND [ARGUMENT...]
"""

import http.client
import os
import subprocess
import sys
import tempfile

from cluster import Failed, Master

PREFIX, MODULE, COMMAND = sys.argv[1], os.path.abspath(sys.argv[2]), sys.argv[3:]
ON = "LIBPROCESS_SSL_ENABLED"


def master(**more):
    return Master(PREFIX, MODULE, flags=["--registry=in_memory"], **more)


def has_ssl():
    """Without SSL a master overlooks that it is to have it; with it, it lacks a key."""
    with master(environment={ON: "true"}) as one:
        try:
            one.await_ready()
        except Failed:
            if "SSL requires key" not in one.text():
                raise
            return True
    return False


def environment(folder):
    """Of programs that encrypt, and talk to none whose certificate is another one. Of
    libprocess's ciphers before TLS 1.3 Python takes none."""
    key, certificate = (os.path.join(folder, name) for name in ("key", "certificate"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes",
                    "-days", "1", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
                    "-keyout", key, "-out", certificate],
                   check=True, stderr=subprocess.DEVNULL)
    return {ON: "true", "LIBPROCESS_SSL_KEY_FILE": key,
            "LIBPROCESS_SSL_CERT_FILE": certificate,
            "LIBPROCESS_SSL_CA_FILE": certificate,
            "LIBPROCESS_SSL_ENABLE_TLS_V1_3": "true",
            "LIBPROCESS_SSL_VERIFY_SERVER_CERT": "true",
            "LIBPROCESS_SSL_VERIFY_IPADD": "true",
            "LIBPROCESS_SSL_HOSTNAME_VALIDATION_SCHEME": "openssl"}


def expect_no_plain_answer():
    with master() as one:
        one.await_ready()
        plain = http.client.HTTPConnection("127.0.0.1", one.port, timeout=20)
        try:
            plain.request("GET", "/allocator/cycle")
            raise SystemExit("with_ssl.py: a request that is not encrypted is answered "
                             f"with {plain.getresponse().status}")
        except (OSError, http.client.HTTPException):
            pass
        finally:
            plain.close()


if not has_ssl():
    print(f"{os.path.basename(COMMAND[1])} with SSL: NOT RUN, the Mesos in {PREFIX} "
          "was built without it")
    sys.exit()
with tempfile.TemporaryDirectory(prefix="apportion-ssl-") as keys:
    os.environ.update(environment(keys))
    expect_no_plain_answer()
    sys.exit(subprocess.run(COMMAND, check=False).returncode)
