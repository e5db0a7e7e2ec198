/** The process that reads large files of a move (read-aside.ts). It ends when its work is done, or with the shop that started it. */

import { once } from "node:events";
import { openDatabase } from "../../platform/database/open.ts";
import { isDatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { type AsideMessage, type AsideWork, readMove } from "./read-aside.ts";

const stopped = () => process.exit(1);
process.on("disconnect", stopped);
const [work] = (await once(process, "message")) as [AsideWork];
const result = await read(work).catch((error: unknown): AsideMessage => {
  if (!isDatabaseUnavailable(error)) throw error;
  return { unavailable: (error as Error).message };
});
await new Promise((resolve) => process.send?.(result, resolve));
process.off("disconnect", stopped);
process.disconnect();

async function read({ settings, work }: AsideWork): Promise<AsideMessage> {
  const database = await openDatabase({ ...settings, DATABASE_POOL: 2, MIGRATE_AT_START: false });
  try {
    return await readMove(database.db, settings.CODE_SECRET, work);
  } finally {
    await database.close();
  }
}
