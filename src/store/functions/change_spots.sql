-- Changes spots that someone holds. Each spot is judged on its own, and each change leaves one event. Locks the
-- waffle's row first, as every change does. Rows are looked up as in claim_spots. So are payment_notes, whose ranges of
-- events never overlap: a spot's note is the last one that begins at or before its claim, if its range includes the
-- claim.
--
-- Operations, on the spots in ids unless stated otherwise:
--   pay             pending to paid
--   release         pending or paid to available
--   release_pending pending to available
--   unpay           paid to pending; with the deadline that it had, but at least 15 minutes from now, if it had one or
--                   the waffle has deadlines
--   extend          pending: the deadline moves to the operation's minutes after it, or after now if that is later
--   rename          pending or paid: another handle; all of them or none. The buyer's note about a payment is kept.
--   give_back       pending, claimed by the operation's events: to available; all of them or none
--   expire          to available: all pending spots past their deadline, unless their buyers' notes about payments keep
--                   them; nothing if another server has just done it
--   release_source  to available: all pending spots that were claimed from its source; if ids has any, only those
--
-- If only_of is set, a spot that another handle holds by now is not_found.
--
-- Outcomes: changed (without a sequence number, it could have been changed, but another spot prevented it), unchanged
-- (it has the handle already), wrong_status, not_found, not_active (only if active_only is set), locked (with the time
-- of the round: a draw's entries don't change). If there is no such waffle (or another server is looking for its
-- expired spots) or source, the only row is no_waffle or no_source.
--
-- Actions of admins leave audit records: one for each spot, but a single one if spots are renamed or a source is
-- released.
CREATE OR REPLACE FUNCTION change_spots(
    change uuid,
    in_waffle uuid,
    ids bigint[],
    operation spot_operation,
    now_at timestamptz,
    active_only boolean DEFAULT false,
    only_of text DEFAULT NULL,
    author author DEFAULT NULL
) RETURNS TABLE (
    spot_id bigint, spot_number integer, outcome text, from_status text, to_status text, social_handle text, seq bigint,
    pay_by timestamptz, round_at timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
    kind text := operation.name;
    -- None for buyers and deadlines.
    by_admin uuid := author.admin_id;
    found_slug text;
    found_status text;
    found_minutes integer;
    found_round timestamptz;
    found_pay_by timestamptz;
    chosen bigint[] := ids;
    -- None if the status stays.
    target text := CASE
        WHEN kind = 'pay' THEN 'paid'
        WHEN kind = 'unpay' THEN 'pending'
        WHEN kind NOT IN ('extend', 'rename') THEN 'available'
    END;
    origins text[] := CASE
        WHEN kind = 'unpay' THEN ARRAY['paid']
        WHEN kind IN ('release', 'rename') THEN ARRAY['pending', 'paid']
        ELSE ARRAY['pending']
    END;
    why text := CASE kind
        WHEN 'unpay' THEN 'unpaid'
        WHEN 'rename' THEN 'renamed'
        WHEN 'give_back' THEN 'given_back'
        WHEN 'expire' THEN 'expired'
        WHEN 'release_source' THEN 'source_released'
    END;
    -- The audit action of each spot; none if one record covers all of them, or nothing is recorded.
    audit_action text := CASE kind
        WHEN 'pay' THEN 'mark_paid'
        WHEN 'release' THEN 'release_spot'
        WHEN 'release_pending' THEN 'release_spot'
        WHEN 'unpay' THEN 'unpay_spot'
        WHEN 'extend' THEN 'extend_spots'
    END;
    all_or_none boolean := kind IN ('rename', 'give_back');
BEGIN
    -- Every server looks for deadlines. Only one at a time does so for a waffle; the others don't even wait for its
    -- row.
    IF kind <> 'expire'
        OR pg_try_advisory_xact_lock('waffles'::regclass::oid::integer, hashtext(in_waffle::text))
    THEN
        SELECT w.slug, w.status, w.pay_within_minutes, w.draw_round_at, w.next_pay_by
        INTO found_slug, found_status, found_minutes, found_round, found_pay_by
        FROM waffles w WHERE w.id = in_waffle FOR NO KEY UPDATE;
    END IF;
    IF found_slug IS NULL THEN
        outcome := 'no_waffle';
        RETURN NEXT;
        RETURN;
    END IF;

    IF kind = 'expire' THEN
        IF (found_pay_by <= now()) IS NOT TRUE THEN
            -- Another server has just done it.
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
    ELSIF kind = 'release_source' THEN
        IF NOT EXISTS (SELECT FROM source_keys k WHERE int4send(k.id) = substring(operation.source FROM 1 FOR 4))
            OR NOT EXISTS (SELECT FROM events e WHERE e.waffle_id = in_waffle AND e.source = operation.source)
        THEN
            outcome := 'no_source';
            RETURN NEXT;
            RETURN;
        END IF;
        SELECT coalesce(array_agg(p.id), '{}') INTO chosen
        FROM spots p JOIN events e ON e.waffle_id = in_waffle AND e.seq = p.claim_seq
        WHERE p.waffle_id = in_waffle AND p.status = 'pending' AND e.source = operation.source
            AND (ids = '{}' OR p.id = ANY (ids));
    END IF;

    RETURN QUERY
    WITH asked AS (
        SELECT a.id, p.place, p.number, p.status, p.claimed_by_handle AS handle, p.pay_by, p.claim_seq, p.claimed_at,
            coalesce(p.pay_by_before, p.claimed_at + found_minutes * interval '1 minute') AS pay_by_before,
            CASE
                WHEN found_round IS NOT NULL AND kind IN ('pay', 'unpay', 'rename')
                    THEN 'locked' -- guard: lock
                WHEN active_only AND found_status <> 'active' THEN 'not_active'
                WHEN p.id IS NULL THEN 'not_found'
                WHEN p.claimed_by_handle <> only_of THEN 'not_found' -- guard: buyer
                WHEN p.status <> ALL (origins) THEN 'wrong_status' -- guard: origin
                WHEN kind = 'give_back'
                    AND p.claim_seq NOT BETWEEN operation.first_seq AND operation.first_seq + operation.spots - 1
                    THEN 'wrong_status' -- guard: receipt
                WHEN found_round IS NOT NULL AND p.status = 'paid'
                    THEN 'locked' -- guard: lock
                WHEN kind = 'rename' AND p.claimed_by_handle = operation.new_handle THEN 'unchanged'
                ELSE 'changed'
            END AS outcome
        FROM (SELECT DISTINCT unnest(chosen) AS id) a
        LEFT JOIN LATERAL (SELECT o.ctid AS place, o.* FROM spots o WHERE o.id = a.id LIMIT 1) p
            ON p.waffle_id = in_waffle
    ), numbered AS (
        SELECT a.id, a.place, a.number, a.status, a.handle, a.claim_seq, a.claimed_at,
            coalesce(target, a.status) AS target, coalesce(operation.new_handle, a.handle) AS holder,
            CASE
                WHEN kind = 'extend' THEN greatest(a.pay_by, now()) + operation.minutes * interval '1 minute'
                WHEN kind = 'rename' THEN a.pay_by
                WHEN kind = 'unpay' AND a.pay_by_before IS NOT NULL
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
            paid_at = CASE WHEN kind = 'pay' THEN now_at WHEN n.target = 'paid' THEN p.paid_at END,
            pay_by = n.pay_by,
            pay_by_before = CASE
                WHEN kind = 'pay' THEN p.pay_by
                WHEN kind = 'rename' THEN p.pay_by_before
            END,
            claim_seq = CASE WHEN kind = 'rename' THEN n.seq WHEN n.target <> 'available' THEN p.claim_seq END
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
            -- The source of a spot stays that of its claim, whatever handle it has now.
            CASE WHEN kind = 'rename' THEN (
                SELECT e.source FROM events e WHERE e.waffle_id = in_waffle AND e.seq = n.claim_seq
            ) END
        FROM numbered n
    ), said AS (
        -- The buyer's note applies under the new handle too. The receipt can't change it any more, since it has lost
        -- these spots.
        INSERT INTO payment_notes (waffle_id, first_seq, spots, at, note, kept_until)
        SELECT in_waffle, n.seq, 1, s.at, s.note, s.kept_until
        FROM numbered n
        JOIN LATERAL (
            SELECT m.* FROM payment_notes m
            WHERE m.waffle_id = in_waffle AND m.first_seq <= n.claim_seq ORDER BY m.first_seq DESC LIMIT 1
        ) s ON n.claim_seq < s.first_seq + s.spots
        WHERE kind = 'rename'
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
                CASE WHEN kind = 'rename' THEN n.claimed_at END
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
        INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
        SELECT now_at, (author).*, audit_action, 'spot', n.id::text,
            CASE WHEN kind = 'extend'
                THEN format('spot %s of %s, claimed by %s: to be paid by %s UTC', n.number, found_slug, n.handle,
                    to_char(n.pay_by AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
                ELSE format('spot %s of %s, claimed by %s: %s to %s', n.number, found_slug, n.handle, n.status, n.target)
            END
        FROM numbered n WHERE by_admin IS NOT NULL AND audit_action IS NOT NULL ORDER BY n.seq
    ), audited_together AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
        SELECT now_at, (author).*,
            CASE kind WHEN 'rename' THEN 'rename_spots' ELSE 'release_source' END, 'waffle', in_waffle::text,
            CASE kind
                WHEN 'rename' THEN format('spots %s of %s, renamed to %s', a.names, found_slug, operation.new_handle)
                ELSE format('%s: %s spots of one source released: %s', found_slug, a.spots, a.names)
            END
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

    IF kind = 'expire' THEN
        UPDATE waffles w SET next_pay_by = (
            -- A spot that is kept by a note about its payment expires when that ends, or never if it has no end.
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
