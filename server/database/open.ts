import type { Settings } from "../config.ts";
import type { OpenDatabase, SeeStatement } from "./database.ts";

/**
 * Opens the database that the settings name: PostgreSQL with DATABASE_URL, else the embedded one in DATA_DIR.
 * Each is loaded only when it is the one, which saves the second start its time.
 */
export async function openDatabase(
  settings: Pick<Settings, "DATABASE_URL" | "DATABASE_POOL" | "DATA_DIR">,
  seeStatement?: SeeStatement,
): Promise<OpenDatabase> {
  if (settings.DATABASE_URL) {
    const { openPostgresql } = await import("./postgresql.ts");
    return openPostgresql(settings.DATABASE_URL, { max: settings.DATABASE_POOL }, seeStatement);
  }
  const { openEmbedded } = await import("./embedded.ts");
  return openEmbedded(settings.DATA_DIR, seeStatement);
}
