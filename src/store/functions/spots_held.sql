-- How many spots a handle holds in a waffle, of any status. Plans inline the sum, so the call costs nothing.
CREATE OR REPLACE FUNCTION spots_held(holding holdings) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
    SELECT holding.pending + holding.paid + holding.won + holding.lost
$$;
