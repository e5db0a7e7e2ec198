/** Staff takes a return from the request to the refund or the replacement, in the back office. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let support: Awaited<ReturnType<typeof signInAs>>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let parcels = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { GIFT_WRAP_RUPEES: "30" } });
  shoppers = buyersOf(shop);
  support = await signInAs(shop, "Support");
  packer = await signInAs(shop, "Packer");
});
afterAll(() => shop?.close());

/** Requests the return of three delivered attars at 118.00. */
async function requested() {
  const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 10 });
  const buyer = await shoppers.buyer({ [attar]: 3 });
  const { orderNumber } = await buyer.buy();
  parcels += 1;
  await actOnOrder(shop, `ship ${orderNumber} --awb BACK-${parcels} --courier Delhivery`);
  await actOnOrder(shop, `deliver ${orderNumber}`);
  await buyer.post(`order/${orderNumber}/return`, { reason: "They leak." });
  return { buyer, attar, orderNumber };
}
const read = async (number: string) => (await support.send("GET", `/orders/${number}`)).body.data;
async function act(number: string, action: string, body: object = {}, { send } = support) {
  const { version } = await read(number);
  return send("POST", `/orders/${number}/${action}`, { version, ...body });
}
const queue = async (query = ""): Promise<{ number: string; state: string }[]> =>
  (await support.send("GET", `/returns${query}`)).body.data.returns;
const PICK_UP = { courier: "Delhivery", date: "2026-11-25", between: "10 AM and 1 PM" };

