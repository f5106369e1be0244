#!/bin/sh
# Builds a version of the site beside the running one, switches to it, and switches back if it does not start: one-machine.md.
#   sudo sh update.sh [--empty] [--if-new] [RELEASE, or BRANCH, TAG OR COMMIT [THE SAME OF THE CONTENT]]    default: main
# --empty, at the first installation: creates the database. --if-new, for the timer: does nothing unless there is a commit that was not tried.
# To roll back, give the earlier release: its build is still there. With another charity's content in /srv/charity/content (another-charity.md),
# a release has the commits of both repositories in its name.
set -eu
home=/srv/charity
data=/var/lib/charity
settings=/etc/charity.env
backups=/var/backups/charity/before-updates
site=http://127.0.0.1:3000
empty=
if_new=
while :; do
    case ${1:-} in
        --empty) empty=yes && shift ;;
        --if-new) if_new=yes && shift ;;
        --help) echo 'update.sh [--empty] [--if-new] [RELEASE | CODE [CONTENT]]' && exit ;;
        -*) echo "Unknown option $1: update.sh --help lists the options." >&2 && exit 2 ;;
        *) break ;;
    esac
done
kept=3

as_site() { runuser --user charity -- "$@"; }

# Whether this release answers, is ready, and has its pages, for a minute. A service that could not be restarted answers with the version before.
is_ready() {
    version=$(cat "$1/.next/BUILD_ID")
    for _ in $(seq 60); do
        curl --silent --fail $site/api/health/ready | grep --quiet --fixed-strings "\"version\":\"$version\"" &&
            curl --silent --fail --output /dev/null $site/ && return 0
        sleep 1
    done
    return 1
}

switch_to() {
    ln --symbolic --force --no-dereference "$1" $home/current
    systemctl restart charity || true # What it could not start is not ready.
}

stop() { echo "Not updated: $1 What was served is still served." >&2 && exit 1; } # Without a report: the timer tries again.
fetch() { as_site git -C "$1" fetch --quiet --tags origin || stop "$home/$1 could not be fetched: is all of it the user charity's, and does its \"origin\" answer?"; }
# Its own branches are as old as the clone.
commit_of() { as_site git -C "$1" rev-parse --quiet --verify --short "origin/$2^{commit}" || as_site git -C "$1" rev-parse --quiet --verify --short "$2^{commit}" || stop "$home/$1 has no release, branch, tag or commit $2."; }

# What /api/health says of the last update, and the editor shows: result, release, commit of the content, time, reason.
report() {
    printf '{"result":"%s","release":"%s","content":"%s","at":"%s","why":"%s"}\n' "$1" "$release_name" \
        "$(as_site git -C "$texts" rev-parse "$content_commit")" "$(date --utc +%Y-%m-%dT%H:%M:%SZ)" "$2" >$home/update.json
    install --owner=charity --group=charity --mode=600 $home/update.json $data/update.json
}

refuse() {
    echo "$release_name: $1" >&2
    report refused "$1"
    [ -e "$release/.next/BUILD_ID" ] || rm -rf "$release"
    exit 1
}

exec 9>$home/update.lock
flock --nonblock 9 || { [ -n "$if_new" ] && exit; echo 'Another update is running.' >&2; exit 1; }

cd $home
texts=repository
fetch repository
if [ -e content/.git ]; then
    texts=content
    fetch content
    grep --quiet '^CHARITY_DIR=charity$' $settings || { echo "$settings needs CHARITY_DIR=charity: docs/another-charity.md" >&2; exit 1; }
    export CHARITY_DIR=charity
fi
is_rollback=
if [ -n "${1:-}" ] && [ -e "releases/$1/.next/BUILD_ID" ]; then
    is_rollback=yes
    release_name=$1
    commit=${1%%.*}
    content_commit=${1##*.}
else
    commit=$(commit_of repository "${1:-main}")
    content_commit=$commit
    [ $texts = repository ] || content_commit=$(commit_of content "${2:-main}")
    release_name=$commit
    [ $texts = repository ] || release_name=$commit.$content_commit
fi
release=$home/releases/$release_name
previous=$(readlink current || true)
if [ -n "$if_new" ] && { [ "$previous" = "$release" ] || grep --quiet "\"release\":\"$release_name\"" update.json 2>/dev/null; }; then exit; fi

trees_of() { as_site git -C repository rev-parse --quiet --verify "${1%%.*}^{tree}" && as_site git -C $texts rev-parse --quiet --verify "${1##*.}^{tree}"; }

# What was taken back is what was built before.
for built in releases/*; do
    if [ ! -e "$release/.next/BUILD_ID" ] && [ -e "$built/.next/BUILD_ID" ] && [ "$(trees_of "${built#*/}")" = "$(trees_of "$release_name")" ]; then
        rm -rf "$release"
        as_site cp --archive --link "$built" "$release"
    fi
