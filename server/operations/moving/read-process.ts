/** The process that reads large files of a move (read-aside.ts). It ends when its work is done, or with the shop that started it. */

import { once } from "node:events";
import { openDatabase } from "../../platform/database/open.ts";
import { type AsideWork, readMove } from "./read-aside.ts";

const stopped = () => process.exit(1);
process.on("disconnect", stopped);
const [{ settings, work }] = (await once(process, "message")) as [AsideWork];
const database = await openDatabase({ ...settings, DATABASE_POOL: 2, MIGRATE_AT_START: false });
try {
  const result = await readMove(database.db, settings.CODE_SECRET, work);
  await new Promise((resolve) => process.send?.(result, resolve));
} finally {
  await database.close();
}
process.off("disconnect", stopped);
process.disconnect();
