"""A Ray cluster on this machine, as a program, for tests.

It prints one JSON object that says where the cluster is and obeys the lines of standard input:
``add`` adds a node and prints the number of its process, ``remove`` kills that node without
warning. The cluster goes with the program.
"""

import json
import socket
import sys
import time
from contextlib import suppress

from ray.cluster_utils import Cluster

NODE = {
    "num_cpus": 1,
    "node_ip_address": "127.0.0.2",  # some ports of Ray listen everywhere, but it needs a token
    "object_store_memory": 80 * 2**20,
    "include_log_monitor": False,
}
QUICK = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500}


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind((str(NODE["node_ip_address"]), 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Return when somebody listens at a port; Ray does not wait for its server for ray://."""
    for _ in range(1200):
        with suppress(OSError):
            socket.create_connection((str(NODE["node_ip_address"]), port)).close()
            return
        time.sleep(0.1)
    raise TimeoutError(f"nobody listens at port {port}")


def say(answer: object) -> None:
    """Print one line."""
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


def process_of(node: object) -> int:
    """The number of the process whose children play the games of a node."""
    [raylet] = node.all_processes["raylet"]  # type: ignore[attr-defined]
    return int(raylet.process.pid)


def main() -> None:
    """Run until standard input ends."""
    client = free_port()
    head = {"no_monitor": True, "include_dashboard": False, "_system_config": QUICK}
    cluster = Cluster()
    cluster.add_node(ray_client_server_port=client, **head, **NODE)
    wait_for(client)
    say({"address": cluster.address, "client": client})
    for line in sys.stdin:
        if line == "add\n":
            node = cluster.add_node(**NODE)
            say(process_of(node))
        elif line == "remove\n":
            cluster.remove_node(node, allow_graceful=False)
            say("removed")
    cluster.shutdown()


if __name__ == "__main__":
    main()
