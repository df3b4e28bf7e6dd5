-- The settings, and the audit log.

-- A setting without a row has its default. A server leaves those that it does not know alone.
CREATE TABLE settings (
    key text CONSTRAINT settings_pkey PRIMARY KEY,
    value text NOT NULL
        CONSTRAINT settings_value_present CHECK (value <> '')
);

-- Each entry is written in the transaction of the change it describes, and moved to audit_log later.
-- There are no foreign keys, because an entry outlives what it describes.
CREATE TABLE audit_outbox (
    seq bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_outbox_pkey PRIMARY KEY,
    id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT audit_outbox_id_key UNIQUE,
    at timestamptz NOT NULL,
    -- None for what the service does by itself, such as drawing winners.
    admin_id uuid,
    admin_username text,
    action text NOT NULL
        CONSTRAINT audit_outbox_action_present CHECK (action <> ''),
    entity_type text NOT NULL
        CONSTRAINT audit_outbox_entity_type_known CHECK (entity_type IN ('waffle', 'spot', 'admin', 'settings')),
    entity_id text NOT NULL,
    detail text NOT NULL,
    ip_address inet
);

CREATE TABLE audit_log (
    -- Assigned by audit_outbox; orders entries that have the same time.
    seq bigint CONSTRAINT audit_log_pkey PRIMARY KEY,
    id uuid NOT NULL CONSTRAINT audit_log_id_key UNIQUE,
    at timestamptz NOT NULL,
    -- None for what the service does by itself, such as drawing winners.
    admin_id uuid,
    admin_username text,
    action text NOT NULL
        CONSTRAINT audit_log_action_present CHECK (action <> ''),
    entity_type text NOT NULL
        CONSTRAINT audit_log_entity_type_known CHECK (entity_type IN ('waffle', 'spot', 'admin', 'settings')),
    entity_id text NOT NULL,
    detail text NOT NULL,
    ip_address inet
);

-- The audit log as it is read: what was moved to audit_log and what still waits in audit_outbox. One statement reads
-- both, so an entry is visible immediately, and is neither missed nor seen twice while it is moved.
CREATE VIEW audit_trail AS
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_outbox
UNION ALL
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_log;

-- Entries are sorted by seq, which follows the order of the changes even if the servers' clocks disagree. The index for
-- each filter includes the columns of the other filters, so that totals and page offsets need only the index.
CREATE INDEX audit_log_at ON audit_log (at, seq) INCLUDE (admin_id, action, entity_type);
CREATE INDEX audit_log_admin ON audit_log (admin_id, seq) INCLUDE (action, entity_type, at);
CREATE INDEX audit_log_action ON audit_log (action, seq) INCLUDE (admin_id, entity_type, at);
CREATE INDEX audit_log_entity_type ON audit_log (entity_type, seq) INCLUDE (admin_id, action, at);
