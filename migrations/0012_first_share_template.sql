-- Which share template came with the service. Pages write it in their reader's language as long as `updated_at` is
-- `created_at`. Every server sets `updated_at` when a seller changes a template, also one of the version before.
ALTER TABLE share_templates ADD COLUMN is_ours boolean NOT NULL DEFAULT false;

-- Its id is of version 4, and those of sellers' templates are of version 7. It was in the language of its server; from
-- now on its words in the table are the English ones.
UPDATE share_templates
SET is_ours = true, name = 'New drop',
    body = E'🧇 {title}\n\n{spots} spots at {price} each. First come, first served.\n\nPick your numbers here: {url}'
WHERE substr(id::text, 15, 1) = '4' AND updated_at = created_at;
