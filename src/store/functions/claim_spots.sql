-- The one call that sells spots. It commits many claims on many waffles together.
--
-- Every change to a waffle locks the waffle's row first. This function waits for none of them: claims on a waffle that
-- another transaction has locked get the verdict busy, and the caller tries them again. Only if wait_ms is set, for a
-- single waffle, it waits for the lock, and fails if it does not get it in that time. The function has several
-- statements and runs in autocommit: each statement sees what was committed before it began, so the verdicts take into
-- account everything that was done to the waffles before they were locked. A client that freezes holds no lock.
--
-- Each row is looked up by a lateral query with a limit, or by its ctid. So rows are found one by one through an index,
-- even with a plan that was made when the tables were almost empty, when the planner would otherwise choose to read
-- whole tables. A ctid stays valid, since no one else changes the rows of a waffle that is locked here.
--
-- Claims are numbered 1..n by their position in the arrays, and so are waffles. Each claim carries the number of its
-- waffle, and each wanted spot that of its claim. The caller ensures that no two claims in a call share a spot or a
-- key, and that no waffle appears twice.
--
-- Verdicts: granted (with the spots, their sequence numbers, and the deadline of each waffle), replayed (with the spots
-- granted under the key and their first sequence number, and a sequence number up to which the log includes them),
-- busy, spots_taken (with the numbers), and the names of other refusals (src/domain/refusal.rs), such as
-- too_many_spots. Values of a single verdict are in its detail, by name. A claim that wants no spot is granted, with
-- none. If a waffle limits the spots of a handle, a call in which any claim has an obstacle other than taken spots
-- grants the handle one claim at most; others that might be granted are busy.
--
-- One row lists everything that is granted, spot by spot, each claim's spots in the order of their numbers, and one row
-- all spots that are taken. Each other claim that is not granted has a separate row. A claim that is in no row was
-- granted no spots.
--
-- The cost of a small call is mostly not in its rows: each statement, and each aggregate in it, has to be set up every
-- time. So the usual call, in which no claim has an obstacle other than taken spots, skips the query for the verdicts
-- and everything about keys. And one statement passes its results to the next in parallel arrays: the same with common
-- table expressions and one row for each claim took 25% longer.
--
-- No claim searches the other claims or the wanted spots, since the cost of that would grow with the square of the
-- call's size: each value of a claim is in an array, at the claim's number.
--
-- An assignment by an admin is a claim too, but it is allowed before the opening and during a pause. It comes in a
-- separate call, and leaves an audit record.
--
-- Openings, deadlines and the age of keys use the database's clock, so that all servers agree on them.
CREATE OR REPLACE FUNCTION claim_spots(
    ids uuid[],
    waffle_ids uuid[],
    claim_waffles integer[],
    handles text[],
    keys bytea[],
    fingerprints bytea[],
    requested_counts bigint[],
    sources bytea[],
    wanted_counts integer[],
    wanted_claims integer[],
    wanted_numbers integer[],
    now_at timestamptz,
    author author DEFAULT NULL,
    wait_ms integer DEFAULT NULL
) RETURNS TABLE (
    claims integer[], verdict text, spot_ids bigint[], spot_numbers integer[], seqs bigint[], deadlines timestamptz[],
    detail jsonb
)
LANGUAGE plpgsql AS $$
DECLARE
    -- None for buyers.
    by_admin uuid := author.admin_id;
    -- Of each waffle: its row's ctid, or NULL if it was skipped; why no one may claim there; its newest event.
    waffle_places tid[];
    refusals text[];
    last_seqs bigint[];
    -- How many spots each handle may hold there; NULL for any number.
    caps integer[];
    capped boolean;
    -- Whether no claim has an obstacle other than taken spots.
    undisputed boolean;
    keyed boolean;
    -- For each wanted spot that is taken, the number of its claim; NULL if there are none.
    taken integer[];
    claim integer;
    spot_places tid[];
    verdicts text[];
    expected bigint;
    changed_count bigint;
    kept_count bigint;
