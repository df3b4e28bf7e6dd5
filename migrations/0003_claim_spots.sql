-- The one call that sells spots. It commits many claims on many waffles at once.
--
-- Every change to a waffle locks the waffle's row first. This one waits for none of them: claims on a waffle that
-- somebody else has locked get the verdict busy, and the caller tries them again. The function has several statements
-- and runs in autocommit: each statement sees what was committed before it began, so the verdicts take into account
-- everything that was done to the waffles before they were locked. A client that freezes holds no lock.
--
-- Claims are numbered 1..n by their place in the arrays, and each wanted spot carries the number of its claim. The
-- caller ensures that no two claims in a call share a spot or a key.
--
-- Verdicts: granted (with the spots and the first sequence number), replayed (with the spots granted under the key, and
-- in place of the first a sequence number by which the log has them), key_reused, not_found, busy, not_active, taken (with the numbers). A claim that wants no spot is granted none.
CREATE FUNCTION claim_spots(
    ids uuid[],
    waffle_ids uuid[],
    handles text[],
    keys text[],
    fingerprints text[],
    requested_counts bigint[],
    wanted_claims integer[],
    wanted_numbers integer[],
    now_at timestamptz
) RETURNS TABLE (
    claim integer, verdict text, spot_ids bigint[], spot_numbers integer[], first_seq bigint, requested bigint
)
LANGUAGE plpgsql AS $$
DECLARE
    -- The waffles that were locked, and whether others were passed over.
    locked uuid[];
    passed_over boolean;
    verdicts text[];
    granted_claims integer[];
    granted_ids text[];
    granted_numbers text[];
    granted_seqs bigint[];
    expected bigint;
    changed_count bigint;
    kept_count bigint;
