# Runs PostgreSQL until standard input ends, that is, until the owner is gone for whatever reason.
#
# arguments: folder of the programs; "durable", "throwaway" or "standby"; the cluster's folder, or where to make it;
#   server options; the port of a standby's primary
# input: a password for a new cluster, or of the primary, then commands: "start PORT", "stop fast", "stop immediate"
# output: "home FOLDER" or "failed" once, then "ready", "stopped" or "failed" for each command

set -u
umask 077
# Ctrl-C and a closed terminal are the owner's business, and a failed reply must not stop the cleanup.
trap '' HUP INT PIPE TERM

bin=$1 kind=$2 place=$3 options=$4 primary=$5

say() {
    printf '%s\n' "$1" || :
}

is_running() {
    pid=$(head -n 1 "$data/postmaster.pid" 2>/dev/null) || return 1
    # After a crash the file may name an unrelated process, so check that it serves this folder.
    if [ -e /proc/self/cwd ]; then
        [ "/proc/$pid/cwd" -ef "$data" ]
    else
        ps -o comm= -p "$pid" 2>/dev/null | grep -q postgres
    fi
}

start() {
    is_running || "$bin/pg_ctl" -D "$data" -s -w -t 60 -l "$home/log" -o "-c port=$1 $options" start </dev/null >&2 9<&-
}

stop() {
    ! is_running || "$bin/pg_ctl" -D "$data" -s -w -t "$2" -m "$1" stop </dev/null >&2 9<&-
}

end() {
    stop fast 10 || stop immediate 10 || kill -KILL "$pid"
}

create() {
    printf '%s\n' "$password" >"$home/password"
    rmdir "$data" 2>/dev/null
    if [ "$kind" = standby ]; then
        PGPASSWORD=$password "$bin/pg_basebackup" -D "$data" -R -c fast --no-sync \
            -d "host=127.0.0.1 port=$primary user=waffle sslmode=disable" </dev/null >&2
        return
    fi
    for locale in C.UTF-8 C; do
        rm -rf "$data.new"
        # Moved into place when complete, so that an interrupted start leaves no partial cluster.
        "$bin/initdb" -D "$data.new" -U waffle --pwfile="$home/password" -A "$proof" \
            -E UTF8 --locale="$locale" --no-instructions $1 </dev/null >&2 9<&- &&
            mv "$data.new" "$data" && return
    done
    return 1
}

read -r password || exit 0

case $kind in
throwaway | standby)
    home=$(mktemp -d "$place/waffle-postgres.XXXXXX" 2>/dev/null) ||
        home=$(mktemp -d /tmp/waffle-postgres.XXXXXX) || exit 1
    sync=--no-sync
    # SCRAM's key derivation is most of the cost of a connection, and tests open thousands. To compare a password that
    # was sent plainly takes it too.
    proof=md5
    ;;
durable)
    # Standard error is the locked folder; this keeps the lock as long as this process lives.
    exec 9<&2
    home=$place
    # The user that runs PostgreSQL can't reach root's own folders except through the open descriptor.
    if [ ! -w "$home" ]; then home=/proc/$$/fd/9; fi
    sync=
    proof=scram-sha-256
    [ ! -f "$home/log" ] || mv "$home/log" "$home/log.1"
    ;;
esac

exec 2>"$home/log"
data=$home/cluster

if [ -s "$data/PG_VERSION" ]; then
    end
    rm -f "$data/postmaster.pid"
    say "home $home"
elif create "$sync"; then
    say "home $home"
else
    say "failed $home"
fi

while read -r command argument; do
    case $command in
    start) if start "$argument"; then say ready; else say failed; fi ;;
    stop) if stop "$argument" 30; then say stopped; else say failed; fi ;;
    esac
done

end
if [ "$kind" != durable ]; then
    cd /
    tries=10
    until rm -rf "$home" || [ "$tries" = 0 ]; do
        tries=$((tries - 1))
        sleep 1
    done
fi
