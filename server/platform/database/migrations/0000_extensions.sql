-- Trigram comparison, which lets search forgive a typing error.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
