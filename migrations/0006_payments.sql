-- What is remembered of payments that sellers paste as text.

-- Lines that were taken, so that each counts once, on whichever waffle: a hash of the text under the server's key.
CREATE TABLE taken_lines (
    hash bytea PRIMARY KEY CONSTRAINT taken_lines_length CHECK (length(hash) = 32),
    taken_at timestamptz NOT NULL
);
CREATE INDEX taken_lines_age ON taken_lines (taken_at);

-- Whose payments come from whom, by the name that stands in them. A name may be that of several people.
CREATE TABLE payers (
    id uuid PRIMARY KEY,
    -- As it is compared, and as it was written.
    key text NOT NULL,
    name text NOT NULL CONSTRAINT payers_name_length CHECK (length(name) BETWEEN 1 AND 100),
    social_handle text NOT NULL,
    since timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    -- Whether a seller has taken another line by it since.
    confirmed boolean NOT NULL DEFAULT false,
    CONSTRAINT payers_once UNIQUE (key, social_handle)
);
CREATE INDEX payers_of_handle ON payers (social_handle);
CREATE INDEX payers_newest ON payers (last_at DESC, id);
