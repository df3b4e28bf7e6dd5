-- Changes spots that someone holds: one change of each of several waffles. Each spot is judged on its own, and each that
-- is changed leaves one event. Locks the waffles' rows first, as every change does. Rows are looked up as in
-- claim_spots. So are payment_notes, whose ranges of events never overlap: a spot's note is the last one that begins at
-- or before its claim, if its range includes the claim.
--
-- A change that comes alone may wait for its waffle's row. If waits is not set, waffles that another transaction has
-- locked are skipped, so that no transaction waits for one waffle while it holds another.
--
-- Operations, on the spots in spot_ids unless stated otherwise:
--   pay             pending to paid
--   release         pending or paid to available
--   release_pending pending to available
--   unpay           paid to pending; with the deadline that it had, but at least 15 minutes from now, if it had one or
--                   the waffle has deadlines
--   extend          pending: the deadline moves to the change's minutes after it, or after now if that is later
--   rename          pending or paid: another handle; all of them or none. The buyer's note about a payment is kept. If
--                   the old handle holds no other spot of the waffle, its refused claims there go along.
--   give_back       pending, claimed by the change's events: to available; all of them or none
--   expire          to available: all pending spots past their deadline, unless their buyers' notes about payments keep
--                   them; nothing if another server has just done it
--   release_source  to available: all pending spots that were claimed from its source; if spot_ids has any, only those
-- The last two come alone.
--
-- If only_of is set, a spot that another handle holds by now is not_found.
--
-- Outcomes, each with the number of its change in the array: changed (without a sequence number, it could have been
-- changed, but another spot prevented it), unchanged (it has the handle already), wrong_status, not_found, not_active
-- (only if active_only is set), locked (with the time of the round: a draw's entries don't change). If there is no such
-- waffle, or it was skipped (or another server is looking for its expired spots), or no such source, the change's only
-- row is no_waffle or no_source.
--
-- Actions of admins leave audit records: one for each spot, but a single one if spots are renamed or a source is
-- released.
CREATE OR REPLACE FUNCTION change_spots(
    changes spot_change[],
    now_at timestamptz,
    waits boolean DEFAULT true
) RETURNS TABLE (
    change integer, spot_id bigint, spot_number integer, outcome text, from_status text, to_status text,
    social_handle text, seq bigint, pay_by timestamptz, round_at timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
    first spot_change := changes[1];
    -- The spots of a change that selects them itself.
    chosen bigint[];
    -- Of each waffle: its row's ctid, or NULL if there is none or it was skipped; and what its row says.
    places tid[];
    slugs text[];
    statuses text[];
    pay_within integer[];
    rounds timestamptz[];
    last_seqs bigint[];
BEGIN
    -- Every server looks for deadlines. Only one at a time does so for a waffle; the others don't even wait for its
    -- row.
    IF first.operation = 'expire'
        AND NOT pg_try_advisory_xact_lock('waffles'::regclass::oid::integer, hashtext(first.waffle_id::text))
    THEN
        change := 1;
        outcome := 'no_waffle';
        RETURN NEXT;
        RETURN;
    END IF;
    IF waits THEN
        PERFORM FROM waffles w WHERE w.id = first.waffle_id FOR NO KEY UPDATE;
    END IF;

    -- A locked row is read as it is now, even if it changed after this statement began.
    SELECT array_agg(w.place), array_agg(w.slug), array_agg(w.status), array_agg(w.pay_within_minutes),
        array_agg(w.draw_round_at), array_agg(w.last_seq)
    INTO places, slugs, statuses, pay_within, rounds, last_seqs
    FROM (
        SELECT l.*
        FROM unnest(changes) WITH ORDINALITY AS c
        LEFT JOIN LATERAL (
            SELECT o.ctid AS place, o.slug, o.status, o.pay_within_minutes, o.draw_round_at, o.last_seq
            FROM waffles o WHERE o.id = c.waffle_id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
        ) l ON true
        ORDER BY c.ordinality
    ) w;

    IF first.operation = 'expire' THEN
        IF EXISTS (SELECT FROM waffles w WHERE w.id = first.waffle_id AND (w.next_pay_by <= now()) IS NOT TRUE) THEN
            -- Another server has just done it.
            RETURN;
        END IF;
        SELECT coalesce(array_agg(p.id), '{}') INTO chosen
        FROM spots p
        WHERE p.waffle_id = first.waffle_id AND p.pay_by <= now() -- guard: deadline
            AND NOT EXISTS (
                SELECT FROM (
                    SELECT m.first_seq + m.spots AS after_last, m.kept_until FROM payment_notes m
                    WHERE m.waffle_id = first.waffle_id AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
                ) n
                WHERE p.claim_seq < n.after_last AND (n.kept_until <= now()) IS NOT TRUE
            ); -- guard: said
    ELSIF first.operation = 'release_source' THEN
        IF NOT EXISTS (SELECT FROM source_keys k WHERE int4send(k.id) = substring(first.source FROM 1 FOR 4))
            OR NOT EXISTS (SELECT FROM events e WHERE e.waffle_id = first.waffle_id AND e.source = first.source)
        THEN
            change := 1;
            outcome := CASE WHEN places[1] IS NULL THEN 'no_waffle' ELSE 'no_source' END;
            RETURN NEXT;
            RETURN;
        END IF;
        SELECT coalesce(array_agg(p.id), '{}') INTO chosen
        FROM spots p JOIN events e ON e.waffle_id = first.waffle_id AND e.seq = p.claim_seq
        WHERE p.waffle_id = first.waffle_id AND p.status = 'pending' AND e.source = first.source
            AND (first.spot_ids = '{}' OR p.id = ANY (first.spot_ids));
    END IF;

    RETURN QUERY
    WITH asked AS (
        SELECT c.ordinality AS n, c.id AS change_id, c.waffle_id, c.operation, c.minutes, c.new_handle, c.author, c.slug,
            c.waffle_place, c.last_seq, c.round_at,
            -- None if the status stays.
            CASE
                WHEN c.operation = 'pay' THEN 'paid'
                WHEN c.operation = 'unpay' THEN 'pending'
                WHEN c.operation NOT IN ('extend', 'rename') THEN 'available'
            END AS target,
            a.id, p.place, p.number, p.status, p.claimed_by_handle AS handle, p.pay_by, p.claim_seq, p.claimed_at,
            coalesce(p.pay_by_before, p.claimed_at + c.pay_within * interval '1 minute') AS pay_by_before,
            CASE
                WHEN c.round_at IS NOT NULL AND c.operation IN ('pay', 'unpay', 'rename')
                    THEN 'locked' -- guard: lock
                WHEN c.active_only AND c.waffle_status <> 'active' THEN 'not_active'
                WHEN p.id IS NULL THEN 'not_found'
                WHEN p.claimed_by_handle <> c.only_of THEN 'not_found' -- guard: buyer
                WHEN p.status <> ALL (CASE
                    WHEN c.operation = 'unpay' THEN ARRAY['paid']
                    WHEN c.operation IN ('release', 'rename') THEN ARRAY['pending', 'paid']
                    ELSE ARRAY['pending']
                END) THEN 'wrong_status' -- guard: origin
                WHEN c.operation = 'give_back' AND p.claim_seq NOT BETWEEN c.first_seq AND c.first_seq + c.spots - 1
                    THEN 'wrong_status' -- guard: receipt
                WHEN c.round_at IS NOT NULL AND p.status = 'paid'
                    THEN 'locked' -- guard: lock
                WHEN c.operation = 'rename' AND p.claimed_by_handle = c.new_handle THEN 'unchanged'
                ELSE 'changed'
            END AS outcome
        FROM unnest(changes, places, slugs, statuses, pay_within, rounds, last_seqs) WITH ORDINALITY AS c (
            id, waffle_id, spot_ids, operation, minutes, new_handle, first_seq, spots, source, active_only, only_of,
            author, waffle_place, slug, waffle_status, pay_within, round_at, last_seq, ordinality
        )
        CROSS JOIN LATERAL (SELECT DISTINCT unnest(coalesce(chosen, c.spot_ids)) AS id) a
        LEFT JOIN LATERAL (SELECT o.ctid AS place, o.* FROM spots o WHERE o.id = a.id LIMIT 1) p
            ON p.waffle_id = c.waffle_id
        WHERE c.waffle_place IS NOT NULL
    ), judged AS (
        SELECT a.*,
            a.outcome = 'changed' AND (
                a.operation NOT IN ('rename', 'give_back')
                OR bool_and(a.outcome IN ('changed', 'unchanged')) OVER (PARTITION BY a.n)
            ) AS allowed
        FROM asked a
    ), results AS (
        SELECT j.*, coalesce(j.target, j.status) AS to_status, coalesce(j.new_handle, j.handle) AS holder,
            CASE
                WHEN j.operation = 'extend' THEN greatest(j.pay_by, now()) + j.minutes * interval '1 minute'
                WHEN j.operation = 'rename' THEN j.pay_by
                WHEN j.operation = 'unpay' AND j.pay_by_before IS NOT NULL
                    THEN greatest(j.pay_by_before, now() + interval '15 minutes')
            END AS due,
            CASE WHEN j.allowed
                THEN j.last_seq + count(*) FILTER (WHERE j.allowed) OVER (PARTITION BY j.n ORDER BY j.number)
            END AS seq
        FROM judged j
    ), numbered AS (
        SELECT * FROM results r WHERE r.seq IS NOT NULL
    ), changed AS (
        UPDATE spots p
        SET status = n.to_status,
            claimed_by_handle = CASE WHEN n.to_status <> 'available' THEN n.holder END,
            claimed_at = CASE WHEN n.to_status <> 'available' THEN p.claimed_at END,
            paid_at = CASE WHEN n.operation = 'pay' THEN now_at WHEN n.to_status = 'paid' THEN p.paid_at END,
            pay_by = n.due,
            pay_by_before = CASE
                WHEN n.operation = 'pay' THEN p.pay_by
                WHEN n.operation = 'rename' THEN p.pay_by_before
            END,
            claim_seq = CASE
                WHEN n.operation = 'rename' THEN n.seq
                WHEN n.to_status <> 'available' THEN p.claim_seq
            END
        FROM numbered n
        WHERE p.ctid = n.place
    ), logged AS (
        INSERT INTO events (
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle,
            from_handle, pay_by, reason, admin_id, source
        )
        SELECT n.waffle_id, n.seq, now_at, 'spot_update', n.change_id, n.id, n.number, n.status, n.to_status, n.holder,
            CASE WHEN n.operation = 'rename' THEN n.handle END, n.due,
            CASE n.operation
                WHEN 'unpay' THEN 'unpaid'
                WHEN 'rename' THEN 'renamed'
                WHEN 'give_back' THEN 'given_back'
                WHEN 'expire' THEN 'expired'
                WHEN 'release_source' THEN 'source_released'
            END,
            (n.author).admin_id,
            -- The source of a spot stays that of its claim, whatever handle it has now.
            CASE WHEN n.operation = 'rename' THEN (
                SELECT e.source FROM events e WHERE e.waffle_id = n.waffle_id AND e.seq = n.claim_seq
            ) END
        FROM numbered n
    ), said AS (
        -- The buyer's note applies under the new handle too. The receipt can't change it any more, since it has lost
        -- these spots.
        INSERT INTO payment_notes (waffle_id, first_seq, spots, at, note, kept_until)
        SELECT n.waffle_id, n.seq, 1, s.at, s.note, s.kept_until
        FROM numbered n
        JOIN LATERAL (
            SELECT m.* FROM payment_notes m
            WHERE m.waffle_id = n.waffle_id AND m.first_seq <= n.claim_seq ORDER BY m.first_seq DESC LIMIT 1
        ) s ON n.claim_seq < s.first_seq + s.spots
        WHERE n.operation = 'rename'
    ), counted AS (
        UPDATE waffles w
        SET last_seq = w.last_seq + x.spots,
            available_count = w.available_count + x.to_available,
            pending_count = w.pending_count - x.from_pending + x.to_pending,
            paid_count = w.paid_count - x.from_paid + x.to_paid,
            next_pay_by = least(w.next_pay_by, x.due)
        FROM (
            SELECT n.waffle_place, count(*)::integer AS spots, min(n.due) AS due,
                (count(*) FILTER (WHERE n.to_status = 'available'))::integer AS to_available,
                (count(*) FILTER (WHERE n.status = 'pending'))::integer AS from_pending,
                (count(*) FILTER (WHERE n.to_status = 'pending'))::integer AS to_pending,
                (count(*) FILTER (WHERE n.status = 'paid'))::integer AS from_paid,
                (count(*) FILTER (WHERE n.to_status = 'paid'))::integer AS to_paid
            FROM numbered n
            GROUP BY n.n, n.waffle_place
        ) x
        WHERE w.ctid = x.waffle_place
    ), moved AS (
        SELECT m.waffle_id, m.handle, sum(m.pending)::integer AS pending, sum(m.paid)::integer AS paid,
            min(m.claimed_at) AS first_claimed_at, max(m.claimed_at) AS last_claimed_at, max(m.renamed_to) AS renamed_to
        FROM (
            SELECT n.waffle_id, n.handle, -(n.status = 'pending')::integer AS pending,
                -(n.status = 'paid')::integer AS paid, NULL::timestamptz AS claimed_at,
                CASE WHEN n.operation = 'rename' THEN n.holder END AS renamed_to
            FROM numbered n
            UNION ALL
            SELECT n.waffle_id, n.holder, (n.to_status = 'pending')::integer, (n.to_status = 'paid')::integer,
                CASE WHEN n.operation = 'rename' THEN n.claimed_at END, NULL
            FROM numbered n WHERE n.to_status <> 'available'
        ) m
        GROUP BY m.waffle_id, m.handle
    ), matched AS (
        SELECT m.*, l.place
        FROM moved m
        LEFT JOIN LATERAL (
            SELECT o.ctid AS place FROM holdings o WHERE o.handle = m.handle AND o.waffle_id = m.waffle_id LIMIT 1
        ) l ON true
    ), held AS (
        UPDATE holdings h
        SET pending = h.pending + m.pending, paid = h.paid + m.paid,
            first_claimed_at = least(h.first_claimed_at, m.first_claimed_at),
            last_claimed_at = greatest(h.last_claimed_at, m.last_claimed_at)
        FROM matched m
        WHERE h.ctid = m.place
        RETURNING h.waffle_id, h.handle, m.renamed_to, spots_held(h) AS spots
    ), tried AS (
        -- Rows that others are deleting are left to them.
        UPDATE refused_claims r
        SET handle = o.renamed_to
        FROM (
            SELECT l.renamed_to, f.place
            FROM held l CROSS JOIN LATERAL (
                SELECT c.ctid AS place FROM refused_claims c WHERE c.waffle_id = l.waffle_id AND c.handle = l.handle
                FOR UPDATE SKIP LOCKED
            ) f
            WHERE l.renamed_to IS NOT NULL AND l.spots = 0
        ) o
        WHERE r.ctid = o.place
    ), begun AS (
        INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
        SELECT m.waffle_id, m.first_claimed_at, m.last_claimed_at, m.pending, m.paid, 0, 0, m.handle
        FROM matched m WHERE m.place IS NULL
        RETURNING handle
    ), seen AS (
        -- Sorted, so that calls that enter the same handles don't deadlock.
        INSERT INTO buyers (handle, created_at, updated_at)
        SELECT DISTINCT b.handle, now_at, now_at FROM begun b ORDER BY 1
        ON CONFLICT (handle) DO NOTHING
    ), audited AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
        SELECT now_at, (n.author).*,
            CASE n.operation
                WHEN 'pay' THEN 'mark_paid'
                WHEN 'unpay' THEN 'unpay_spot'
                WHEN 'extend' THEN 'extend_spots'
                ELSE 'release_spot'
            END,
            'spot', n.id::text,
            CASE WHEN n.operation = 'extend'
                THEN format('spot %s of %s, claimed by %s: to be paid by %s UTC', n.number, n.slug, n.handle,
                    to_char(n.due AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI'))
                ELSE format('spot %s of %s, claimed by %s: %s to %s', n.number, n.slug, n.handle, n.status, n.to_status)
            END
        FROM numbered n
        WHERE (n.author).admin_id IS NOT NULL
            AND n.operation IN ('pay', 'unpay', 'extend', 'release', 'release_pending')
        ORDER BY n.n, n.seq
    ), audited_together AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
        SELECT now_at, (a.author).*,
            CASE a.operation WHEN 'rename' THEN 'rename_spots' ELSE 'release_source' END, 'waffle', a.waffle_id::text,
            CASE a.operation
                WHEN 'rename' THEN format('spots %s of %s, renamed to %s', a.names, a.slug, a.new_handle)
                ELSE format('%s: %s spots of one source released: %s', a.slug, a.spots, a.names)
            END
        FROM (
            SELECT n.author, n.operation, n.waffle_id, n.slug, n.new_handle, count(*) AS spots,
                string_agg(format('%s (%s)', n.number, n.handle), ', ' ORDER BY n.number) AS names
            FROM numbered n
            WHERE (n.author).admin_id IS NOT NULL AND n.operation IN ('rename', 'release_source')
            GROUP BY n.n, n.author, n.operation, n.waffle_id, n.slug, n.new_handle
        ) a
    )
    SELECT r.n::integer, r.id, r.number, r.outcome, r.status,
        CASE WHEN r.seq IS NULL THEN r.status ELSE r.to_status END,
        CASE WHEN r.seq IS NULL THEN r.handle ELSE r.holder END,
        r.seq, CASE WHEN r.seq IS NULL THEN r.pay_by ELSE r.due END,
        CASE WHEN r.outcome = 'locked' THEN r.round_at END
    FROM results r
    ORDER BY r.n, r.number, r.id;

    IF first.operation = 'expire' THEN
        UPDATE waffles w SET next_pay_by = (
            -- A spot that is kept by a note about its payment expires when that ends, or never if it has no end.
            SELECT min(CASE WHEN n.after_last IS NULL THEN p.pay_by
                WHEN n.kept_until IS NOT NULL THEN greatest(p.pay_by, n.kept_until) END)
            FROM spots p
            LEFT JOIN LATERAL (
                SELECT m.first_seq + m.spots AS after_last, m.kept_until FROM payment_notes m
                WHERE m.waffle_id = first.waffle_id AND m.first_seq <= p.claim_seq ORDER BY m.first_seq DESC LIMIT 1
            ) n ON p.claim_seq < n.after_last
            WHERE p.waffle_id = first.waffle_id AND p.pay_by IS NOT NULL
        )
        WHERE w.id = first.waffle_id;
    END IF;

    RETURN QUERY
    SELECT p.n::integer, NULL::bigint, NULL::integer, 'no_waffle', NULL, NULL, NULL, NULL::bigint, NULL::timestamptz,
        NULL::timestamptz
    FROM unnest(places) WITH ORDINALITY AS p (place, n) WHERE p.place IS NULL;
END
$$;
