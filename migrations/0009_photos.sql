-- Photos that sellers upload for their waffles.

CREATE TABLE photos (
    -- The SHA-256 of the JPEG, which is its name in addresses.
    hash bytea PRIMARY KEY CONSTRAINT photos_hash_length CHECK (length(hash) = 32),
    jpeg bytea NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    -- The account that uploaded it first, and when: an account uploads only so much in a day.
    account_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When it was last uploaded, or a waffle ceased to show it. A day later it is deleted, unless a waffle shows it then.
    unshown_since timestamptz NOT NULL DEFAULT now()
);
-- A JPEG is compressed already.
ALTER TABLE photos ALTER COLUMN jpeg SET STORAGE EXTERNAL;
CREATE INDEX photos_of_account ON photos (account_id, created_at);
CREATE INDEX photos_age ON photos (unshown_since);

-- The photo that a waffle shows, if its picture is one of these. The reference keeps the photo: no waffle can begin to
-- show one while it is deleted.
ALTER TABLE waffles ADD COLUMN photo bytea CONSTRAINT waffles_photo_kept REFERENCES photos;
CREATE INDEX waffles_photo ON waffles (photo) WHERE photo IS NOT NULL;
