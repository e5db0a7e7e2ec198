/** The wishlist's endpoints. */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { DEMO_LOGIN } from "../../contract/demo.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import { product } from "../../server/platform/database/schema.ts";
import { changeVariant, makeCategory, makeProduct, variantsOf } from "./make-product.ts";
import { makeCustomer, peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let categoryId: number;
let made = 0;

beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  categoryId = await makeCategory(shop, { slug: "perfumes", name: "Perfumes" });
});
afterAll(() => shop?.close());

/** Makes products; returns their ids in the API. */
async function sell(count: number, values: Partial<Parameters<typeof makeProduct>[1]> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= 1) {
    made += 1;
    ids.push(String(await makeProduct(shop, { slug: `thing-${made}`, title: `Thing ${made}`, categoryId, ...values })));
  }
  return ids;
}

/** A new customer with an empty wishlist, and requests to change it. */
async function shopper() {
  made += 1;
  const email = `shopper-${made}@example.com`;
  const { token } = await makeCustomer(shop.db, email);
  return {
    email,
    token,
    read: async (query = "") => (await people.get(`user/wishlist${query}`, token)).body,
    change: (body: object) => people.send("PATCH", "user/wishlist", body, { token }),
  };
}

describe("a wishlist that names sizes", () => {
  it("shows them with their price, changes them, and omits those no longer sold", async () => {
    const label = "10 ml";
    const [a, b] = (await sell(2, { sizes: [{ label, pricePaise: 14_900 }] })) as [string, string];
    const [, small = 0] = await variantsOf(shop, a);
    const [first = 0] = await variantsOf(shop, a);
    const asha = await shopper();
    const change = (body: object) => asha.change(body).then(({ status }) => status);
    expect(await change({ add: [a, b], sizes: [{ product_id: a, variant_id: String(small) }] })).toBe(200);
    const saved = { product_id: a, variant_id: String(small), size: label, price: 149 };
    expect(await asha.read()).toMatchObject({ productIds: [b, a], sizes: [saved] });
    // Without a size the saved one stays; another product's is ignored.
    await change({ add: [a, b], sizes: [{ product_id: b, variant_id: String(small) }] });
    expect((await asha.read()).sizes).toEqual([saved]);
    await change({ add: [a], sizes: [{ product_id: a, variant_id: String(first) }] });
    expect((await asha.read()).sizes).toMatchObject([{ variant_id: String(first) }]);
    await change({ add: [a], sizes: [saved] });
    await changeVariant(shop, small, { onSale: false });
    expect(await asha.read()).toMatchObject({ productIds: [b, a], sizes: [] });
    expect(await change({ add: [a], sizes: [{ product_id: a, variant_id: "x" }] })).toBe(422);
    expect(await change({ add: [a], sizes: "all" })).toBe(422);
  });
});

describe("a product that is back in stock", () => {
  it("is mailed once to everybody who has it on their wishlist", async () => {
    const [gone, left] = (await sell(2, { stock: 0 })) as [string, string];
    const asha = await shopper();
    const other = await shopper();
    await asha.change({ add: [gone, left] });
    await other.change({ add: [left] });
    const [{ slug, title }] = (await rowsOf<{ slug: string; title: string }>(
      shop,
      sql`select slug, title from product where id = ${gone}`,
    )) as [{ slug: string; title: string }];
    const file = join(shop.dataDir, "stock.csv");
    const restock = async (stock: number) => {
      await writeFile(file, `slug,stock\n${slug},${stock}\n`);
      const environment = { SHOP_ORIGIN: "https://kewra.example" };
      expect(await performCommand(shop, `catalogue:import ${file} --set-stock`, { environment })).toMatchObject({
        code: 0,
      });
    };
    await restock(0);
    await restock(5);
    await restock(8);
    const mail = await people.mailAbout(asha.email, `${title} is back`);
    expect(mail.text).toContain(`Hello Asha Rao, the new batch of ${title} is ready.`);
    expect(mail.text).toContain(`https://kewra.example/product/${slug}`);
    expect(await people.mailsTo(asha.email)).toHaveLength(1);
    expect(await people.mailsTo(other.email, 0)).toEqual([]);
  });
});

