import { join } from "node:path";

/** Where the migrations stand and which table remembers those that ran. */
export const MIGRATIONS = {
  migrationsFolder: join(import.meta.dirname, "migrations"),
  migrationsSchema: "public",
  migrationsTable: "migration",
};
