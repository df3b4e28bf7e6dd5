# `make demo ARGS=--crowd` and `make test ARGS='--test storm'` pass arguments on.

.PHONY: demo cluster chaos upgrade check test lint fmt run dist bench scan fuzz large-board stage-hour lighthouse screenshots \
    install checkers

# Without the allocator of production servers, which takes half a minute to build.
DEV := --no-default-features

# Not a release build: a newcomer waits a third as long for it, `make test` uses it again, and no demo needs more speed.
demo: install
	cargo run $(DEV) -- demo $(ARGS)

# Three PostgreSQL under Patroni, HAProxy and two servers on this machine, in data/cluster, with the demo's waffles.
# With ARGS=--cells: two of these, and a common address.
cluster: install
	cargo build $(DEV)
	deploy/cluster $${CARGO_TARGET_DIR:-target}/debug/waffle $(ARGS)

# Where there is room, databases and browsers of tests are files in memory: ext4 spends half of all processor time on the
# thousand files of each database, since it looks for a place among those of databases that are just gone.
IN_MEMORY := $(shell df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $$4 >= 4000000 { print "TMPDIR=/dev/shm" }')

# Tests wait for databases and browsers more than they compute: two per core.
test: install checkers
	cargo test $(DEV) --workspace --no-run
	$(IN_MEMORY) RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((2 * $$(getconf _NPROCESSORS_ONLN)))} \
	    $${CARGO_TARGET_DIR:-target}/debug/with-postgres cargo test $(DEV) --workspace $(ARGS)

# The inner loop: checks that everything compiles, tests included, without building anything.
check:
	cargo fmt --check
	.ci/fences
	cargo check $(DEV) --workspace --all-targets

lint:
	cargo fmt --check
	cargo clippy $(DEV) --workspace --all-targets -- -D warnings
	.ci/fences

fmt:
	cargo fmt

run:
	set -a; if [ -f .env ]; then . ./.env; fi; exec cargo run --release -- serve $(ARGS)

# A release for machines like this one, in target/dist, with its checksum. The program names no folder of this machine.
DIST := $(abspath $(or $(CARGO_TARGET_DIR),target)/dist)
dist:
	rm -rf $(DIST)
	WAFFLE_MANUAL=$(DIST)/manual cargo test $(DEV) --locked -p waffle --lib -- cli::manual
	RUSTFLAGS="--remap-path-prefix=$(CURDIR)=waffle --remap-path-prefix=$${CARGO_HOME:-$$HOME/.cargo}=cargo" \
	    cargo build --release --locked
	deploy/dist $(dir $(DIST))release/waffle $(DIST)/manual $(DIST)
	rm -r $(DIST)/manual

# `make bench ARGS='--bench opening'` runs one of them.
bench: install
	cargo bench --workspace $(or $(ARGS),--bench claims --bench opening --bench watchers --bench growth --bench coming_back \
	    --bench reports)

# Checks that the API does what its description says: every kind of request, in every role, for ten minutes at most.
scan: install
	cargo build $(DEV) -p waffle -p waffle-private-postgres --bins
	$${CARGO_TARGET_DIR:-target}/debug/with-postgres tests/scan/run $(ARGS)

# Three servers on a cluster, a crowd, and faults in random order: for CHAOS_SECONDS (600), from CHAOS_SEED, which it
# prints. Built to be fast, with all assertions.
chaos: install
	cargo build $(DEV) -p waffle-private-postgres --bins
	$${CARGO_TARGET_DIR:-target}/debug/with-postgres \
	    cargo test $(DEV) --profile fuzz -p waffle-tests --test storm -- --ignored --nocapture --test-threads=1 chaos $(ARGS)

# Replaces servers of an older build (UPGRADE_FROM is its commit or tag) by those of this one, while buyers claim.
upgrade: install
	[ -n "$(UPGRADE_FROM)" ] || { echo "Name the older version: make upgrade UPGRADE_FROM=HEAD~20" >&2; exit 2; }
	rm -rf target/older && git worktree prune && git worktree add --detach target/older $(UPGRADE_FROM)
	cd target/older && CARGO_TARGET_DIR=$(CURDIR)/target/older-build cargo build $(DEV)
	git worktree remove --force target/older
	cargo build $(DEV) -p waffle-private-postgres --bins
	WAFFLE_OLDER=$(CURDIR)/target/older-build/debug/waffle $${CARGO_TARGET_DIR:-target}/debug/with-postgres \
	    cargo test $(DEV) -p waffle-tests --test storm -- --nocapture upgrade $(ARGS)

# Looks for input from outside that breaks a parser: ten minutes of CPU time for each target. `make fuzz ARGS=handle`
# tries one of them, FUZZ_SECONDS says how long.
fuzz:
	FUZZ_SECONDS=$${FUZZ_SECONDS:-600} cargo test $(DEV) --profile fuzz -p waffle-tests --test fuzz -- --nocapture --test-threads=1 $(ARGS)

# How a board of 10,000 spots does on a slow phone: a few minutes, best on a quiet machine.
large-board: install checkers
	cargo build $(DEV) -p waffle-private-postgres --bins
	$${CARGO_TARGET_DIR:-target}/debug/with-postgres \
	    cargo test $(DEV) -p waffle-tests --test browser -- --ignored --nocapture --test-threads=1 large_board $(ARGS)

# The memory of a stage's page during an hour of claims by a crowd (WAFFLE_STAGE_SECONDS says how long).
stage-hour: install checkers
	cargo build $(DEV) -p waffle-private-postgres --bins
	$${CARGO_TARGET_DIR:-target}/debug/with-postgres \
	    cargo test $(DEV) -p waffle-tests --test browser -- --ignored --nocapture stage_crowd $(ARGS)

# Lighthouse's results for six pages: a few minutes, best on a quiet machine.
lighthouse: install
	cargo build $(DEV)
	npm ci --prefix tests/tools/lighthouse --ignore-scripts --no-audit --no-fund
	node tests/tools/lighthouse/run.mjs $${CARGO_TARGET_DIR:-target}/debug/waffle

# Pictures of every page on a phone and on a desktop, light and dark, in the folder `pictures`.
screenshots: install checkers
	cargo build $(DEV) -p waffle-private-postgres --bins
	mkdir -p pictures
	WAFFLE_PICTURES=$(CURDIR)/pictures $${CARGO_TARGET_DIR:-target}/debug/with-postgres \
	    cargo test $(DEV) -p waffle-tests --test browser -- every_page_looks second_factor $(ARGS)

install:
	@.ci/install-packages postgresql \
	    $(if $(filter test screenshots large-board stage-hour lighthouse checkers,$(MAKECMDGOALS)),browser nginx caddy curl npm java) \
	    $(if $(filter test,$(MAKECMDGOALS)),prometheus pgbackrest pgbouncer) \
	    $(if $(filter test cluster chaos upgrade,$(MAKECMDGOALS)),$(if $(filter Linux,$(shell uname -s)),cluster))

# The tools that check the pages in the tests. The lock file fixes their versions and checksums.
checkers: tests/tools/node_modules/.package-lock.json

tests/tools/node_modules/.package-lock.json: tests/tools/package-lock.json | install
	npm ci --prefix tests/tools --ignore-scripts --no-audit --no-fund
