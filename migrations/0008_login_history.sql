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

-- For listing everybody's newest sign-ins, and for deleting the oldest.
CREATE INDEX login_history_created_at ON login_history (created_at, id);
CREATE INDEX login_history_admin_created_at ON login_history (admin_id, created_at, id);
