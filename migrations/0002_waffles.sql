-- Waffles, their spots, and the log of what happened to them.

CREATE TABLE payment_methods (
    id uuid PRIMARY KEY,
    type text NOT NULL CONSTRAINT payment_methods_type_known CHECK (type IN ('wallet_a', 'wallet_b', 'wallet_c', 'wallet_d')),
    display_name text NOT NULL,
    handle_or_url text NOT NULL,
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE TABLE waffles (
    id uuid PRIMARY KEY,
    slug text NOT NULL CONSTRAINT waffles_slug_taken UNIQUE
        CONSTRAINT waffles_slug_clean CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 80),
    title text NOT NULL CONSTRAINT waffles_title_length CHECK (length(title) BETWEEN 1 AND 200),
    description text CONSTRAINT waffles_description_length CHECK (length(description) BETWEEN 1 AND 5000),
    image_url text,
    social_media_links text[] NOT NULL CONSTRAINT waffles_links_count CHECK (cardinality(social_media_links) <= 20),
    status text NOT NULL DEFAULT 'active' CONSTRAINT waffles_status_known CHECK (status IN ('active', 'completed')),
    archived boolean NOT NULL DEFAULT false,
    total_spots integer NOT NULL CONSTRAINT waffles_total_range CHECK (total_spots BETWEEN 2 AND 10000),
    spot_price bigint NOT NULL CONSTRAINT waffles_price_range CHECK (spot_price BETWEEN 1 AND 100000000),
    item_count integer NOT NULL CONSTRAINT waffles_items_range CHECK (item_count BETWEEN 1 AND least(10, total_spots)),
    winning_spot_numbers integer[] NOT NULL DEFAULT '{}',
    winning_social_handles text[] NOT NULL DEFAULT '{}'
        CONSTRAINT waffles_winners_parallel CHECK (cardinality(winning_social_handles) = cardinality(winning_spot_numbers)),
    share_message text,
    -- Of a template that may have been deleted since: the waffle forgets it when it gets to it.
    share_template_id uuid,
    -- The sequence number of the newest event. Every change locks this row first, so numbers are gapless and in commit order.
    last_seq bigint NOT NULL DEFAULT 0,
    -- Kept by the functions that change spots; paid counts paid, winner and loser.
    available_count integer NOT NULL,
    pending_count integer NOT NULL DEFAULT 0 CONSTRAINT waffles_pending_count CHECK (pending_count >= 0),
    paid_count integer NOT NULL DEFAULT 0 CONSTRAINT waffles_paid_count CHECK (paid_count >= 0),
    created_by uuid,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    -- Against how many spots a winner was drawn: winner and loser spots of a completed waffle, 0 while it is active. The draw writes it, and
    -- nothing else changes it: neither winners nor losers can be released. A buyer's odds come from it without counting whole boards.
    drawn_count integer NOT NULL DEFAULT 0
        CONSTRAINT waffles_drawn_count CHECK (drawn_count BETWEEN 0 AND total_spots),
    CONSTRAINT waffles_counts_add_up CHECK (available_count >= 0 AND available_count + pending_count + paid_count = total_spots),
    CONSTRAINT waffles_completed_when CHECK ((status = 'completed') = (completed_at IS NOT NULL))
) WITH (fillfactor = 70);

-- The public list: active first, then newest first.
CREATE INDEX waffles_public_list ON waffles (status, created_at DESC, id) WHERE NOT archived;

CREATE TABLE waffle_payment_methods (
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    payment_method_id uuid NOT NULL CONSTRAINT waffle_payment_methods_known REFERENCES payment_methods,
    place integer NOT NULL,
    PRIMARY KEY (waffle_id, payment_method_id)
);
CREATE INDEX waffle_payment_methods_method ON waffle_payment_methods (payment_method_id);

-- Waffles that show something that was changed, as a payment method, and have not told of it in their logs yet. The change notes
-- it without touching their rows, so that it waits for none of them; hence no foreign key.
CREATE TABLE owed_announcements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    waffle_id uuid NOT NULL,
    admin_id uuid NOT NULL
);
CREATE INDEX owed_announcements_waffle ON owed_announcements (waffle_id);

CREATE TABLE spots (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    number integer NOT NULL CONSTRAINT spots_number_positive CHECK (number >= 1),
    status text NOT NULL DEFAULT 'available'
        CONSTRAINT spots_status_known CHECK (status IN ('available', 'pending', 'paid', 'winner', 'loser')),
    claimed_by_handle text,
    claimed_at timestamptz,
    paid_at timestamptz,
    CONSTRAINT spots_one_of_each_number UNIQUE (waffle_id, number),
    CONSTRAINT spots_held_when_taken CHECK (
        (status = 'available') = (claimed_by_handle IS NULL) AND (status = 'available') = (claimed_at IS NULL)
    ),
    CONSTRAINT spots_paid_when CHECK ((status IN ('paid', 'winner', 'loser')) = (paid_at IS NOT NULL))
) WITH (fillfactor = 70);
-- What the reports on buyers read, in the order of the handles: they never look at the million spots themselves.
CREATE INDEX spots_by_handle ON spots (claimed_by_handle) INCLUDE (status, claimed_at, paid_at)
    WHERE claimed_by_handle IS NOT NULL;

-- Append-only: the change feed of all servers, the replay for watchers, and the activity list. Deleted with its waffle, by
-- the function that deletes it: a foreign key would be checked on every claim.
CREATE TABLE events (
    waffle_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamptz NOT NULL,
    kind text NOT NULL,
    -- The request that caused the event: how a server finds out what became of a commit whose answer was lost.
    change_id uuid,
    spot_id bigint,
    spot_number integer,
    from_status text,
    to_status text,
    social_handle text,
    admin_id uuid,
    payload text,
    PRIMARY KEY (waffle_id, seq),
    CONSTRAINT events_spot_or_payload CHECK (
        (kind = 'spot_update') = (spot_id IS NOT NULL AND spot_number IS NOT NULL AND from_status IS NOT NULL
            AND to_status IS NOT NULL AND social_handle IS NOT NULL)
        AND (kind = 'spot_update') = (payload IS NULL)
    )
);

-- One row per handle ever seen.
CREATE TABLE buyers (
    handle text PRIMARY KEY,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 80);

-- What a claim with a key was granted, to be answered again.
CREATE TABLE idempotency_keys (
    key text PRIMARY KEY,
    fingerprint text NOT NULL,
    handle text NOT NULL,
    spot_ids bigint[] NOT NULL,
    spot_numbers integer[] NOT NULL,
    requested bigint,
    created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
