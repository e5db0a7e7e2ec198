#!/usr/bin/env python3
"""
/usr/local/bin/writer-watch, beside Patroni on every PostgreSQL machine: deletes the lock of a writer whose machine is lost. Patroni then
promotes the standby within a second, instead of when the lock expires: Patroni raises a `ttl` below 20 seconds to 20.

It does so on the synchronous standby only, when neither the writer's PostgreSQL nor its Patroni has answered three times in a row, and
while etcd has the same lock and the same synchronous standby. If the writer lives, and only the network between the two is cut, no commit
is lost: the writer's commits wait for this standby, and its Patroni demotes it at the next look into etcd (`loop_wait`).
"""

import json
import os
import socket
import struct
import time
import urllib.request
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

# Seconds. All tries together are shorter than wal_sender_timeout (patroni.yml), after which the writer would go on without this standby.
EVERY = 1
TRY_WITHIN = 1
TRIES = 3

NAME = os.environ["PATRONI_NAME"]
ETCD = [f"http://{host.strip()}" for host in os.environ["PATRONI_ETCD3_HOSTS"].split(",")]
KEYS = f"/service/{os.environ.get('PATRONI_SCOPE', 'shop')}/"

# Each gets an answer of at least one byte: PostgreSQL says whether it speaks TLS.
TLS_REQUEST = struct.pack("!ii", 8, 80877103)
LIVENESS_REQUEST = b"GET /liveness HTTP/1.0\r\n\r\n"


def etcd(method, body):
    """Calls etcd's API. Raises OSError if no server of it answers."""
    data = json.dumps(body).encode()
    for url in ETCD:
        try:
            with urllib.request.urlopen(f"{url}/v3/kv/{method}", data, TRY_WITHIN) as response:
                return json.load(response)
        except OSError as error:
            failed = error
    raise failed


def key(name):
    return b64encode((KEYS + name).encode()).decode()


def read(name):
    """Returns a key's entry with its value as text, or None."""
    entries = etcd("range", {"key": key(name)}).get("kvs")
    return {**entries[0], "value": b64decode(entries[0]["value"]).decode()} if entries else None


def answers(url, default_port, request):
    """Whether a server answers, rather than that its machine accepts a connection, which a frozen one does too."""
    try:
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port or default_port), TRY_WITHIN) as connection:
            connection.settimeout(TRY_WITHIN)
            connection.sendall(request)
            return len(connection.recv(1)) > 0
    except OSError:
        return False


def is_lost(writer):
    """Whether neither program of the writer's machine answers."""
    member = read(f"members/{writer}")
    if member is None:
        return False
    urls = json.loads(member["value"])
    requests = [(urls["conn_url"], 5432, TLS_REQUEST), (urls["api_url"], 8008, LIVENESS_REQUEST)]
    with ThreadPoolExecutor(len(requests)) as pool:
        return not any(pool.map(lambda request: answers(*request), requests))


def delete_lock(lock, sync):
    """
    Deletes the lock, if it and the synchronous standby are still the same. Writes the standby's entry again, so that the writer fails if it
    is about to replace it.
    """
    compare = [
        {"key": key("leader"), "target": "CREATE", "create_revision": lock["create_revision"]},
        {"key": key("sync"), "target": "MOD", "mod_revision": sync["mod_revision"]},
    ]
    success = [
        {"requestDeleteRange": {"key": key("leader")}},
        {"requestPut": {"key": key("sync"), "value": b64encode(sync["value"].encode()).decode()}},
    ]
    deleted = etcd("txn", {"compare": compare, "success": success})
    if deleted.get("succeeded"):
        print(f"deleted the lock of {lock['value']}, which does not answer", flush=True)


def main():
    tries = 0
    while True:
        started = time.monotonic()
        try:
            lock, sync = read("leader"), read("sync")
            standbys = (json.loads(sync["value"]).get("sync_standby") or "") if sync else ""
            is_mine = lock is not None and lock["value"] != NAME and NAME in standbys.split(",")
            tries = tries + 1 if is_mine and is_lost(lock["value"]) else 0
            if tries == TRIES:
                delete_lock(lock, sync)
                tries = 0
        except (OSError, ValueError, KeyError) as error:
            print(f"cannot read etcd: {error!r}", flush=True)
            tries = 0
        time.sleep(max(0, EVERY - (time.monotonic() - started)))


main()
