/** Staff cancels and refunds orders from the back office, by line, after a preview, and within the limit of their role. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isoDayInIndia } from "../../contract/dates.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
type Member = Awaited<ReturnType<typeof signInAs>>;
let owner: Member;
let support: Member;
let parcels = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { GIFT_WRAP_RUPEES: "30" } });
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  support = await signInAs(shop, "Support");
});
afterAll(() => shop?.close());

/** Places a paid order of 3 attars at 118.00 and 2 soaps at 105.00: 564.00. */
async function paid({ attars = 3, pricePaise = 11_800 } = {}) {
  const attar = await shoppers.sell({ title: "Rose Attar", pricePaise, gstPercent: 18, stock: 10 });
  const soap = await shoppers.sell({ title: "Neem Soap", pricePaise: 10_500, gstPercent: 5, stock: 10 });
  const buyer = await shoppers.buyer({ [attar]: attars, [soap]: 2 });
  const { orderNumber } = await buyer.buy();
  return { attar, soap, buyer, orderNumber };
}
async function shipped(values: Parameters<typeof paid>[0] = {}) {
  const order = await paid(values);
  parcels += 1;
  await actOnOrder(shop, `ship ${order.orderNumber} --awb MONEY-${parcels} --courier Delhivery`);
  return order;
}
const read = async (number: string) => (await owner.send("GET", `/orders/${number}`)).body.data;
/** Sends an action on the order in its current version. */
async function act({ send }: Member, number: string, action: string, body: object = {}) {
  const { version } = await read(number);
  return send("POST", `/orders/${number}/${action}`, { version, ...body });
}
const auditOf = async (number: string) =>
  (await owner.send("GET", `/audit?subject=order&id=${number}`)).body.data.entries;

describe("cancelling", () => {
  it("shows what it credits and refunds before it stores that", async () => {
    const { orderNumber, attar } = await paid();
    const lines = [{ position: 0, quantity: 1 }];
    expect((await read(orderNumber)).actions).toEqual(["edit", "cancel", "goodwill"]);
    const preview = await act(support, orderNumber, "cancel", { preview: true, reason: "One is broken.", lines });
    expect(preview.body.data).toMatchObject({
      effect: {
        creditLines: [{ position: 0, name: "Rose Attar, 50 ml", quantity: 1, taxable: 100, total: 118 }],
        credited: 118,
        refunded: 118,
        missing: null,
      },
      order: { state: "paid", refunds: [], creditNotes: [] },
    });
    expect(await shoppers.stockOf(attar)).toBe(7);
    expect(await auditOf(orderNumber)).toEqual([]);

    const done = await act(support, orderNumber, "cancel", { reason: "One is broken.", lines });
    expect(done.body.data.effect).toEqual(preview.body.data.effect);
    expect(done.body.data.order).toMatchObject({
      state: "paid",
      remaining: [{ quantity: 2 }, { quantity: 2 }],
      creditNotes: [{ amount: 118 }],
    });
    expect(await shoppers.stockOf(attar)).toBe(8);
    expect(await auditOf(orderNumber)).toMatchObject([
      {
        action: "order.items_cancelled",
        actor: "Support Rao",
        before: { state: "paid" },
        after: { state: "paid", credited: 118, refunded: 118, lines },
      },
    ]);

    const rest = await act(support, orderNumber, "cancel", { reason: "" });
    expect(rest.body.data).toMatchObject({ order: { state: "cancelled", actions: [] }, effect: { refunded: 446 } });
  });

  it("by two at once, of the same unit, happens once", async () => {
    const { orderNumber } = await paid();
    const { version } = await read(orderNumber);
    const body = { version, reason: "", lines: [{ position: 0, quantity: 1 }] };
    const both = await Promise.all(
      [owner, support].map(({ send }) => send("POST", `/orders/${orderNumber}/cancel`, body)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(orderNumber)).creditNotes).toHaveLength(1);
  });

  it("names the field of units that are not there, and stores nothing", async () => {
    const { orderNumber } = await paid();
    const tooMany = await act(support, orderNumber, "cancel", { reason: "", lines: [{ position: 0, quantity: 4 }] });
    expect(tooMany.body).toMatchObject({ statusCode: 422, errors: [{ field: "lines.0.quantity" }] });
    expect((await read(orderNumber)).creditNotes).toEqual([]);
  });
});