describe("a return", () => {
  it("goes from the queue to the refund of one of three units", async () => {
    const { buyer, attar, orderNumber } = await requested();
    expect((await queue()).find(({ number }) => number === orderNumber)).toMatchObject({
      state: "requested",
      orderState: "return_requested",
      reason: "They leak.",
      lines: [{ position: 0, quantity: 3, name: "Rose Attar, 50 ml" }],
      photos: [],
    });
    const { actions, history } = await read(orderNumber);
    expect(actions).toEqual(["goodwill", "return-approve", "return-accept", "return-decline"]);
    expect(history.find(({ state }: { state: string }) => state === "return_requested")).toMatchObject({
      by: "the customer",
      note: "Reason: They leak.",
    });

    const incomplete = await act(orderNumber, "return-approve", {
      decisionReason: "bored",
      courier: "",
      date: "soon",
      between: "",
    });
    expect(incomplete.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "decisionReason",
      "courier",
      "date",
      "between",
    ]);
    const approved = await act(orderNumber, "return-approve", { decisionReason: "leaked", ...PICK_UP });
    expect(approved.body.data).toMatchObject({ state: "return_approved", returns: [{ decisionReason: "leaked" }] });
    const { body } = await buyer.get(`order/${orderNumber}`);
    expect(body.data.returns[0]).not.toHaveProperty("decisionReason");

    await act(orderNumber, "return-receive", { lines: [{ position: 0, quantity: 1 }] });
    const acceptance = { decisionReason: "leaked", restock: [] };
    const preview = await act(orderNumber, "return-accept", { ...acceptance, preview: true });
    expect(preview.body.data).toMatchObject({
      effect: { creditLines: [{ quantity: 1, total: 118 }], refunded: 118 },
      order: { state: "return_received" },
    });
    const accepted = await act(orderNumber, "return-accept", acceptance);
    expect(accepted.body.data.order).toMatchObject({
      state: "delivered",
      creditNotes: [{ amount: 118 }],
      remaining: [{ quantity: 2 }],
    });
    expect(accepted.body.data.order.history.find(({ kind }: { kind: string }) => kind === "state")).toMatchObject({
      by: "Support Rao",
      note: "Return accepted: 1 × Rose Attar, 50 ml.",
    });
    expect(await shoppers.stockOf(attar)).toBe(7);
    expect((await queue()).some(({ number }) => number === orderNumber)).toBe(false);
    expect((await queue("?tab=accepted")).some(({ number }) => number === orderNumber)).toBe(true);
  });

  it("keeps shipping and fees, if the owner chooses so, unless the shop is at fault", async () => {
    const attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 20 });
    /** Three attars and 30.00 of gift wrap are delivered: 384.00. */
    const delivered = async () => {
      const buyer = await shoppers.buyer({ [attar]: 3 });
      const { orderNumber } = await buyer.buy({ address: LUCKNOW, gift: { wrap: true } });
      parcels += 1;
      await actOnOrder(shop, `ship ${orderNumber} --awb BACK-${parcels} --courier Delhivery`);
      await actOnOrder(shop, `deliver ${orderNumber}`);
      return { buyer, orderNumber };
    };
    expect((await performCommand(shop, "settings RETURN_REFUNDS_FEES false")).code).toBe(0);
    const { buyer, orderNumber } = await delivered();
    const path = `order/${orderNumber}/return`;
    const reason = "₹30 of shipping and fees is refunded only if something was wrong with the items.";
    expect((await buyer.post(`${path}/preview`, {})).body.data).toMatchObject({
      amount: 354,
      refund: 354,
      reasons: [reason],
    });
    // The wrap stays with what stays.
    expect((await buyer.post(`${path}/preview`, { lines: [{ position: 0, quantity: 1 }] })).body.data).toMatchObject({
      amount: 118,
      refund: 118,
      reasons: ["Shipping and fees of ₹30 stay with what you keep."],
    });
    expect((await buyer.post(path, { reason: "Not my scent.", amount: 384 })).body.code).toBe("price_changed");
    expect((await buyer.post(path, { reason: "Not my scent.", amount: 354 })).status).toBe(200);
    const preview = async (body: object) =>
      (await act(orderNumber, "return-accept", { ...body, preview: true })).body.data.effect.refunded;
    expect(await preview({ decisionReason: "leaked" })).toBe(384);
    expect(await preview({ decisionReason: "changed_mind", keepOffers: true })).toBe(384);
    const { body } = await act(orderNumber, "return-accept", { decisionReason: "changed_mind" });
    expect(body.data).toMatchObject({
      effect: { credited: 354, refunded: 354, reasons: reason },
      order: { state: "returned", creditNotes: [{ amount: 354 }] },
    });

    expect((await performCommand(shop, "settings RETURN_REFUNDS_FEES --default")).code).toBe(0);
    const other = await delivered();
    await other.buyer.post(`order/${other.orderNumber}/return`, { reason: "Not my scent.", amount: 384 });
    const { body: full } = await act(other.orderNumber, "return-accept", { decisionReason: "changed_mind" });
    expect(full.data).toMatchObject({ effect: { credited: 384, refunded: 384, reasons: "" } });
  });

  it("is declined with a reason for the reports and an answer for the customer", async () => {
    const { buyer, orderNumber } = await requested();
    expect((await act(orderNumber, "return-decline", { decisionReason: "used", answer: " " })).status).toBe(422);
    const answer = "The bottles were opened, as your photos show.";
    const { body } = await act(orderNumber, "return-decline", { decisionReason: "used", answer });
    expect(body.data).toMatchObject({
      state: "delivered",
      returns: [{ state: "declined", answer, decisionReason: "used" }],
    });
    expect((await shoppers.people.mailAbout(buyer.email, `About your return of order ${orderNumber}`)).text).toContain(
      answer,
    );
  });

  it("is replaced, and the packer ships the replacement", async () => {
    const { attar, orderNumber } = await requested();
    const replace = [{ position: 0, quantity: 3 }];
    const { body } = await act(orderNumber, "return-accept", { decisionReason: "leaked", replace, restock: replace });
    expect(body.data).toMatchObject({ effect: { refunded: 0, creditLines: [] }, order: { state: "delivered" } });
    expect(await shoppers.stockOf(attar)).toBe(7);
    expect(body.data.order.actions).toContain("ship-replacement");
    const parcel = { courier: "Delhivery", awb: `AGAIN-${parcels}` };
    const shipped = await act(orderNumber, "ship-replacement", parcel, packer);
    expect(shipped.body.data.shipments).toMatchObject([{ isReplacement: false }, { isReplacement: true }]);
    expect((await act(orderNumber, "ship-replacement", parcel, packer)).body.code).toBe("wrong_order_state");
    const delivered = await act(orderNumber, "deliver-replacement", {}, packer);
    expect(delivered.body.data.actions).not.toContain("deliver-replacement");
  });

  it("is not decided by a packer, nor on a version that a colleague has changed", async () => {
    const { orderNumber } = await requested();
    expect((await act(orderNumber, "return-accept", { decisionReason: "leaked" }, packer)).body).toMatchObject({
      code: "permission_missing",
      message: expect.stringContaining("decide_returns"),
    });
    const { version } = await read(orderNumber);
    await actOnOrder(shop, `return-accept ${orderNumber}`);
    const late = await support.send("POST", `/orders/${orderNumber}/return-approve`, {
      version,
      decisionReason: "leaked",
      ...PICK_UP,
    });
    expect(late.body.code).toBe("conflict");
  });
});

describe("the queue of returns", () => {
  it("is read in pages, without gaps or repetitions", async () => {
    const { orderNumber } = await requested();
    const all = await queue();
    const at = all.findIndex(({ number }) => number === orderNumber);
    expect(at).toBe(all.length - 1);
    const [first] = all as unknown as { _id: string }[];
    expect(await queue(`?after=${first?._id}`)).toEqual(all.slice(1));
    for (const query of ["?tab=lost", "?after=x"])
      expect((await support.send("GET", `/returns${query}`)).status).toBe(400);
  });
});
