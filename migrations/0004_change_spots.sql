-- Marks spots paid or makes them available again. Each spot is judged on its own, and each change leaves one event and
-- one audit entry. Locks the waffle's row first, as every change does. Rows are looked up as in claim_spots.
--
-- Outcomes: changed, wrong_status, not_found, not_active (only if active_only is set). If there is no such waffle, the
-- only row is no_waffle.
CREATE FUNCTION change_spots(
    change uuid,
    in_waffle uuid,
    ids bigint[],
    operation text,
    active_only boolean,
    by_admin uuid,
    by_username text,
    from_address inet,
    now_at timestamptz
) RETURNS TABLE (
    spot_id bigint, spot_number integer, outcome text, from_status text, to_status text, social_handle text, seq bigint
)
LANGUAGE plpgsql AS $$
DECLARE
    found_slug text;
    found_status text;
    target text := CASE operation WHEN 'pay' THEN 'paid' WHEN 'release' THEN 'available' END;
    sources text[] := CASE operation WHEN 'pay' THEN ARRAY['pending'] WHEN 'release' THEN ARRAY['pending', 'paid'] END;
    audit_action text := CASE operation WHEN 'pay' THEN 'mark_paid' WHEN 'release' THEN 'release_spot' END;
BEGIN
    SELECT w.slug, w.status INTO found_slug, found_status FROM waffles w WHERE w.id = in_waffle FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RETURN QUERY SELECT NULL::bigint, NULL::integer, 'no_waffle', NULL::text, NULL::text, NULL::text, NULL::bigint;
        RETURN;
    END IF;

    RETURN QUERY
    WITH asked AS (
        SELECT a.id, p.place, p.number, p.status, p.claimed_by_handle AS handle,
            CASE
                WHEN active_only AND found_status <> 'active' THEN 'not_active'
                WHEN p.id IS NULL THEN 'not_found'
                WHEN p.status <> ALL (sources) THEN 'wrong_status'
                ELSE 'changed'
            END AS outcome
        FROM (SELECT DISTINCT unnest(ids) AS id) a
        LEFT JOIN LATERAL (SELECT o.ctid AS place, o.* FROM spots o WHERE o.id = a.id LIMIT 1) p
            ON p.waffle_id = in_waffle
    ), numbered AS (
        SELECT a.*, w.last_seq + row_number() OVER (ORDER BY a.number) AS seq
        FROM asked a JOIN waffles w ON w.id = in_waffle
        WHERE a.outcome = 'changed'
    ), changed AS (
        UPDATE spots p
        SET status = target,
            claimed_by_handle = CASE WHEN target = 'available' THEN NULL ELSE p.claimed_by_handle END,
            claimed_at = CASE WHEN target = 'available' THEN NULL ELSE p.claimed_at END,
            paid_at = CASE WHEN target = 'available' THEN NULL ELSE now_at END,
            pay_by = NULL
        FROM numbered n
        WHERE p.ctid = n.place
        RETURNING p.id
    ), logged AS (
        INSERT INTO events (
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle, admin_id
        )
        SELECT in_waffle, n.seq, now_at, 'spot_update', change, n.id, n.number, n.status, target, n.handle, by_admin
        FROM numbered n
    ), counted AS (
        UPDATE waffles w
        SET last_seq = w.last_seq + x.spots,
            available_count = w.available_count + CASE WHEN target = 'available' THEN x.spots ELSE 0 END,
            pending_count = w.pending_count - x.from_pending,
            paid_count = w.paid_count - x.from_paid + CASE WHEN target = 'paid' THEN x.spots ELSE 0 END
        FROM (
            SELECT count(*)::integer AS spots, (count(*) FILTER (WHERE n.status = 'pending'))::integer AS from_pending,
                (count(*) FILTER (WHERE n.status = 'paid'))::integer AS from_paid
            FROM numbered n
        ) x
        WHERE w.id = in_waffle AND x.spots > 0
    ), held AS (
        UPDATE holdings h
        SET pending = h.pending - x.from_pending,
            paid = h.paid - x.from_paid + CASE WHEN target = 'paid' THEN x.spots ELSE 0 END
        FROM (
            SELECT n.handle, count(*)::integer AS spots,
                (count(*) FILTER (WHERE n.status = 'pending'))::integer AS from_pending,
                (count(*) FILTER (WHERE n.status = 'paid'))::integer AS from_paid
            FROM numbered n GROUP BY n.handle
        ) x
        CROSS JOIN LATERAL (
            SELECT o.ctid AS place FROM holdings o WHERE o.handle = x.handle AND o.waffle_id = in_waffle LIMIT 1
        ) l
        WHERE h.ctid = l.place
    ), audited AS (
        INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
        SELECT now_at, by_admin, by_username, audit_action, 'spot', n.id::text,
            format('spot %s of %s, claimed by %s: %s to %s', n.number, found_slug, n.handle, n.status, target),
            from_address
        FROM numbered n ORDER BY n.seq
    )
    SELECT a.id, a.number, a.outcome, a.status, CASE WHEN a.outcome = 'changed' THEN target ELSE a.status END, a.handle,
        n.seq
    FROM asked a LEFT JOIN numbered n ON n.id = a.id
    ORDER BY a.number, a.id;
END
$$;
