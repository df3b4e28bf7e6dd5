-- What sellers choose for their waffles: payment methods and share templates.

CREATE TABLE payment_methods (
    id uuid PRIMARY KEY,
    type text NOT NULL
        CONSTRAINT payment_methods_type_known CHECK (type IN ('wallet_a', 'wallet_b', 'wallet_c', 'wallet_d')),
    display_name text NOT NULL,
    handle_or_url text NOT NULL,
    -- What buyers should do when they pay, instead of "mention your handle".
    instructions text CONSTRAINT payment_methods_instructions CHECK (length(instructions) BETWEEN 1 AND 200),
    is_active boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

-- The texts that sellers start their messages from. A waffle keeps its text when the template is deleted.
CREATE TABLE share_templates (
    id uuid PRIMARY KEY,
    name text NOT NULL CONSTRAINT share_templates_name_length CHECK (length(name) BETWEEN 1 AND 100),
    body text NOT NULL CONSTRAINT share_templates_body_length CHECK (length(body) BETWEEN 1 AND 5000),
    is_default boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX share_templates_one_default ON share_templates (is_default) WHERE is_default;

INSERT INTO share_templates (id, name, body, is_default, created_at, updated_at)
VALUES (
    gen_random_uuid(), 'New drop',
    E'🧇 {title}\n\n{spots} spots at {price} each. First come, first served.\n\nPick your numbers here: {url}',
    true, now(), now()
);
