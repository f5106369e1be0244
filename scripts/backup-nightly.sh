#!/bin/sh
# Backs up at 03:15 UTC every night, and at once when the newest backup is older than a day. For the container "backup" of compose.yaml:
# without Docker, a timer does this (docs/operate/backup.md).
set -eu
case ${1:-} in
    --help) echo 'backup-nightly.sh FOLDER: backs up into it every night.' && exit ;;
    '' | -*) echo "${1:-Nothing} is not a folder: see backup-nightly.sh --help." >&2 && exit 2 ;;
esac
folder=$1

back_up() {
    node --run backup -- --to "$folder" --keep 14 || echo 'The next backup is tried tomorrow night.' >&2
}

[ -n "$(find "$folder" -name 'charity-*' -mmin -1440)" ] || back_up
while :; do
    # 11700: the seconds from midnight to 03:15.
    sleep $((86400 - ($(date -u +%s) - 11700) % 86400))
    back_up
done
