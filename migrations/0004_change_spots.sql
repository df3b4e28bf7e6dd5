-- Changes spots that somebody holds. Each spot is judged on its own, and each change leaves one event. Locks the waffle's
-- row first, as every change does. Rows are looked up as in claim_spots. So are payment_notes, whose events never
-- overlap: a spot's note is the last one that begins at or before its claim, if it reaches so far.
--
-- Operations, on the spots in ids where nothing else is said:
--   pay             pending to paid
--   release         pending or paid to available
--   release_pending pending to available
--   unpay           paid to pending, with the deadline that it had, and at least 15 minutes left to pay, where it had one
--                   or the waffle has deadlines
--   extend          pending: the deadline moves to so many minutes after it, or after now if that is later
--   rename          pending or paid: another handle; all of them or none. That the buyer said to have paid still holds.
--   give_back       pending, claimed by the given events: to available; all of them or none
--   expire          to available: all pending spots past their deadline that are not kept because their buyers have said
--                   that they paid; nothing if another server has just looked
--   release_source  to available: all pending spots that were claimed from a source; of those in ids, if there are any
--
-- Where only_of is set, what another handle holds by now is not_found.
--
-- Outcomes: changed (if there is a sequence number; without one, another spot kept it from being changed), unchanged (it
-- has the handle already), wrong_status, not_found, not_active (only if active_only is set), locked (with the time of the
-- round: a draw's entries don't change). If there is no such waffle (or another server is looking for its expired spots)
-- or source, the only row is no_waffle or no_source.
--
-- What admins do leaves audit records: one for each spot, but only one when spots are renamed or a source is released.
CREATE FUNCTION change_spots(
    change uuid,
    in_waffle uuid,
    ids bigint[],
    operation text,
    active_only boolean,
    minutes integer,
    new_handle text,
    only_of text,
    claim_first_seq bigint,
    claim_spots integer,
    in_source bytea,
    by_admin uuid,
    by_username text,
    from_address inet,
    now_at timestamptz
) RETURNS TABLE (
    spot_id bigint, spot_number integer, outcome text, from_status text, to_status text, social_handle text, seq bigint,
    pay_by timestamptz, round_at timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
    found_slug text;
    found_status text;
    found_minutes integer;
    found_round timestamptz;
    found_pay_by timestamptz;
    chosen bigint[] := ids;
    -- None where the status stays.
    target text := CASE
        WHEN operation = 'pay' THEN 'paid'
        WHEN operation = 'unpay' THEN 'pending'
        WHEN operation NOT IN ('extend', 'rename') THEN 'available'
    END;
    origins text[] := CASE
        WHEN operation = 'unpay' THEN ARRAY['paid']
        WHEN operation IN ('release', 'rename') THEN ARRAY['pending', 'paid']
        ELSE ARRAY['pending']
    END;
    why text := CASE operation
        WHEN 'unpay' THEN 'unpaid'
        WHEN 'rename' THEN 'renamed'
        WHEN 'give_back' THEN 'given_back'
        WHEN 'expire' THEN 'expired'
        WHEN 'release_source' THEN 'source_released'
    END;
    -- The record of each spot; none where one record tells of them all, or nobody is to be told of.
    audit_action text := CASE operation
        WHEN 'pay' THEN 'mark_paid'
        WHEN 'release' THEN 'release_spot'
        WHEN 'release_pending' THEN 'release_spot'
        WHEN 'unpay' THEN 'unpay_spot'
        WHEN 'extend' THEN 'extend_spots'
    END;
    all_or_none boolean := operation IN ('rename', 'give_back');
BEGIN
    -- Every server looks for deadlines. For a waffle, one at a time does; the others don't even wait for its row.
    IF operation <> 'expire'
        OR pg_try_advisory_xact_lock('waffles'::regclass::oid::integer, hashtext(in_waffle::text))
    THEN
        SELECT w.slug, w.status, w.pay_within_minutes, w.draw_round_at, w.next_pay_by
        INTO found_slug, found_status, found_minutes, found_round, found_pay_by
        FROM waffles w WHERE w.id = in_waffle FOR NO KEY UPDATE;
    END IF;
    IF found_slug IS NULL THEN
        RETURN QUERY SELECT NULL::bigint, NULL::integer, 'no_waffle', NULL::text, NULL::text, NULL::text, NULL::bigint,
            NULL::timestamptz, NULL::timestamptz;
        RETURN;
    END IF;

    IF operation = 'expire' THEN
        IF (found_pay_by <= now()) IS NOT TRUE THEN
            -- Another server has just looked.
            RETURN;
        END IF;
        SELECT coalesce(array_agg(p.id), '{}') INTO chosen
        FROM spots p
        WHERE p.waffle_id = in_waffle AND p.pay_by <= now() -- guard: deadline
            AND NOT EXISTS (
                SELECT FROM (
                    SELECT m.first_seq + m.spots AS after_last, m.kept_until FROM payment_notes m
                    WHERE m.waffle_id = in_waffle AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
                ) n
                WHERE p.claim_seq < n.after_last AND (n.kept_until <= now()) IS NOT TRUE
            ); -- guard: said
    ELSIF operation = 'release_source' THEN
        IF NOT EXISTS (SELECT FROM source_keys k WHERE int4send(k.id) = substring(in_source FROM 1 FOR 4))
            OR NOT EXISTS (SELECT FROM events e WHERE e.waffle_id = in_waffle AND e.source = in_source)
        THEN
            RETURN QUERY SELECT NULL::bigint, NULL::integer, 'no_source', NULL::text, NULL::text, NULL::text,
                NULL::bigint, NULL::timestamptz, NULL::timestamptz;
            RETURN;
        END IF;
        SELECT coalesce(array_agg(p.id), '{}') INTO chosen
        FROM spots p JOIN events e ON e.waffle_id = in_waffle AND e.seq = p.claim_seq
        WHERE p.waffle_id = in_waffle AND p.status = 'pending' AND e.source = in_source
            AND (ids = '{}' OR p.id = ANY (ids));
    END IF;

    RETURN QUERY
    WITH asked AS (
        SELECT a.id, p.place, p.number, p.status, p.claimed_by_handle AS handle, p.pay_by, p.claim_seq, p.claimed_at,
            coalesce(p.pay_by_before, p.claimed_at + found_minutes * interval '1 minute') AS pay_by_before,
            CASE
                WHEN found_round IS NOT NULL AND operation IN ('pay', 'unpay', 'rename')
                    THEN 'locked' -- guard: lock
                WHEN active_only AND found_status <> 'active' THEN 'not_active'
                WHEN p.id IS NULL THEN 'not_found'
                WHEN p.claimed_by_handle <> only_of THEN 'not_found' -- guard: buyer
                WHEN p.status <> ALL (origins) THEN 'wrong_status' -- guard: origin
                WHEN operation = 'give_back'
                    AND p.claim_seq NOT BETWEEN claim_first_seq AND claim_first_seq + claim_spots - 1
                    THEN 'wrong_status' -- guard: receipt
                WHEN found_round IS NOT NULL AND p.status = 'paid'
                    THEN 'locked' -- guard: lock
                WHEN operation = 'rename' AND p.claimed_by_handle = new_handle THEN 'unchanged'
                ELSE 'changed'
            END AS outcome
        FROM (SELECT DISTINCT unnest(chosen) AS id) a
        LEFT JOIN LATERAL (SELECT o.ctid AS place, o.* FROM spots o WHERE o.id = a.id LIMIT 1) p
            ON p.waffle_id = in_waffle
    ), numbered AS (
        SELECT a.id, a.place, a.number, a.status, a.handle, a.claim_seq, a.claimed_at,
            coalesce(target, a.status) AS target, coalesce(new_handle, a.handle) AS holder,
            CASE
                WHEN operation = 'extend' THEN greatest(a.pay_by, now()) + minutes * interval '1 minute'
                WHEN operation = 'rename' THEN a.pay_by
                WHEN operation = 'unpay' AND a.pay_by_before IS NOT NULL
                    THEN greatest(a.pay_by_before, now() + interval '15 minutes')
            END AS pay_by,
            w.last_seq + row_number() OVER (ORDER BY a.number) AS seq
        FROM asked a JOIN waffles w ON w.id = in_waffle
        WHERE a.outcome = 'changed'
            AND NOT (all_or_none AND EXISTS (SELECT FROM asked o WHERE o.outcome NOT IN ('changed', 'unchanged')))
    ), changed AS (
        UPDATE spots p
        SET status = n.target,
            claimed_by_handle = CASE WHEN n.target <> 'available' THEN n.holder END,
            claimed_at = CASE WHEN n.target <> 'available' THEN p.claimed_at END,
            paid_at = CASE WHEN operation = 'pay' THEN now_at WHEN n.target = 'paid' THEN p.paid_at END,
            pay_by = n.pay_by,
            pay_by_before = CASE
                WHEN operation = 'pay' THEN p.pay_by
                WHEN operation = 'rename' THEN p.pay_by_before
            END,
            claim_seq = CASE WHEN operation = 'rename' THEN n.seq WHEN n.target <> 'available' THEN p.claim_seq END
        FROM numbered n
        WHERE p.ctid = n.place
        RETURNING p.id
    ), logged AS (
        INSERT INTO events (
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by,
            reason, admin_id, source
        )
        SELECT in_waffle, n.seq, now_at, 'spot_update', change, n.id, n.number, n.status, n.target, n.holder, n.pay_by,
            why, by_admin,
            -- A spot comes from where it was claimed, whatever its handle is called by now.
            CASE WHEN operation = 'rename' THEN (
                SELECT e.source FROM events e WHERE e.waffle_id = in_waffle AND e.seq = n.claim_seq
            ) END
        FROM numbered n
    ), said AS (
        -- Whoever said that they paid has said so under the right handle too. It is no longer up to the receipt, which
        -- has lost these spots.
        INSERT INTO payment_notes (waffle_id, first_seq, spots, at, note, kept_until)
        SELECT in_waffle, n.seq, 1, s.at, s.note, s.kept_until
        FROM numbered n
        JOIN LATERAL (
            SELECT m.* FROM payment_notes m
            WHERE m.waffle_id = in_waffle AND m.first_seq <= n.claim_seq ORDER BY m.first_seq DESC LIMIT 1
        ) s ON n.claim_seq < s.first_seq + s.spots
        WHERE operation = 'rename'
    ), counted AS (
        UPDATE waffles w
        SET last_seq = w.last_seq + x.spots,
            available_count = w.available_count + x.to_available,
            pending_count = w.pending_count - x.from_pending + x.to_pending,
            paid_count = w.paid_count - x.from_paid + x.to_paid,
            next_pay_by = least(w.next_pay_by, x.pay_by)
        FROM (
            SELECT count(*)::integer AS spots, min(n.pay_by) AS pay_by,
                (count(*) FILTER (WHERE n.target = 'available'))::integer AS to_available,
                (count(*) FILTER (WHERE n.status = 'pending'))::integer AS from_pending,
                (count(*) FILTER (WHERE n.target = 'pending'))::integer AS to_pending,
                (count(*) FILTER (WHERE n.status = 'paid'))::integer AS from_paid,
                (count(*) FILTER (WHERE n.target = 'paid'))::integer AS to_paid
            FROM numbered n
        ) x
        WHERE w.id = in_waffle AND x.spots > 0
    ), moved AS (
        SELECT m.handle, sum(m.pending)::integer AS pending, sum(m.paid)::integer AS paid,
            min(m.claimed_at) AS first_claimed_at, max(m.claimed_at) AS last_claimed_at
        FROM (
            SELECT n.handle, -(n.status = 'pending')::integer AS pending, -(n.status = 'paid')::integer AS paid,
                NULL::timestamptz AS claimed_at
            FROM numbered n
            UNION ALL
            SELECT n.holder, (n.target = 'pending')::integer, (n.target = 'paid')::integer,
                CASE WHEN operation = 'rename' THEN n.claimed_at END
            FROM numbered n WHERE n.target <> 'available'
        ) m
        GROUP BY m.handle
    ), matched AS (
        SELECT m.*, l.place
        FROM moved m
        LEFT JOIN LATERAL (
            SELECT o.ctid AS place FROM holdings o WHERE o.handle = m.handle AND o.waffle_id = in_waffle LIMIT 1
        ) l ON true
    ), held AS (
        UPDATE holdings h
        SET pending = h.pending + m.pending, paid = h.paid + m.paid,
            first_claimed_at = least(h.first_claimed_at, m.first_claimed_at),
            last_claimed_at = greatest(h.last_claimed_at, m.last_claimed_at)
        FROM matched m
        WHERE h.ctid = m.place
    ), begun AS (
        INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
        SELECT in_waffle, m.first_claimed_at, m.last_claimed_at, m.pending, m.paid, 0, 0, m.handle
        FROM matched m WHERE m.place IS NULL
        RETURNING handle
    ), seen AS (
        INSERT INTO buyers (handle, created_at, updated_at) SELECT b.handle, now_at, now_at FROM begun b
        ON CONFLICT (handle) DO NOTHING
    ), audited AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
        SELECT now_at, by_admin, by_username, audit_action, 'spot', n.id::text,
            CASE WHEN operation = 'extend'
                THEN format('spot %s of %s, claimed by %s: to be paid by %s UTC', n.number, found_slug, n.handle,
                    to_char(n.pay_by AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
                ELSE format('spot %s of %s, claimed by %s: %s to %s', n.number, found_slug, n.handle, n.status, n.target)
            END,
            from_address
        FROM numbered n WHERE by_admin IS NOT NULL AND audit_action IS NOT NULL ORDER BY n.seq
    ), audited_together AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
        SELECT now_at, by_admin, by_username,
            CASE operation WHEN 'rename' THEN 'rename_spots' ELSE 'release_source' END, 'waffle', in_waffle::text,
            CASE operation
                WHEN 'rename' THEN format('spots %s of %s, renamed to %s', a.names, found_slug, new_handle)
                ELSE format('%s: %s spots of one source released: %s', found_slug, a.spots, a.names)
            END,
            from_address
        FROM (
            SELECT count(*) AS spots, string_agg(format('%s (%s)', n.number, n.handle), ', ' ORDER BY n.number) AS names
            FROM numbered n
        ) a
        WHERE by_admin IS NOT NULL AND audit_action IS NULL AND a.spots > 0
    )
    SELECT a.id, a.number, a.outcome, a.status, coalesce(n.target, a.status), coalesce(n.holder, a.handle), n.seq,
        coalesce(n.pay_by, CASE WHEN n.id IS NULL THEN a.pay_by END),
        CASE WHEN a.outcome = 'locked' THEN found_round END
    FROM asked a LEFT JOIN numbered n ON n.id = a.id
    ORDER BY a.number, a.id;

    IF operation = 'expire' THEN
        UPDATE waffles w SET next_pay_by = (
            -- Where the buyer said that he paid, not before that ends; never, if it does not.
            SELECT min(CASE WHEN n.after_last IS NULL THEN p.pay_by
                WHEN n.kept_until IS NOT NULL THEN greatest(p.pay_by, n.kept_until) END)
            FROM spots p
            LEFT JOIN LATERAL (
                SELECT m.first_seq + m.spots AS after_last, m.kept_until FROM payment_notes m
                WHERE m.waffle_id = in_waffle AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
            ) n ON p.claim_seq < n.after_last
            WHERE p.waffle_id = in_waffle AND p.pay_by IS NOT NULL
        )
        WHERE w.id = in_waffle;
    END IF;
END
$$;

-- Notes that the buyer of a claim says that he paid; where nothing is said, takes that back. Locks the waffle's row first,
-- as every change does. Answers the waffle's newest sequence number; NULL if there is no such waffle. Repeating it changes
-- nothing.
--
-- Where the waffle says for how long that keeps spots, it does so from the first time that it is said: to take it back
-- and say it again after the deadline gains nothing, since it is counted from the deadline then.
--
-- Anyone with a receipt can change his note again and again, before all watchers: they are told of it at once, unless
-- they were within the last second. What is changed within one second is told by one announcement.
CREATE FUNCTION say_paid(
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
    -- The earliest deadline of what the claim still holds.
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

    -- A second has few events; of very many, the newest do.
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

-- Makes what one handle has on some waffles another's: its spots, its wins and its entry in the registry. Each spot leaves
-- an event, and each waffle whose winners are now called otherwise is announced, and its ledger tells of it. A merge
-- calls this for a few waffles at a time, so that none is locked for long: it takes those that nobody else has locked,
-- and waits for the first if that is none. The holdings are deleted, and where they are zeros, only the log knows the
-- handle.
--
-- The last call, once all its waffles are done, takes the handle out of the registry, and its payers along. The row
-- stays, but without times: a first claim elsewhere, not committed yet, may have found it and left it at that.
--
-- Answers which waffles are done, how many spots that was, on how many waffles, and how many of the spots are winners;
-- or with the time of a round, if one of the waffles has a locked draw, and then changes nothing.
CREATE FUNCTION merge_users(
    change uuid,
    old_handle text,
    new_handle text,
    in_waffles uuid[],
    is_last boolean,
    by_admin uuid,
    by_username text,
    from_address inet,
    now_at timestamptz
) RETURNS TABLE (spots bigint, waffles bigint, wins bigint, round_at timestamptz, done uuid[])
LANGUAGE plpgsql AS $$
DECLARE
    -- The waffles that are locked here, and those in which the handle holds something now.
    locked uuid[];
    held_in uuid[];
    held_spots bigint;
    held_wins bigint;
    found_round timestamptz;
    first_at timestamptz;
    last_at timestamptz;
    whole boolean;
BEGIN
    SELECT coalesce(array_agg(l.id), '{}') INTO locked
    FROM (
        SELECT w.id FROM waffles w WHERE w.id = ANY (in_waffles) ORDER BY w.id FOR NO KEY UPDATE SKIP LOCKED
    ) l;
    IF locked = '{}' AND in_waffles <> '{}' THEN
        -- If it was deleted, there is nothing left to do.
        PERFORM FROM waffles w WHERE w.id = in_waffles[1] FOR NO KEY UPDATE;
        locked := in_waffles[1:1];
    END IF;
    whole := is_last AND locked @> in_waffles;
    SELECT coalesce(array_agg(h.waffle_id), '{}'), coalesce(sum(h.pending + h.paid + h.won + h.lost), 0),
        coalesce(sum(h.won), 0)
    INTO held_in, held_spots, held_wins
    FROM holdings h
    WHERE h.handle = old_handle AND h.pending + h.paid + h.won + h.lost > 0 AND h.waffle_id = ANY (locked);
    SELECT min(w.draw_round_at) INTO found_round FROM waffles w WHERE w.id = ANY (held_in);
    IF found_round IS NOT NULL THEN
        RETURN QUERY SELECT 0::bigint, 0::bigint, 0::bigint, found_round, '{}'::uuid[];
        RETURN;
    END IF;

    WITH numbered AS (
        SELECT p.ctid AS place, p.id, p.waffle_id, p.number, p.status, p.pay_by,
            w.last_seq + row_number() OVER (PARTITION BY p.waffle_id ORDER BY p.number) AS seq
        FROM spots p JOIN waffles w ON w.id = p.waffle_id
        WHERE p.waffle_id = ANY (held_in) AND p.claimed_by_handle = old_handle
    ), changed AS (
        UPDATE spots p SET claimed_by_handle = new_handle FROM numbered n WHERE p.ctid = n.place
    ), logged AS (
        INSERT INTO events (
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by,
            reason, admin_id
        )
        SELECT n.waffle_id, n.seq, now_at, 'spot_update', change, n.id, n.number, n.status, n.status, new_handle,
            n.pay_by, 'merged', by_admin
        FROM numbered n
    ), gone AS (
        DELETE FROM holdings h WHERE h.handle = old_handle AND h.waffle_id = ANY (locked) RETURNING h.*
    ), kept AS (
        INSERT INTO holdings AS h (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
        SELECT g.waffle_id, g.first_claimed_at, g.last_claimed_at, g.pending, g.paid, g.won, g.lost, new_handle
        FROM gone g WHERE g.pending + g.paid + g.won + g.lost > 0
        ON CONFLICT (handle, waffle_id) DO UPDATE
        SET first_claimed_at = least(h.first_claimed_at, excluded.first_claimed_at),
            last_claimed_at = greatest(h.last_claimed_at, excluded.last_claimed_at),
            pending = h.pending + excluded.pending, paid = h.paid + excluded.paid,
            won = h.won + excluded.won, lost = h.lost + excluded.lost
    ), renamed AS (
        UPDATE waffles w
        SET last_seq = w.last_seq + x.spots,
            winning_social_handles = array_replace(w.winning_social_handles, old_handle, new_handle)
        FROM (SELECT n.waffle_id, count(*) AS spots FROM numbered n GROUP BY n.waffle_id) x
        WHERE w.id = x.waffle_id
    ), announced AS (
        INSERT INTO owed_announcements (waffle_id, admin_id)
        SELECT w.id, by_admin FROM waffles w
        WHERE w.id = ANY (held_in) AND old_handle = ANY (w.winning_social_handles)
    ), in_ledger AS (
        INSERT INTO draw_ledger (
            waffle_id, place, kind, at, number, winning_spot_numbers, winning_social_handles, reason
        )
        SELECT w.id, 1 + coalesce((SELECT max(l.place) FROM draw_ledger l WHERE l.waffle_id = w.id), 0), 'renamed',
            now_at, w.winners_by_draw, w.winning_spot_numbers,
            array_replace(w.winning_social_handles, old_handle, new_handle),
            format('@%s became @%s.', old_handle, new_handle)
        FROM waffles w
        WHERE w.id = ANY (held_in) AND old_handle = ANY (w.winning_social_handles)
    )
    SELECT min(g.first_claimed_at), max(g.last_claimed_at) INTO first_at, last_at FROM gone g;

    -- What the receipts have told goes on, unless the other handle has been told something too.
    WITH gone AS (
        DELETE FROM buyer_cents c WHERE c.handle = old_handle AND c.waffle_id = ANY (locked) RETURNING c.*
    )
    INSERT INTO buyer_cents (waffle_id, handle, cents) SELECT g.waffle_id, new_handle, g.cents FROM gone g
    ON CONFLICT DO NOTHING;

    -- At the end, since first claims of the new handle wait for this row.
    WITH known AS (
        INSERT INTO buyers AS b (handle, created_at, updated_at)
        SELECT new_handle, coalesce(o.created_at, first_at), greatest(o.updated_at, last_at)
        FROM buyers o WHERE o.handle = old_handle AND coalesce(o.created_at, first_at) IS NOT NULL
        ON CONFLICT (handle) DO UPDATE
        SET created_at = least(b.created_at, excluded.created_at),
            updated_at = greatest(b.updated_at, excluded.updated_at)
        RETURNING 1
    ), forgotten AS (
        UPDATE buyers b SET created_at = NULL, updated_at = NULL
        WHERE whole AND b.handle = old_handle AND b.created_at IS NOT NULL
    ), paid_by AS (
        DELETE FROM payers p WHERE whole AND p.social_handle = old_handle RETURNING p.*
    ), paid_for AS (
        INSERT INTO payers AS p (id, key, name, social_handle, since, last_at, confirmed)
        SELECT o.id, o.key, o.name, new_handle, o.since, o.last_at, o.confirmed FROM paid_by o
        ON CONFLICT ON CONSTRAINT payers_once DO UPDATE
        SET since = least(p.since, excluded.since), last_at = greatest(p.last_at, excluded.last_at),
            confirmed = p.confirmed OR excluded.confirmed
    )
    INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
    SELECT now_at, by_admin, by_username, 'merge_users', 'settings', old_handle,
        format('%s became %s: %s spots on %s waffles, %s of them won', old_handle, new_handle, held_spots,
            cardinality(held_in), held_wins),
        from_address
    WHERE held_spots > 0 OR (whole AND EXISTS (SELECT FROM known));

    RETURN QUERY SELECT held_spots, cardinality(held_in)::bigint, held_wins, NULL::timestamptz, locked;
END
$$;
