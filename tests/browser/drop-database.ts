import { asAdmin } from "./database.ts";

/** `drop-database.ts URL NAME`: takes away what `databaseOfThisProcess` has made. */
const [url = "", name = ""] = process.argv.slice(2);
await asAdmin(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
