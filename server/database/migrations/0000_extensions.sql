-- Trigram comparison: what lets search forgive a typing error.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
