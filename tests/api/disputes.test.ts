/** Payments that a bank contests: stored from webhooks, answered with evidence, lost or won. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { eventsAbout, repeatEvent, simulateDispute, simulateDisputeChange } from "../../sandbox/razorpay/simulate.ts";
import { paise } from "../../server/base/money.ts";
import { policy } from "../../server/operations/disputes/evidence.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { creditNoteOf } from "../../server/orders/orders/invoice/read-credit-note.ts";
import { statementsOf } from "../../server/orders/orders/invoice/statements.ts";
import { requestRefund } from "../../server/orders/payments/refunds.ts";
import { readShopSettings } from "../../server/platform/config/config.ts";
import { readDocumentAt } from "../../server/shop/content/content-documents.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
let shoppers: ReturnType<typeof buyersOf>;
let attar: string;

beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
  shoppers = buyersOf(shop);
  attar = await shoppers.sell({ pricePaise: 100_000, stock: 50 });
}, 60_000);
afterAll(() => shop?.close());

const soon = { timeout: LONGEST_WAIT_MS, interval: 100 };
const listed = async (tab = "open") => (await owner.send("GET", `/disputes?tab=${tab}`)).body.data.disputes;
const work = async () => (await owner.send("GET", "/home")).body.data.work;

/** Disputes the payment of a paid order. @returns the dispute as the list has it */
async function disputed(buyer?: Buyer) {
  const { orderNumber } = await (buyer ?? (await shoppers.buyer({ [attar]: 1 }))).buy({ address: LUCKNOW });
  const [paid] = await rowsOf<{ id: string }>(
    shop,
    sql`select provider_payment_id as id from payment join customer_order on customer_order.id = order_id where number = ${orderNumber}`,
  );
  if (!paid) throw new Error("nothing is paid");
  const { id } = await simulateDispute(shop.db, paid.id);
  return vi.waitFor(async () => {
    const found = (await listed()).find(({ order }: { order: string }) => order === orderNumber);
    expect(found).toBeDefined();
    return { ...found, providerId: id, providerPaymentId: paid.id } as Record<string, string>;
  }, soon);
}
const changed = async (dispute: Record<string, string>, change: Parameters<typeof simulateDisputeChange>[2]) =>
  simulateDisputeChange(shop.db, dispute.providerId ?? "", change);
const read = async ({ _id }: Record<string, string>) => (await owner.send("GET", `/disputes/${_id}`)).body.data;

/** Returns the names of a ZIP file's entries, from its directory. */
function entriesOf(zip: Buffer): string[] {
  const end = zip.lastIndexOf("PK\x05\x06");
  const names: string[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let entry = 0; entry < zip.readUInt16LE(end + 10); entry++) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.toString("latin1", at + 46, at + 46 + length));
    at += 46 + length;
  }
  return names;
}

