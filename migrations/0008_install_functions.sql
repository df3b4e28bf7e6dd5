-- The parameter types of the functions that decide, and the installation of these functions. Their texts are in
-- src/store/functions/.

-- Who makes a change: an account, and from where.
CREATE TYPE author AS (admin_id uuid, username text, ip_address inet);

-- What change_spots does to some spots of a waffle, with values that only some operations need: the minutes by which a
-- deadline moves, the handle that spots get, the events of a claim, and the source of claims.
CREATE TYPE spot_change AS (
    id uuid, waffle_id uuid, spot_ids bigint[], operation text, minutes integer, new_handle text, first_seq bigint,
    spots integer, source bytea, active_only boolean, only_of text, author author
);

CREATE TABLE installed_functions (
    name text PRIMARY KEY,
    -- The edition of the newest program that has started with this database.
    edition integer NOT NULL,
    -- The text as it was installed, to find out what has changed since.
    definition text NOT NULL
);

-- Installs functions of an edition, all or none, unless the database has a later edition. Returns how many were
-- installed; NULL if the later edition stays. A function whose text has not changed, and which exists, is not touched.
-- Servers call the functions in the meantime, and CREATE OR REPLACE can exchange a body while they do, but neither
-- arguments nor the result: if those change, the function is dropped first.
CREATE FUNCTION install_functions(new_edition integer, names text[], definitions text[]) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
    found record;
    installed integer := 0;
BEGIN
    IF EXISTS (SELECT FROM installed_functions i WHERE i.edition > new_edition) THEN
        RETURN NULL;
    END IF;
    FOR found IN
        SELECT n.name, n.definition, i.definition AS old, e.head
        FROM unnest(names, definitions) AS n (name, definition)
        LEFT JOIN installed_functions i ON i.name = n.name
        CROSS JOIN (VALUES ('CREATE OR REPLACE.*?AS \$\$')) AS e (head)
        WHERE n.definition IS DISTINCT FROM i.definition OR to_regproc(n.name) IS NULL
    LOOP
        IF substring(found.old FROM found.head) <> substring(found.definition FROM found.head) THEN
            EXECUTE format('DROP FUNCTION IF EXISTS %I', found.name);
        END IF;
        EXECUTE found.definition;
        installed := installed + 1;
    END LOOP;
    INSERT INTO installed_functions AS i (name, edition, definition)
    SELECT n.name, new_edition, n.definition FROM unnest(names, definitions) AS n (name, definition)
    ON CONFLICT (name) DO UPDATE SET edition = excluded.edition, definition = excluded.definition
    WHERE (i.edition, i.definition) IS DISTINCT FROM (excluded.edition, excluded.definition);
    RETURN installed;
END
$$;
