-- What buyers asked for in the last hours and did not get, since others were faster: for sellers whom two buyers ask who
-- was first. A row for each spot. Anyone can add rows, so a waffle keeps only the newest ones, and no claim waits for
-- them.
--
-- There is no foreign key, because it would lock the waffle's row, which claims need; the function that deletes a waffle
-- deletes its refused claims too.
CREATE TABLE refused_claims (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    waffle_id uuid NOT NULL,
    -- When the claim was refused.
    at timestamptz NOT NULL,
    handle text NOT NULL,
    -- NULL if any spot was wanted, and none was left.
    spot_number integer,
    -- When the buyer who held it then had claimed it; NULL if it was free, but others of the claim were not.
    claimed_at timestamptz
);
CREATE INDEX refused_claims_of_waffle ON refused_claims (waffle_id, id);
CREATE INDEX refused_claims_of_handle ON refused_claims (handle);
CREATE INDEX refused_claims_age ON refused_claims (at);
