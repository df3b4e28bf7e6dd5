-- Notes that the buyer of a claim says to have paid, or with a NULL note takes that back. Locks the waffle's row first,
-- as every change does. Returns the waffle's newest sequence number; NULL if there is no such waffle. Repeating it
-- changes nothing.
--
-- If the waffle limits how long a note keeps spots, the time begins with the first note: taking it back and writing it
-- again after the deadline gains nothing, since the time is then counted from the deadline.
--
-- Anyone with a receipt can change a note again and again, and watchers are informed each time. So an event is written
-- immediately only if none was within the last second; changes within a second share one announcement.
CREATE OR REPLACE FUNCTION say_paid(
    change uuid,
    in_waffle uuid,
    claim_first_seq bigint,
    claim_spots integer,
    said text,
    now_at timestamptz
) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    newest bigint;
    grace_hours integer;
    -- The earliest deadline of the spots that the claim still holds.
    found_pay_by timestamptz;
BEGIN
    SELECT w.last_seq, w.says_paid_grace_hours INTO newest, grace_hours
    FROM waffles w WHERE w.id = in_waffle FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;

    IF said IS NULL OR grace_hours IS NOT NULL THEN
        SELECT min(p.pay_by) INTO found_pay_by
        FROM events e
        CROSS JOIN LATERAL (SELECT o.pay_by, o.claim_seq FROM spots o WHERE o.id = e.spot_id LIMIT 1) p
        WHERE e.waffle_id = in_waffle AND e.seq BETWEEN claim_first_seq AND claim_first_seq + claim_spots - 1
            AND p.claim_seq = e.seq;
    END IF;

    IF said IS NOT NULL THEN
        INSERT INTO payment_notes AS old (waffle_id, first_seq, spots, at, note, kept_until)
        VALUES (in_waffle, claim_first_seq, claim_spots, now_at, said,
            coalesce(found_pay_by, now()) + grace_hours * interval '1 hour')
        ON CONFLICT (waffle_id, first_seq) DO UPDATE SET at = excluded.at, note = excluded.note
        WHERE old.note <> excluded.note;
    ELSE
        -- From now on its spots can expire again.
        WITH gone AS (
            DELETE FROM payment_notes m WHERE m.waffle_id = in_waffle AND m.first_seq = claim_first_seq
            RETURNING m.waffle_id
        )
        UPDATE waffles w
        SET next_pay_by = least(w.next_pay_by, found_pay_by)
        FROM gone WHERE w.id = gone.waffle_id;
    END IF;
    IF NOT FOUND THEN
        RETURN newest;
    END IF;

    -- A second has few events; if it has more than these, looking at the newest ones is enough.
    IF EXISTS (
        SELECT FROM events e
        WHERE e.waffle_id = in_waffle AND e.seq > newest - 200 AND e.kind = 'notes_changed'
            AND e.at > now_at - interval '1 second'
    ) THEN
        INSERT INTO owed_announcements (waffle_id) VALUES (in_waffle);
    ELSE
        newest := newest + 1;
        INSERT INTO events (waffle_id, seq, at, kind, change_id, payload)
        VALUES (in_waffle, newest, now_at, 'notes_changed', change, format('{"type":"notes_changed","seq":%s}', newest));
        UPDATE waffles w SET last_seq = newest WHERE w.id = in_waffle;
    END IF;
    RETURN newest;
END
$$;
