#!/bin/sh
# Installs the site on a bare Debian 13 and starts it: one-machine.md.
#   sh install.sh [--restore BACKUP] DOMAIN REPOSITORY [REPOSITORY OF THE CONTENT]
# It can be run again: nothing that is there is lost, and what was missing is done. --restore: the data of another machine.
set -eu
stop() { echo "$1" >&2 && exit 1; }
as_site() { runuser --user charity -- "$@"; }

usage='install.sh [--restore BACKUP] DOMAIN REPOSITORY [REPOSITORY OF THE CONTENT]'
backup=
case ${1:-} in
    --restore) backup=${2:?"$usage"} && shift 2 ;;
    --help) echo "$usage" && exit ;;
    -*) stop "Unknown option $1: $usage" ;;
esac
[ $# -ge 2 ] || stop "$usage"
domain=$1
[ -z "$backup" ] || [ -r "$backup" ] || stop "$backup cannot be read."
case $domain in *[!a-z0-9.-]* | *://*) stop "$domain is no domain, such as example.org." ;; esac
[ "$(id --user)" = 0 ] || stop 'Run it as root: sudo sh install.sh …'

apt-get update --quiet
DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet --no-install-recommends git nodejs npm caddy curl ca-certificates openssh-client
id charity >/dev/null 2>&1 || adduser --system --group --home /srv/charity --shell /usr/sbin/nologin charity
as_site mkdir -p /srv/charity/releases

# Copies a file. One that somebody changed is kept beside it.
put() { cmp --silent "$1" "$2" || cp --backup=numbered "$1" "$2"; }

# The machine's own key for a private repository, which the git host must know, and the key of the git host.
make_key() {
    keys=/srv/charity/.ssh
    as_site install -d -m 700 $keys
    [ -e $keys/id_ed25519 ] || as_site ssh-keygen -q -t ed25519 -N '' -f $keys/id_ed25519
    ssh-keygen -F "$1" -f $keys/known_hosts >/dev/null 2>&1 || as_site sh -c "ssh-keyscan $1 >>$keys/known_hosts"
}

# NAME REPOSITORY
clone() {
    [ ! -e "/srv/charity/$1/.git" ] || return 0
    host=
    case $2 in
        ssh://*) host=${2#ssh://} && host=${host#*@} && host=${host%%[:/]*} ;;
        *@*:*) host=${2#*@} && host=${host%%:*} ;;
    esac
    [ -z "$host" ] || make_key "$host"
    as_site git clone --quiet "$2" "/srv/charity/$1" && return 0
    [ -n "$host" ] || stop "$2 could not be cloned."
    echo "Add this key at $host as a deploy key that can only read, and run this again:" >&2
    cat $keys/id_ed25519.pub >&2
    echo "Compare the fingerprints with those that $host publishes:" >&2
    ssh-keygen -lf $keys/known_hosts >&2
    exit 1
}
clone repository "$2"
[ -z "${3:-}" ] || clone content "$3"
operate=/srv/charity/repository/docs/operate

secret() { head --bytes=32 /dev/urandom | base64; }
if [ ! -e /etc/charity.env ]; then
    install -m 600 /dev/null /etc/charity.env
    sed "s|^SITE_URL=.*|SITE_URL=https://$domain|
        s|^SIGNING_SECRET=.*|SIGNING_SECRET=$(secret)|
        s|^DATA_ENCRYPTION_KEY=.*|DATA_ENCRYPTION_KEY=$(secret)|
        s|^OPERATOR_TOKEN=.*|OPERATOR_TOKEN=$(secret)|" $operate/charity.env.example >/etc/charity.env
    [ -z "${3:-}" ] || echo 'CHARITY_DIR=charity' >>/etc/charity.env
fi

for unit in "$operate"/systemd/*; do put "$unit" "/etc/systemd/system/${unit##*/}"; done
install -d -o charity -g charity -m 700 /var/backups/charity
ln --symbolic --force --no-dereference /srv/charity/current/scripts/charity /usr/local/bin/charity
put $operate/one-machine.Caddyfile /etc/caddy/Caddyfile
mkdir -p /etc/systemd/system/caddy.service.d
printf '[Service]\nEnvironment=SITE_URL=https://%s\n' "$domain" >/etc/systemd/system/caddy.service.d/site.conf
systemctl daemon-reload
systemctl enable charity charity-backup.timer

if [ -e /srv/charity/current ]; then systemctl start charity; else sh /srv/charity/repository/docs/operate/update.sh --empty; fi
if [ -n "$backup" ]; then
    systemctl stop charity
    /usr/local/bin/charity restore "$backup"
fi
systemctl restart caddy
systemctl start charity-backup.timer charity-backup.service
/usr/local/bin/charity launch:check || true

cat <<LEFT

What is left for you:
  Keep a copy of /etc/charity.env in a password store: without its keys, donors' documents and links in receipts cannot be read.
  DNS: $(getent hosts "$domain" >/dev/null && echo "$domain has an address; it must be this machine's," || echo "$domain has no address yet: enter this machine's,") with ports 80 and 443 open.
  Cards: docs/payments.md. Mail: docs/enquiries.md. Enter their variables in /etc/charity.env, then: systemctl restart charity
  Backups: copy /var/backups/charity to another machine every day, docs/operate/backup.md.
  The first person of the office: charity staff --help
LEFT
[ -z "$backup" ] || echo '  The data are restored, and the site is stopped: docs/operate/backup.md, "After a restore".'
