-- Shops that were live before a shop could be closed stay open.
INSERT INTO "setting" ("name", "value") SELECT 'SHOP_OPEN', 'true' FROM "milestone" WHERE "name" = 'live' ON CONFLICT DO NOTHING;
