#!/usr/bin/env bash
# Installs the peers that Debian has. The peers in Go are modules, which their build fetches.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends gcc libc6-dev libdnnl-dev libopenblas-dev libblis-dev python3-torch
