/** What roles of one's own, tokens and old sessions must not see or do; and what is not kept for ever. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteOldDraftOrders } from "../../server/buying/draft-orders/housekeeping.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { type Browser, signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

/** A member of a role with these permissions alone. */
async function memberWith(name: string, permissions: string[]) {
  const { status, body } = await owner.send("POST", "/roles", { name, permissions });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return signInAs(shop, name);
}

describe("a customer's name and email", () => {
  it("are omitted from the orders of a recalled lot for those who may not see orders", async () => {
    const keeper = await memberWith("Keeper", ["view_products", "adjust_stock"]);
    const product = await buyers.sell({ stock: 0 });
    const [{ sku } = { sku: "" }] = await rowsOf<{ sku: string }>(
      shop,
      sql`select sku from variant where product_id = ${Number(product)}`,
    );
    const lot = { units: 5, lot: "L-77" };
    expect((await owner.send("POST", `/stock/${sku}/receive`, lot)).status).toBe(200);
    const buyer = await buyers.buyer({ [product]: 1 });
    const { orderNumber } = await buyer.buy();
    await shop.db.execute(sql`update customer_order set state = 'shipped' where number = ${orderNumber}`);

    const answers = async (send: Browser["send"]) => [
      (await send("POST", "/lots/L-77/recall", { reason: "It leaks." })).body.data,
      (await send("POST", "/lots/L-77/recall/orders", { mail: false })).body.data,
      (await send("POST", "/lots/L-77/reinstate", {})).body.data,
    ];
    for (const { orders } of await answers(keeper.send))
      expect(orders).toMatchObject([{ number: orderNumber, customer: null }]);
    for (const { orders } of await answers(owner.send))
      expect(orders).toMatchObject([{ number: orderNumber, customer: expect.any(String) }]);
  });

  it("are masked in the list of emails for those who may not see customers", async () => {
    const clerk = await memberWith("Clerk", ["edit_settings"]);
    await shop.db.execute(sql`
      insert into mail (recipient, subject, text, html, message_id, resend, state, created_at, expires_at, last_error)
      values ('meera.nair@example.com', 'Your order', 'x', 'x', gen_random_uuid(), 'by_staff', 'failed', now(), now() + interval '1 day',
        '550 <meera.nair@example.com>: no such box')`);
    const listed = async (who: { send: Browser["send"] }) =>
      (await who.send("GET", "/mails")).body.data.mails.find(
        ({ subject }: { subject: string }) => subject === "Your order",
      );
    expect(await listed(clerk)).toMatchObject({
      recipient: "me…@example.com",
      lastError: "550 <me…@example.com>: no such box",
    });
    expect(await listed(owner)).toMatchObject({ recipient: "meera.nair@example.com" });
  });
});

describe("the email and phone number of an order", () => {
  it("are masked for who may not see customers, but packers see the number that the courier calls", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 }, { email: "lakshmi.iyer@example.com" });
    await shop.db.execute(sql`update customer set mobile = '9812345623' where id = ${buyer.id}`);
    const { orderNumber } = await buyer.buy();
    await shop.db.execute(
      sql`update customer_order set gift = ${JSON.stringify({ wrapPaise: null, message: "", receiver: { name: "Ravi", mobile: "9898765421" } })} where number = ${orderNumber}`,
    );
    const seenBy = async (role: string) => {
      const { send } = await signInAs(shop, role);
      const { customer, mobile, gift, documents } = (await send("GET", `/orders/${orderNumber}`)).body.data;
      const label = await send("GET", `/orders/print.pdf?document=label&numbers=${orderNumber}`);
      const hasLabel = documents.includes("label");
      return [customer.email, mobile, gift.receiver.mobile_no, hasLabel, label.status];
    };
    expect(await seenBy("Support")).toEqual(["lakshmi.iyer@example.com", "9812345623", "9898765421", true, 200]);
    expect(await seenBy("Packer")).toEqual(["la…@example.com", "9812345623", "9898765421", true, 200]);
    expect(await seenBy("Accountant")).toEqual(["la…@example.com", "98…23", "98…21", false, 403]);

    const packer = await signInAs(shop, "Packer");
    const noted = await packer.send("POST", `/orders/${orderNumber}/notes`, { text: "Fragile." });
    expect(noted.body.data.customer.email).toBe("la…@example.com");
  });

  it("find its orders only for who sees them, and others read what to search by", async () => {
    const buyer = await buyers.buyer({ [await buyers.sell()]: 1 }, { email: "farah.khan@example.com" });
    await shop.db.execute(sql`update customer set name = 'Farah Khan', mobile = '9845098450' where id = ${buyer.id}`);
    const { orderNumber } = await buyer.buy();
    const find = async (role: string, q: string) => {
      const { send } = await signInAs(shop, role);
      const typed = encodeURIComponent(q);
      const { status, body } = await send("GET", `/orders?q=${typed}`);
      const everywhere = (await send("GET", `/search?q=${typed}`)).body.data.orders;
      const cash = (await send("GET", `/cash/orders?q=${typed}`)).status;
      const found = status === 200 ? body.data.orders : [];
      return { status, cash, found: found.length, everywhere: everywhere.length, says: body.errors?.[0]?.message };
    };
    const one = { status: 200, cash: 200, found: 1, everywhere: 1 };
    const none = { status: 400, cash: 400, found: 0, everywhere: 0, says: expect.stringContaining("(view_customers)") };
    expect(await find("Support", "farah.khan@example.com")).toEqual(one);
    for (const role of ["Packer", "Accountant"]) expect(await find(role, "farah.khan@example.com")).toEqual(none);
    for (const role of ["Support", "Packer"]) expect(await find(role, "98450 98450")).toEqual(one);
    expect(await find("Accountant", "98450 98450")).toEqual(none);
    for (const q of ["Farah", orderNumber]) expect(await find("Accountant", q)).toEqual(one);
  });
});

