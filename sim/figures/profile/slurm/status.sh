#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The photofinish contributors
# SPDX-License-Identifier: Apache-2.0
#
# status: what Snakemake asks about a Slurm job: running, success or failed. Slurm's accounting is a few seconds late.
set -u
[ $# = 1 ] || { echo "usage: status.sh JOB" >&2; exit 2; }
for _ in 1 2 3 4 5; do
	state=$(sacct --noheader --parsable2 --allocations --format=State --jobs="$1" 2>/dev/null | head -n 1)
	[ -z "$state" ] || break
	sleep 2
done
case $state in
COMPLETED) echo success ;;
"" | PENDING* | CONFIGURING* | RUNNING* | COMPLETING* | SUSPENDED* | REQUEUED*) echo running ;;
*) echo failed ;;
esac
