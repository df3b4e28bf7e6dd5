-- How many spots a handle holds in a waffle, whatever became of them. Plans have the sum in its place, at no cost.
CREATE OR REPLACE FUNCTION spots_held(holding holdings) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
    SELECT holding.pending + holding.paid + holding.won + holding.lost
$$;
