/** Customers get and erase their data, by themselves and through staff. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Work } from "../../contract/admin/home.ts";
import { addJob } from "../../server/platform/jobs/add-job.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
type Member = Awaited<ReturnType<typeof signInAs>>;
let owner: Member;
let support: Member;
let attar: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  support = await signInAs(shop, "Support");
  attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 1000 });
});
afterAll(() => shop?.close());

async function customerWithOrder({ delivered = true } = {}) {
  const buyer = await shoppers.buyer({ [attar]: 1 });
  const { orderNumber } = await buyer.buy();
  if (delivered)
    await shop.db.execute(
      sql`update customer_order set state = 'delivered', delivered_at = now() where number = ${orderNumber}`,
    );
  const [row] = await rowsOf<{ public_id: string }>(shop, sql`select public_id from customer where id = ${buyer.id}`);
  return { ...buyer, orderNumber, publicId: row?.public_id ?? "" };
}
type Buyer = Awaited<ReturnType<typeof customerWithOrder>>;

const ask = (buyer: Buyer, body: object = { reviews: "keep", message: "Please." }) =>
  buyer.post("user/privacy-requests", body);
async function openRequest(reference: string) {
  const { requests } = (await support.send("GET", "/privacy-requests")).body.data;
  const listed = requests.find((one: { reference: string }) => one.reference === reference);
  return (await support.send("GET", `/privacy-requests/${listed._id}`)).body.data;
}
/** What Home says of a kind of work; undefined if the member does not see it. */
const waitingFor = async (who: Member, kind: Work) =>
  (await who.send("GET", "/home")).body.data.work.find((one: { kind: Work }) => one.kind === kind);
const auditOf = async (subject: string, id: string) =>
  (await owner.send("GET", `/audit?subject=${subject}&id=${id}`)).body.data.entries;