describe("the products that a guest has saved", () => {
  const read = (ids: string) => people.get(`wishlist?ids=${ids}`);

  it("come by their ids, in their order, once each, without those no longer available", async () => {
    const [a, b, c] = (await sell(3)) as [string, string, string];
    const { status, body } = await read([c, a, "999999999", c, b].join());
    expect(status).toBe(200);
    expect(z.safeParse(endpoints.readSavedProducts.response, body).error?.issues).toBeUndefined();
    expect(body.data.map(({ _id }: { _id: string }) => _id)).toEqual([c, a, b]);
    expect((await read("")).body.data).toEqual([]);
  });

  it("name the sizes they were saved in, without those no longer sold", async () => {
    const [a = ""] = await sell(1, { sizes: [{ label: "10 ml", pricePaise: 14_900 }] });
    const [large = 0, small = 0] = await variantsOf(shop, a);
    await changeVariant(shop, large, { onSale: false });
    const { status, body } = await people.get(`wishlist/sizes?ids=${[large, small, 999_999_999].join()}`);
    expect(status).toBe(200);
    expect(body.data).toEqual([{ product_id: a, variant_id: String(small), size: "10 ml", price: 149 }]);
  });

  it.each([
    ["no product", "1,x"],
    ["an id beyond any", "1,9999999999999999"],
    ["more than a wishlist holds", Array.from({ length: MAX_WISHLIST_ITEMS + 1 }, (_, at) => at + 1).join()],
    ["a long text", "1".repeat(60_000)],
  ])("are rejected by name for %s", async (_, ids) => {
    const { status, body } = await read(ids);
    expect(status).toBe(400);
    expect(body.errors[0].field).toMatch(/^ids/);
  });
});

describe("reading a wishlist", () => {
  it("returns summaries of its products, the latest first", {
    meta: { requirements: "S2.128, S2.216" },
  }, async () => {
    const picture = { path: "catalogue/a.webp", width: 900, height: 900, color: "#eeddcc", alt: "A bottle" };
    const [a] = await sell(1, { pricePaise: 9950, originalPricePaise: 12_000, images: [picture, picture, picture] });
    const [b] = await sell(1, { stock: 0 });
    const asha = await shopper();
    await asha.change({ add: [a] });
    await asha.change({ add: [b] });
    const body = await asha.read();
    expect(z.safeParse(endpoints.readWishlist.response, body).error?.issues).toBeUndefined();
    expect(body).toMatchObject({ success: true, page: 1, totalData: 2, totalPages: 1, productIds: [b, a] });
    expect(body.data).toMatchObject([
      { _id: b, availability: "out_of_stock" },
      { _id: a, price: 99.5, originalPrice: 120, availability: "in_stock", category: "Perfumes" },
    ]);
    const { body: listed } = await shop.get("/api/product?perPage=100");
    expect(body.data).toEqual([b, a].map((id) => listed.data.find((card: { _id: string }) => card._id === id)));
  });

  it("pages its products, and returns only ids on request", async () => {
    const [a, b, c] = await sell(3);
    const asha = await shopper();
    await asha.change({ add: [a, b, c] });
    const page = await asha.read("?page=2&perPage=2");
    expect(page).toMatchObject({ data: [{ _id: a }], totalData: 3, totalPages: 2, productIds: [c, b, a] });
    expect(await asha.read("?forCount=true")).toMatchObject({ data: [], totalData: 3, productIds: [c, b, a] });
  });

  it("loses a product that is no longer sold", async () => {
    const [a, b] = (await sell(2)) as [string, string];
    const asha = await shopper();
    await asha.change({ add: [a, b] });
    await shop.db.delete(product).where(eq(product.id, Number(a)));
    expect(await asha.read()).toMatchObject({ totalData: 1, productIds: [b], data: [{ _id: b }] });
  });

  it("is for logged-in customers only, each their own, and not cached", async () => {
    const [a] = await sell(1);
    const [asha, vik] = [await shopper(), await shopper()];
    await asha.change({ add: [a] });
    expect(await vik.read()).toMatchObject({ totalData: 0, data: [] });
    await vik.change({ remove: [a] });
    expect((await asha.read()).productIds).toEqual([a]);
    expect((await people.get("user/wishlist", asha.token)).headers["cache-control"]).toBe("no-store");
    for (const response of [
      await people.get("user/wishlist"),
      await people.send("PATCH", "user/wishlist", { add: [a] }),
      await people.get("user/wishlist", "not-a-token"),
    ])
      expect(response.body).toMatchObject({ success: false, statusCode: 401 });
  });
});

