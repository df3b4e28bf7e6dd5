-- Reading the audit trail: what the log holds and what still waits for it, in one statement, so that an entry shows at once and is never seen
-- twice nor missed while it is moved.
CREATE VIEW audit_trail AS
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_outbox
UNION ALL
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_log;

-- The trail is read in the order of seq: what one change caused comes before what the next one did, whatever the servers' clocks say.
-- The index of each filter also holds what the other filters ask for: totals and places of pages are read from them alone.
CREATE INDEX audit_log_at ON audit_log (at, seq) INCLUDE (admin_id, action, entity_type);
CREATE INDEX audit_log_admin ON audit_log (admin_id, seq) INCLUDE (action, entity_type, at);
CREATE INDEX audit_log_action ON audit_log (action, seq) INCLUDE (admin_id, entity_type, at);
CREATE INDEX audit_log_entity_type ON audit_log (entity_type, seq) INCLUDE (admin_id, action, at);