describe("a dispute", () => {
  it("is stored once, mailed to the shop and counted on Home with its time limit", async () => {
    const dispute = await disputed();
    expect(dispute).toMatchObject({ state: "open", phase: "chargeback", amount: 1000, submittedAt: null });
    for (const { id } of await eventsAbout(shop.db, dispute.providerId ?? "")) await repeatEvent(shop.db, id);
    await new Promise((resolve) => setTimeout(resolve, 2000));
    expect(await rowsOf(shop, sql`select id from dispute`)).toHaveLength(1);
    expect(
      await rowsOf(shop, sql`select subject from mail where subject like ${`Disputed payment%${dispute.order}`}`),
    ).toHaveLength(1);
    const [waiting] = (await work()).filter(({ kind }: { kind: string }) => kind === "disputes");
    expect(waiting).toEqual({ kind: "disputes", count: 1, dueBy: dispute.respondBy });
  });

  it("is answered by one of two editors, with every version of the explanation", async () => {
    const dispute = await disputed();
    const change = (body: object) => owner.send("PATCH", `/disputes/${dispute._id}`, body);
    const first = await change({ version: 1, explanation: "It was delivered to the buyer\u0000 herself." });
    expect([first.status, first.body.data.explanation]).toEqual([200, "It was delivered to the buyer  herself."]);
    expect((await change({ version: 1, explanation: "Another" })).status).toBe(409);
    expect((await change({ version: 2, explanation: "x".repeat(1001) })).body.errors[0].field).toBe("explanation");
    await change({ version: 2, explanation: "She signed for it." });
    const { body } = await change({ version: 3, submitted: true });
    expect(body.data).toMatchObject({ explanation: "She signed for it.", version: 4 });
    expect(body.data.texts.map(({ version }: { version: number }) => version)).toEqual([3, 2]);
    expect(body.data.submittedAt).not.toBeNull();
    expect(body.data.history.map(({ what }: { what: string }) => what)).toEqual([
      "Opened",
      "Explanation changed",
      "Explanation changed",
      "Evidence submitted",
    ]);
    // The bank wants more, so it waits again.
    await changed(dispute, "under_review");
    await vi.waitFor(async () => expect((await read(dispute)).state).toBe("under_review"), soon);
    await changed(dispute, "action_required");
    await vi.waitFor(
      async () => expect(await read(dispute)).toMatchObject({ state: "open", submittedAt: null, version: 4 }),
      soon,
    );
  });

  it("has its evidence as one ZIP file, whose download is audited", async () => {
    const dispute = await disputed();
    const response = await shop.app.inject({
      method: "GET",
      url: `/admin/api/disputes/${dispute._id}/evidence.zip`,
      headers: { cookie: [...owner.browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/zip"]);
    expect(entriesOf(response.rawPayload)).toEqual([
      "explanation-letter.pdf",
      "shipping-proof.pdf",
      "customer-communication.pdf",
      "refund-policy.pdf",
      "terms-conditions.pdf",
      "billing-proof-invoice.pdf",
      "packing-slip.pdf",
    ]);
    expect((await read(dispute)).history.at(-1)).toMatchObject({ what: "Evidence downloaded" });
  });

  it("quotes a policy as it was when the order was placed", async () => {
    const at = (day: string) => new Date(`2026-0${day}T00:00:00Z`);
    await shop.db.execute(sql`insert into content_version (file, version, text, author, at) values
      ('pages/refund-policy.md', 1, 'seven days', '', ${at("3-01").toISOString()}),
      ('pages/refund-policy.md', 2, 'ten days', 'Asha', ${at("3-01").toISOString()}),
      ('pages/refund-policy.md', 3, 'two weeks', 'Asha', ${at("5-01").toISOString()})`);
    const texts = ["2-01", "4-01", "6-01"].map((day) => readDocumentAt(shop.db, "refund-policy", at(day)));
    expect((await Promise.all(texts)).map(({ text }) => text)).toEqual(["seven days", "ten days", "two weeks"]);
  });

  it("quotes a policy without the targets of its links", async () => {
    const { order = "" } = await disputed();
    const text =
      "---\ntitle: Terms\nsummary: S.\n---\n\n## Returns\n\nSee [our policy](/refund-plocy).\n\n- [Ask us](/contact)\n";
    await shop.db.execute(sql`insert into content_version (file, version, text, author, at)
      values ('pages/terms-conditions.md', 1, ${text}, '', now())`);
    const { sections } = await policy(
      shop.db,
      "terms-conditions",
      await findAnyOrder(shop.db, order),
      readShopSettings({}),
    );
    expect(sections.at(-1)).toEqual({ heading: "Returns", paragraphs: ["See our policy.", "• Ask us"] });
  });

  it("that is lost shows what it took and its fee, and changes neither order, refunds nor invoices", async () => {
    const dispute = await disputed();
    const books = () =>
      rowsOf(
        shop,
        sql`select state, total_paise, version, (select count(*)::int from refund where order_id = customer_order.id) as refunds,
          (select count(*)::int from credit_note where order_id = customer_order.id) as notes from customer_order where number = ${dispute.order}`,
      );
    const before = await books();
    await changed(dispute, "lost");
    await vi.waitFor(
      async () => expect(await read(dispute)).toMatchObject({ state: "lost", deducted: 1000, fee: null }),
      soon,
    );
    // 500 rupees and 18 % GST on them.
    await shop.db.execute(sql`insert into settled_item (provider, settlement_id, item_id, kind, provider_payment_id, amount_paise, credit_paise,
      debit_paise, fee_paise, tax_paise, utr, settled_at, receipt, provider_dispute_id)
      values ('razorpay', 'setl_lost', 'adj_lost', 'other', ${dispute.providerPaymentId}, 100000, 0, 159000, 59000, 9000, 'utr', now(), null, ${dispute.providerId})`);
    expect((await read(dispute)).fee).toBe(590);
    const { lostDisputes, settlements } = (await owner.send("GET", "/reports/settlements")).body.data;
    expect(lostDisputes).toEqual({ count: 1, deducted: 1000, fees: 590 });
    expect(settlements).toMatchObject([{ id: "setl_lost", other: -1000, fees: 590, net: -1590 }]);
    expect(await books()).toEqual(before);
    const { status } = await owner.send("PATCH", `/disputes/${dispute._id}`, { version: 1, explanation: "Too late" });
    expect(status).toBe(409);
  });

  it("that is won or closed is listed there", async () => {
    const [won, closed] = [await disputed(), await disputed()];
    await changed(won, "won");
    await changed(closed, "closed");
    await vi.waitFor(async () => {
      expect((await listed("won")).map(({ _id }: { _id: string }) => _id)).toEqual([won._id]);
      expect((await listed("closed")).map(({ _id }: { _id: string }) => _id)).toEqual([closed._id]);
    }, soon);
  });

  it("blocks refunds of its payment while it is open and once it is lost, and no longer when it is won", async () => {
    const dispute = await disputed();
    const { order: number } = dispute;
    const order = async () => (await owner.send("GET", `/orders/${number}`)).body.data;
    const act = async (action: string, body: object) =>
      owner.send("POST", `/orders/${number}/${action}`, { version: (await order()).version, ...body });
    expect((await order()).disputes).toEqual([
      {
        _id: dispute._id,
        state: "open",
        amount: 1000,
        respondBy: dispute.respondBy,
        submittedAt: null,
        barsRefund: true,
      },
    ]);
    const refunds: [string, object][] = [
      ["goodwill", { amount: 50, reason: "Late." }],
      ["cancel", { reason: "Sold out." }],
      ["cancel", { reason: "Sold out.", preview: true }],
    ];
    const codes = async () => {
      const responses = [];
      for (const [action, body] of refunds) responses.push(await act(action, body));
      return responses.map(({ status, body }) => [status, body.code]);
    };
    expect(await codes()).toEqual(refunds.map(() => [409, "payment_disputed"]));
    // What would be refused is not offered, neither to staff nor to the customer.
    expect((await order()).actions).not.toContain("cancel");
    await changed(dispute, "under_review");
    await vi.waitFor(async () => expect((await read(dispute)).state).toBe("under_review"), soon);
    expect(await codes()).toEqual(refunds.map(() => [409, "payment_disputed"]));
    expect((await order()).refunds).toEqual([]);
    await changed(dispute, "won");
    await vi.waitFor(async () => expect((await read(dispute)).state).toBe("won"), soon);
    expect((await order()).disputes[0]).toMatchObject({ state: "won", barsRefund: false });
    expect((await act("goodwill", { amount: 50, reason: "Late." })).status).toBe(200);

    const lost = await disputed();
    await changed(lost, "lost");
    await vi.waitFor(async () => expect((await read(lost)).state).toBe("lost"), soon);
    const { version } = (await owner.send("GET", `/orders/${lost.order}`)).body.data;
    const goodwill = { version, amount: 50, reason: "Late." };
    const refused = await owner.send("POST", `/orders/${lost.order}/goodwill`, goodwill);
    expect([refused.status, refused.body.code]).toEqual([409, "payment_disputed"]);
    expect(refused.body.message).toMatch(/lost/);
  });

  it("that is lost lets staff cancel the whole order, with a credit note and without a second refund", async () => {
    const asha = await shoppers.buyer({ [attar]: 2 });
    const lost = await disputed(asha);
    const { order: number } = lost;
    // The bank decides for the customer about a part only.
    await shop.db.execute(sql`update sandbox.payment_entity set body = jsonb_set(body, '{amount}', '150000')
      where id = ${lost.providerId}`);
    await changed(lost, "lost");
    await vi.waitFor(async () => expect((await read(lost)).state).toBe("lost"), soon);
    const stock = await shoppers.stockOf(attar);
    expect((await asha.get(`order/${number}`)).body.data).toMatchObject({ canCancel: false, canCancelUnits: false });
    const byCustomer = await asha.post(`order/${number}/cancel`);
    expect([byCustomer.status, byCustomer.body.code]).toEqual([409, "payment_disputed"]);
    expect(byCustomer.body.message).toMatch(/^Your bank .* write to us/);
    const cancel = async (body: object) =>
      owner.send("POST", `/orders/${number}/cancel`, {
        version: (await owner.send("GET", `/orders/${number}`)).body.data.version,
        reason: "The bank has taken the payment back.",
        ...body,
      });
    const part = await cancel({ lines: [{ position: 0, quantity: 1 }] });
    expect([part.status, part.body.code]).toEqual([409, "payment_disputed"]);
    expect(part.body.message).toMatch(/cancel the whole order/);
    const preview = await cancel({ preview: true });
    expect(preview.body.data.effect).toMatchObject({ credited: 2000, refunded: 500, returnedByBank: 1500 });
    const { body } = await cancel({});
    expect(body.data.effect).toMatchObject({ credited: 2000, refunded: 500, returnedByBank: 1500 });
    expect(body.data.order).toMatchObject({
      state: "cancelled",
      refunds: [{ amount: 500 }],
      creditNotes: [{ amount: 2000 }],
    });
    expect(body.data.order.history.map(({ note }: { note: string }) => note).join(" ")).toContain("returned ₹1,500");
    const note = statementsOf(await creditNoteOf(shop.db, await findAnyOrder(shop.db, number ?? "")));
    expect(note.slice(-2)).toEqual([
      { label: "Refunded to", text: expect.stringMatching(/ \(₹500\.00\)$/) },
      { label: "Returned by the bank", text: "₹1,500.00, after a dispute of the payment" },
    ]);
    expect(await shoppers.stockOf(attar)).toBe((stock ?? 0) + 2);
    const { text } = await shoppers.people.mailAbout(asha.email, `Your order ${number} has been cancelled`);
    expect(text.replace(/\s+/g, " ")).toMatch(/Your bank has already returned ₹1,500 to you\. We’re refunding ₹500 to/);
  });

  it("holds a refund that was requested before, and drops or sends it when the bank has decided", async () => {
    /** Requests a refund of a payment with an open dispute, as if it had been requested before and not sent yet. */
    const requestRefundOf = async (buyer: Buyer) => {
      const dispute = await disputed(buyer);
      const [paid] = await rowsOf<{ id: number; order_id: number }>(
        shop,
        sql`select id, order_id from payment where provider_payment_id = ${dispute.providerPaymentId}`,
      );
      const { id: paymentId = 0, order_id: orderId = 0 } = paid ?? {};
      const payment = { orderId, paymentId, amountPaise: paise(100_000) };
      await requestRefund(
        shop.db,
        payment,
        { reason: "goodwill", upToPaise: paise(10_000), note: "Late." },
        new Date(),
      );
      const refund = async () =>
        (
          await rowsOf(
            shop,
            sql`select state, last_error as error, amount_paise as amount from refund where payment_id = ${paymentId}`,
          )
        )[0];
      const atProvider = () =>
        rowsOf(
          shop,
          sql`select id from sandbox.payment_entity where kind = 'refund' and body ->> 'payment_id' = ${dispute.providerPaymentId}`,
        );
      const isHeld = {
        state: "requested",
        amount: 10_000,
        error: expect.stringMatching(/^Held while the bank decides/),
      };
      await vi.waitFor(async () => expect(await refund()).toEqual(isHeld), soon);
      expect(await atProvider()).toEqual([]);
      const { refunds } = (await buyer.get(`order/${dispute.order}`)).body.data;
      expect(refunds).toMatchObject([{ amount: 100, state: "held" }]);
      return { dispute, refund, atProvider };
    };
    const won = await requestRefundOf(await shoppers.buyer({ [attar]: 1 }));
    const asha = await shoppers.buyer({ [attar]: 1 });
    const lost = await requestRefundOf(asha);
    await changed(won.dispute, "won");
    await changed(lost.dispute, "lost");
    await vi.waitFor(async () => expect(await won.refund()).toMatchObject({ state: "processed", error: null }), soon);
    await vi.waitFor(async () => expect(await lost.refund()).toBeUndefined(), soon);
    expect([await won.atProvider(), await lost.atProvider()]).toMatchObject([[{}], []]);
    const { text } = await shoppers.people.mailAbout(
      asha.email,
      `About the refund for your order ${lost.dispute.order}`,
    );
    expect(text.replace(/\s+/g, " ")).toContain("Your bank has already returned ₹1,000 to you");
    const { history } = (await owner.send("GET", `/orders/${lost.dispute.order}`)).body.data;
    expect(history).toContainEqual(expect.objectContaining({ title: "Refund dropped", by: "Payment provider" }));
  });

  it("that does not exist is not found, and packers see none", async () => {
    expect((await owner.send("GET", "/disputes/999999")).status).toBe(404);
    expect((await owner.send("GET", "/disputes/999999/evidence.zip")).status).toBe(404);
    expect((await owner.send("PATCH", "/disputes/999999", { version: 1, submitted: true })).status).toBe(404);
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("GET", "/disputes")).body.code).toBe("permission_missing");
  });
});
