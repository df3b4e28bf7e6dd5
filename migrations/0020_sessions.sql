-- Who is signed in, and the second factor.

-- A token is good as long as its session is here: ending a session deletes it.
CREATE TABLE sessions (
    -- The token's id.
    id uuid CONSTRAINT sessions_pkey PRIMARY KEY,
    admin_id uuid NOT NULL
        CONSTRAINT sessions_admin REFERENCES admins ON DELETE CASCADE,
    created_at timestamptz NOT NULL,
    -- To about a minute.
    last_seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
        CONSTRAINT sessions_expires_later CHECK (expires_at > created_at),
    -- Where it was seen last.
    ip_address inet NOT NULL,
    -- What it was started with.
    browser text NOT NULL
        CONSTRAINT sessions_browser_present CHECK (browser <> ''),
    os text NOT NULL
        CONSTRAINT sessions_os_present CHECK (os <> ''),
    device_type text NOT NULL
        CONSTRAINT sessions_device_type_known CHECK (device_type IN ('desktop', 'mobile', 'tablet'))
)
-- Requests change last_seen_at alone, which no index holds: with room on its page, that costs no index anything.
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
    -- The time step (of 30 s) of the newest code that was taken: no code is taken twice.
    last_step bigint NOT NULL
);

-- A secret that a session was shown, until its first code confirms it. It goes with its session, and counts for no
-- other: so nobody finishes what somebody else began.
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
    -- SHA-256: a code has 80 random bits, so there is nothing to be guessed.
    code_hash bytea NOT NULL
        CONSTRAINT recovery_codes_code_hash_length CHECK (octet_length(code_hash) = 32),
    -- A code that was used is good no more, but not a wrong one either.
    used_at timestamptz,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (admin_id, code_hash)
);
