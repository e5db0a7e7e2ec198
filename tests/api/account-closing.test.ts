/** Deleting an account: what is erased, what the law requires to stay, and what blocks it. */

import { access } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../server/people/accounts/passwords.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { PASSWORD, rowsOf, wrongCode } from "./people.ts";
import { authorsOf } from "./review-authors.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let hash: string;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
  hash = await hashPassword(PASSWORD);
});
afterAll(() => shop?.close());

/** Creates a customer with a password and a cart. */
async function owner() {
  const buyer = await buyers.buyer({ [await buyers.sell()]: 1 });
  await shop.db.execute(sql`update customer set password_hash = ${hash} where id = ${buyer.id}`);
  const close = (body: object = {}) => buyer.post("user/close", { password: PASSWORD, reviews: "keep", ...body });
  return { ...buyer, close };
}
const customerOf = async (id: number) =>
  (await rowsOf<Record<string, unknown>>(shop, sql`select * from customer where id = ${id}`))[0];
const endOrder = (number: string) =>
  shop.db.execute(sql`update customer_order set state = 'delivered' where number = ${number}`);

/** Lists the tables that contain a text, with the number of rows. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rowsOf<{ name: string }>(
    shop,
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = [];
  for (const { name } of tables) {
    const rows = await rowsOf(
      shop,
      sql`select 1 from ${sql.identifier(name)} as t where strpos(lower(t::text), ${text.toLowerCase()}) > 0`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

describe("deleting an account", () => {
  it("erases the customer's data, ends every session and the newsletter, and confirms by email", async () => {
    const asha = await owner();
    await asha.post("user/address", LUCKNOW);
    await asha.post("newsletter", { email: asha.email });
    await shop.db.execute(sql`
      update newsletter_subscriber set state = 'confirmed', confirmed_at = now() where email = ${asha.email}`);
    await shop.db.execute(sql`
      update customer set name = 'Kadambari Unique', street = '7 Unique Lane', city = 'Uniquepur', mobile = '9812309812',
        date_of_birth = '1990-04-25', google_subject = 'unique-subject' where id = ${asha.id}`);
    const elsewhere = (await buyers.people.logIn(asha.email)).body.data.token;

    expect(await asha.close()).toMatchObject({ status: 200, body: { success: true, data: {} } });
    for (const token of [asha.token, elsewhere]) expect((await buyers.people.get("user", token)).status).toBe(401);
    expect((await buyers.people.logIn(asha.email)).status).toBe(422);
    const mail = await buyers.people.mailAbout(asha.email, "Your Kewra account has been deleted");
    expect(mail.text).toContain("Hello Kadambari Unique, your account has been deleted");
    expect(await customerOf(asha.id)).toMatchObject({
      name: "Former customer",
      mobile: "",
      closed_at: expect.anything(),
    });

    for (const text of ["Kadambari", "Unique Lane", "Uniquepur", "9812309812", "unique-subject"])
      expect(await tablesWith(text)).toEqual([]);
    // What stays: the sent mail, the unsubscribed email, and the hour's rate limits.
    expect((await tablesWith(asha.email)).filter((table) => table !== "rate_limit")).toEqual([
      "mail",
      "newsletter_subscriber",
    ]);
    for (const table of ["address", "cart_item", "session", "known_network", "wishlist_item"])
      expect(await rowsOf(shop, sql`select 1 from ${sql.identifier(table)} where customer_id = ${asha.id}`)).toEqual(
        [],
      );
    expect(await rowsOf(shop, sql`select state from newsletter_subscriber where email = ${asha.email}`)).toEqual([
      { state: "unsubscribed" },
    ]);
  });

  it("retains orders and invoices, and the same email may open another account without them", async () => {
    const asha = await owner();
    const { orderNumber } = await asha.buy();
    await endOrder(orderNumber);
    expect((await asha.close()).status).toBe(200);
    const [order] = await rowsOf(
      shop,
      sql`select customer_name, email, invoice_number from customer_order where number = ${orderNumber}`,
    );
    expect(order).toEqual({
      customer_name: "Asha Rao",
      email: asha.email,
      invoice_number: expect.stringMatching(/\S/),
    });
    await buyers.people.mailAbout(asha.email, "Your Kewra account has been deleted");
    const { token } = await buyers.people.signUp(asha.email);
    expect((await buyers.people.get("order?page=1", token)).body.data).toEqual([]);
  });

  it("waits for open orders and for refunds, and says which", async () => {
    const asha = await owner();
    const { orderNumber } = await asha.buy();
    const refused = await asha.close();
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: "open_orders",
        message: `Order ${orderNumber} is still open. You can delete your account once every order has been delivered, cancelled or refunded.`,
      },
    });
    expect((await asha.get("user")).status).toBe(200);
    await endOrder(orderNumber);
    await shop.db.execute(sql`
      insert into refund (order_id, payment_id, amount_paise, reason, state, created_at)
      select o.id, p.id, p.amount_paise, 'returned', 'pending', now()
      from customer_order o join payment p on p.order_id = o.id where o.number = ${orderNumber}`);
    expect((await asha.close()).status).toBe(409);
    await shop.db.execute(sql`update refund set state = 'processed', processed_at = now()`);
    expect((await asha.close()).status).toBe(200);
  });

  it("rejects a wrong password ten times, then asks to wait; nothing is deleted", async () => {
    const asha = await owner();
    for (let n = 0; n < 10; n += 1)
      expect(await asha.close({ password: "wrong" })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "password", message: "Your current password isn’t right." }] },
      });
    expect((await asha.close()).status).toBe(429);
    expect((await asha.cart()).data.productIds ?? (await asha.cart()).data).not.toEqual([]);
  });

  it.each([
    [{ reviews: "maybe" }, "reviews", "Please choose what happens to your reviews."],
    [{ reviews: undefined }, "reviews", "Please choose what happens to your reviews."],
    [{ password: undefined }, "password", "Password is required."],
    [{ password: "" }, "password", "Password is required."],
    [{ otp: "12" }, "otp", "Please enter all 6 digits."],
  ])("is rejected with %j", async (body, field, message) => {
    const asha = await owner();
    expect(await asha.close(body)).toMatchObject({ status: 422, body: { errors: [{ field, message }] } });
    expect((await customerOf(asha.id))?.closed_at).toBeNull();
  });

  it("accepts a mailed code once if there is no password, and no code of another purpose", async () => {
    const meera = await buyers.buyer();
    const close = (otp: string) => meera.post("user/close", { otp, reviews: "keep" });
    expect((await meera.post("user/close", { password: PASSWORD, reviews: "keep" })).status).toBe(422);
    await meera.post("user/forgot-password", { email: meera.email });
    const reset = await buyers.people.latestCode(meera.email);
    expect((await close(reset)).status).toBe(422);
    expect((await meera.post("user/close/code")).status).toBe(200);
    const otp = buyers.people.codeIn(
      await buyers.people.mailAbout(meera.email, "Confirm that you want to delete your Kewra account"),
    );
    expect((await close(wrongCode(otp))).status).toBe(422);
    expect((await close(otp)).status).toBe(200);
    expect((await close(otp)).status).toBe(401);
  });
});

describe("reviews of a deleted account", () => {
  async function reviewer() {
    const authors = authorsOf(shop);
    const productId = await makeProduct(shop, {
      slug: `reviewed-${Math.random().toString(36).slice(2)}`,
      title: "Reviewed",
      categoryId: await makeCategory(shop, { slug: `c-${Math.random().toString(36).slice(2)}`, name: "Reviewed" }),
    });
    const asha = await owner();
    const author = await authors.author("Asha Rao", asha);
    const image = await author.upload(
      await sharp({ create: { width: 40, height: 40, channels: 3, background: "#a33" } })
        .jpeg()
        .toBuffer(),
    );
    await author.write(productId, { review_title: "Warm and green", files: [image.path] });
    const file = join(shop.dataDir, "media", image.path);
    const fileExists = () =>
      access(file).then(
        () => true,
        () => false,
      );
    return { asha, shown: () => authors.shown(productId), fileExists };
  }

  it("stay without name and picture if their author wants so", async () => {
    const { asha, shown, fileExists } = await reviewer();
    expect((await asha.close({ reviews: "keep" })).status).toBe(200);
    const { data, totalData } = await shown();
    expect(totalData).toBe(1);
    expect(data[0]).toMatchObject({
      user: { name: "Former customer", profile_image: null },
      review_title: "Warm and green",
    });
    expect(await fileExists()).toBe(true);
  });

  it("are deleted with their pictures if their author does not", async () => {
    const { asha, shown, fileExists } = await reviewer();
    expect(await fileExists()).toBe(true);
    expect((await asha.close({ reviews: "delete" })).status).toBe(200);
    expect(await shown()).toMatchObject({ data: [], totalData: 0 });
    await expect.poll(fileExists, { timeout: LONGEST_WAIT_MS }).toBe(false);
  });
});

describe("a race", () => {
  const leftOf = async (id: number) => {
    const left = [];
    for (const table of ["address", "cart_item", "session", "known_network", "wishlist_item"])
      left.push(...(await rowsOf(shop, sql`select 1 from ${sql.identifier(table)} where customer_id = ${id}`)));
    return left;
  };

  it("of two deletions of one account deletes once", async () => {
    const asha = await owner();
    const statuses = (await Promise.all([asha.close(), asha.close(), asha.close()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 401, 401]);
  });

  it("with requests that store something leaves nothing personal behind, and no request fails with 500", async () => {
    const product = await buyers.sell();
    for (let round = 0; round < 8; round += 1) {
      const asha = await owner();
      const responses = await Promise.all([
        asha.close(),
        asha.post("user/address", { ...LUCKNOW, street: `${round} Race Road` }),
        asha.add(product),
        buyers.people.send("PATCH", "user/wishlist", { add: [product], remove: [] }, { token: asha.token }),
        buyers.people.logIn(asha.email),
        asha.post("user/password", { currentPassword: PASSWORD, password: "vetiver root" }),
      ]);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
      if (responses[0]?.status !== 200) continue;
      expect(await leftOf(asha.id)).toEqual([]);
      expect(await customerOf(asha.id)).toMatchObject({ name: "Former customer", password_hash: null });
    }
  });

  it("with an order ends with an account that is open, or without an order", async () => {
    for (let round = 0; round < 8; round += 1) {
      const asha = await owner();
      const [closed, ordered] = await Promise.all([asha.close(), asha.init()]);
      expect([closed?.status, ordered?.status].filter((status) => Number(status) >= 500)).toEqual([]);
      const orders = await rowsOf(shop, sql`select 1 from customer_order where customer_id = ${asha.id}`);
      expect({ closed: closed?.status === 200, orders: orders.length }).toEqual(
        closed?.status === 200 ? { closed: true, orders: 0 } : { closed: false, orders: 1 },
      );
    }
  });

  it("is final: nothing can be stored for a deleted account", async () => {
    const asha = await owner();
    await asha.close();
    const late = [
      sql`update customer set name = 'Asha' where id = ${asha.id}`,
      sql`insert into address (customer_id, street, city, state, pincode) values (${asha.id}, 'a', 'b', 'c', '226001')`,
      sql`insert into session (customer_id, token_hash, user_agent, created_at, last_used_at) values (${asha.id}, 'x', '', now(), now())`,
    ];
    for (const statement of late)
      await expect(shop.db.execute(statement)).rejects.toMatchObject({ cause: { code: "KW401" } });
  });
});
