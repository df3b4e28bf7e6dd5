-- Draws that can be checked: what was locked before the round of the beacon was known, and what came of it.

CREATE TABLE draws (
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    -- 1, 2, … in each waffle.
    number integer NOT NULL CONSTRAINT draws_number_positive CHECK (number >= 1),
    state text NOT NULL DEFAULT 'locked' CONSTRAINT draws_state_known CHECK (state IN ('locked', 'drawn', 'void')),
    reason text,
    locked_at timestamptz NOT NULL,
    -- The beacon's chain, and the round that decides.
    chain text NOT NULL,
    round bigint NOT NULL,
    round_at timestamptz NOT NULL,
    -- The exact text that is hashed.
    entries text NOT NULL,
    entries_count integer NOT NULL,
    entries_sha256 text NOT NULL,
    excluded integer[] NOT NULL,
    item_count integer NOT NULL,
    one_win_per_handle boolean NOT NULL,
    -- How many alternates are drawn after the winners; fewer if there are too few entries.
    alternates integer NOT NULL CONSTRAINT draws_alternates_range CHECK (alternates BETWEEN 0 AND 10),
    -- The prize of each winner, in order; NULL if there is none.
    prizes text[] CONSTRAINT draws_prize_for_each CHECK (cardinality(prizes) = item_count),
    -- Whether relays confirmed that the round had not appeared yet, at the lock and when it was voided.
    clock text NOT NULL CONSTRAINT draws_clock_known CHECK (clock IN ('checked', 'unchecked')),
    signature text,
    randomness text,
    winning_spot_numbers integer[] NOT NULL DEFAULT '{}',
    winning_social_handles text[] NOT NULL DEFAULT '{}',
    alternate_spot_numbers integer[] NOT NULL DEFAULT '{}',
    alternate_social_handles text[] NOT NULL DEFAULT '{}',
    drawn_at timestamptz,
    voided_at timestamptz,
    PRIMARY KEY (waffle_id, number),
    CONSTRAINT draws_drawn_when CHECK (
        (state = 'drawn') = (drawn_at IS NOT NULL) AND (state = 'drawn') = (signature IS NOT NULL)
            AND (state = 'drawn') = (randomness IS NOT NULL) AND (state = 'void') = (voided_at IS NOT NULL)
    )
);
-- A waffle has one locked draw at most.
CREATE UNIQUE INDEX draws_one_locked ON draws (waffle_id) WHERE state = 'locked';
-- The locked draws, the next round first.
CREATE INDEX draws_due ON draws (round_at) WHERE state = 'locked';

-- Every lock, void and result, every winner that was replaced by an alternate, every winner set, changed or cleared by
-- hand, and every winning handle that was merged into another. Rows never change.
CREATE TABLE draw_ledger (
    waffle_id uuid NOT NULL REFERENCES waffles ON DELETE CASCADE,
    place integer NOT NULL,
    kind text NOT NULL CONSTRAINT draw_ledger_kind_known CHECK (
        kind IN (
            'locked', 'voided', 'drawn', 'replaced', 'set_by_hand', 'changed_by_hand', 'cleared', 'renamed'
        )
    ),
    at timestamptz NOT NULL,
    -- The draw's number, if it is about one.
    number integer,
    winning_spot_numbers integer[] NOT NULL DEFAULT '{}',
    winning_social_handles text[] NOT NULL DEFAULT '{}',
    reason text,
    PRIMARY KEY (waffle_id, place)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Rows are deleted only with their waffle, which is already gone by then.
    IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM waffles w WHERE w.id = OLD.waffle_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'what is in % stays as it is', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER draw_ledger_stays BEFORE UPDATE OR DELETE ON draw_ledger FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draw_ledger_is_kept BEFORE TRUNCATE ON draw_ledger EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draws_stay BEFORE DELETE ON draws FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER draws_are_kept BEFORE TRUNCATE ON draws EXECUTE FUNCTION refuse_change();
-- A locked draw is drawn or voided once; everything else about it was fixed when it was locked.
CREATE TRIGGER draws_are_decided_once BEFORE UPDATE ON draws FOR EACH ROW WHEN (
    OLD.state <> 'locked' OR NEW.state = 'locked'
    OR (OLD.waffle_id, OLD.number, OLD.reason, OLD.locked_at, OLD.chain, OLD.round, OLD.round_at, OLD.entries,
        OLD.entries_count, OLD.entries_sha256, OLD.excluded, OLD.item_count, OLD.one_win_per_handle, OLD.alternates,
        OLD.prizes)
    IS DISTINCT FROM (NEW.waffle_id, NEW.number, NEW.reason, NEW.locked_at, NEW.chain, NEW.round, NEW.round_at,
        NEW.entries, NEW.entries_count, NEW.entries_sha256, NEW.excluded, NEW.item_count, NEW.one_win_per_handle,
        NEW.alternates, NEW.prizes)
    -- Relays that answered at the lock may be silent when the draw is voided.
    OR NEW.clock <> OLD.clock AND NOT (NEW.state = 'void' AND NEW.clock = 'unchecked')
) EXECUTE FUNCTION refuse_change();

-- While a draw is locked, nothing can change its entries. The functions that change spots check this first, and report
-- it as a verdict; these triggers catch everything else. They run after the change, since a trigger before it would
-- lock each row once more, at the cost of claims.
CREATE FUNCTION refuse_while_locked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'spots' THEN
        IF NOT EXISTS (SELECT FROM waffles w WHERE w.id = NEW.waffle_id AND w.draw_round_at IS NOT NULL) THEN
            RETURN NULL;
        END IF;
    END IF;
    RAISE EXCEPTION 'a draw is locked' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'draw_locked';
END
$$;
CREATE TRIGGER spots_locked AFTER UPDATE OF status, claimed_by_handle ON spots FOR EACH ROW WHEN (
    OLD.status IN ('paid', 'winner', 'loser') OR NEW.status IN ('paid', 'winner', 'loser')
) EXECUTE FUNCTION refuse_while_locked();
CREATE TRIGGER waffles_locked AFTER UPDATE OF archived, item_count, status, winning_spot_numbers, winning_social_handles
ON waffles FOR EACH ROW WHEN (
    OLD.draw_round_at IS NOT NULL AND NEW.draw_round_at IS NOT NULL
    AND (OLD.archived, OLD.item_count, OLD.status, OLD.winning_spot_numbers, OLD.winning_social_handles)
        IS DISTINCT FROM (NEW.archived, NEW.item_count, NEW.status, NEW.winning_spot_numbers, NEW.winning_social_handles)
) EXECUTE FUNCTION refuse_while_locked();
CREATE TRIGGER waffles_kept AFTER DELETE ON waffles FOR EACH ROW WHEN (OLD.draw_round_at IS NOT NULL)
EXECUTE FUNCTION refuse_while_locked();
