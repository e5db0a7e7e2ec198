/** The cart's endpoints. Prices are paise where a product is made and rupees in responses. */

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { endpoints } from "../../contract/endpoints.ts";
import { MAX_CART_ITEMS } from "../../contract/limits.ts";
import { product } from "../../server/platform/database/schema.ts";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { makeCategory, makeProduct, setPrice, setStock } from "./make-product.ts";
import { makeCustomer, peopleOf, rowsOf } from "./people.ts";
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

/** Makes a product; returns its id in the API. */
async function sell(values: Partial<Parameters<typeof makeProduct>[1]> = {}): Promise<string> {
  made += 1;
  return String(await makeProduct(shop, { slug: `thing-${made}`, title: `Thing ${made}`, categoryId, ...values }));
}
/** Creates a customer with an empty cart, and returns requests to change it. */
async function shopper() {
  made += 1;
  const { token } = await makeCustomer(shop.db, `shopper-${made}@example.com`);
  return {
    token,
    read: async (query = "page=1&perPage=50&forCount=false") => (await people.get(`cart?${query}`, token)).body,
    add: (product_id: unknown, quantity?: unknown) => people.post("cart", { product_id, quantity }, { token }),
    setQuantity: (product_id: unknown, quantity?: unknown) =>
      people.send("PATCH", "cart", { product_id, quantity }, { token }),
    remove: (id: string) => people.send("DELETE", `cart/${id}`, undefined, { token }),
    accept: (id: string, price: unknown) => people.post(`cart/${id}/price`, { price }, { token }),
  };
}

const rejectedField = ({ body }: { body: { errors?: { field: string }[] } }) => body.errors?.[0]?.field;

describe("reading a cart", () => {
  it("returns its items with their products and amounts", {
    meta: { requirements: "S3.36 to S3.39, S7.39, S7.40, S9.13" },
  }, async () => {
    const picture = { path: "catalogue/a.webp", width: 900, height: 900, color: "#eeddcc", alt: "A bottle" };
    const second = { ...picture, path: "catalogue/b.webp" };
    const a = await sell({ pricePaise: 9950, originalPricePaise: 12_000, images: [picture, second] });
    const b = await sell({ pricePaise: 99_900 });
    const asha = await shopper();
    await asha.add(a, 3);
    await asha.add(b);
    const body = await asha.read();
    expect(z.safeParse(endpoints.readCart.response, body).error?.issues).toBeUndefined();
    expect(body).toMatchObject({ success: true, page: 1, perPage: 50, totalData: 2, totalPages: 1, payable: true });
    expect(body.data).toMatchObject([
      {
        product: { _id: a, price: 99.5, originalPrice: 120, images: [picture] },
        quantity: 3,
        total: 298.5,
        notices: [],
      },
      { product: { _id: b, price: 999 }, quantity: 1, total: 999, agreedPrice: 999, notices: [] },
    ]);
    expect(body.data[1].product).not.toHaveProperty("originalPrice");
    expect(body).toMatchObject({ productIds: [a, b], count: 2, totalPrice: 1297.5, totalDiscount: 61.5 });
  });

  it("counts different products, and returns only ids and count on request", {
    meta: { requirements: "S3.32, S3.33, S4.29, R10" },
  }, async () => {
    const [a, b] = [await sell(), await sell()];
    const asha = await shopper();
    await asha.add(a, 3);
    await asha.add(b);
    expect(await asha.read("page=1&perPage=50&forCount=true")).toMatchObject({
      data: [],
      productIds: [a, b],
      count: 2,
      totalData: 2,
    });
  });

  it("pages its items, with ids and amounts of the whole", async () => {
    const ids = [await sell(), await sell(), await sell()];
    const asha = await shopper();
    for (const id of ids) await asha.add(id);
    const page = await asha.read("page=2&perPage=2&forCount=false");
    expect(page.data.map((item: { product: { _id: string } }) => item.product._id)).toEqual([ids[2]]);
    expect(page).toMatchObject({ totalPages: 2, totalData: 3, count: 3, totalPrice: 1500 });
  });

  it("rejects an invalid query, naming the field", async () => {
    const asha = await shopper();
    for (const [query, field] of [
      ["page=0", "page"],
      ["perPage=101", "perPage"],
      ["forCount=maybe", "forCount"],
    ] as const) {
      const response = await people.get(`cart?${query}`, asha.token);
      expect(response.status, query).toBe(400);
      expect(rejectedField(response)).toBe(field);
    }
  });

  it("is for logged-in customers, like all its endpoints", {
    meta: { requirements: "S6.06, S6.10, S6.13" },
  }, async () => {
    const id = await sell();
    for (const response of [
      await people.get("cart"),
      await people.post("cart", { product_id: id }),
      await people.send("PATCH", "cart", { product_id: id, quantity: 2 }),
      await people.send("DELETE", `cart/${id}`),
      await people.post(`cart/${id}/price`, { price: 500 }),
      await people.get("cart", "not-a-token"),
    ])
      expect(response.body).toMatchObject({ success: false, statusCode: 401 });
  });

  it("is not cached", async () => {
    const { headers } = await people.get("cart", (await shopper()).token);
    expect(headers["cache-control"]).toBe("no-store");
  });
});

