-- Against how many spots a winner was drawn: winner and loser spots of a completed waffle, 0 while it is active. The draw writes it, and
-- nothing else changes it: neither winners nor losers can be released. A buyer's odds come from it without counting whole boards.
ALTER TABLE waffles ADD COLUMN drawn_count integer NOT NULL DEFAULT 0
    CONSTRAINT waffles_drawn_count CHECK (drawn_count BETWEEN 0 AND total_spots);
