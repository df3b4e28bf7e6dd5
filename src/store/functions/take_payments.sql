-- Marks spots as paid by lines of payments, each line for one buyer, as change_spots does, and remembers the lines and
-- their payers. Locks the waffle's row first, as every change does; also if nothing is left to do, so that a repeated
-- answer is as durable as the first one.
--
-- A line counts once: the first transaction that inserts its hash uses it, and the others wait for that one. A line
-- that pays for nothing, because the spots are available or another buyer's by now, is not remembered, so that its
-- money can still be counted. A line whose spots the same buyer has already paid is remembered, unless another line of
-- this call has just paid them. A line with the use remember pays for nothing, whatever has become of its spots: it is
-- remembered if all of them are still paid by the buyer.
--
-- Outcomes: those of change_spots, or one row for a line: taken_before, remembered, or not_remembered; if there is no such
-- waffle, the only row is no_waffle.
CREATE OR REPLACE FUNCTION take_payments(
    change uuid,
    in_waffle uuid,
    hashes bytea[],
    handles text[],
    -- An array of spots' ids for each line, as text.
    spots text[],
    -- The use of each line: once, again (even though it was taken before), or remember.
    uses text[],
    payer_keys text[],
    payer_names text[],
    author author,
    now_at timestamptz
) RETURNS TABLE (
    line integer, spot_id bigint, spot_number integer, outcome text, from_status text, to_status text,
    social_handle text, seq bigint, pay_by timestamptz, round_at timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
    -- The hashes that this call has inserted, and no line has used yet.
    fresh bytea[];
    paid boolean;
    known boolean;
    -- The spots that lines of this call have paid.
    paid_here bigint[] := '{}';
    -- The positions of lines that count again, and of those whose payers are to be remembered.
    repeated integer[] := '{}';
    paying integer[] := '{}';
    place integer;
    is_new boolean;
    payer uuid;
    result record;
BEGIN
    PERFORM FROM waffles w WHERE w.id = in_waffle FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        outcome := 'no_waffle';
        RETURN NEXT;
        RETURN;
    END IF;

    -- In the same order everywhere, so that calls for two waffles with the same lines don't deadlock.
    WITH entered AS (
        INSERT INTO taken_lines AS t (hash, taken_at)
        SELECT h.hash, now_at FROM (SELECT DISTINCT unnest(hashes) AS hash) h ORDER BY h.hash
        ON CONFLICT (hash) DO NOTHING
        RETURNING t.hash
    )
    SELECT coalesce(array_agg(e.hash), '{}') INTO fresh FROM entered e;

    FOR place IN 1 .. cardinality(hashes) LOOP
        line := place;
        outcome := CASE
            WHEN hashes[place] <> ALL (fresh) AND uses[place] <> 'again' THEN 'taken_before'
            WHEN uses[place] <> 'remember' THEN NULL
            WHEN EXISTS (
                SELECT FROM unnest(spots[place]::bigint[]) AS a (id)
                LEFT JOIN LATERAL (SELECT o.* FROM spots o WHERE o.id = a.id LIMIT 1) p ON p.waffle_id = in_waffle
                WHERE p.id IS NULL OR p.status IN ('available', 'pending') OR p.claimed_by_handle <> handles[place]
                    OR p.id = ANY (paid_here)
            ) THEN 'not_remembered'
            ELSE 'remembered'
        END;
        IF outcome IS NOT NULL THEN
            IF outcome = 'remembered' THEN
                fresh := array_remove(fresh, hashes[place]);
            END IF;
            spot_id := NULL;
            RETURN NEXT;
            CONTINUE;
        END IF;
        paid := false;
        known := false;
        FOR result IN
            SELECT c.* FROM change_spots(
                changes => ARRAY[ROW(
                    change, in_waffle, spots[place], 'pay', NULL, NULL, NULL, NULL, NULL, true, handles[place], author
                )::spot_change],
                now_at => now_at
            ) c
        LOOP
            paid := paid OR result.seq IS NOT NULL;
            IF result.seq IS NOT NULL THEN
                paid_here := paid_here || result.spot_id;
            END IF;
            known := known OR (
                result.outcome = 'wrong_status' AND result.from_status <> 'available'
                AND result.spot_id <> ALL (paid_here)
            );
            spot_id := result.spot_id;
            spot_number := result.spot_number;
            outcome := result.outcome;
            from_status := result.from_status;
            to_status := result.to_status;
            social_handle := result.social_handle;
            seq := result.seq;
            pay_by := result.pay_by;
            round_at := result.round_at;
            RETURN NEXT;
        END LOOP;
        IF paid OR known THEN
            fresh := array_remove(fresh, hashes[place]);
            IF uses[place] = 'again' THEN
                repeated := repeated || place;
            END IF;
        END IF;
        IF paid AND payer_keys[place] IS NOT NULL THEN
            paying := paying || place;
        END IF;
    END LOOP;

    -- These too are in the same order everywhere, whatever order the lines have.
    FOR place IN SELECT p FROM unnest(repeated) p ORDER BY hashes[p] LOOP
        UPDATE taken_lines t SET taken_at = now_at WHERE t.hash = hashes[place];
    END LOOP;
    FOR place IN SELECT p FROM unnest(paying) p ORDER BY payer_keys[p], handles[p], p LOOP
        INSERT INTO payers AS p (id, key, name, social_handle, since, last_at)
        VALUES (gen_random_uuid(), payer_keys[place], payer_names[place], handles[place], now_at, now_at)
        ON CONFLICT ON CONSTRAINT payers_once DO UPDATE SET last_at = excluded.last_at, confirmed = true
        RETURNING NOT p.confirmed, p.id INTO is_new, payer;
        IF is_new THEN
            INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
            SELECT now_at, (author).*, 'remember_payer', 'settings', payer::text,
                format('%s pays for @%s', payer_names[place], handles[place]);
        END IF;
    END LOOP;

    -- Another transaction that waits for these may use them.
    DELETE FROM taken_lines t WHERE t.hash = ANY (fresh);
END
$$;
