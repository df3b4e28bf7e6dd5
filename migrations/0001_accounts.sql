-- Accounts of admins, the settings, and the audit log.

CREATE TABLE admins (
    id uuid CONSTRAINT admins_pkey PRIMARY KEY,
    -- Always lowercase, so that the constraint makes names unique whatever their case.
    username text NOT NULL
        CONSTRAINT admins_username_taken UNIQUE
        CONSTRAINT admins_username_shape CHECK (username ~ '^[a-z0-9._-]{3,64}$'),
    email text NOT NULL
        CONSTRAINT admins_email_shape CHECK (email ~ '^[^@[:space:]]+@[^@[:space:]]+$' AND octet_length(email) <= 254),
    role text NOT NULL
        CONSTRAINT admins_role_known CHECK (role IN ('super_admin', 'admin', 'waffle_manager')),
    active boolean NOT NULL DEFAULT true,
    password_hash text NOT NULL
        CONSTRAINT admins_password_hash_is_bcrypt CHECK (password_hash ~ '^\$2[aby]\$[0-9]{2}\$[./A-Za-z0-9]{53}$'),
    timezone text NOT NULL DEFAULT 'UTC'
        CONSTRAINT admins_timezone_present CHECK (timezone <> ''),
    first_name text
        CONSTRAINT admins_first_name_length CHECK (char_length(first_name) BETWEEN 1 AND 100),
    last_name text
        CONSTRAINT admins_last_name_length CHECK (char_length(last_name) BETWEEN 1 AND 100),
    display_name text
        CONSTRAINT admins_display_name_length CHECK (char_length(display_name) BETWEEN 1 AND 100),
    social_links jsonb NOT NULL DEFAULT '[]'
        CONSTRAINT admins_social_links_are_ten_at_most CHECK (
            CASE jsonb_typeof(social_links) WHEN 'array' THEN jsonb_array_length(social_links) <= 10 ELSE false END
        ),
    last_login_at timestamptz,
    created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX admins_email_taken ON admins (lower(email));

-- A setting without a row has its default.
CREATE TABLE settings (
    key text CONSTRAINT settings_pkey PRIMARY KEY
        CONSTRAINT settings_key_known CHECK (key IN (
            'whois_server', 'jwt_expiration_hours', 'password_min_length', 'audit_retention_days',
            'login_history_retention_days', 'lockout_max_attempts', 'lockout_duration_minutes'
        )),
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