describe("refunding a shipped order", () => {
  it("credits the chosen units, and restocks those that were ticked", async () => {
    const { orderNumber, attar } = await shipped();
    const body = { lines: [{ position: 0, quantity: 2 }], restock: [{ position: 0, quantity: 1 }] };
    const { body: done } = await act(owner, orderNumber, "refund", body);
    expect(done.data).toMatchObject({
      effect: { credited: 236, refunded: 236 },
      order: { state: "shipped", remaining: [{ quantity: 1 }, { quantity: 2 }] },
    });
    expect(await shoppers.stockOf(attar)).toBe(8);
    expect((await act(support, orderNumber, "refund", body)).body.code).toBe("permission_missing");
  });

  it("credits shipping and fees alone, and later everything else, so that the tax return agrees", async () => {
    const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 50_000, gstPercent: 18 });
    const soap = await shoppers.sell({ title: "Neem Soap", pricePaise: 30_000, gstPercent: 5 });
    const buyer = await shoppers.buyer({ [attar]: 2, [soap]: 1 });
    const { orderNumber } = await buyer.buy({ address: LUCKNOW, gift: { message: "", wrap: true } });
    expect(await read(orderNumber)).toMatchObject({ shippingLeft: 30, totalPrice: 1330 });
    const refund = (amount: unknown, body: object = {}) =>
      act(owner, orderNumber, "refund-shipping", { amount, reason: "Sorry, it came unwrapped.", ...body });
    expect((await refund(30.01)).body.errors).toMatchObject([
      { field: "amount", message: "Only ₹30 of its shipping and fees are left." },
    ]);
    for (const amount of [0, -1, 1.005, "5", null]) expect((await refund(amount)).status).toBe(422);
    expect((await refund(20, { reason: " " })).status).toBe(422);
    expect((await act(support, orderNumber, "refund-shipping", { amount: 20, reason: "Sorry." })).body.code).toBe(
      "permission_missing",
    );
    // Of 20.00 the attars have 1539 of their 2308 paise: 78.03 × 1539 / 102308 = 1.17 each; the soap 461 of 692: 7.31 × 461 / 30692 = 0.11.
    const preview = await refund(20, { preview: true });
    expect(preview.body.data.effect).toEqual({
      creditLines: [
        {
          position: 0,
          name: "Shipping and fees for Rose Attar, 50 ml",
          quantity: 0,
          taxable: 13.05,
          cgst: 1.17,
          sgst: 1.17,
          igst: 0,
          total: 15.39,
        },
        {
          position: 1,
          name: "Shipping and fees for Neem Soap, 50 ml",
          quantity: 0,
          taxable: 4.39,
          cgst: 0.11,
          sgst: 0.11,
          igst: 0,
          total: 4.61,
        },
      ],
      credited: 20,
      refunded: 20,
      reasons: "",
      returnedByBank: 0,
      missing: null,
    });
    const done = (await refund(20)).body.data;
    expect(done.order).toMatchObject({
      state: "paid",
      shippingLeft: 10,
      remaining: [
        { quantity: 2, amount: 1007.69 },
        { quantity: 1, amount: 302.31 },
      ],
      creditNotes: [{ amount: 20 }],
      refunds: [{ amount: 20, note: "Sorry, it came unwrapped." }],
    });
    const mail = await shoppers.people.mailAbout(
      buyer.email,
      `We’re refunding the shipping of your order ${orderNumber}`,
    );
    expect(mail.text).toContain("Sorry, it came unwrapped.");
    expect(mail.attachments).toMatchObject([{ contentType: "application/pdf" }]);
    // By command the rest; then the order is cancelled, and nothing of it is left.
    const command = `refund-shipping ${orderNumber} --amount 10 --reason Sorry.`;
    expect((await actOnOrder(shop, `${command} --preview`)).out).toMatch(
      /Shipping and fees for Rose Attar, 50 ml +0 +₹6\.51 /,
    );
    expect((await actOnOrder(shop, command)).code).toBe(0);
    expect((await read(orderNumber)).actions).not.toContain("refund-shipping");
    expect((await actOnOrder(shop, command)).err).toContain("Nothing is left of its shipping and fees.");
    const rest = await act(owner, orderNumber, "cancel", { reason: "" });
    expect(rest.body.data.effect).toMatchObject({ credited: 1300, refunded: 1300 });
    const [left] = await rowsOf(
      shop,
      sql`select sum(i.taxable_paise)::int - (select sum(taxable_paise) from credit_note_line where order_id = o.id)::int as taxable,
          sum(i.cgst_paise)::int - (select sum(cgst_paise) from credit_note_line where order_id = o.id)::int as cgst
        from order_item i join customer_order o on o.id = i.order_id where o.number = ${orderNumber} group by o.id`,
    );
    expect(left).toEqual({ taxable: 0, cgst: 0 });
    const month = isoDayInIndia(new Date()).slice(0, 7);
    expect((await owner.send("GET", `/reports/gst/${month}`)).body.data).toMatchObject({ agrees: true });
  });

  it("takes an amount without a credit note, at most what is left of the payment", async () => {
    const { orderNumber } = await shipped();
    const tooMuch = await act(owner, orderNumber, "goodwill", { amount: 564.01, reason: "Sorry for the delay." });
    expect(tooMuch.body.errors).toMatchObject([{ field: "amount" }]);
    for (const amount of [0, -1, 1.005, "5", null])
      expect((await act(owner, orderNumber, "goodwill", { amount, reason: "Sorry." })).status).toBe(422);
    const { body } = await act(owner, orderNumber, "goodwill", { amount: 99.5, reason: "Sorry for the delay." });
    expect(body.data).toMatchObject({
      effect: { creditLines: [], credited: 0, refunded: 99.5 },
      order: { creditNotes: [], refunds: [{ amount: 99.5 }] },
    });
  });

  it("ends an order whose parcel is lost or came back", async () => {
    const [lost, back] = [await shipped(), await shipped()];
    expect((await act(owner, lost.orderNumber, "lost")).body.data).toMatchObject({
      order: { state: "cancelled" },
      effect: { credited: 564, refunded: 564 },
    });
    expect(await shoppers.stockOf(lost.attar)).toBe(7);
    expect((await act(owner, back.orderNumber, "came-back")).body.data.order.state).toBe("cancelled");
    expect(await shoppers.stockOf(back.attar)).toBe(10);
  });

  it("records a failed delivery with the day of the next", async () => {
    const { orderNumber } = await shipped();
    const packer = await signInAs(shop, "Packer");
    await act(packer, orderNumber, "out-for-delivery");
    expect((await act(packer, orderNumber, "delivery-failed", { again: "2026-13-40" })).status).toBe(422);
    const { body } = await act(packer, orderNumber, "delivery-failed", { again: "2026-11-30" });
    expect(body.data.history.find(({ kind }: { kind: string }) => kind === "state")).toMatchObject({
      state: "shipped",
      by: "Packer Rao",
    });
  });
});

