-- Gives what one handle has on some waffles to another: its spots, its wins and its entry in the registry. Each spot
-- leaves an event, and each waffle whose winners have a new handle is announced and gets an entry in its ledger. A
-- merge calls this for a few waffles at a time, so that none is locked for long: it takes those that no other
-- transaction has locked, or waits for the first one if all are locked. The holdings of the old handle are deleted.
-- Rows of zeros are not given to the new one: then only the log has the handle.
--
-- The last call, once all its waffles are done, removes the handle from the registry, and gives its payers and its
-- refused claims to the new one. The row stays, but without times: a first claim elsewhere that is not committed yet
-- may have found it, and so inserts no other.
--
-- Returns which waffles are done, the number of spots, of waffles and of winners among the spots. If one of the waffles
-- has a locked draw, returns the time of its round, and changes nothing.
CREATE OR REPLACE FUNCTION merge_users(
    change uuid,
    old_handle text,
    new_handle text,
    in_waffles uuid[],
    is_last boolean,
    author author,
    now_at timestamptz
) RETURNS TABLE (spots bigint, waffles bigint, wins bigint, round_at timestamptz, done uuid[])
LANGUAGE plpgsql AS $$
DECLARE
    by_admin uuid := author.admin_id;
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
        -- If it has been deleted, there is nothing left to do.
        PERFORM FROM waffles w WHERE w.id = in_waffles[1] FOR NO KEY UPDATE;
        locked := in_waffles[1:1];
    END IF;
    whole := is_last AND locked @> in_waffles;
    SELECT coalesce(array_agg(h.waffle_id), '{}'), coalesce(sum(spots_held(h)), 0),
        coalesce(sum(h.won), 0)
    INTO held_in, held_spots, held_wins
    FROM holdings h
    WHERE h.handle = old_handle AND spots_held(h) > 0 AND h.waffle_id = ANY (locked);
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
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle,
            from_handle, pay_by, reason, admin_id
        )
        SELECT n.waffle_id, n.seq, now_at, 'spot_update', change, n.id, n.number, n.status, n.status, new_handle,
            old_handle, n.pay_by, 'merged', by_admin
        FROM numbered n
    ), gone AS (
        DELETE FROM holdings h WHERE h.handle = old_handle AND h.waffle_id = ANY (locked)
        RETURNING h.*, spots_held(h) AS spots
    ), kept AS (
        INSERT INTO holdings AS h (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
        SELECT g.waffle_id, g.first_claimed_at, g.last_claimed_at, g.pending, g.paid, g.won, g.lost, new_handle
        FROM gone g WHERE g.spots > 0
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

    -- Amounts that receipts have shown stay right, unless the other handle has been shown one too.
    WITH gone AS (
        DELETE FROM buyer_cents c WHERE c.handle = old_handle AND c.waffle_id = ANY (locked) RETURNING c.*
    )
    INSERT INTO buyer_cents (waffle_id, handle, cents) SELECT g.waffle_id, new_handle, g.cents FROM gone g
    ON CONFLICT DO NOTHING;

    IF whole THEN
        -- Also those on waffles where the handle never held a spot. Rows that others are deleting are left to them.
        UPDATE refused_claims r SET handle = new_handle
        WHERE r.id = ANY (ARRAY(
            SELECT o.id FROM refused_claims o WHERE o.handle = old_handle FOR UPDATE SKIP LOCKED
        ));
    END IF;

    -- Last, since first claims of the new handle wait for this row.
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
    INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
    SELECT now_at, (author).*, 'merge_users', 'settings', old_handle,
        format('%s became %s: %s spots on %s waffles, %s of them won', old_handle, new_handle, held_spots,
            cardinality(held_in), held_wins)
    WHERE held_spots > 0 OR (whole AND EXISTS (SELECT FROM known));

    RETURN QUERY SELECT held_spots, cardinality(held_in)::bigint, held_wins, NULL::timestamptz, locked;
END
$$;