describe("adding to the cart", () => {
  it("adds one unit by default, and returns its contents", {
    meta: { requirements: "S3.35, S7.41 to S7.43, S9.12" },
  }, async () => {
    const [a, b] = [await sell(), await sell()];
    const asha = await shopper();
    expect((await asha.add(a)).body).toMatchObject({ success: true, data: { productIds: [a], count: 1 } });
    expect((await asha.add(b, 3)).body).toMatchObject({ data: { productIds: [a, b], count: 2 } });
    const { data } = await asha.read();
    expect(data.map((item: { quantity: number }) => item.quantity)).toEqual([1, 3]);
  });

  it("adds to what is there already, in one item", async () => {
    const id = await sell();
    const asha = await shopper();
    await asha.add(id, 2);
    await asha.add(id, 3);
    const { data } = await asha.read();
    expect(data).toHaveLength(1);
    expect(data[0].quantity).toBe(5);
  });

  it("has one item for concurrent requests, and counts each unit", async () => {
    const id = await sell();
    const asha = await shopper();
    const responses = await Promise.all(Array.from({ length: 8 }, () => asha.add(id)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    const { data } = await asha.read();
    expect(data).toMatchObject([{ quantity: 8 }]);
  });

  it("never exceeds the stock, even with concurrent requests", async () => {
    const id = await sell({ stock: 3 });
    const asha = await shopper();
    const responses = await Promise.all(Array.from({ length: 8 }, () => asha.add(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(5);
    expect((await asha.read()).data).toMatchObject([{ quantity: 3 }]);
  });

  it("stores the first agreed price, whatever amount is sent", {
    meta: { requirements: "S6.14" },
  }, async () => {
    const id = await sell({ pricePaise: 60_000 });
    const asha = await shopper();
    await people.post("cart", { product_id: id, price: 1, agreedPrice: 1, total: 1 }, { token: asha.token });
    await setPrice(shop, id, 70_000);
    await asha.add(id);
    expect((await asha.read()).data[0]).toMatchObject({ agreedPrice: 600, total: 1400, product: { price: 700 } });
  });

  it("rejects a product that is not sold", { meta: { requirements: "S7.43" } }, async () => {
    const asha = await shopper();
    const response = await asha.add("999999999");
    expect(response.body).toMatchObject({
      success: false,
      statusCode: 404,
      code: "not_found",
      message: "This product is no longer available.",
    });
    expect(rejectedField(response)).toBe("product_id");
  });

  it("rejects sold-out products, and more than there are, with a message", async () => {
    const [none, few] = [await sell({ stock: 0 }), await sell({ stock: 3 })];
    const asha = await shopper();
    expect((await asha.add(none)).body).toMatchObject({
      statusCode: 422,
      code: "out_of_stock",
      errors: [{ field: "quantity", message: "This product is out of stock." }],
    });
    for (const quantity of [4, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect((await asha.add(few, quantity)).body).toMatchObject({
        code: "quantity_limit",
        errors: [{ field: "quantity", message: "Only 3 left." }],
      });
    await asha.add(few, 2);
    expect((await asha.add(few, 2)).body.errors).toEqual([
      { field: "quantity", message: "Only 3 left. You already have 2 in your cart." },
    ]);
    expect((await asha.read()).data).toMatchObject([{ quantity: 2 }]);
  });

  it(`holds ${MAX_CART_ITEMS} different products and no more, however many requests come at once`, async () => {
    const ids = await Promise.all(Array.from({ length: MAX_CART_ITEMS + 3 }, () => sell()));
    const asha = await shopper();
    for (const id of ids.slice(0, MAX_CART_ITEMS - 1)) await asha.add(id);
    const responses = await Promise.all(ids.slice(MAX_CART_ITEMS - 1).map((id) => asha.add(id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(rejectedField(responses.find(({ status }) => status === 422) ?? { body: {} })).toBe("product_id");
    expect(await asha.read("forCount=true")).toMatchObject({ count: MAX_CART_ITEMS });
    // More units of a product in the cart still fit.
    expect((await asha.add(ids[0])).status).toBe(200);
  });
});

describe("an invalid quantity", () => {
  it.each([0, -1, 1.5, "2", "", true, null, [], {}, 1e9, 2 ** 53, 1e308])(
    "%j is rejected by name",
    { meta: { requirements: "S6.12, S7.46" } },
    async (quantity) => {
      const id = await sell();
      const asha = await shopper();
      const added = await asha.add(id, quantity);
      expect(added.body).toMatchObject({ success: false, statusCode: 422 });
      expect(rejectedField(added)).toBe("quantity");
      expect((await asha.read()).count).toBe(0);

      await asha.add(id, 2);
      const changed = await asha.setQuantity(id, quantity);
      expect(changed.body).toMatchObject({ success: false, statusCode: 422 });
      expect(rejectedField(changed)).toBe("quantity");
      expect((await asha.read()).data[0].quantity).toBe(2);
    },
  );

  it("is none at all in a change", async () => {
    const id = await sell();
    const asha = await shopper();
    await asha.add(id, 2);
    expect(rejectedField(await asha.setQuantity(id))).toBe("quantity");
  });

  it.each([undefined, null, 7, "", "abc", "1 or 1=1", "1e3", "-1", "1234567890123456"])(
    "%j is no product",
    async (id) => {
      const asha = await shopper();
      for (const response of [await asha.add(id), await asha.setQuantity(id, 1)]) {
        expect(response.body).toMatchObject({ success: false, statusCode: 422 });
        expect(rejectedField(response)).toBe("product_id");
      }
    },
  );
});

describe("another quantity", () => {
  it("replaces the previous one", { meta: { requirements: "S2.161, S7.44, S7.46" } }, async () => {
    const id = await sell({ pricePaise: 9950 });
    const asha = await shopper();
    await asha.add(id, 2);
    expect((await asha.setQuantity(id, 3)).body).toMatchObject({ success: true, data: { productIds: [id], count: 1 } });
    expect((await asha.read()).data[0]).toMatchObject({ quantity: 3, total: 298.5 });
  });

  it("is limited by the stock and by the owner's maximum for an order, with a message", async () => {
    const [few, many] = [await sell({ stock: 3 }), await sell({ stock: 500 })];
    const asha = await shopper();
    await asha.add(few);
    await asha.add(many);
    expect((await asha.setQuantity(few, 4)).body.errors).toEqual([{ field: "quantity", message: "Only 3 left." }]);
    expect((await asha.setQuantity(many, 21)).body.errors).toEqual([
      { field: "quantity", message: "You can order up to 20 of one product." },
    ]);
    expect((await asha.setQuantity(many, 20)).status).toBe(200);
    expect((await asha.read()).data.map((item: { max: number }) => item.max)).toEqual([3, 20]);
  });

  it("is rejected for a product that is not in the cart", async () => {
    const asha = await shopper();
    const response = await asha.setQuantity(await sell(), 2);
    expect(response.body).toMatchObject({ statusCode: 404, message: "This product is not in your cart." });
    expect(rejectedField(response)).toBe("product_id");
  });
});

describe("removing from the cart", () => {
  it("removes the product, and a second time finds none", {
    meta: { requirements: "S4.31, S7.71, S7.72" },
  }, async () => {
    const [a, b] = [await sell(), await sell()];
    const asha = await shopper();
    await asha.add(a);
    await asha.add(b);
    expect((await asha.remove(a)).body).toMatchObject({ success: true, data: { productIds: [b], count: 1 } });
    expect((await asha.read()).productIds).toEqual([b]);
    expect(await asha.remove(a)).toMatchObject({ status: 404 });
    expect(await asha.remove("nothing")).toMatchObject({ status: 404 });
  });
});

describe("another customer's cart", () => {
  it("is out of reach: requests change only the customer's own", { meta: { requirements: "S6.13" } }, async () => {
    const id = await sell();
    const [asha, meera] = [await shopper(), await shopper()];
    await asha.add(id, 2);
    expect((await meera.read()).count).toBe(0);
    expect((await meera.setQuantity(id, 5)).status).toBe(404);
    expect((await meera.remove(id)).status).toBe(404);
    expect((await meera.accept(id, 500)).status).toBe(404);
    await meera.add(id, 7);
    expect((await asha.read()).data).toMatchObject([{ quantity: 2 }]);
  });

  it("is deleted with its customer", async () => {
    const asha = await shopper();
    await asha.add(await sell());
    const [{ email }] = (await rowsOf<{ email: string }>(
      shop,
      sql`select email from customer order by id desc limit 1`,
    )) as [{ email: string }];
    await shop.db.execute(sql`delete from customer where email = ${email}`);
    const left = await rowsOf(shop, sql`select 1 from cart_item where customer_id not in (select id from customer)`);
    expect(left).toEqual([]);
  });
});

describe("a notice of an item", () => {
  it("is for a risen price, which blocks payment until accepted", async () => {
    const id = await sell({ pricePaise: 60_000 });
    const asha = await shopper();
    await asha.add(id, 2);
    await setPrice(shop, id, 65_000);
    expect(await asha.read()).toMatchObject({
      payable: false,
      totalPrice: 1300,
      data: [{ notices: ["price_rose"], agreedPrice: 600, product: { price: 650 } }],
    });

    const refused = await asha.accept(id, 640);
    expect(refused.body).toMatchObject({ success: false, statusCode: 409, code: "price_changed" });
    expect(rejectedField(refused)).toBe("price");
    expect((await asha.accept(id, 650)).body).toMatchObject({ success: true, data: { count: 1 } });
    expect(await asha.read()).toMatchObject({ payable: true, data: [{ notices: [], agreedPrice: 650 }] });
  });

  it.each([0, -650, "650", null])("and %j is no price to agree to", async (price) => {
    const id = await sell({ pricePaise: 60_000 });
    const asha = await shopper();
    await asha.add(id);
    const response = await asha.accept(id, price);
    expect(response.body.statusCode).toBe(422);
    expect(rejectedField(response)).toBe("price");
  });

  it("is for a fallen price, which blocks nothing", async () => {
    const id = await sell({ pricePaise: 60_000 });
    const asha = await shopper();
    await asha.add(id);
    await setPrice(shop, id, 55_000);
    expect(await asha.read()).toMatchObject({ payable: true, totalPrice: 550, data: [{ notices: ["price_fell"] }] });
  });

  it("is for too little stock, until the quantity fits", async () => {
    const id = await sell({ stock: 10 });
    const asha = await shopper();
    await asha.add(id, 5);
    await setStock(shop, id, 2);
    expect(await asha.read()).toMatchObject({
      payable: false,
      data: [{ notices: ["too_many"], max: 2, quantity: 5 }],
    });
    expect((await asha.setQuantity(id, 3)).status).toBe(422);
    await asha.setQuantity(id, 2);
    expect(await asha.read()).toMatchObject({ payable: true, data: [{ notices: [] }] });
  });

  it("is for a sold-out product, which no amount includes", async () => {
    const [a, b] = [await sell({ pricePaise: 10_000 }), await sell({ pricePaise: 20_000, originalPricePaise: 25_000 })];
    const asha = await shopper();
    await asha.add(a);
    await asha.add(b, 2);
    await setStock(shop, b, 0);
    expect(await asha.read()).toMatchObject({
      payable: false,
      totalPrice: 100,
      totalDiscount: 0,
      data: [{ notices: [] }, { notices: ["out_of_stock"], max: 0, product: { availability: "out_of_stock" } }],
    });
  });

  it("is for a product no longer sold, with its last title and price, which can be removed", async () => {
    const id = await sell({ title: "Last Rose", pricePaise: 45_000 });
    const asha = await shopper();
    await asha.add(id, 2);
    await shop.db.delete(product).where(eq(product.id, Number(id)));
    const body = await asha.read();
    expect(z.safeParse(endpoints.readCart.response, body).error?.issues).toBeUndefined();
    expect(body).toMatchObject({
      payable: false,
      totalPrice: 0,
      productIds: [id],
      data: [{ notices: ["gone"], max: 0, product: { title: "Last Rose", price: 450 } }],
    });
    expect(await asha.setQuantity(id, 1)).toMatchObject({ status: 404 });
    expect((await asha.remove(id)).body).toMatchObject({ data: { count: 0 } });
  });
});

describe("add_cart of a product", () => {
  const flags = (products: { _id: string; add_cart: boolean }[]) =>
    Object.fromEntries(products.map(({ _id, add_cart }) => [_id, add_cart]));

  it("is true where the caller has it in the cart, in its own response, among similar products and in lists", {
    meta: { requirements: "S3.25, R33" },
  }, async () => {
    const [a, b] = [await sell(), await sell()];
    const slugOf = async (id: string) =>
      (
        await shop.db
          .select({ slug: product.slug })
          .from(product)
          .where(eq(product.id, Number(id)))
      )[0]?.slug;
    const [path, other] = [`product/${await slugOf(a)}`, `product/${await slugOf(b)}`];
    const asha = await shopper();
    await asha.add(a, 2);
    const response = await people.get(path, asha.token);
    expect(response.body.data.add_cart).toBe(true);
    expect(response.headers["cache-control"]).toBe("no-store");
    const { data } = (await people.get(other, asha.token)).body;
    expect(data.add_cart).toBe(false);
    expect(flags(data.similar_products)).toMatchObject({ [a]: true });
    const list = (await people.get("product?perPage=48", asha.token)).body.data;
    expect(flags(list)).toMatchObject({ [a]: true, [b]: false });

    await asha.remove(a);
    expect((await people.get(path, asha.token)).body.data.add_cart).toBe(false);
  });

  it("is false for a guest, for another customer and for an invalid token, in concurrent requests", async () => {
    const id = await sell();
    const [{ slug } = { slug: "" }] = await shop.db
      .select({ slug: product.slug })
      .from(product)
      .where(eq(product.id, Number(id)));
    const asha = await shopper();
    await asha.add(id);
    const tokens = [asha.token, undefined, (await shopper()).token, "no-such-token"];
    const responses = await Promise.all(tokens.map((token) => people.get(`product/${slug}`, token)));
    expect(responses.map(({ body }) => body.data.add_cart)).toEqual([true, false, false, false]);
    expect(responses.map(({ headers }) => headers["cache-control"])).toEqual([
      "no-store",
      expect.stringContaining("s-maxage"),
      "no-store",
      // As a guest's.
      expect.stringContaining("s-maxage"),
    ]);
  });
});

it("every endpoint of the cart returns the units of each product", async () => {
  const [a, b] = [await sell(), await sell()];
  const asha = await shopper();
  const units = (quantity: number, product_id: string) => ({ product_id, quantity });
  expect((await asha.add(a, 2)).body.data.quantities).toEqual([units(2, a)]);
  expect((await asha.add(b)).body.data.quantities).toEqual([units(2, a), units(1, b)]);
  expect((await asha.setQuantity(b, 4)).body.data.quantities).toEqual([units(2, a), units(4, b)]);
  expect((await asha.read("forCount=true")).quantities).toEqual([units(2, a), units(4, b)]);
});

// Last, since it changes the shop for all tests.
it("the owner's maximum is a setting, and a smaller one shows a notice in fuller carts", async () => {
  const id = await sell({ stock: 100 });
  const asha = await shopper();
  await asha.add(id, 6);
  await storeSetting(shop.db, "MAX_UNITS_PER_PRODUCT", "4");
  expect(await asha.read()).toMatchObject({ payable: false, data: [{ notices: ["too_many"], max: 4 }] });
  expect((await asha.add(id)).body.errors).toEqual([
    { field: "quantity", message: "You can order up to 4 of one product. You already have 6 in your cart." },
  ]);
  expect((await shop.get("/api/shop")).body.data.maxUnits).toBe(4);
});
