import { asAdmin } from "./database.ts";

/** `drop-database.ts URL NAME`: deletes the database of `databaseOfThisProcess`. */
const [url = "", name = ""] = process.argv.slice(2);
await asAdmin(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