const isDone = (id: string) =>
  vi.waitFor(
    async () => {
      const { state } = (await support.send("GET", `/privacy-requests/${id}`)).body.data;
      if (state !== "done") throw new Error(`it is ${state}`);
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  );

describe("a customer's data", () => {
  it("is everything about them, nothing about others, and no secret", async () => {
    const buyer = await customerWithOrder();
    const other = await customerWithOrder();
    await owner.send("POST", `/customers/${buyer.publicId}/notes`, { text: "Likes vetiver" });
    const form = {
      name: "Asha Rao",
      email: buyer.email.toUpperCase(),
      phone: "+91 98450 12345",
      address: "Pune",
      message: "Hello?",
    };
    await shoppers.people.post("contact", form);
    const { body } = await buyer.get("user/data");
    expect(body.data).toMatchObject({
      profile: { name: "Asha Rao", email: buyer.email, mobile: "9000090000" },
      orders: [{ number: buyer.orderNumber, total: 118, items: [{ product: "Rose Attar", quantity: 1 }] }],
      messages: [{ message: "Hello?" }],
      notes_of_staff: [{ text: "Likes vetiver" }],
      devices: [{ browser: "test" }],
    });
    const text = JSON.stringify(body);
    expect(text).not.toContain(other.email);
    expect(text).not.toContain(other.orderNumber);
    expect(text).not.toMatch(/hash|token|publicId/i);
    expect((await shoppers.people.get("user/data")).status).toBe(401);
  });

  it("has payments, parcels, returns, refunds with their UPI ID, saved sizes, gifts, known networks, and lists for cash on delivery", async () => {
    const buyer = await customerWithOrder();
    const order = sql`(select id from customer_order where number = ${buyer.orderNumber})`;
    await shop.db.execute(
      sql`insert into shipment (order_id, courier, awb, shipped_at) values (${order}, 'BlueDart', 'BD-OWN-DATA', now())`,
    );
    await shop.db.execute(
      sql`insert into wishlist_item (customer_id, product_id, variant_id)
        select ${buyer.id}, product_id, id from variant where product_id = (select product_id from order_item where order_id = ${order})`,
    );
    await shop.db.execute(
      sql`update customer_order set gift = ${JSON.stringify({ message: "For you", wrapPaise: 7900, receiver: { name: "Meera", mobile: "9000012345" } })}::jsonb where number = ${buyer.orderNumber}`,
    );
    await shop.db.execute(
      sql`insert into order_return (order_id, state, reason, requested_at) values (${order}, 'requested', 'Too sweet', now())`,
    );
    await shop.db.execute(
      sql`insert into order_return_line (return_id, order_id, position, quantity)
        select order_return.id, order_id, position, 1 from order_return join order_item using (order_id) where order_id = ${order}`,
    );
    await shop.db.execute(
      sql`insert into refund (order_id, payment_id, amount_paise, reason, state, created_at, payout_to)
        select order_id, id, 4000, 'goodwill', 'failed', now(), 'asha@okbank' from payment where order_id = ${order}`,
    );
    await shop.db.execute(
      sql`insert into known_network (customer_id, network_hash, seen_at) values (${buyer.id}, 'hashed-network', now())`,
    );
    await shop.db.execute(
      sql`insert into cash_list_entry (kind, value, is_blocked, reason, created_at) values ('email', ${buyer.email}, true, 'Refused parcels', now())`,
    );
    const { data } = (await buyer.get("user/data")).body;
    expect(data.orders[0]).toMatchObject({
      gift: { message: "For you", receiver: { name: "Meera", mobile: "9000012345" }, wrapped: true },
      returns: [
        { state: "requested", reason: "Too sweet", items: [{ product: "Rose Attar", quantity: 1 }], photos: [] },
      ],
      refunds: [{ amount: 40, state: "failed", upi_id: "asha@okbank" }],
      payments: [{ amount: 118, state: "captured", detail: expect.stringMatching(/\S/) }],
      parcels: [{ courier: "BlueDart", awb: "BD-OWN-DATA", delivered_at: null }],
    });
    expect(data.wishlist).toEqual([{ product: "Rose Attar", size: expect.any(String) }]);
    expect(data.known_networks).toMatchObject([{ last_login_at: expect.any(String) }]);
    expect(data.cash_on_delivery).toMatchObject([{ by: "email", blocked: true, reason: "Refused parcels" }]);
    expect(JSON.stringify(data)).not.toContain("hashed-network");
  });

  it("can be downloaded ten times an hour", async () => {
    const buyer = await shoppers.buyer();
    const statuses = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await buyer.get("user/data")).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("a request for erasure", () => {
  it("is confirmed by mail, counted once, and withdrawn by its customer alone", async () => {
    const buyer = await customerWithOrder();
    const both = await Promise.all([ask(buyer), ask(buyer)]);
    const [first, second] = both.map(({ body }) => body.data);
    expect(first.reference).toBe(second.reference);
    const days = (Date.parse(first.dueAt) - Date.parse(first.requestedAt)) / 86_400_000;
    expect(days).toBe(90);
    const mail = await shoppers.people.mailAbout(buyer.email, `Your request ${first.reference}`);
    expect(mail.text).toContain("eight years");
    expect(await waitingFor(support, "privacy_requests")).toMatchObject({ count: 1, dueBy: first.dueAt });
    expect(await waitingFor(await signInAs(shop, "Packer"), "privacy_requests")).toBeUndefined();
    const other = await customerWithOrder();
    const remove = (who: Buyer) =>
      shoppers.people.send("DELETE", `user/privacy-requests/${first.reference}`, undefined, { token: who.token });
    expect((await remove(other)).status).toBe(404);
    expect((await remove(buyer)).body.data).toMatchObject([{ state: "withdrawn" }]);
    expect(await waitingFor(support, "privacy_requests")).toMatchObject({ count: 0, dueBy: null });
    expect((await remove(buyer)).status).toBe(200);
    // Afterwards another can be made.
    expect((await ask(buyer)).body.data.reference).not.toBe(first.reference);
  });

  it("rejects texts that are too long, and unknown choices", async () => {
    const buyer = await customerWithOrder();
    for (const body of [
      {},
      { reviews: "x" },
      { reviews: "keep", message: "x".repeat(60_000) },
      { reviews: "keep", message: 5 },
    ])
      expect((await ask(buyer, body)).status).toBe(422);
    expect((await ask(buyer, { reviews: "keep", message: "a\u0000b" })).status).toBe(200);
  });

  it("is carried out in two steps, by those who may, with a recent second factor, and keeps the orders", async () => {
    const buyer = await customerWithOrder();
    const { reference } = (await ask(buyer, { reviews: "delete", message: "My number is 98450" })).body.data;
    const request = await openRequest(reference);
    expect(request).toMatchObject({ email: buyer.email, deleteReviews: true, openOrders: [], isLate: false });
    const path = `/privacy-requests/${request._id}/erase`;
    expect((await support.send("POST", path, { version: 1 })).body.code).toBe("permission_missing");
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await owner.send("POST", path, { version: 1 })).body.code).toBe("step_up_required");
    await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
    expect((await owner.send("POST", path, { version: 9 })).status).toBe(409);
    expect((await owner.send("POST", path, { version: 1 })).body.data.state).toBe("erasing");
    await isDone(request._id);

    expect((await buyer.get("user")).status).toBe(401);
    const [left] = await rowsOf(shop, sql`select name, mobile, email from customer where id = ${buyer.id}`);
    expect(left).toEqual({ name: "Former customer", mobile: "", email: `closed-${buyer.publicId}@closed.invalid` });
    const [order] = await rowsOf(
      shop,
      sql`select customer_name, email from customer_order where number = ${buyer.orderNumber}`,
    );
    expect(order).toEqual({ customer_name: "Asha Rao", email: buyer.email });
    const [stored] = await rowsOf(shop, sql`select message from privacy_request where reference = ${reference}`);
    expect(stored).toEqual({ message: "" });
    await shoppers.people.mailAbout(buyer.email, "Your Kewra account has been deleted");
    const entries = await auditOf("privacy_request", reference);
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "privacy.erased",
      "privacy.erasure_confirmed",
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/Asha|98450|@example/);
    // The same job again changes nothing.
    const mails = async () => (await rowsOf(shop, sql`select id from mail where recipient = ${buyer.email}`)).length;
    const before = await mails();
    await shop.db.execute(sql`update privacy_request set state = 'erasing' where reference = ${reference}`);
    await addJob(shop.db, "erase_customer", { requestId: Number(request._id) });
    await vi.waitFor(async () => {
      const rows = await rowsOf(shop, sql`select state from privacy_request where reference = ${reference}`);
      expect(rows).toEqual([{ state: "done" }]);
    }, LONGEST_WAIT_MS);
    expect(await mails()).toBe(before);
  });

  it("erases other requests’ texts, entries of the lists for cash, and the email in notices of incidents", async () => {
    const buyer = await customerWithOrder();
    const other = await customerWithOrder();
    const record = { customer: buyer.publicId, kind: "export", message: "Asha Rao asked by phone" };
    await owner.send("POST", "/privacy-requests", record);
    await shop.db.execute(sql`update customer set mobile = '9123456780' where id = ${buyer.id}`);
    for (const [kind, value, isBlocked] of [
      ["email", buyer.email, false],
      ["mobile", "9123456780", true],
      ["email", other.email, true],
      ["pincode", "226001", true],
    ])
      await shop.db.execute(
        sql`insert into cash_list_entry (kind, value, is_blocked, created_at) values (${kind}, ${value}, ${isBlocked}, now())`,
      );
    const [incident] = await rowsOf<{ id: string }>(
      shop,
      sql`insert into incident (title, description, noticed_at, created_at) values ('x', 'x', now(), now()) returning id`,
    );
    const emails = JSON.stringify([buyer.email.toUpperCase(), other.email]);
    await shop.db.execute(
      sql`insert into incident_letter (incident_id, subject, text, audience, emails, state, author, shop_origin, created_at)
        values (${incident?.id}, 'x', 'x', 'listed', ${emails}::jsonb, 'stopped', 'x', 'http://x', now())`,
    );
    await shop.db.execute(
      sql`insert into incident_recipient (notice_id, email) select id, value from incident_letter, jsonb_array_elements_text(${JSON.stringify([buyer.email, other.email])}::jsonb) as value
        where incident_id = ${incident?.id}`,
    );
    const { reference } = (await ask(buyer)).body.data;
    const { _id, version } = await openRequest(reference);
    await owner.send("POST", `/privacy-requests/${_id}/erase`, { version });
    await isDone(_id);
    expect(
      await rowsOf(shop, sql`select email from incident_recipient where email in (${buyer.email}, ${other.email})`),
    ).toEqual([{ email: other.email }]);
    expect(await rowsOf(shop, sql`select message from privacy_request where customer_id = ${buyer.id}`)).toEqual([
      { message: "" },
      { message: "" },
    ]);
    expect(
      await rowsOf(
        shop,
        sql`select kind, value from cash_list_entry where value in (${buyer.email}, '9123456780', ${other.email}, '226001') order by kind`,
      ),
    ).toEqual([
      { kind: "email", value: other.email },
      // The account's number is only typed: it may be that of somebody else who is blocked.
      { kind: "mobile", value: "9123456780" },
      { kind: "pincode", value: "226001" },
    ]);
    expect(await rowsOf(shop, sql`select emails from incident_letter where incident_id = ${incident?.id}`)).toEqual([
      { emails: [other.email] },
    ]);
  });

  it("waits for open orders, whose numbers staff sees", async () => {
    const buyer = await customerWithOrder({ delivered: false });
    const { reference } = (await ask(buyer)).body.data;
    const request = await openRequest(reference);
    expect(request.openOrders).toEqual([buyer.orderNumber]);
    const { status, body } = await owner.send("POST", `/privacy-requests/${request._id}/erase`, { version: 1 });
    expect({ status, code: body.code }).toEqual({ status: 409, code: "open_orders" });
    expect(body.message).toContain(buyer.orderNumber);
  });

  it("is rejected with a reason, which its customer gets", async () => {
    const buyer = await customerWithOrder();
    const { reference } = (await ask(buyer)).body.data;
    const { _id } = await openRequest(reference);
    const reject = (reason: string) => owner.send("POST", `/privacy-requests/${_id}/reject`, { version: 1, reason });
    expect((await reject("")).status).toBe(422);
    expect((await reject("A dispute is open.")).body.data.state).toBe("rejected");
    expect((await reject("Again.")).status).toBe(409);
    const { data } = (await buyer.get("user/privacy-requests")).body;
    expect(data).toMatchObject([{ state: "rejected", reason: "A dispute is open." }]);
    await vi.waitFor(async () => {
      const mails = await shoppers.people.mailsTo(buyer.email);
      expect(mails.map(({ text }) => text).join("")).toContain("A dispute is open.");
    }, LONGEST_WAIT_MS);
  });

  it("for a copy is recorded by staff, and answered with the data", async () => {
    const buyer = await customerWithOrder();
    const body = { customer: buyer.publicId, kind: "export", message: "Asked by phone." };
    const { data } = (await owner.send("POST", "/privacy-requests", body)).body;
    expect(data).toMatchObject({ kind: "export", recordedBy: "Owner Rao", state: "open" });
    expect((await owner.send("POST", "/privacy-requests", body)).body.data._id).toBe(data._id);
    const exported = await owner.send("POST", `/privacy-requests/${data._id}/export`);
    expect(exported.body.data.profile.email).toBe(buyer.email);
    // Again, if the download has failed.
    expect((await owner.send("POST", `/privacy-requests/${data._id}/export`)).status).toBe(200);
    const { requests } = (await owner.send("GET", "/privacy-requests?tab=closed")).body.data;
    expect(requests[0]).toMatchObject({ _id: data._id, state: "done" });
  });
});
