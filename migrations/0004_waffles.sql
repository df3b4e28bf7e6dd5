-- Waffles, and the payment methods that are chosen for them.

-- What a single column may hold. A table's checks are evaluated whenever a row changes, as each claim changes its waffle,
-- but those of a type only when a value of it is written. An array of such values needs a cast: it would be of a type
-- that clients have to look up.
CREATE DOMAIN waffle_slug AS text CONSTRAINT waffles_slug_clean
    CHECK (VALUE ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(VALUE) <= 80);
CREATE DOMAIN waffle_title AS text CONSTRAINT waffles_title_length CHECK (length(VALUE) BETWEEN 1 AND 200);
CREATE DOMAIN waffle_description AS text CONSTRAINT waffles_description_length
    CHECK (length(VALUE) BETWEEN 1 AND 5000);
CREATE DOMAIN waffle_links AS text[] CONSTRAINT waffles_links_count CHECK (cardinality(VALUE) <= 20);
CREATE DOMAIN waffle_status AS text CONSTRAINT waffles_status_known CHECK (VALUE IN ('active', 'completed'));
CREATE DOMAIN waffle_size AS integer CONSTRAINT waffles_total_range CHECK (VALUE BETWEEN 2 AND 10000);
CREATE DOMAIN waffle_price AS bigint CONSTRAINT waffles_price_range CHECK (VALUE BETWEEN 1 AND 100000000);
CREATE DOMAIN minutes_to_pay AS integer CONSTRAINT waffles_pay_within CHECK (VALUE BETWEEN 5 AND 43200);
CREATE DOMAIN spots_per_handle AS integer CONSTRAINT waffles_spots_per_handle CHECK (VALUE BETWEEN 1 AND 10000);
CREATE DOMAIN hours_of_grace AS integer CONSTRAINT waffles_grace CHECK (VALUE BETWEEN 1 AND 720);
CREATE DOMAIN draw_count AS integer CONSTRAINT waffles_draws_before CHECK (VALUE >= 0);

