-- The seller's name and picture are two settings, which only pages show. The picture's value is the hash of a photo. The
-- reference keeps the photo, as that of a waffle does. A server of the version before leaves both settings alone.
ALTER TABLE settings ADD COLUMN photo bytea
    GENERATED ALWAYS AS (CASE key WHEN 'seller_picture' THEN decode(value, 'hex') END) STORED
    CONSTRAINT settings_photo_kept REFERENCES photos;
