/** Runs the production shop, and counts its SQL statements. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { createApp } from "../server/app.ts";
import { readSettings } from "../server/config.ts";
import { openDatabase } from "../server/database/open.ts";
import { mail } from "../server/database/schema.ts";
import { openStorefront } from "../server/pages/storefront.ts";
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
