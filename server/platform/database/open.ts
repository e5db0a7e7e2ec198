import type { DeploymentSettings } from "../config/config.ts";
import type { OpenDatabase, OpenOptions } from "./database.ts";
import { openPostgresql } from "./postgresql.ts";

type DatabaseLocation = Pick<DeploymentSettings, "DATABASE_URL" | "DATABASE_POOL" | "DATA_DIR"> &
  Partial<Pick<DeploymentSettings, "DATABASE_DIRECT_URL" | "DATABASE_READ_URL" | "MIGRATE_AT_START">>;

/**
 * Opens the PostgreSQL that the settings name: that of DATABASE_URL, else the shop's own in DATA_DIR, which is started if it does not run.
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
  if (url)
    return openPostgresql(
      { url, directUrl, readUrls },
      { max },
      { ...(migrateAtStart && { migrate: {} }), ...options },
    );
  // Not loaded by a shop with DATABASE_URL.
  const { joinBundledPostgres } = await import("./bundled/bundled.ts");
  const server = await joinBundledPostgres(DATA_DIR);
  try {
    const database = await openPostgresql(
      { url: server.url, directUrl: "", isOwn: true },
      { max },
      { migrate: {}, ...options },
    );
    return {
      ...database,
      async close() {
        await database.close();
        await server.leave();
      },
    };
  } catch (error) {
    await server.leave();
    throw error;
  }
}
