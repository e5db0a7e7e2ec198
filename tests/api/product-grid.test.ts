/** Several products changed at once: each by itself, with the version that was seen. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCategory, makeProduct } from "./make-product.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let manager: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop({
    environment: { MANUFACTURER: "Kewra Distillery|Lucknow 226001", SHOP_PHONE: "+91 522 400 1416" },
  });
  manager = await signInAs(shop, "Manager");
  const attars = await makeCategory(shop, { slug: "attars", name: "Attars" });
  const oils = await makeCategory(shop, { slug: "oils", name: "Oils" });
  for (const [slug, categoryId] of [
    ["gulab", attars],
    ["khus", attars],
    ["mitti", attars],
    ["neem", oils],
  ] as const)
    await makeProduct(shop, { slug, title: slug, categoryId, sku: `SK-${slug}`, pricePaise: 50_000, stock: 10 });
});
afterAll(() => shop?.close());

interface Row {
  _id: string;
  version: number;
  title: string;
  state: string;
  category: string;
  commonName: string;
  missing: string[];
  sizes: { _id: string; price: number; originalPrice: number | null; available: number; hsn: string }[];
}
const read = async (query = "") => (await manager.send("GET", `/products/grid${query}`)).body.data;
async function rowOf(title: string): Promise<Row & { size: Row["sizes"][number] }> {
  const row = (await read()).products.find((one: Row) => one.title === title);
  return { ...row, size: row.sizes[0] };
}
const save = (products: object[], who = manager) => who.send("POST", "/products/grid", { products });

describe("a grid of products", () => {
  it("has those that match, or those that are named", async () => {
    const titles = async (query: string) => (await read(query)).products.map(({ title }: Row) => title);
    expect(await titles("?category=attars")).toEqual(["mitti", "khus", "gulab"]);
    expect(await titles("?q=kh")).toEqual(["khus"]);
    const [gulab, neem] = [await rowOf("gulab"), await rowOf("neem")];
    expect(await titles(`?ids=${gulab._id},${neem._id},999999`)).toEqual(["neem", "gulab"]);
    expect(await read("?category=attars")).toMatchObject({ total: 3 });
    expect((await manager.send("GET", "/products/grid?ids=1,x")).status).toBe(400);
  });

  it("saves prices, MRP, stock, state and category of each product, and audits them", async () => {
    const [gulab, khus] = [await rowOf("gulab"), await rowOf("khus")];
    const { body } = await save([
      {
        _id: gulab._id,
        version: gulab.version,
        sizes: [
          {
            _id: gulab.size._id,
            price: 549.5,
            originalPrice: 600,
            packsCarryMrp: true,
            stock: { seen: 10, available: 15 },
          },
        ],
      },
      { _id: khus._id, version: khus.version, state: "archived", category: "oils" },
    ]);
    expect(body.data.results.map(({ problem }: { problem: unknown }) => problem)).toEqual([null, null]);
    expect(body.data.results[0].product.sizes[0]).toMatchObject({ price: 549.5, originalPrice: 600, available: 15 });
    expect(body.data.results[1].product).toMatchObject({ state: "archived", category: "oils" });
    expect([
      (await shop.get("/api/product/gulab")).body.data.price,
      (await shop.get("/api/product/khus")).status,
    ]).toEqual([549.5, 404]);
    const audit = await rowsOf<{ action: string }>(
      shop,
      sql`select action, actor from audit_entry where subject_type = 'product' order by id`,
    );
    expect(audit).toEqual([
      { action: "stock.set", actor: "Manager Rao" },
      { action: "product.changed", actor: "Manager Rao" },
      { action: "product.changed", actor: "Manager Rao" },
      { action: "product.archived", actor: "Manager Rao" },
    ]);
    const again = body.data.results[1].product;
    await save([{ _id: khus._id, version: again.version, state: "published", category: "attars" }]);
    expect((await shop.get("/api/product/khus")).status).toBe(200);
  });

  it("skips a product that was changed meanwhile, says by whom, and stores the others", async () => {
    const [gulab, mitti] = [await rowOf("gulab"), await rowOf("mitti")];
    const colleague = await signInAs(shop, "Owner");
    await colleague.send("PATCH", `/products/${gulab._id}`, { version: gulab.version, subTitle: "Damask rose" });
    const { results } = (
      await save([
        {
          _id: gulab._id,
          version: gulab.version,
          sizes: [{ _id: gulab.size._id, price: 1, stock: { seen: 15, available: 0 } }],
        },
        { _id: mitti._id, version: mitti.version, sizes: [{ _id: mitti.size._id, price: 450 }] },
      ])
    ).body.data;
    expect(results[0]).toMatchObject({
      problem: { changedBy: "Owner Rao", errors: [] },
      product: { version: gulab.version + 1, sizes: [{ price: 549.5, available: 15 }] },
    });
    expect(results[1]).toMatchObject({ problem: null, product: { sizes: [{ price: 450 }] } });
  });

  it("names an invalid cell", async () => {
    const [gulab, mitti] = [await rowOf("gulab"), await rowOf("mitti")];
    const of = (row: typeof gulab, change: object) => ({ _id: row._id, version: row.version, ...change });
    const { results } = (
      await save([
        of(gulab, { sizes: [{ _id: gulab.size._id, price: 700 }] }),
        of(mitti, { sizes: [{ _id: mitti.size._id, stock: { seen: 3, available: 4 } }] }),
        of(await rowOf("neem"), { category: "nothing" }),
        { _id: "999999", version: 1, state: "draft" },
        of(gulab, { sizes: [{ _id: mitti.size._id, price: 5 }] }),
        of(gulab, { sizes: [{ _id: mitti.size._id, stock: { seen: 10, available: 1 } }] }),
      ])
    ).body.data;
    expect(results.map(({ problem }: { problem: { errors: unknown; message: string } }) => problem.errors)).toEqual([
      [{ size: gulab.size._id, field: "originalPrice", message: expect.stringContaining("above the price") }],
      [{ size: mitti.size._id, field: "available", message: "10 can be sold now: orders or a colleague changed it." }],
      [{ size: null, field: "category", message: "There is no such category." }],
      [],
      [{ size: mitti.size._id, field: "_id", message: "This size belongs to another product." }],
      [],
    ]);
    expect(results[3]).toMatchObject({ product: null, problem: { message: "There is no such product." } });
    expect((await rowOf("mitti")).size.available).toBe(10);

    await shop.db.execute(sql`update product set shelf_life_months = 0, state = 'draft' where id = ${mitti._id}`);
    const draft = await rowOf("mitti");
    const published = (await save([of(draft, { state: "published" })])).body.data.results[0];
    expect(published.problem.errors).toEqual([
      { size: null, field: "state", message: expect.stringContaining("shelf life") },
    ]);
    const unread = await save([of(draft, { sizes: [{ _id: draft.size._id, price: "abc" }] })]);
    expect(unread).toMatchObject({
      status: 422,
      body: { errors: [{ field: "products.0.sizes.0.price", message: "Please give an amount in rupees." }] },
    });
  });

  it("says what a draft lacks for sale, takes it, and publishes it", async () => {
    const draft = sql`product.title = 'khus'`;
    await shop.db.execute(sql`update product set state = 'draft' where ${draft}`);
    await shop.db.execute(sql`update variant set hsn = '' from product where product.id = product_id and ${draft}`);
    await shop.db.execute(sql`delete from gst_rate using variant, product
      where variant.id = variant_id and product.id = product_id and ${draft}`);
    await shop.db.execute(sql`update category set common_name = null where slug = 'attars'`);
    const khus = await rowOf("khus");
    expect(khus.missing).toEqual([
      "The common name, such as Eau de parfum or Face wash, here or for its category.",
      expect.stringMatching(/^The HSN code of /),
      expect.stringMatching(/^The GST rate of /),
    ]);
    const change = async (row: typeof khus, cells: object) =>
      (await save([{ _id: row._id, version: row.version, ...cells }])).body.data.results[0];
    const { problem } = await change(khus, { state: "published" });
    expect(problem.errors.map(({ field }: { field: string }) => field)).toEqual(["state", "state", "state"]);
    const wrong = await save([{ _id: khus._id, version: khus.version, sizes: [{ _id: khus.size._id, hsn: "330" }] }]);
    expect(wrong.body.errors).toEqual([
      { field: "products.0.sizes.0.hsn", message: "An HSN code has 4, 6 or 8 digits." },
    ]);
    const saved = await change(khus, {
      commonName: "Attar",
      state: "published",
      sizes: [{ _id: khus.size._id, hsn: "33030050", gstPercent: 18 }],
    });
    expect(saved).toMatchObject({
      problem: null,
      product: { state: "published", commonName: "Attar", missing: [], sizes: [{ hsn: "33030050", gstPercent: 18 }] },
    });
  });

  it("needs the permission of each column", async () => {
    const content = await signInAs(shop, "Content");
    const gulab = await rowOf("gulab");
    const of = (change: object) => save([{ _id: gulab._id, version: gulab.version, ...change }], content);
    expect((await of({ sizes: [{ _id: gulab.size._id, price: 5 }] })).status).toBe(403);
    expect((await of({ sizes: [{ _id: gulab.size._id, stock: { seen: 15, available: 5 } }] })).status).toBe(403);
    expect((await of({ category: "oils" })).body.data.results[0].problem).toBeNull();

    await shop.db.execute(
      sql`insert into staff_role (name, permissions) values ('Storekeeper', '["view_products", "adjust_stock"]')`,
    );
    const storekeeper = await signInAs(shop, "Storekeeper");
    expect((await storekeeper.send("GET", "/products/grid")).status).toBe(200);
    const khus = await rowOf("khus");
    const { available } = khus.size;
    const change = (cells: object) => save([{ _id: khus._id, version: khus.version, ...cells }], storekeeper);
    for (const [cells, permission] of [
      [{ state: "draft" }, "edit_products"],
      [{ publishAt: "2099-01-01T10:00:00Z" }, "edit_products"],
      [{ category: "oils" }, "edit_products"],
      [{ commonName: "Oil" }, "edit_products"],
      [{ sizes: [{ _id: khus.size._id, hsn: "33030050" }] }, "edit_prices"],
      [{ sizes: [{ _id: khus.size._id, gstPercent: 5 }] }, "edit_prices"],
      [{ sizes: [{ _id: khus.size._id, price: 5, stock: { seen: available, available: 1 } }] }, "edit_prices"],
    ] as const)
      expect(await change(cells)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining(permission) },
      });
    const counted = await change({ sizes: [{ _id: khus.size._id, stock: { seen: available, available: 31 } }] });
    expect(counted.body.data.results[0]).toMatchObject({ problem: null, product: { sizes: [{ available: 31 }] } });
  });

  it("schedules a product, and names the cell of a time that is missing or over", async () => {
    const neem = await rowOf("neem");
    const schedule = async (change: object) =>
      (await save([{ _id: neem._id, version: neem.version, state: "scheduled", ...change }])).body.data.results[0];
    expect((await schedule({})).problem.errors).toEqual([
      { size: null, field: "publishAt", message: "Please choose a day and a time." },
    ]);
    expect((await schedule({ publishAt: "2020-01-01T10:00:00+05:30" })).problem.errors).toEqual([
      { size: null, field: "publishAt", message: expect.stringContaining("This time is over") },
    ]);
    const publishAt = new Date(Date.now() + 86_400_000).toISOString();
    expect(await schedule({ publishAt })).toMatchObject({ problem: null, product: { state: "scheduled", publishAt } });
  });
});
