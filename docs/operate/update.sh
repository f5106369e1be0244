#!/bin/sh
# Builds a version of the site beside the running one, switches to it, and switches back if it does not start: one-machine.md.
#   sudo sh update.sh [--empty] [BRANCH, TAG OR COMMIT]    default: origin/main
# --empty, at the first installation: creates the database.
# To roll back, give the earlier commit: its build is still there.
set -eu
home=/srv/charity
empty=
case ${1:-} in
    --empty) empty=yes && shift ;;
    --help) echo 'update.sh [--empty] [BRANCH, TAG OR COMMIT]' && exit ;;
    -*) echo "Unknown option $1: update.sh --help lists the options." >&2 && exit 2 ;;
esac
kept=3

as_site() { runuser --user charity -- "$@"; }

# Its readiness, for a minute.
is_ready() {
    for _ in $(seq 60); do
        curl --silent --fail --output /dev/null http://127.0.0.1:3000/api/health/ready && return 0
        sleep 1
    done
    return 1
}

switch_to() {
    ln --symbolic --force --no-dereference "$1" $home/current
    systemctl restart charity
}

cd $home
as_site git -C repository fetch --quiet --tags origin
commit=$(as_site git -C repository rev-parse --short "${1:-origin/main}^{commit}")
release=$home/releases/$commit
previous=$(readlink current || true)

if [ ! -e "$release/.next/BUILD_ID" ]; then
    rm -rf "$release"
    as_site mkdir -p "$release"
    as_site sh -c "git -C repository archive $commit | tar --extract --directory $release"
    # Pages are built for the address they are served from. The build needs no secrets.
    SITE_URL=$(sed -n 's/^SITE_URL=//p' /etc/charity.env)
    export SITE_URL
    # Files of photographs are made once, not for each release.
    as_site mkdir -p $home/photos "$release/.next/cache"
    as_site ln --symbolic $home/photos "$release/.next/cache/photos"
    as_site sh -c "cd $release && npm ci && VERSION=$commit npm run build && npm run build:prune"
fi

if [ -n "$empty" ]; then
    install --directory --owner=charity --group=charity --mode=700 /var/lib/charity
    "$release/scripts/charity" restore --empty
fi
switch_to "$release"
if ! is_ready; then
    echo "$commit does not become ready: journalctl --unit charity" >&2
    if [ -n "$previous" ] && [ "$previous" != "$release" ]; then
        switch_to "$previous"
        echo "Switched back to $(basename "$previous")." >&2
    fi
    exit 1
fi
touch "$release"
# The newest releases stay, for rolling back.
find releases -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort --reverse --numeric-sort | tail --lines=+$((kept + 1)) |
    cut --delimiter=' ' --fields=2 | xargs --no-run-if-empty rm -rf
echo "$commit is served."
