import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

it("returns bigint as numbers from raw SQL, also in arrays", async () => {
  expect(
    await rowsOf(
      shop,
      sql`select 7::bigint as id, array[7, 4294967296]::bigint[] as ids, count(*) as total from product`,
    ),
  ).toEqual([{ id: 7, ids: [7, 4_294_967_296], total: 0 }]);
});
