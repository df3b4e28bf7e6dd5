-- The one call that sells spots. It commits many claims on many waffles at once.
--
-- Every change to a waffle locks the waffle's row first. This one waits for none of them: claims on a waffle that
-- somebody else has locked get the verdict busy, and the caller tries them again. The function has several statements
-- and runs in autocommit: each statement sees what was committed before it began, so the verdicts take into account
-- everything that was done to the waffles before they were locked. A client that freezes holds no lock.
--
-- Each row is looked up by a lateral query with a limit, or by where it was found: so that it is found by its key, one
-- by one, also with a plan that was made when the tables were almost empty, for which the planner would as soon go
-- through all of them. What was found stays where it is, since nobody else changes the rows of a waffle locked here.
--
-- Claims are numbered 1..n by their place in the arrays, and each wanted spot carries the number of its claim. The
-- caller ensures that no two claims in a call share a spot or a key.
--
-- Verdicts: granted (with the spots, the first sequence number and the deadline), replayed (with the spots granted under
-- the key and their first sequence number, and with one by which the log has them), key_reused, not_found, busy, blocked,
-- not_active, not_open (with the time of the opening), paused, too_many (with what the handle holds and may hold), taken
-- (with the numbers). A claim that wants no spot is granted none. Where a handle may hold only so many spots, it is granted
-- one claim in a call at most; others that might be granted are busy.
--
-- What an admin assigns is claimed like anything else, but before the opening and during a pause too. It comes in a call
-- of its own, and leaves an audit record.
--
-- Openings and deadlines go by the database's clock, so that all servers agree on them.
CREATE FUNCTION claim_spots(
    ids uuid[],
    waffle_ids uuid[],
    handles text[],
    keys text[],
    fingerprints text[],
    requested_counts bigint[],
    sources bytea[],
    wanted_claims integer[],
    wanted_numbers integer[],
    now_at timestamptz,
    by_admin uuid,
    by_username text,
    from_address inet
) RETURNS TABLE (
    claim integer, verdict text, spot_ids bigint[], spot_numbers integer[], first_seq bigint, by_seq bigint,
    requested bigint, pay_by timestamptz, opens_at timestamptz, held integer, allowed integer
)
LANGUAGE plpgsql AS $$
DECLARE
    -- The waffles that were locked, and whether others were passed over.
    locked uuid[];
    passed_over boolean;
    blocked text[];
    verdicts text[];
    granted_claims integer[];
    granted_ids text[];
    granted_numbers text[];
    granted_seqs bigint[];
    granted_deadlines timestamptz[];
    expected bigint;
    changed_count bigint;
    kept_count bigint;
