-- Open requests for a new password.

-- Each account has at most one open request, which is deleted when it is used. The token itself is not stored: it is
-- derived from the row and the server's secret.
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
