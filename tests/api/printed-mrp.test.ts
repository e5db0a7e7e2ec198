/** Packs in stock carry an MRP, above which nobody may sell them: no way of changing prices raises it unless staff states that they carry the new one. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMAND_ACTOR } from "../../server/platform/audit/record-audit.ts";
import type { MediaLibrary } from "../../server/platform/media/media-library.ts";
import { changePriceTask } from "../../server/shop/catalogue/editing/price-change-task.ts";
import { importProducts } from "../../server/shop/catalogue/import/import.ts";
import { makeCategory, makeProduct, setStock, variantsOf } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { SHOP, signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;
let categoryId: number;
let task: ReturnType<typeof changePriceTask>;

beforeAll(async () => {
  shop = await openShop({
    environment: { MANUFACTURER: "Kewra Distillery|Lucknow 226001", SHOP_PHONE: "+91 522 400 1416" },
  });
  manager = await signInAs(shop, "Manager");
  categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  const facts = { manufacturer: ["Kewra"], importer: [], phone: "1", email: "a@b", hsnDigits: 4 as const };
  task = changePriceTask(shop.db, { measure: async () => null }, async () => facts);
});
afterAll(() => shop?.close());

let made = 0;
/** An attar with 20 packs at an MRP of ₹2,999, sold at ₹2,499. */
async function attar(stock = 20) {
  made += 1;
  const slug = `attar-${made}`;
  const id = String(
    await makeProduct(shop, { slug, title: slug, categoryId, pricePaise: 249_900, originalPricePaise: 299_900, stock }),
  );
  const [variantId = 0] = await variantsOf(shop, id);
  const size = String(variantId);
  const read = async () => (await manager.send("GET", `/products/${id}`)).body.data;
  const change = async (values: object) => {
    const { version } = await read();
    return manager.send("PATCH", `/products/${id}`, { version, sizes: [{ _id: size, ...values }] });
  };
  const plan = (body: object) => manager.send("POST", `/sizes/${size}/price-changes`, body);
  const prices = async () => {
    const { price, originalPrice } = (await read()).sizes[0];
    return [price, originalPrice];
  };
  return { id, slug, size, variantId, read, change, plan, prices };
}
const CARRY = "20 packs in stock carry the MRP ₹2,999, and the law forbids selling above it.";

describe("the page of a product", () => {
  it("raises no MRP while packs are in stock, in either of the two prices", async () => {
    const { change, prices } = await attar();
    expect(await change({ originalPrice: 3499 })).toMatchObject({
      status: 409,
      body: {
        code: "above_printed_mrp",
        errors: [{ field: "sizes.0.originalPrice", message: expect.stringContaining(CARRY) }],
      },
    });
    expect(await change({ price: 3499, originalPrice: null })).toMatchObject({
      status: 409,
      body: { code: "above_printed_mrp", errors: [{ field: "sizes.0.price" }] },
    });
    expect(await prices()).toEqual([2499, 2999]);
  });

  it("changes prices up to the MRP, and lowers it", async () => {
    const { change, prices } = await attar();
    expect((await change({ price: 2799 })).status).toBe(200);
    expect((await change({ price: 2999, originalPrice: null })).status).toBe(200);
    expect((await change({ price: 2599, originalPrice: 2899 })).status).toBe(200);
    expect(await prices()).toEqual([2599, 2899]);
  });

  it("raises it where staff states that the packs carry it, which the audit log keeps", async () => {
    const { id, change, prices } = await attar();
    expect((await change({ price: 3499, originalPrice: null, packsCarryMrp: true })).status).toBe(200);
    expect(await prices()).toEqual([3499, null]);
    const { entries } = (await manager.send("GET", `/audit?subject=product&id=${id}`)).body.data;
    expect(entries[0].after).toMatchObject({ [`SKU-attar-${made}`]: { price: 3499, packsCarryMrp: true } });
  });

  it("raises it without packs, and not with withheld ones", async () => {
    const sold = await attar(0);
    expect((await sold.change({ originalPrice: 3499 })).status).toBe(200);
    const withheld = await attar(0);
    await shop.db.execute(sql`insert into lot (variant_id, number, withheld, is_withheld, received_at)
      values (${withheld.variantId}, ${`L-${made}`}, 1, true, now())`);
    expect((await withheld.change({ originalPrice: 3499 })).body.message).toContain("1 pack in stock carries");
  });
});

describe("a grid", () => {
  it("names the cell, and takes the statement", async () => {
    const { id, size, read, prices } = await attar();
    const save = async (values: object) => {
      const { version } = await read();
      const products = [{ _id: id, version, sizes: [{ _id: size, ...values }] }];
      return (await manager.send("POST", "/products/grid", { products })).body.data.results[0].problem;
    };
    expect(await save({ originalPrice: 3499 })).toMatchObject({
      errors: [{ size, field: "originalPrice", message: expect.stringContaining(CARRY) }],
    });
    expect(await save({ originalPrice: 3499, packsCarryMrp: true })).toBeNull();
    expect(await prices()).toEqual([2499, 3499]);
  });
});

