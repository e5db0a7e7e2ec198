/** Runs the production shop, and counts its SQL statements. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { createApp } from "../server/app.ts";
import { openStorefront } from "../server/operations/pages/storefront.ts";
import { readSettings } from "../server/platform/config/config.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { mail } from "../server/platform/database/schema.ts";
import { serve } from "./serve.ts";

let statements = 0;
const settings = readSettings(process.env);
const database = await openDatabase(settings, {
  onStatement: () => {
    statements += 1;
  },
});
const built = existsSync(join(import.meta.dirname, "../build/server/index.js"));
const app = await createApp({
  settings,
  database,
  storefront: built ? await openStorefront(process.env, settings) : undefined,
  environment: process.env,
});
await serve(app, async () => ({
  statements,
  unsentMails: await database.db.$count(mail, inArray(mail.state, ["waiting", "sending"])),
}));
