-- What the service remembers about payments that sellers paste as text.

-- Lines that were taken, so that each counts once across all waffles: a hash of the text under the server's key.
CREATE TABLE taken_lines (
    hash bytea PRIMARY KEY CONSTRAINT taken_lines_length CHECK (length(hash) = 32),
    taken_at timestamptz NOT NULL
);
CREATE INDEX taken_lines_age ON taken_lines (taken_at);

-- Which handles payments are for, by the payer's name in them. Several people may share a name.
CREATE TABLE payers (
    id uuid PRIMARY KEY,
    -- The name as it is compared, and as it was written.
    key text NOT NULL,
    name text NOT NULL CONSTRAINT payers_name_length CHECK (length(name) BETWEEN 1 AND 100),
    social_handle text NOT NULL,
    since timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    -- Whether a seller has used it for another line since.
    confirmed boolean NOT NULL DEFAULT false,
    CONSTRAINT payers_once UNIQUE (key, social_handle)
);
CREATE INDEX payers_of_handle ON payers (social_handle);
CREATE INDEX payers_newest ON payers (last_at DESC, id);
