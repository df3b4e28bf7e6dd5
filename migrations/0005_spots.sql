-- Spots, who holds them, and the log of their changes.

-- Half of each page is left free, so that a claim finds room on the spot's page, even if a whole board is sold in a
-- moment.
CREATE TABLE spots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT spots_number_positive CHECK (number >= 1),
    status text NOT NULL DEFAULT 'available'
        CONSTRAINT spots_status_known CHECK (status IN ('available', 'pending', 'paid', 'winner', 'loser')),
    claimed_by_handle text,
    claimed_at timestamptz,
    paid_at timestamptz,
    -- When it must be paid, while it is pending and if there is a deadline.
    pay_by timestamptz,
    -- The deadline before it was paid, for payments that are taken back.
    pay_by_before timestamptz,
    -- The sequence number of the event that gave it to its holder: a claim, or a rename. A merge of handles does not
    -- change it.
    claim_seq bigint,
    CONSTRAINT spots_one_of_each_number UNIQUE (waffle_id, number),
    CONSTRAINT spots_held_when_taken CHECK (
        (status = 'available') = (claimed_by_handle IS NULL) AND (status = 'available') = (claimed_at IS NULL)
    ),
    CONSTRAINT spots_paid_when CHECK ((status IN ('paid', 'winner', 'loser')) = (paid_at IS NOT NULL)),
    CONSTRAINT spots_pay_by_when_pending CHECK (pay_by IS NULL OR status = 'pending')
) WITH (fillfactor = 50);

-- What each handle holds in each waffle: counters of the spots that carry the handle, by status. Everything that
-- changes spots maintains them, under the lock on the waffle's row, so changes never compete for a row here. A handle
-- that released all its spots keeps a row of zeros, with the times of its claims, until it is merged into another. The
-- table replaces an index by handle on spots, which would keep every update of a spot from being HOT.
--
-- There is no foreign key, because it would be checked on every claim; the function that deletes a waffle deletes its
-- holdings too.
CREATE TABLE holdings (
    waffle_id uuid NOT NULL,
    first_claimed_at timestamptz NOT NULL,
    last_claimed_at timestamptz NOT NULL,
    pending integer NOT NULL,
    -- Paid and in no draw.
    paid integer NOT NULL,
    won integer NOT NULL,
    lost integer NOT NULL,
    handle text NOT NULL,
    PRIMARY KEY (handle, waffle_id),
    CONSTRAINT holdings_counts CHECK (pending >= 0 AND paid >= 0 AND won >= 0 AND lost >= 0)
) WITH (fillfactor = 80);

-- Handles that may not claim.
CREATE TABLE blocked_handles (
    handle text PRIMARY KEY,
    reason text,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL
);

-- Append-only: the change feed for all servers, the replay for watchers, and the activity list. There is no foreign
-- key, because it would be checked on every claim; the function that deletes a waffle deletes its events too.
CREATE TABLE events (
    waffle_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    -- The request that caused the event. If the answer to a commit is lost, this shows whether it happened.
    change_id uuid,
    spot_id bigint,
    spot_number integer,
    from_status text,
    to_status text,
    social_handle text,
    -- The handle that held it before, if the event gives it another one.
    from_handle text,
    -- The deadline of the spot, if the event leaves it pending.
    pay_by timestamptz,
    -- Why, if the statuses don't show it: a name of `Reason` in the domain.
    reason text,
    admin_id uuid,
    -- Where a claim came from: the number of a key of source_keys in 4 bytes, and 12 of a hash of the waffle's id and the
    -- client's address under that key. Noise once the key is deleted.
    source bytea CONSTRAINT events_source_length CHECK (length(source) = 16),
    payload text,
    PRIMARY KEY (waffle_id, seq),
    CONSTRAINT events_spot_or_payload CHECK (
        (kind = 'spot_update') = (spot_id IS NOT NULL AND spot_number IS NOT NULL AND from_status IS NOT NULL
            AND to_status IS NOT NULL AND social_handle IS NOT NULL)
        AND (kind = 'spot_update') = (payload IS NULL)
    )
);

-- Expired spots, for the list of the last days.
CREATE INDEX events_expired ON events (waffle_id, seq) WHERE reason = 'expired';

-- The random keys under which sources are hashed, one for each week. Deleting one forgets all sources of its week
-- without reading the log, however long that is. Vacuumed soon, so that deleted keys do not stay as dead rows.
CREATE TABLE source_keys (
    since timestamptz PRIMARY KEY,
    id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
    key bytea NOT NULL CONSTRAINT source_keys_length CHECK (length(key) = 32)
) WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

-- What buyers said about paying, by receipt: a claim's events, from the first one on. A spot that got another handle
-- afterwards has a separate row, by the event of its rename. There is no foreign key, for the same reason as above.
CREATE TABLE payment_notes (
    waffle_id uuid NOT NULL,
    first_seq bigint NOT NULL,
    spots integer NOT NULL,
    at timestamptz NOT NULL,
    note text NOT NULL CONSTRAINT payment_notes_length CHECK (length(note) <= 200),
    -- Until when that keeps spots from expiring, by the database's clock; NULL: without end. The buyer's first note
    -- sets it, and later ones don't change it.
    kept_until timestamptz,
    PRIMARY KEY (waffle_id, first_seq)
);

-- The cents that a handle is asked to add to what it owes in a waffle with distinct_amounts, so that its payments can
-- be recognized. They are chosen when they are first needed, and stay even if it holds nothing any more.
CREATE TABLE buyer_cents (
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    handle text NOT NULL,
    cents bigint NOT NULL CONSTRAINT buyer_cents_range CHECK (cents BETWEEN 0 AND 99),
    PRIMARY KEY (waffle_id, handle)
);

-- One row for each handle ever seen. Only the first claim of a handle in a waffle writes here; the time of its last
-- claim is the latest of updated_at and its holdings.
CREATE TABLE buyers (
    handle text PRIMARY KEY,
    -- None if it was merged into another.
    created_at timestamptz,
    updated_at timestamptz
) WITH (fillfactor = 80);

-- When each handle was first seen. One that was merged into another counts as first seen with its next claim, if any.
CREATE VIEW known_buyers AS
SELECT b.handle, b.updated_at,
    coalesce(b.created_at, (SELECT min(h.first_claimed_at) FROM holdings h WHERE h.handle = b.handle)) AS created_at
FROM buyers b;

-- The grants of claims with a key, so that a repeat gets the same answer. Of the key, and of the request that came with
-- it, there are the first 16 bytes of their SHA-256: rows are smaller without the texts, and hold no handle.
CREATE TABLE idempotency_keys (
    -- By the database's clock.
    created_at timestamptz NOT NULL,
    -- The sequence number of the event of the first spot.
    first_seq bigint,
    requested bigint,
    key bytea PRIMARY KEY CONSTRAINT idempotency_keys_key_length CHECK (length(key) = 16),
    fingerprint bytea NOT NULL CONSTRAINT idempotency_keys_fingerprint_length CHECK (length(fingerprint) = 16),
    spot_ids bigint[] NOT NULL,
    spot_numbers integer[] NOT NULL
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
