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
