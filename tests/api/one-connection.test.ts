import { sql } from "drizzle-orm";
import { expect, inject, it } from "vitest";
import { openShop } from "./shop.ts";
import { asApp } from "./statements.ts";

it.runIf(inject("templates").databases)(
  "a test fails when the app waits for a second connection in its transaction",
  async () => {
    const shop = await openShop();
    const statement = sql`select 1`;
    await asApp(() => shop.db.transaction((trx) => trx.execute(statement)));
    const second = asApp(() => shop.db.transaction(() => shop.db.execute(statement)));
    await expect(second).rejects.toThrow("Failed query");
    await expect(shop.close()).rejects.toThrow("second connection");
  },
);