BEGIN
    IF wait_ms IS NOT NULL THEN
        PERFORM set_config('lock_timeout', wait_ms::text, true);
        PERFORM FROM waffles w WHERE w.id = ANY (waffle_ids) FOR NO KEY UPDATE;
    END IF;

    -- A locked row is read as it is now, even if it changed after this statement began.
    SELECT array_agg(w.place), array_agg(w.refusal), array_agg(w.last_seq), array_agg(w.pay_by), array_agg(w.cap),
        by_admin IS NULL AND bool_or(w.cap IS NOT NULL), bool_and(w.place IS NOT NULL AND w.refusal IS NULL)
    INTO waffle_places, refusals, last_seqs, deadlines, caps, capped, undisputed
    FROM (
        SELECT l.*
        FROM unnest(waffle_ids) WITH ORDINALITY AS v (id, n)
        LEFT JOIN LATERAL (
            SELECT o.ctid AS place, o.last_seq, o.max_spots_per_handle::integer AS cap,
                now() + o.pay_within_minutes * interval '1 minute' AS pay_by,
                CASE
                    WHEN o.archived THEN 'no_waffle'
                    WHEN o.status <> 'active' THEN 'waffle_not_active'
                    WHEN by_admin IS NULL AND o.opens_at > now() THEN 'not_open_yet' -- guard: opening
                    WHEN by_admin IS NULL AND o.claims_paused THEN 'claims_paused' -- guard: pause
                END AS refusal
            FROM waffles o WHERE o.id = v.id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
        ) l ON true
        ORDER BY v.n
    ) w;

    SELECT array_agg(s.n), array_agg(s.number), array_agg(p.place), array_agg(p.id),
        array_agg(last_seqs[s.waffle] + s.turn),
        array_agg(s.n) FILTER (
            WHERE p.status <> 'available' -- guard: judge
        ),
        undisputed AND NOT EXISTS (SELECT FROM blocked_handles b WHERE b.handle = ANY (handles))
    INTO wanted_claims, wanted_numbers, spot_places, spot_ids, seqs, taken, undisputed
    FROM (
        SELECT u.n, u.number, claim_waffles[u.n] AS waffle,
            row_number() OVER (PARTITION BY claim_waffles[u.n] ORDER BY u.n, u.number) AS turn
        FROM unnest(wanted_claims, wanted_numbers) AS u (n, number)
    ) s
    LEFT JOIN LATERAL (
        SELECT o.ctid AS place, o.id, o.status FROM spots o
        WHERE o.waffle_id = waffle_ids[s.waffle] AND o.number = s.number LIMIT 1
    ) p ON true;

    keyed := array_remove(keys, NULL) <> '{}';
    IF undisputed AND keyed THEN
        undisputed := NOT EXISTS (
            SELECT FROM unnest(keys) AS c (key)
            CROSS JOIN LATERAL (SELECT o.created_at FROM idempotency_keys o WHERE o.key = c.key LIMIT 1) k
            WHERE k.created_at > now() - interval '24 hours'
        );
    END IF;

    IF undisputed AND capped THEN
        undisputed := NOT EXISTS (
            SELECT FROM (
                SELECT claim_waffles[u.n] AS waffle, handles[u.n] AS handle, count(*) AS spots
                FROM unnest(wanted_claims) AS u (n)
                GROUP BY 1, 2
            ) c
            LEFT JOIN LATERAL (
                SELECT spots_held(o) AS spots FROM holdings o
                WHERE o.handle = c.handle AND o.waffle_id = waffle_ids[c.waffle] LIMIT 1
            ) h ON true
            WHERE caps[c.waffle] < coalesce(h.spots, 0) + c.spots -- guard: sum
        );
    END IF;

    verdicts := array_fill('granted'::text, ARRAY[cardinality(ids)]);
    FOREACH claim IN ARRAY coalesce(taken, '{}') LOOP
        verdicts[claim] := 'spots_taken';
    END LOOP;
    IF NOT undisputed THEN
        SELECT array_agg(j.verdict ORDER BY j.n) INTO verdicts
        FROM (
            SELECT c.n,
                CASE
                    WHEN k.key IS NOT NULL AND k.fingerprint = fingerprints[c.n] THEN 'replayed'
                    WHEN k.key IS NOT NULL THEN 'key_reused'
                    WHEN w.id IS NULL OR w.archived THEN 'no_waffle'
                    WHEN waffle_places[c.waffle] IS NULL THEN 'busy'
                    WHEN by_admin IS NULL AND b.handle IS NOT NULL THEN 'handle_blocked' -- guard: block
                    WHEN refusals[c.waffle] IS NOT NULL THEN refusals[c.waffle]
                    WHEN by_admin IS NULL AND wanted_counts[c.n] > 0 AND w.max_spots_per_handle < coalesce((
                        SELECT spots_held(h) FROM holdings h
                        WHERE h.handle = handles[c.n] AND h.waffle_id = w.id
                    ), 0) + wanted_counts[c.n]
                        THEN 'too_many_spots' -- guard: cap
                    WHEN verdicts[c.n] = 'spots_taken' THEN 'spots_taken'
                    WHEN by_admin IS NULL AND w.max_spots_per_handle IS NOT NULL AND c.turn > 1 THEN 'busy'
                    ELSE 'granted'
                END AS verdict
            FROM (
                SELECT u.*, row_number() OVER (PARTITION BY u.waffle, handles[u.n] ORDER BY u.n) AS turn
                FROM unnest(claim_waffles, keys) WITH ORDINALITY AS u (waffle, key, n)
            ) c
            LEFT JOIN LATERAL (
                SELECT o.id, o.archived, o.max_spots_per_handle FROM waffles o
                WHERE o.id = waffle_ids[c.waffle] LIMIT 1
            ) w ON true
            LEFT JOIN LATERAL (
                SELECT o.key, o.fingerprint, o.created_at FROM idempotency_keys o WHERE o.key = c.key LIMIT 1
            ) k ON k.created_at > now() - interval '24 hours'
            LEFT JOIN LATERAL (
                SELECT o.handle FROM blocked_handles o WHERE o.handle = handles[c.n] LIMIT 1
            ) b ON true
        ) j;
    END IF;

    -- Refused claims are answered here and removed from the wanted spots. The rest is granted, and numbered again.
    IF 'granted' <> ANY (verdicts) THEN
        -- An earlier grant is acknowledged again: this makes the commit wait for standbys, whether or not the first one
        -- did.
        IF 'replayed' = ANY (verdicts) THEN
            PERFORM pg_logical_emit_message(true, 'waffle', '');
        END IF;

        RETURN QUERY
        SELECT array_agg(s.n), 'spots_taken', NULL::bigint[], array_agg(s.number), NULL::bigint[], NULL::timestamptz[],
            NULL::jsonb
        FROM unnest(wanted_claims, wanted_numbers, spot_places) AS s (n, number, place)
        CROSS JOIN LATERAL (SELECT o.status FROM spots o WHERE o.ctid = s.place LIMIT 1) p
        WHERE verdicts[s.n] = 'spots_taken' AND p.status <> 'available'
        HAVING count(*) > 0;

        RETURN QUERY
        SELECT ARRAY[c.n::integer], verdicts[c.n], coalesce(k.spot_ids, '{}'),
            coalesce(k.spot_numbers, '{}'), ARRAY[k.first_seq], NULL::timestamptz[],
            CASE verdicts[c.n]
                WHEN 'replayed' THEN jsonb_build_object(
                    'by_seq', w.last_seq, 'requested', coalesce(k.requested, requested_counts[c.n])
                )
                WHEN 'not_open_yet' THEN jsonb_build_object('opens_at', w.opens_at)
                WHEN 'too_many_spots' THEN jsonb_build_object(
                    'held', coalesce((
                        SELECT spots_held(h) FROM holdings h
                        WHERE h.handle = handles[c.n] AND h.waffle_id = w.id
                    ), 0),
                    'allowed', w.max_spots_per_handle
                )
            END
        FROM unnest(claim_waffles, keys) WITH ORDINALITY AS c (waffle, key, n)
        LEFT JOIN LATERAL (
            SELECT o.id, o.last_seq, o.opens_at, o.max_spots_per_handle FROM waffles o
            WHERE o.id = waffle_ids[c.waffle] LIMIT 1
        ) w ON verdicts[c.n] IN ('replayed', 'not_open_yet', 'too_many_spots')
        LEFT JOIN LATERAL (
            SELECT o.spot_ids, o.spot_numbers, o.requested, o.first_seq FROM idempotency_keys o
            WHERE o.key = c.key LIMIT 1
        ) k ON verdicts[c.n] = 'replayed'
        WHERE verdicts[c.n] NOT IN ('granted', 'spots_taken');

        SELECT array_agg(s.n), array_agg(s.number), array_agg(s.place), array_agg(s.id),
            array_agg(last_seqs[claim_waffles[s.n]] + s.turn)
        INTO wanted_claims, wanted_numbers, spot_places, spot_ids, seqs
        FROM (
            SELECT u.*, row_number() OVER (PARTITION BY claim_waffles[u.n] ORDER BY u.n, u.number) AS turn
            FROM unnest(wanted_claims, wanted_numbers, spot_places, spot_ids) AS u (n, number, place, id)
            WHERE verdicts[u.n] = 'granted'
        ) s;
    END IF;

    expected := coalesce(cardinality(wanted_claims), 0);
    IF expected > 0 THEN
        UPDATE spots p
        SET status = 'pending', claimed_by_handle = handles[g.n], claimed_at = now_at, paid_at = NULL,
            pay_by = deadlines[claim_waffles[g.n]], claim_seq = g.seq
        FROM unnest(wanted_claims, spot_places, seqs) AS g (n, place, seq)
        WHERE p.ctid = g.place
            AND p.status = 'available' -- guard: update
        ;
        GET DIAGNOSTICS changed_count = ROW_COUNT;
        IF changed_count IS DISTINCT FROM expected THEN -- guard: count
            RAISE EXCEPTION 'claim_spots granted % spots and changed %', expected, changed_count
                USING ERRCODE = 'serialization_failure';
        END IF;

        INSERT INTO events (
            waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle, pay_by,
            reason, admin_id, source
        )
        SELECT waffle_ids[claim_waffles[g.n]], g.seq, now_at, 'spot_update', ids[g.n], g.id, g.number, 'available',
            'pending', handles[g.n], deadlines[claim_waffles[g.n]],
            CASE WHEN by_admin IS NOT NULL THEN 'assigned' END, by_admin, sources[g.n]
        FROM unnest(wanted_claims, wanted_numbers, spot_ids, seqs) AS g (n, number, id, seq);

        UPDATE waffles w
        SET last_seq = w.last_seq + x.spots,
            available_count = w.available_count - x.spots,
            pending_count = w.pending_count + x.spots,
            next_pay_by = least(w.next_pay_by, deadlines[x.waffle])
        FROM (
            SELECT claim_waffles[g.n] AS waffle, count(*)::integer AS spots FROM unnest(wanted_claims) AS g (n)
            GROUP BY 1
        ) x
        WHERE w.ctid = waffle_places[x.waffle];

        WITH claimed AS (
            SELECT waffle_ids[claim_waffles[g.n]] AS waffle_id, handles[g.n] AS handle, count(*)::integer AS spots
            FROM unnest(wanted_claims) AS g (n)
            GROUP BY 1, 2
        ), matched AS (
            SELECT c.waffle_id, c.handle, c.spots, h.place
            FROM claimed c
            LEFT JOIN LATERAL (
                SELECT o.ctid AS place FROM holdings o WHERE o.handle = c.handle AND o.waffle_id = c.waffle_id LIMIT 1
            ) h ON true
        ), more AS (
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
        )
        -- Sorted, so that calls that enter the same handles don't deadlock.
        INSERT INTO buyers (handle, created_at, updated_at)
        SELECT DISTINCT b.handle, now_at, now_at FROM begun b ORDER BY 1
        ON CONFLICT (handle) DO NOTHING;

        IF by_admin IS NOT NULL THEN
            INSERT INTO audit_outbox (at, admin_id, admin_username, ip_address, action, entity_type, entity_id, detail)
            SELECT now_at, (author).*, 'assign_spots', 'waffle', w.id::text,
                format('spots %s of %s, assigned to %s', g.numbers, w.slug, handles[g.n])
            FROM (
                SELECT u.n, string_agg(u.number::text, ', ' ORDER BY u.number) AS numbers
                FROM unnest(wanted_claims, wanted_numbers) AS u (n, number)
                GROUP BY 1
            ) g
            JOIN waffles w ON w.id = waffle_ids[claim_waffles[g.n]];
        END IF;
    END IF;

    -- Grants are stored under their keys, even those without spots: they are answers too.
    IF keyed THEN
        SELECT count(*) INTO expected FROM unnest(keys, verdicts) AS k (key, verdict)
        WHERE k.key IS NOT NULL AND k.verdict = 'granted';
        -- The spots of a claim are next to each other in the arrays. Cutting them out copies the arrays for each claim, but
        -- a call has 2,048 spots at most, or a single claim.
        INSERT INTO idempotency_keys AS old (
            created_at, first_seq, requested, key, fingerprint, spot_ids, spot_numbers
        )
        SELECT now(), seqs[g.first], requested_counts[g.n], keys[g.n], fingerprints[g.n],
            coalesce(spot_ids[g.first:g.last], '{}'), coalesce(wanted_numbers[g.first:g.last], '{}')
        FROM (
            SELECT u.n, min(u.place) AS first, max(u.place) AS last
            FROM (
                SELECT w.n, w.place FROM unnest(wanted_claims) WITH ORDINALITY AS w (n, place)
                UNION ALL
                SELECT c.n, NULL FROM generate_subscripts(keys, 1) AS c (n)
            ) u
            GROUP BY 1
        ) g
        WHERE keys[g.n] IS NOT NULL AND verdicts[g.n] = 'granted'
        ORDER BY keys[g.n]
        ON CONFLICT (key) DO UPDATE
        SET created_at = excluded.created_at, first_seq = excluded.first_seq, requested = excluded.requested,
            fingerprint = excluded.fingerprint, spot_ids = excluded.spot_ids, spot_numbers = excluded.spot_numbers
        WHERE old.created_at <= now() - interval '24 hours';
        GET DIAGNOSTICS kept_count = ROW_COUNT;
        -- Another server has just granted the same key on another waffle. Roll back; the retry will find that grant.
        IF kept_count <> expected THEN
            RAISE EXCEPTION 'an idempotency key was used in the meantime' USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    IF wanted_claims IS NOT NULL THEN
        claims := wanted_claims;
        verdict := 'granted';
        spot_numbers := wanted_numbers;
        RETURN NEXT;
    END IF;
END
$$;