BEGIN
    SELECT coalesce(array_agg(l.id), '{}') INTO locked
    FROM (SELECT w.id FROM waffles w WHERE w.id = ANY (waffle_ids) FOR NO KEY UPDATE SKIP LOCKED) l;
    passed_over := cardinality(locked) < (SELECT count(DISTINCT w.id) FROM unnest(waffle_ids) AS w (id));

    SELECT array_agg(j.verdict ORDER BY j.n) INTO verdicts
    FROM (
        SELECT c.n,
            CASE
                WHEN k.key IS NOT NULL AND k.fingerprint = c.fingerprint THEN 'replayed'
                WHEN k.key IS NOT NULL THEN 'key_reused'
                WHEN w.id IS NULL OR w.archived THEN 'not_found'
                WHEN passed_over AND w.id <> ALL (locked) THEN 'busy'
                WHEN w.status <> 'active' THEN 'not_active'
                WHEN t.n IS NOT NULL THEN 'taken'
                ELSE 'granted'
            END AS verdict
        FROM unnest(waffle_ids, keys, fingerprints) WITH ORDINALITY AS c (waffle_id, key, fingerprint, n)
        LEFT JOIN waffles w ON w.id = c.waffle_id
        LEFT JOIN idempotency_keys k ON k.key = c.key AND k.created_at > now_at - interval '24 hours'
        LEFT JOIN (
            SELECT DISTINCT s.n
            FROM unnest(wanted_claims, wanted_numbers) AS s (n, number)
            JOIN spots p ON p.waffle_id = waffle_ids[s.n] AND p.number = s.number
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
            SELECT g.n, g.waffle_id, g.number,
                w.last_seq + row_number() OVER (PARTITION BY g.waffle_id ORDER BY g.n, g.number) AS seq
            FROM wanted g JOIN waffles w ON w.id = g.waffle_id
        ), changed AS (
            UPDATE spots p
            SET status = 'pending', claimed_by_handle = handles[g.n], claimed_at = now_at, paid_at = NULL
            FROM numbered g
            WHERE p.waffle_id = g.waffle_id AND p.number = g.number
                AND p.status = 'available' -- guard: update
            RETURNING p.id, g.n, g.waffle_id, g.number, g.seq
        ), logged AS (
            INSERT INTO events (
                waffle_id, seq, at, kind, change_id, spot_id, spot_number, from_status, to_status, social_handle
            )
            SELECT c.waffle_id, c.seq, now_at, 'spot_update', ids[c.n], c.id, c.number, 'available', 'pending',
                handles[c.n]
            FROM changed c
        ), counted AS (
            UPDATE waffles w
            SET last_seq = w.last_seq + x.spots,
                available_count = w.available_count - x.spots,
                pending_count = w.pending_count + x.spots
            FROM (SELECT c.waffle_id, count(*)::integer AS spots FROM changed c GROUP BY c.waffle_id) x
            WHERE w.id = x.waffle_id
        ), seen AS (
            INSERT INTO buyers (handle, created_at, updated_at)
            SELECT DISTINCT handles[c.n], now_at, now_at FROM changed c ORDER BY 1
            ON CONFLICT (handle) DO UPDATE SET updated_at = greatest(buyers.updated_at, excluded.updated_at)
        ), answers AS (
            SELECT c.n, array_agg(c.id ORDER BY c.number)::text AS spot_ids,
                array_agg(c.number ORDER BY c.number)::text AS numbers, min(c.seq) AS first_seq, count(*) AS spots
            FROM changed c GROUP BY c.n
        )
        SELECT array_agg(a.n), array_agg(a.spot_ids), array_agg(a.numbers), array_agg(a.first_seq), sum(a.spots)
        INTO granted_claims, granted_ids, granted_numbers, granted_seqs, changed_count
        FROM answers a;

        IF changed_count IS DISTINCT FROM expected THEN -- guard: count
            RAISE EXCEPTION 'claim_spots granted % spots and changed %', expected, coalesce(changed_count, 0)
                USING ERRCODE = 'serialization_failure';
        END IF;
    END IF;

    -- What was granted is stored under its key, even if it is nothing: that is an answer too.
    IF EXISTS (
        SELECT 1 FROM unnest(keys) WITH ORDINALITY AS k (key, n) WHERE k.key IS NOT NULL AND verdicts[k.n] = 'granted'
    ) THEN
        WITH kept AS (
            INSERT INTO idempotency_keys AS old (
                key, fingerprint, handle, spot_ids, spot_numbers, requested, created_at
            )
            SELECT keys[g.n], fingerprints[g.n], handles[g.n], g.spot_ids, g.numbers, requested_counts[g.n], now_at
            FROM (
                SELECT u.n, u.spot_ids::bigint[], u.numbers::integer[]
                FROM unnest(granted_claims, granted_ids, granted_numbers) AS u (n, spot_ids, numbers)
                UNION ALL
                SELECT c.n, '{}', '{}'
                FROM unnest(keys) WITH ORDINALITY AS c (key, n)
                WHERE c.key IS NOT NULL AND verdicts[c.n] = 'granted' AND c.n <> ALL (coalesce(granted_claims, '{}'))
            ) g (n, spot_ids, numbers)
            WHERE keys[g.n] IS NOT NULL
            ORDER BY keys[g.n]
            ON CONFLICT (key) DO UPDATE
            SET fingerprint = excluded.fingerprint, handle = excluded.handle, spot_ids = excluded.spot_ids,
                spot_numbers = excluded.spot_numbers, requested = excluded.requested, created_at = excluded.created_at
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
    SELECT g.n, 'granted', g.spot_ids::bigint[], g.numbers::integer[], g.first_seq, requested_counts[g.n]
    FROM unnest(granted_claims, granted_ids, granted_numbers, granted_seqs) AS g (n, spot_ids, numbers, first_seq);

    IF cardinality(granted_claims) IS DISTINCT FROM cardinality(ids) THEN
        RETURN QUERY
        SELECT c.n::integer, verdicts[c.n], coalesce(k.spot_ids, '{}'), coalesce(k.spot_numbers, t.numbers, '{}'),
            (SELECT w.last_seq FROM waffles w WHERE w.id = waffle_ids[c.n] AND verdicts[c.n] = 'replayed'),
            coalesce(k.requested, requested_counts[c.n])
        FROM unnest(keys) WITH ORDINALITY AS c (key, n)
        LEFT JOIN idempotency_keys k ON k.key = c.key AND verdicts[c.n] = 'replayed'
        LEFT JOIN (
            SELECT s.n, array_agg(s.number ORDER BY s.number) AS numbers
            FROM unnest(wanted_claims, wanted_numbers) AS s (n, number)
            JOIN spots p ON p.waffle_id = waffle_ids[s.n] AND p.number = s.number
            WHERE verdicts[s.n] = 'taken' AND p.status <> 'available'
            GROUP BY s.n
        ) t ON t.n = c.n
        WHERE verdicts[c.n] <> 'granted' OR c.n <> ALL (coalesce(granted_claims, '{}'));
    END IF;
END
$$;
