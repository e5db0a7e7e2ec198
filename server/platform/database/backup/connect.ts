import pg from "pg";
import type { DeploymentSettings } from "../../config/config.ts";
import { asUnavailable, requireSuitable } from "../prepare-postgresql.ts";

/**
 * Runs work on one connection to the shop's database, without the migrations of `openDatabase`.
 * @param mustSuit whether encoding and locale must be those that the shop needs
 * @throws DatabaseUnavailable, OperatorError
 */
export async function withConnection<Result>(
  {
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATA_DIR,
  }: Pick<DeploymentSettings, "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATA_DIR">,
  work: (client: pg.Client) => Promise<Result>,
  { mustSuit = false }: { mustSuit?: boolean } = {},
): Promise<Result> {
  const given = DATABASE_DIRECT_URL || DATABASE_URL;
  const own = given ? null : await (await import("../bundled/bundled.ts")).joinBundledPostgres(DATA_DIR);
  const url = given || (own?.url as string);
  const setting = DATABASE_DIRECT_URL ? "DATABASE_DIRECT_URL" : given ? "DATABASE_URL" : "DATA_DIR";
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  try {
    await client.connect();
    if (mustSuit) await requireSuitable(client, url, setting);
    return await work(client);
  } catch (error) {
    throw asUnavailable(error, url, setting);
  } finally {
    await client.end().catch(() => {});
    await own?.leave();
  }
}