it("settings of seller, payments and security, and the go-live proposals, need a recent second factor", async () => {
  const { settings, subjects } = (await owner.send("GET", "/settings")).body.data;
  const change = (subject: string, name: string) =>
    owner.send("PATCH", "/settings", {
      subject,
      version: subjects.find((one: { subject: string }) => one.subject === subject).version,
      values: { [name]: settings.find((one: { name: string }) => one.name === name).value || "Kewra" },
    });
  await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
  for (const [subject, name] of [
    ["seller", "SELLER_NAME"],
    ["payments", "PAYMENT_BRAND"],
    ["security", "SESSION_SECRET"],
  ] as const)
    expect((await change(subject, name)).body.code).toBe("step_up_required");
  expect((await change("shop", "SHOP_TAGLINE")).status).toBe(200);
  const proposals = await owner.send("POST", "/go-live/proposals", { names: [] });
  expect(proposals.body.code).toBe("step_up_required");
  await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
  expect((await change("payments", "PAYMENT_BRAND")).status).toBe(200);
});

it("the audit log distinguishes tokens of one name, and has one entry for a token's repeated reads", async () => {
  const buyer = await buyers.buyer({});
  const [{ id } = { id: "" }] = await rowsOf<{ id: string }>(
    shop,
    sql`select public_id as id from customer where email = ${buyer.email}`,
  );
  const look = async () => {
    const made = await owner.send("POST", "/tokens", { name: "ERP", scopes: ["read_customers"], days: null });
    const { token } = made.body.data;
    for (let at = 0; at < 3; at++) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await shop.app.inject({ url: `/admin/api/customers/${id}`, headers })).statusCode).toBe(200);
    }
  };
  await owner.send("GET", `/customers/${id}`);
  await look();
  await look();
  const looks = await rowsOf<{ actor: string }>(
    shop,
    sql`select actor from audit_entry where action = 'customer.opened' and subject_id = ${id} order by id`,
  );
  expect(looks).toHaveLength(3);
  expect(looks[0]?.actor).toBe("Owner Rao");
  for (const { actor } of looks.slice(1)) expect(actor).toMatch(/^API token \d+: ERP$/);
  expect(looks[1]?.actor).not.toBe(looks[2]?.actor);
});

it("a draft order that nobody paid is deleted a month after its link, with the account that it made", async () => {
  const product = await buyers.sell({ stock: 5 });
  const [{ sku } = { sku: "" }] = await rowsOf<{ sku: string }>(
    shop,
    sql`select sku from variant where product_id = ${Number(product)}`,
  );
  const known = await buyers.buyer({});
  const body = {
    name: "Ravi Iyer",
    mobile_no: "9800098000",
    address: LUCKNOW,
    items: [{ sku, quantity: 1 }],
    message: "",
  };
  for (const email of ["never@example.com", "twice@example.com", "twice@example.com", known.email])
    expect((await owner.send("POST", "/draft-orders", { ...body, email })).status).toBe(200);
  const newest = sql`id = (select max(id) from draft_order where customer_id = (select id from customer where email = 'twice@example.com'))`;
  await shop.db.execute(sql`update draft_order set valid_until = now() - interval '31 days' where not ${newest}`);
  await deleteOldDraftOrders(shop.db, new Date());
  const left = await rowsOf<{ email: string }>(
    shop,
    sql`select email from draft_order join customer on customer.id = customer_id`,
  );
  expect(left).toEqual([{ email: "twice@example.com" }]);
  const accounts = await rowsOf<{ email: string }>(
    shop,
    sql`select email from customer where email in ('never@example.com', 'twice@example.com', ${known.email}) order by email`,
  );
  expect(accounts.map(({ email }) => email)).toEqual([known.email, "twice@example.com"].toSorted());
  // One that became an order stays with it.
  await shop.db.execute(sql`update draft_order set valid_until = now() - interval '31 days'`);
  const buyer = await buyers.buyer({ [product]: 1 });
  const { orderNumber } = await buyer.buy();
  await shop.db.execute(
    sql`update draft_order set order_id = (select id from customer_order where number = ${orderNumber})`,
  );
  await deleteOldDraftOrders(shop.db, new Date());
  expect(await rowsOf(shop, sql`select from draft_order`)).toHaveLength(1);
});
