import type { DeploymentSettings } from "../config.ts";
import type { OpenDatabase, OpenOptions } from "./database.ts";

type DatabaseLocation = Pick<DeploymentSettings, "DATABASE_URL" | "DATABASE_POOL" | "DATA_DIR"> &
  Partial<Pick<DeploymentSettings, "DATABASE_DIRECT_URL" | "DATABASE_READ_URL" | "MIGRATE_AT_START">>;

/**
 * Opens the database that the settings name: PostgreSQL with DATABASE_URL, else the embedded one in DATA_DIR.
 * Loads only the one that is used, which shortens the start.
 * @throws DatabaseUnavailable when it cannot be reached now, OperatorError when that will not change by itself
 */
export async function openDatabase(
  {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl = "",
    DATABASE_READ_URL: readUrls = [],
    DATABASE_POOL: max,
    MIGRATE_AT_START: migrateAtStart = true,
    DATA_DIR,
  }: DatabaseLocation,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  if (url) {
    const { openPostgresql } = await import("./postgresql.ts");
    return openPostgresql(
      { url, directUrl, readUrls },
      { max },
      { ...(migrateAtStart && { migrate: {} }), ...options },
    );
  }
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(DATA_DIR, options);
}