describe("a planned price", () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const planned = ({ body }: { body: { data: { sizes: { plannedPrices: { _id: string }[] }[] } } }) =>
    Number(body.data.sizes[0]?.plannedPrices[0]?._id);
  const comes = async (changeId: number, what: "starts_at" | "ends_at") => {
    const to = sql`now() - interval '1 minute' * ${what === "starts_at" ? 2 : 1}`;
    await shop.db.execute(sql`update price_change set ${sql.identifier(what)} = ${to} where id = ${changeId}`);
    await task.run({ changeId }, { attempts: 1, lastError: null, stopping: new AbortController().signal });
  };

  it("above the MRP on the packs needs the statement", async () => {
    const { plan, prices } = await attar();
    const body = { price: 3299, originalPrice: 3499, startsAt: at(5) };
    expect((await plan(body)).body).toMatchObject({
      code: "above_printed_mrp",
      errors: [{ field: "originalPrice", message: expect.stringContaining(CARRY) }],
    });
    await comes(planned(await plan({ ...body, packsCarryMrp: true })), "starts_at");
    expect(await prices()).toEqual([3299, 3499]);
  });

  it("does not begin if packs have arrived since, of which nobody has stated it", async () => {
    const { id, plan, prices, read } = await attar(0);
    const change = planned(await plan({ price: 3499, startsAt: at(5) }));
    await setStock(shop, id, 20);
    await comes(change, "starts_at");
    expect(await prices()).toEqual([2499, 2999]);
    const [failed] = (await read()).sizes[0].plannedPrices;
    expect(failed).toMatchObject({ state: "failed", message: expect.stringContaining(CARRY) });
  });

  it("gives the former MRP back at its end, which the packs carry", async () => {
    const { plan, prices } = await attar();
    const change = planned(await plan({ price: 1999, startsAt: at(5), endsAt: at(60) }));
    await comes(change, "starts_at");
    expect(await prices()).toEqual([1999, null]);
    await comes(change, "ends_at");
    expect(await prices()).toEqual([2499, 2999]);
  });
});

describe("a product file", () => {
  async function compare(csv: string) {
    const response = await shop.app.inject({
      method: "POST",
      url: "/admin/api/imports?name=prices.csv",
      headers: {
        cookie: [...manager.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: SHOP,
        "content-type": "text/csv",
      },
      payload: csv,
    });
    const { _id, columns } = response.json().data;
    await manager.send("POST", `/imports/${_id}/compare`, {
      columns: columns.map(({ heading, column }: { heading: string; column: string }) => ({ heading, column })),
    });
    return settled(_id);
  }
  async function settled(id: string) {
    let found = (await manager.send("GET", `/imports/${id}`)).body.data;
    await expect
      .poll(async () => {
        found = (await manager.send("GET", `/imports/${id}`)).body.data;
        return found.state;
      })
      .not.toMatch(/ing$/);
    return found;
  }
  const apply = async ({ _id, digest }: { _id: string; digest: string }, action: "store" | "undo") => {
    await manager.send("POST", `/imports/${_id}/${action}`, action === "store" ? { digest } : {});
    return settled(_id);
  };

  it("names the rows that raise it, and stores those with the statement", async () => {
    const [first, second] = [await attar(), await attar()];
    const rejected = await compare(`slug,price,original_price\n${first.slug},3499,\n${second.slug},2499,3499\n`);
    expect(rejected).toMatchObject({ state: "rejected", problems: 2 });
    const { lines } = (await manager.send("GET", `/imports/${rejected._id}/lines?kind=problem`)).body.data;
    const problem = expect.stringMatching(/^20 packs in stock carry the MRP 2999, .* column packs_carry_mrp/);
    expect(lines.map(({ cells }: { cells: unknown }) => cells)).toMatchObject([
      [{ column: "price", after: "3499", problem }],
      [{ column: "original_price", problem }],
    ]);
    const compared = await compare(
      `slug,price,original_price,packs_carry_mrp\n${first.slug},3499,,yes\n${second.slug},2399,2999,\n`,
    );
    expect(compared).toMatchObject({ state: "compared", changed: 2 });
    expect(await apply(compared, "store")).toMatchObject({ state: "stored" });
    expect([await first.prices(), await second.prices()]).toEqual([
      [3499, null],
      [2399, 2999],
    ]);
  });

  it("that has lowered it is undone", async () => {
    const { slug, prices } = await attar();
    const stored = await apply(await compare(`slug,price,original_price\n${slug},1999,\n`), "store");
    expect(await prices()).toEqual([1999, null]);
    expect(await apply(stored, "undo")).toMatchObject({ state: "undone" });
    expect(await prices()).toEqual([2499, 2999]);
  });

  it("is checked by the command as well, and by the MRP that it does not name", async () => {
    const [raised, kept] = [await attar(), await attar()];
    const file = join(shop.dataDir, "mrp.csv");
    const run = async (csv: string) => {
      await writeFile(file, csv);
      const media = {} as MediaLibrary;
      return importProducts(shop.db, { file, media, actor: COMMAND_ACTOR, onProgress: () => {} });
    };
    const csv = `slug,original_price\n${raised.slug},3499\n${kept.slug},2799\n`;
    expect(await run(csv)).toMatchObject({
      imported: false,
      problems: [{ row: 2, slug: raised.slug, column: "original_price" }],
      problemCount: 1,
    });
    expect(
      await rowsOf(shop, sql`select original_price_paise as mrp from variant where id = ${kept.variantId}`),
    ).toEqual([{ mrp: 299_900 }]);
    expect(
      await run(`slug,original_price,packs_carry_mrp\n${raised.slug},3499,yes\n${kept.slug},2799,no\n`),
    ).toMatchObject({ imported: true, changed: 2 });
    expect([await raised.prices(), await kept.prices()]).toEqual([
      [2499, 3499],
      [2499, 2799],
    ]);
  });
});