describe("the refund limit of a role", () => {
  const setLimit = async (name: string, refundLimit: number, { send } = owner) => {
    const roles: { _id: string; name: string; version: number }[] = (await owner.send("GET", "/roles")).body.data;
    const { _id, version } = roles.find((role) => role.name === name) ?? { _id: "0", version: 0 };
    return send("PATCH", `/roles/${_id}`, { version, refundLimit });
  };

  it("needs refund_over_limit above it, with a recent second factor, and counts all refunds of an order", async () => {
    expect((await setLimit("Support", 200)).body.data.refundLimit).toBe(200);
    expect((await setLimit("Manager", 200)).status).toBe(200);
    const manager = await signInAs(shop, "Manager");
    const { orderNumber } = await paid();
    const one = { reason: "", lines: [{ position: 0, quantity: 1 }] };
    expect((await act(support, orderNumber, "cancel", one)).status).toBe(200);
    // 118 + 118 of it.
    const preview = await act(support, orderNumber, "cancel", { ...one, preview: true });
    expect(preview.body.data.effect).toMatchObject({ refunded: 118, missing: "permission" });
    const over = await act(support, orderNumber, "cancel", one);
    expect(over.body).toMatchObject({
      code: "permission_missing",
      message: expect.stringContaining("refund_over_limit"),
    });

    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    const stale = await act(manager, orderNumber, "cancel", { ...one, preview: true });
    expect(stale.body.data.effect.missing).toBe("second_factor");
    expect((await act(manager, orderNumber, "cancel", one)).body.code).toBe("step_up_required");
    expect((await read(orderNumber)).creditNotes).toHaveLength(1);
    await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
    expect((await act(manager, orderNumber, "cancel", one)).status).toBe(200);
    const refunds = await rowsOf(
      shop,
      sql`select amount_paise from refund join customer_order o on o.id = order_id where o.number = ${orderNumber}`,
    );
    expect(refunds).toHaveLength(2);
  });

  it("is given to nobody above the giver's own", async () => {
    await owner.send("POST", "/roles", { name: "Lead", permissions: ["manage_staff"], refundLimit: 300 });
    await owner.send("POST", "/roles", { name: "Helper", permissions: [], refundLimit: 100 });
    const lead = await signInAs(shop, "Lead");
    expect((await setLimit("Helper", 300, lead)).status).toBe(200);
    expect((await setLimit("Helper", 301, lead)).body.code).toBe("permission_missing");
    const added = await lead.send("POST", "/roles", { name: "Friend", permissions: [], refundLimit: 301 });
    expect(added.body.code).toBe("permission_missing");
    for (const refundLimit of [-1, 1.5, 1_000_001, "5", null])
      expect((await owner.send("POST", "/roles", { name: "Odd", permissions: [], refundLimit })).status).toBe(422);
  });
});