done
if [ ! -e "$release/.next/BUILD_ID" ]; then
    rm -rf "$release"
    as_site mkdir -p "$release" modules
    as_site sh -c "git -C repository archive $commit | tar --extract --directory $release" || stop "$commit could not be taken from $home/repository."
    # Packages are installed anew when their list has changed. A release has links to the files, and removes those that serving does not need.
    if ! cmp --silent modules/package-lock.json "$release/package-lock.json"; then
        as_site rm -rf modules/node_modules modules/package-lock.json
        as_site sh -c "cd $release && npm ci" || refuse 'The packages could not be installed.'
        as_site cp --archive --link "$release/node_modules" modules/
        as_site cp "$release/package-lock.json" modules/
    else
        as_site cp --archive --link modules/node_modules "$release/"
    fi
    # npm writes into this file when it prunes, and would write into the one that was kept.
    as_site cp --remove-destination modules/node_modules/.package-lock.json "$release/node_modules/"
    # Against the history of the content, which a release does not have.
    as_site git -C $texts checkout --quiet --detach --force "$content_commit" || stop "$content_commit could not be taken from $home/$texts."
    as_site sh -c "cd $release && CHARITY_DIR=$home/$texts npm run content:check" || refuse 'The check of the content found mistakes.'
    if [ $texts = content ]; then
        as_site mkdir "$release/charity"
        as_site sh -c "git -C content archive $content_commit | tar --extract --directory $release/charity" || stop "$content_commit could not be taken from $home/content."
    fi
    # Pages are built for the address they are served from. The build needs no secrets.
    SITE_URL=$(sed -n 's/^SITE_URL=//p' $settings)
    export SITE_URL
    # Files of photographs are made once, not for each release.
    as_site mkdir -p $home/photos "$release/.next/cache"
    as_site ln --symbolic $home/photos "$release/.next/cache/photos"
    # The types of a program are checked when it is first built here.
    types=${TYPES_CHECKED:-}
    for built in releases/"$commit"*/.next/BUILD_ID; do [ ! -e "$built" ] || types=1; done
    as_site sh -c "cd $release && VERSION=$release_name TYPES_CHECKED=$types npm run build && npm run build:prune" || refuse 'The site could not be built.'
fi

if [ -n "$empty" ]; then
    install --directory --owner=charity --group=charity --mode=700 $data
    "$release/scripts/charity" restore --empty
fi
# Another program may change the tables: going back may need the data as they were.
before=${previous##*/}
if [ -n "$before" ] && [ -z "$empty" ] && [ "${before%%.*}" != "$commit" ]; then
    install --directory --owner=charity --group=charity --mode=700 $backups
    sh "$previous/scripts/charity" backup --to $backups --keep 3 || stop "the data could not be backed up into $backups."
    find $backups -xtype l -delete
    [ -e "$backups/before-$commit" ] || ln --symbolic "$(find $backups -name 'charity-*' ! -name '*.sha256' | sort | tail --lines=1)" "$backups/before-$commit"
fi
# For somebody who leaves this program because of what it did to the data.
name_data_before() {
    [ ! -e "$backups/before-$1" ] || echo "The data as they were before $1: systemctl stop charity; charity restore $(readlink "$backups/before-$1")"
}
switch_to "$release"
if ! is_ready "$release"; then
    echo "$release_name does not become ready: journalctl --unit charity" >&2
    if [ -n "$previous" ] && [ "$previous" != "$release" ]; then
        switch_to "$previous"
        echo "Switched back to $(basename "$previous")." >&2
        name_data_before "$commit" >&2
    fi
    refuse "The new version did not start.${previous:+ The one before is served.}"
fi
touch "$release"
# The newest releases stay, for rolling back.
find releases -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort --reverse --numeric-sort | tail --lines=+$((kept + 1)) |
    cut --delimiter=' ' --fields=2 | xargs --no-run-if-empty rm -rf
report live ''
echo "$release_name is served."
[ -z "$is_rollback" ] || name_data_before "${before%%.*}"
