import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { prepareRows } from "../../server/platform/database/prepared.ts";
import { type Columns, rowsOf } from "../../server/platform/database/rows.ts";
import { openShop } from "./shop.ts";

it("a statement whose rows differ from their description fails the test that runs it", async () => {
  const shop = await openShop();
  const statement = sql`select 1::bigint as id, null::text as note, now() as at, sum(1::bigint) as paise`;
  const read = (columns: Columns) => rowsOf(shop.db, columns, statement);
  await read({ id: "number", note: "string?", at: "string", paise: "string" });
  await expect(read({ id: "string" })).rejects.toThrow("id is number, not string, in a row of id, note, at, paise");
  await expect(read({ note: "string" })).rejects.toThrow("note is null, not string");
  await expect(read({ createdAt: "string?" })).rejects.toThrow("createdAt is undefined, not string?");
  await expect(prepareRows("wrong row", { id: "boolean" }, statement)(shop.db, {})).rejects.toThrow("id is number");
  await shop.close();
});