describe("changing a wishlist", () => {
  it("adds and removes in one request, and returns the result", {
    meta: { requirements: "S2.128, S2.218" },
  }, async () => {
    const [a, b, c] = await sell(3);
    const asha = await shopper();
    expect((await asha.change({ add: [a, b] })).body).toMatchObject({
      success: true,
      data: { productIds: [b, a], omitted: [] },
    });
    expect((await asha.change({ add: [c], remove: [a] })).body.data).toEqual({ productIds: [c, b], omitted: [] });
    expect((await asha.read()).productIds).toEqual([c, b]);
  });

  it("changes nothing if the wishlist is the same already", async () => {
    const [a, b] = await sell(2);
    const asha = await shopper();
    await asha.change({ add: [a, b] });
    expect((await asha.change({ add: [a, a, b] })).body.data).toEqual({ productIds: [b, a], omitted: [] });
    expect((await asha.change({ remove: ["999999999"] })).body.data.productIds).toEqual([b, a]);
    expect((await asha.change({})).body.data.productIds).toEqual([b, a]);
  });

  it("omits what is not sold, and says so", async () => {
    const [a] = await sell(1);
    const asha = await shopper();
    expect((await asha.change({ add: ["999999999", a] })).body.data).toEqual({
      productIds: [a],
      omitted: [{ product_id: "999999999", reason: "gone" }],
    });
  });

  it("omits what does not fit, and removals make room", async () => {
    const ids = await sell(MAX_WISHLIST_ITEMS + 2);
    const [asha, saved, [late, later]] = [await shopper(), ids.slice(0, MAX_WISHLIST_ITEMS - 1), ids.slice(-2)];
    await asha.change({ add: saved });
    const { data } = (await asha.change({ add: [late, later] })).body;
    expect(data.productIds).toEqual([later, ...saved.toReversed()]);
    expect(data.omitted).toEqual([{ product_id: late, reason: "full" }]);
    expect((await asha.change({ add: [late], remove: [saved[0]] })).body.data.omitted).toEqual([]);
    expect((await asha.read()).data).toHaveLength(MAX_WISHLIST_ITEMS);
  });

  it("stores each product once and within the limit, even with concurrent requests", async () => {
    const ids = await sell(MAX_WISHLIST_ITEMS + 4);
    const asha = await shopper();
    await asha.change({ add: ids.slice(0, MAX_WISHLIST_ITEMS - 4) });
    const rest = ids.slice(MAX_WISHLIST_ITEMS - 4);
    const responses = await Promise.all([...rest, ...rest].map((id) => asha.change({ add: [id] })));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const { productIds } = await asha.read();
    expect(productIds).toHaveLength(MAX_WISHLIST_ITEMS);
    expect(new Set(productIds).size).toBe(MAX_WISHLIST_ITEMS);
  });

  it("rejects unknown products, and too many at once, naming the field", async () => {
    const asha = await shopper();
    for (const [body, field] of [
      [{ add: ["rose"] }, "add.0"],
      [{ add: "1" }, "add"],
      [{ remove: ["1", 2] }, "remove.1"],
      [{ remove: Array.from({ length: MAX_WISHLIST_ITEMS + 1 }, () => "1") }, "remove"],
    ] as const) {
      const response = await asha.change(body);
      expect(response.status).toBe(422);
      expect(response.body.errors?.[0]?.field).toBe(field);
    }
  });

  it("is deleted with its customer", async () => {
    const [a] = await sell(1);
    const { token, id } = await makeCustomer(shop.db, "leaving@example.com");
    await people.send("PATCH", "user/wishlist", { add: [a] }, { token });
    await shop.db.execute(sql`delete from customer where id = ${id}`);
    expect(await rowsOf(shop, sql`select id from wishlist_item where customer_id = ${id}`)).toEqual([]);
  });
});

it("the demo customer has a wishlist", async () => {
  const demo = await openShop({ demo: true });
  const { logIn, get } = peopleOf(demo);
  const { token } = (await logIn(DEMO_LOGIN.email, DEMO_LOGIN.password)).body.data;
  const { body } = await get("user/wishlist", token);
  expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual([
    "gulab-attar",
    "discovery-set",
    "rose-water-toner",
    "saffron-oud",
    "kewra-bloom",
  ]);
  await demo.close();
});
