-- Accounts of admins, how they sign in, and who is signed in.

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
    -- Failures before this moment, which an operator sets, lock no one out.
    unlocked_at timestamptz,
    created_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX admins_email_taken ON admins (lower(email));

-- Open requests for a new password: one for each account at most, which is deleted when it is used. The token itself is
-- not stored: it is derived from the row and the server's secret.
CREATE TABLE password_resets (
    id uuid CONSTRAINT password_resets_pkey PRIMARY KEY,
    admin_id uuid NOT NULL
        CONSTRAINT password_resets_one_of_each_admin UNIQUE
        CONSTRAINT password_resets_admin REFERENCES admins ON DELETE CASCADE,
    nonce bytea NOT NULL
        CONSTRAINT password_resets_nonce_length CHECK (octet_length(nonce) = 32),
    requested_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
        CONSTRAINT password_resets_expires_later CHECK (expires_at > requested_at)
);

CREATE INDEX password_resets_expires_at ON password_resets (expires_at);

-- Who signed in, from where, and with which browser. The ip_… columns are filled in later, from WHOIS.
CREATE TABLE login_history (
    id uuid CONSTRAINT login_history_pkey PRIMARY KEY,
    admin_id uuid NOT NULL
        CONSTRAINT login_history_admin_known REFERENCES admins (id),
    -- The name at the time of the sign-in.
    admin_username text NOT NULL,
    ip_address inet NOT NULL,
    user_agent text NOT NULL
        CONSTRAINT login_history_user_agent_bounded CHECK (char_length(user_agent) <= 512),
    browser text NOT NULL
        CONSTRAINT login_history_browser_present CHECK (browser <> ''),
    os text NOT NULL
        CONSTRAINT login_history_os_present CHECK (os <> ''),
    device_type text NOT NULL
        CONSTRAINT login_history_device_type_known CHECK (device_type IN ('desktop', 'mobile', 'tablet')),
    ip_org text
        CONSTRAINT login_history_ip_org_bounded CHECK (char_length(ip_org) BETWEEN 1 AND 200),
    ip_country text
        CONSTRAINT login_history_ip_country_bounded CHECK (char_length(ip_country) BETWEEN 1 AND 200),
    ip_city text
        CONSTRAINT login_history_ip_city_bounded CHECK (char_length(ip_city) BETWEEN 1 AND 200),
    ip_asn text
        CONSTRAINT login_history_ip_asn_shape CHECK (ip_asn ~ '^AS[0-9]{1,10}$'),
    -- The WHOIS server that answered.
    whois_server text,
    created_at timestamptz NOT NULL
);

-- For listing the newest sign-ins of all accounts, and for deleting the oldest.
CREATE INDEX login_history_created_at ON login_history (created_at, id);
CREATE INDEX login_history_admin_created_at ON login_history (admin_id, created_at, id);

-- A token is valid as long as its session is in this table: ending a session deletes its row.
CREATE TABLE sessions (
    -- The token's id.
    id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    admin_id uuid NOT NULL
        CONSTRAINT sessions_admin REFERENCES admins ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- Accurate to about a minute.
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
        CONSTRAINT sessions_expires_later CHECK (expires_at > created_at),
    -- Where it was seen last.
    ip_address inet NOT NULL,
    -- The browser and device that it began with.
    browser text NOT NULL
        CONSTRAINT sessions_browser_present CHECK (browser <> ''),
    os text NOT NULL
        CONSTRAINT sessions_os_present CHECK (os <> ''),
    device_type text NOT NULL
        CONSTRAINT sessions_device_type_known CHECK (device_type IN ('desktop', 'mobile', 'tablet'))
)
-- Requests change only last_seen_at, which is in no index: while the page has room, no index needs an update.
WITH (fillfactor = 80);

CREATE INDEX sessions_admin_id ON sessions (admin_id);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- The app that makes an account's codes.
CREATE TABLE second_factors (
    admin_id uuid CONSTRAINT second_factors_pkey PRIMARY KEY
        CONSTRAINT second_factors_admin REFERENCES admins ON DELETE CASCADE,
    -- Of 20 bytes, sealed with a key that is derived from the server's secret.
    sealed_secret bytea NOT NULL
        CONSTRAINT second_factors_sealed_secret_length CHECK (octet_length(sealed_secret) = 48),
    confirmed_at timestamptz NOT NULL,
    -- The time step (of 30 s) of the newest code that was accepted: no code is accepted twice.
    last_step bigint NOT NULL
);

-- A secret that a session was shown, until its first code confirms it. It is deleted with its session, and valid for no
-- other: so no other session can finish the set-up.
CREATE TABLE second_factor_proposals (
    session_id uuid CONSTRAINT second_factor_proposals_pkey PRIMARY KEY
        CONSTRAINT second_factor_proposals_session REFERENCES sessions ON DELETE CASCADE,
    -- Sealed for the session's account.
    sealed_secret bytea NOT NULL
        CONSTRAINT second_factor_proposals_sealed_secret_length CHECK (octet_length(sealed_secret) = 48),
    expires_at timestamptz NOT NULL
);

-- Codes for when the app is lost.
CREATE TABLE recovery_codes (
    admin_id uuid NOT NULL
        CONSTRAINT recovery_codes_second_factor REFERENCES second_factors ON DELETE CASCADE,
    -- SHA-256: a code has 80 random bits, too many to guess.
    code_hash bytea NOT NULL
        CONSTRAINT recovery_codes_code_hash_length CHECK (octet_length(code_hash) = 32),
    -- When it was used. A used code is not accepted again, but doesn't count as a wrong one.
    used_at timestamptz,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (admin_id, code_hash)
);