CREATE TABLE waffles (
    id uuid PRIMARY KEY,
    slug waffle_slug NOT NULL CONSTRAINT waffles_slug_taken UNIQUE,
    title waffle_title NOT NULL,
    description waffle_description,
    image_url text,
    social_media_links waffle_links NOT NULL,
    status waffle_status NOT NULL DEFAULT 'active',
    archived boolean NOT NULL DEFAULT false,
    total_spots waffle_size NOT NULL,
    spot_price waffle_price NOT NULL,
    item_count integer NOT NULL CONSTRAINT waffles_items_range CHECK (item_count BETWEEN 1 AND least(10, total_spots)),
    winning_spot_numbers integer[] NOT NULL DEFAULT '{}',
    winning_social_handles text[] NOT NULL DEFAULT '{}'
        CONSTRAINT waffles_winners_parallel
            CHECK (cardinality(winning_social_handles) = cardinality(winning_spot_numbers)),
    -- The winners' prizes, parallel to them, if the draw that they come from names any.
    winning_prizes text[]
        CONSTRAINT waffles_prizes_parallel CHECK (cardinality(winning_prizes) = cardinality(winning_spot_numbers)),
    share_message text,
    -- The template may already be deleted; the waffle is updated a little later.
    share_template_id uuid,
    -- The sequence number of the newest event. Every change locks this row first, so the numbers have no gaps and
    -- follow the order of commits.
    last_seq bigint NOT NULL DEFAULT 0,
    -- Maintained by everything that changes spots. paid_count includes winners and losers.
    available_count integer NOT NULL,
    pending_count integer NOT NULL DEFAULT 0 CONSTRAINT waffles_pending_count CHECK (pending_count >= 0),
    paid_count integer NOT NULL DEFAULT 0 CONSTRAINT waffles_paid_count CHECK (paid_count >= 0),
    created_by uuid,
    created_at timestamptz NOT NULL,
    completed_at timestamptz,
    -- How many spots took part in the draw; 0 while the waffle is active. Only drawing and clearing winners change it,
    -- because winners and losers can't be released. It gives a buyer's odds without counting whole boards.
    drawn_count integer NOT NULL DEFAULT 0
        CONSTRAINT waffles_drawn_count CHECK (drawn_count BETWEEN 0 AND total_spots),
    -- Its terms: when and how spots may be claimed, and how soon they must be paid.
    opens_at timestamptz,
    claims_paused boolean NOT NULL DEFAULT false,
    unlisted boolean NOT NULL DEFAULT false,
    pay_within_minutes minutes_to_pay,
    max_spots_per_handle spots_per_handle,
    -- How long "I have paid" keeps spots from expiring; NULL: without end.
    says_paid_grace_hours hours_of_grace,
    -- Whether receipts ask each buyer for a few cents more (buyer_cents).
    distinct_amounts boolean NOT NULL DEFAULT false,
    -- No spot that can expire does so before this. Changes of spots only move it to an earlier time; a search for
    -- expired spots sets it to the earliest deadline that is left.
    next_pay_by timestamptz,
    -- While a draw is locked: when its round appears. Until the draw has ended, its entries can't change.
    draw_round_at timestamptz,
    draw_round bigint,
    draw_number integer,
    draw_entries integer,
    -- The hash of the beacon's chain that decides.
    draw_chain text,
    -- The draw that the winners come from; none if they were picked by hand. An alternate may have replaced a winner.
    winners_by_draw integer,
    winners_replaced boolean NOT NULL DEFAULT false
        CONSTRAINT waffles_replaced_of_draw CHECK (NOT winners_replaced OR winners_by_draw IS NOT NULL),
    -- Whether a private chain decided that draw, which proves nothing to outsiders.
    winners_private_chain boolean NOT NULL DEFAULT false,
    -- How many results were drawn or set, and then cleared or changed. Replacing a winner is not a new result.
    draws_before draw_count NOT NULL DEFAULT 0,
    CONSTRAINT waffles_counts_add_up
        CHECK (available_count >= 0 AND available_count + pending_count + paid_count = total_spots),
    CONSTRAINT waffles_completed_when CHECK ((status = 'completed') = (completed_at IS NOT NULL))
) WITH (fillfactor = 70);

-- The slugs of deleted waffles that had a ledger. They are never used again: the address of a draw must not lead to a
-- draw of another waffle.
CREATE TABLE spent_slugs (slug text PRIMARY KEY);

-- The public list: active first, then newest first.
CREATE INDEX waffles_public_list ON waffles (status, created_at DESC, id) WHERE NOT archived;
-- An account's last waffle.
CREATE INDEX waffles_of_account ON waffles (created_by, created_at, id);
-- Where spots may have expired.
CREATE INDEX waffles_deadlines ON waffles (next_pay_by) WHERE next_pay_by IS NOT NULL;
CREATE INDEX waffles_share_template ON waffles (share_template_id) WHERE share_template_id IS NOT NULL;

CREATE TABLE waffle_payment_methods (
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    payment_method_id uuid NOT NULL CONSTRAINT waffle_payment_methods_known REFERENCES payment_methods,
    place integer NOT NULL,
    PRIMARY KEY (waffle_id, payment_method_id)
);
CREATE INDEX waffle_payment_methods_method ON waffle_payment_methods (payment_method_id);

-- Waffles that show something that has changed, such as a payment method, but whose log has no event for the change
-- yet. The change adds a row here instead of locking all those waffles, which is also why there is no foreign key. A
-- buyer's note adds one too, without an admin, if an event announced notes of the waffle less than a second before.
CREATE TABLE owed_announcements (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    waffle_id uuid NOT NULL,
    admin_id uuid
);
CREATE INDEX owed_announcements_waffle ON owed_announcements (waffle_id);