BEGIN
    SELECT coalesce(array_agg(l.id), '{}') INTO locked
    FROM (SELECT w.id FROM waffles w WHERE w.id = ANY (waffle_ids) FOR NO KEY UPDATE SKIP LOCKED) l;
    passed_over := cardinality(locked) < (SELECT count(DISTINCT w.id) FROM unnest(waffle_ids) AS w (id));

    SELECT coalesce(array_agg(b.handle), '{}') INTO blocked FROM blocked_handles b WHERE b.handle = ANY (handles);

    SELECT array_agg(j.verdict ORDER BY j.n) INTO verdicts
    FROM (
        SELECT c.n,
            CASE
                WHEN k.key IS NOT NULL AND k.fingerprint = c.fingerprint THEN 'replayed'
                WHEN k.key IS NOT NULL THEN 'key_reused'
                WHEN w.id IS NULL OR w.archived THEN 'not_found'
                WHEN passed_over AND w.id <> ALL (locked) THEN 'busy'
                WHEN by_admin IS NULL AND handles[c.n] = ANY (blocked) THEN 'blocked' -- guard: block
                WHEN w.status <> 'active' THEN 'not_active'
                WHEN by_admin IS NULL AND w.opens_at > now() THEN 'not_open' -- guard: opening
                WHEN by_admin IS NULL AND w.claims_paused THEN 'paused' -- guard: pause
                WHEN by_admin IS NULL AND w.max_spots_per_handle IS NOT NULL AND w.max_spots_per_handle < coalesce((
                    SELECT h.pending + h.paid + h.won + h.lost FROM holdings h
                    WHERE h.handle = handles[c.n] AND h.waffle_id = c.waffle_id
                ), 0) + (SELECT count(*) FROM unnest(wanted_claims) AS s (n) WHERE s.n = c.n) THEN 'too_many' -- guard: cap
                WHEN t.n IS NOT NULL THEN 'taken'
                WHEN by_admin IS NULL AND w.max_spots_per_handle IS NOT NULL AND EXISTS (
                    SELECT FROM unnest(waffle_ids, handles) WITH ORDINALITY AS e (waffle_id, handle, n)
                    WHERE e.n < c.n AND e.waffle_id = c.waffle_id AND e.handle = handles[c.n]
                ) THEN 'busy'
                ELSE 'granted'
            END AS verdict
        FROM unnest(waffle_ids, keys, fingerprints) WITH ORDINALITY AS c (waffle_id, key, fingerprint, n)
        LEFT JOIN LATERAL (
            SELECT o.id, o.archived, o.status, o.opens_at, o.claims_paused, o.max_spots_per_handle
            FROM waffles o WHERE o.id = c.waffle_id LIMIT 1
        ) w ON true
        LEFT JOIN LATERAL (
            SELECT o.key, o.fingerprint, o.created_at FROM idempotency_keys o WHERE o.key = c.key LIMIT 1
        ) k ON k.created_at > now_at - interval '24 hours'
        LEFT JOIN (
            SELECT DISTINCT s.n
            FROM unnest(wanted_claims, wanted_numbers) AS s (n, number)
            CROSS JOIN LATERAL (
                SELECT o.status FROM spots o WHERE o.waffle_id = waffle_ids[s.n] AND o.number = s.number LIMIT 1
            ) p
            WHERE p.status <> 'available' -- guard: judge
                AND NOT (passed_over AND waffle_ids[s.n] <> ALL (locked))
        ) t ON t.n = c.n
    ) j;

    SELECT count(*) INTO expected
    FROM unnest(wanted_claims) AS s (n) WHERE verdicts[s.n] = 'granted';

    IF expected > 0 THEN
        WITH wanted AS (
            SELECT s.n, waffle_ids[s.n] AS waffle_id, s.number
            FROM unnest(wanted_claims, wanted_numbers) AS s (n, number)
            WHERE verdicts[s.n] = 'granted'
        ), numbered AS (
            SELECT g.n, g.waffle_id, g.number, p.place,
                w.last_seq + row_number() OVER (PARTITION BY g.waffle_id ORDER BY g.n, g.number) AS seq,
                now() + w.pay_within_minutes * interval '1 minute' AS pay_by
            FROM wanted g
            CROSS JOIN LATERAL (
                SELECT o.last_seq, o.pay_within_minutes FROM waffles o WHERE o.id = g.waffle_id LIMIT 1
            ) w
            CROSS JOIN LATERAL (
                SELECT o.ctid AS place FROM spots o WHERE o.waffle_id = g.waffle_id AND o.number = g.number LIMIT 1
            ) p
        ), changed AS (
            UPDATE spots p
            SET status = 'pending', claimed_by_handle = handles[g.n], claimed_at = now_at, paid_at = NULL,
                pay_by = g.pay_by, claim_seq = g.seq
            FROM numbered g
            WHERE p.ctid = g.place
                AND p.status = 'available' -- guard: update
            RETURNING p.id, g.n, g.waffle_id, g.number, g.seq, g.pay_by
        ), logged AS (
            INSERT INTO events (
                waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by,
                reason, admin_id, source
            )
            SELECT c.waffle_id, c.seq, now_at, 'spot_update', ids[c.n], c.id, c.number, 'available', 'pending',
                handles[c.n], c.pay_by, CASE WHEN by_admin IS NOT NULL THEN 'assigned' END, by_admin, sources[c.n]
            FROM changed c
        ), counted AS (
            UPDATE waffles w
            SET last_seq = w.last_seq + x.spots,
                available_count = w.available_count - x.spots,
                pending_count = w.pending_count + x.spots,
                next_pay_by = least(w.next_pay_by, x.pay_by)
            FROM (
                SELECT c.waffle_id, count(*)::integer AS spots, min(c.pay_by) AS pay_by FROM changed c
                GROUP BY c.waffle_id
            ) x
            CROSS JOIN LATERAL (SELECT o.ctid AS place FROM waffles o WHERE o.id = x.waffle_id LIMIT 1) l
            WHERE w.ctid = l.place
        ), claimed AS (
            SELECT c.waffle_id, handles[c.n] AS handle, count(*)::integer AS spots FROM changed c GROUP BY 1, 2
        ), matched AS (
            SELECT c.waffle_id, c.handle, c.spots, h.place
            FROM claimed c
            LEFT JOIN LATERAL (
                SELECT o.ctid AS place FROM holdings o WHERE o.handle = c.handle AND o.waffle_id = c.waffle_id LIMIT 1
            ) h ON true
        ), held AS (
            UPDATE holdings h
            SET pending = h.pending + m.spots, last_claimed_at = greatest(h.last_claimed_at, now_at)
            FROM matched m
            WHERE h.ctid = m.place
        ), begun AS (
            INSERT INTO holdings (waffle_id, first_claimed_at, last_claimed_at, pending, paid, won, lost, handle)
            SELECT m.waffle_id, now_at, now_at, m.spots, 0, 0, 0, m.handle
            FROM matched m
            WHERE m.place IS NULL
            RETURNING handle
        ), seen AS (
            -- Sorted, so that calls that enter the same handles don't deadlock.
            INSERT INTO buyers (handle, created_at, updated_at)
            SELECT DISTINCT b.handle, now_at, now_at FROM begun b ORDER BY 1
            ON CONFLICT (handle) DO NOTHING
        ), answers AS (
            SELECT c.n, array_agg(c.id ORDER BY c.number)::text AS spot_ids,
                array_agg(c.number ORDER BY c.number)::text AS numbers, min(c.seq) AS first_seq, count(*) AS spots,
                min(c.pay_by) AS pay_by
            FROM changed c GROUP BY c.n
        )
        SELECT array_agg(a.n), array_agg(a.spot_ids), array_agg(a.numbers), array_agg(a.first_seq),
            array_agg(a.pay_by), sum(a.spots)
        INTO granted_claims, granted_ids, granted_numbers, granted_seqs, granted_deadlines, changed_count
        FROM answers a;

        IF changed_count IS DISTINCT FROM expected THEN -- guard: count
            RAISE EXCEPTION 'claim_spots granted % spots and changed %', expected, coalesce(changed_count, 0)
                USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    IF by_admin IS NOT NULL AND granted_claims IS NOT NULL THEN
        INSERT INTO audit_outbox (at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address)
        SELECT now_at, by_admin, by_username, 'assign_spots', 'waffle', w.id::text,
            format('spots %s of %s, assigned to %s', array_to_string(g.numbers::integer[], ', '), w.slug, handles[g.n]),
            from_address
        FROM unnest(granted_claims, granted_numbers) AS g (n, numbers) JOIN waffles w ON w.id = waffle_ids[g.n];
    END IF;

    -- What was granted is stored under its key, even if it is nothing: that is an answer too.
    IF EXISTS (
        SELECT 1 FROM unnest(keys) WITH ORDINALITY AS k (key, n) WHERE k.key IS NOT NULL AND verdicts[k.n] = 'granted'
    ) THEN
        WITH kept AS (
            INSERT INTO idempotency_keys AS old (
                key, fingerprint, handle, spot_ids, spot_numbers, requested, first_seq, created_at
            )
            SELECT keys[g.n], fingerprints[g.n], handles[g.n], g.spot_ids, g.numbers, requested_counts[g.n],
                g.first_seq, now_at
            FROM (
                SELECT u.n, u.spot_ids::bigint[], u.numbers::integer[], u.first_seq
                FROM unnest(granted_claims, granted_ids, granted_numbers, granted_seqs)
                    AS u (n, spot_ids, numbers, first_seq)
                UNION ALL
                SELECT c.n, '{}', '{}', NULL
                FROM unnest(keys) WITH ORDINALITY AS c (key, n)
                WHERE c.key IS NOT NULL AND verdicts[c.n] = 'granted' AND c.n <> ALL (coalesce(granted_claims, '{}'))
            ) g (n, spot_ids, numbers, first_seq)
            WHERE keys[g.n] IS NOT NULL
            ORDER BY keys[g.n]
            ON CONFLICT (key) DO UPDATE
            SET fingerprint = excluded.fingerprint, handle = excluded.handle, spot_ids = excluded.spot_ids,
                spot_numbers = excluded.spot_numbers, requested = excluded.requested, first_seq = excluded.first_seq,
                created_at = excluded.created_at
            WHERE old.created_at <= now_at - interval '24 hours'
            RETURNING 1
        )
        SELECT count(*) INTO kept_count FROM kept;
        -- Another server has just granted the same key on another waffle. Roll back; the retry will find that grant.
        IF kept_count <> (
            SELECT count(*) FROM unnest(keys) WITH ORDINALITY AS k (key, n)
            WHERE k.key IS NOT NULL AND verdicts[k.n] = 'granted'
        ) THEN
            RAISE EXCEPTION 'an idempotency key was taken meanwhile' USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    RETURN QUERY
    SELECT g.n, 'granted', g.spot_ids::bigint[], g.numbers::integer[], g.first_seq, NULL::bigint, requested_counts[g.n],
        g.pay_by, NULL::timestamptz, NULL::integer, NULL::integer
    FROM unnest(granted_claims, granted_ids, granted_numbers, granted_seqs, granted_deadlines)
        AS g (n, spot_ids, numbers, first_seq, pay_by);

    IF cardinality(granted_claims) IS DISTINCT FROM cardinality(ids) THEN
        RETURN QUERY
        SELECT c.n::integer, verdicts[c.n], coalesce(k.spot_ids, '{}'), coalesce(k.spot_numbers, t.numbers, '{}'),
            k.first_seq,
            (SELECT w.last_seq FROM waffles w WHERE w.id = waffle_ids[c.n] AND verdicts[c.n] = 'replayed'),
            coalesce(k.requested, requested_counts[c.n]), NULL::timestamptz,
            CASE WHEN verdicts[c.n] = 'not_open' THEN (SELECT w.opens_at FROM waffles w WHERE w.id = waffle_ids[c.n]) END,
            CASE WHEN verdicts[c.n] = 'too_many' THEN coalesce((
                SELECT h.pending + h.paid + h.won + h.lost FROM holdings h
                WHERE h.handle = handles[c.n] AND h.waffle_id = waffle_ids[c.n]
            ), 0) END,
            CASE WHEN verdicts[c.n] = 'too_many' THEN (
                SELECT w.max_spots_per_handle FROM waffles w WHERE w.id = waffle_ids[c.n]
            ) END
        FROM unnest(keys) WITH ORDINALITY AS c (key, n)
        LEFT JOIN LATERAL (
            SELECT o.spot_ids, o.spot_numbers, o.requested, o.first_seq FROM idempotency_keys o WHERE o.key = c.key LIMIT 1
        ) k ON verdicts[c.n] = 'replayed'
        LEFT JOIN (
            SELECT s.n, array_agg(s.number ORDER BY s.number) AS numbers
            FROM unnest(wanted_claims, wanted_numbers) AS s (n, number)
            CROSS JOIN LATERAL (
                SELECT o.status FROM spots o WHERE o.waffle_id = waffle_ids[s.n] AND o.number = s.number LIMIT 1
            ) p
            WHERE verdicts[s.n] = 'taken' AND p.status <> 'available'
            GROUP BY s.n
        ) t ON t.n = c.n
        WHERE verdicts[c.n] <> 'granted' OR c.n <> ALL (coalesce(granted_claims, '{}'));
    END IF;
END
$$;
