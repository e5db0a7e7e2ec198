import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** What raw SQL returns for a value of each type; both databases return the same. */
const VALUES: Record<string, { literal: string; value: unknown }> = {
  bigint: { literal: "4294967296", value: 4_294_967_296 },
  "bigint[]": { literal: "{7,4294967296}", value: [7, 4_294_967_296] },
  boolean: { literal: "true", value: true },
  bytea: { literal: "\\x0aff", value: new Uint8Array([10, 255]) },
  "character varying": { literal: "é", value: "é" },
  date: { literal: "2026-11-26", value: "2026-11-26" },
  "double precision": { literal: "0.1", value: 0.1 },
  integer: { literal: "-7", value: -7 },
  "integer[]": { literal: "{1,NULL}", value: [1, null] },
  json: { literal: '{"paise": 1}', value: { paise: 1 } },
  jsonb: { literal: '{"names": ["a", null]}', value: { names: ["a", null] } },
  numeric: { literal: "12.50", value: "12.50" },
  smallint: { literal: "5", value: 5 },
  text: { literal: "ittar", value: "ittar" },
  "text[]": { literal: '{oud,"rose, damask"}', value: ["oud", "rose, damask"] },
  "timestamp with time zone": { literal: "2026-11-26 12:30:00.123+05:30", value: "2026-11-26 07:00:00.123+00" },
  uuid: { literal: "0198c0de-0000-7000-8000-000000000001", value: "0198c0de-0000-7000-8000-000000000001" },
};

let shop: TestShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

it.for(Object.entries(VALUES))(
  "returns %s from raw SQL the same way on both databases",
  async ([type, { literal, value }]) => {
    const [row] = await rowsOf(shop, sql.raw(`select '${literal}'::${type} as value, null::${type} as missing`));
    const { value: read } = row as { value: unknown };
    expect(read instanceof Uint8Array ? new Uint8Array(read) : read).toEqual(value);
    expect(row).toMatchObject({ missing: null });
  },
);

it("knows how each type of a column is returned", async () => {
  const types = await rowsOf<{ type: string }>(
    shop,
    sql`select distinct format_type(atttypid, null) as type from pg_attribute
      join pg_class on pg_class.oid = attrelid
      where relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace) and relkind in ('r', 'v', 'p') and attnum > 0 and not attisdropped`,
  );
  const compared = types.map(({ type }) => type).filter((type) => !Object.hasOwn(VALUES, type));
  // Only compared within the database.
  expect(compared.sort()).toEqual(["tsvector"]);
});
