-- The audit log as it is read: what was moved to audit_log and what still waits in audit_outbox. One statement reads
-- both, so an entry shows at once, and is neither missed nor seen twice while it is moved.
CREATE VIEW audit_trail AS
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_outbox
UNION ALL
SELECT seq, id, at, admin_id, admin_username, action, entity_type, entity_id, detail, ip_address FROM audit_log;

-- Entries are sorted by seq, which follows the order of the changes even if the servers' clocks disagree. The index for
-- each filter includes the columns of the other filters, so that totals and page offsets need the index alone.
CREATE INDEX audit_log_at ON audit_log (at, seq) INCLUDE (admin_id, action, entity_type);
CREATE INDEX audit_log_admin ON audit_log (admin_id, seq) INCLUDE (action, entity_type, at);
CREATE INDEX audit_log_action ON audit_log (action, seq) INCLUDE (admin_id, entity_type, at);
CREATE INDEX audit_log_entity_type ON audit_log (entity_type, seq) INCLUDE (admin_id, action, at);
