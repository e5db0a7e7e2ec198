/** Couriers collect whole rupees: the total of an order for cash on delivery is rounded down, by a discount that its invoice states. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAddressLabel } from "../../server/orders/fulfilment/address-label.ts";
import { findAnyOrder } from "../../server/orders/orders/find-order.ts";
import { invoiceOf } from "../../server/orders/orders/invoice/read-invoice.ts";
import { BENGALURU, type Buyer, buyersOf, signedProof } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop({
    environment: {
      CASH_ON_DELIVERY: "true",
      CASH_FEE_RUPEES: "49",
      CASH_MAX_RUPEES: "20000",
      CASH_ADVANCE: "20%",
      CASH_ADVANCE_FROM_RUPEES: "5000",
    },
  });
  buyers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  await askAdmin(shop, "createOffer --name Tenth --kind percentage --percent 10 --codes TENTH");
  await askAdmin(shop, "createOffer --name Fifth --kind percentage --percent 20 --codes FIFTH");
});
afterAll(() => shop?.close());

/** An attar of ₹450 and two soaps of ₹162.50 at 5 %, with 10 % off: ₹697.50, and ₹746.50 with the fee. */
async function inCart(): Promise<Buyer> {
  const attar = await buyers.sell({ title: "Attar", pricePaise: 45_000, stock: 10 });
  const soap = await buyers.sell({ title: "Soap", pricePaise: 16_250, gstPercent: 5, stock: 10 });
  const asha = await buyers.buyer({ [attar]: 1, [soap]: 2 });
  await asha.post("cart/code", { code: "TENTH" });
  return asha;
}
async function confirmed() {
  const asha = await inCart();
  const placed = (await asha.post("cash-order", { address: BENGALURU, total_price: 746 })).body.data;
  const number: string = placed.orderNumber;
  expect(placed.amount).toBe(746);
  const { text } = await buyers.people.mailAbout(asha.email, `Confirm your order ${number}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await asha.post(`cash-order/${number}/confirm`, { code })).status).toBe(200);
  return { asha, number };
}
const orderOf = async (buyer: Buyer, number: string) => (await buyer.get(`order/${number}`)).body.data;
const act = async (words: string) => expect(await actOnOrder(shop, words)).toMatchObject({ code: 0 });
const discountsOf = (number: string) =>
  rowsOf(
    shop,
    sql`select i.discount_paise as paise from order_item i join customer_order o on o.id = i.order_id
      where number = ${number} order by position`,
  );

describe("an order for cash", () => {
  it("costs whole rupees, and says by how much it was rounded down, in the checkout, its email and its invoice", async () => {
    const asha = await inCart();
    const checkout = async (method: string) =>
      (await asha.get(`checkout?pincode=560001&payment_method=${method}`)).body.data;
    expect(await checkout("online")).toMatchObject({ totalPrice: 697.5, totalDiscount: 77.5, rounding: 0 });
    expect(await checkout("cash_on_delivery")).toMatchObject({ totalPrice: 746, totalDiscount: 78, rounding: 0.5 });

    const { asha: rani, number } = await confirmed();
    expect(await orderOf(rani, number)).toMatchObject({
      subtotal: 775,
      totalDiscount: 78,
      rounding: 0.5,
      offers: [{ name: "Tenth", discount: 77.5 }],
      fees: 49,
      totalPrice: 746,
      balance: 746,
    });
    // Of the 0.50, 405 / 697.50 are 0.29.
    expect(await discountsOf(number)).toEqual([{ paise: 4_529 }, { paise: 3_271 }]);
    const { text } = await buyers.people.mailAbout(rani.email, `Order confirmed: ${number}`);
    expect(text).toMatch(/Rounded down\s+−₹0\.50/);
    expect(text).toMatch(/Total\s+₹746\b/);

    await act(`ship ${number} --awb ROUND1 --courier Delhivery`);
    const { total, offers } = await invoiceOf(shop.db, await findAnyOrder(shop.db, number));
    expect(total).toMatchObject({ discountPaise: 7_800, roundingPaise: 50, totalPaise: 74_600 });
    expect(offers).toEqual(["Tenth (TENTH)"]);
    await act(`deliver ${number}`);
    expect(
      await rowsOf(
        shop,
        sql`select amount_paise from payment p join customer_order o on o.id = p.order_id where number = ${number}`,
      ),
    ).toEqual([{ amount_paise: 74_600 }]);
  });

  it("is refused with a total that was shown without rounding", async () => {
    const asha = await inCart();
    const refused = await asha.post("cash-order", { address: BENGALURU, total_price: 746.5 });
    expect(refused.body).toMatchObject({ statusCode: 409, code: "price_changed" });
  });

  it("keeps its total if it is paid online, and has paise from then on", async () => {
    const { asha, number } = await confirmed();
    const link = (await asha.get(`cash-order/${number}/pay-link`)).body.data.path.replace("/pay/", "draft-orders/");
    expect((await buyers.people.get(link)).body.data).toMatchObject({
      totalPrice: 697,
      totalDiscount: 78,
      cash: { rounding: 0.5 },
    });
    const opened = (await buyers.people.post(`${link}/pay`, { total_price: 697 })).body.data;
    const proof = await asha.pay(opened);
    expect(
      (await buyers.people.post(`${link}/verify`, signedProof(opened.id, proof.razorpay_payment_id))).body.data,
    ).toMatchObject({ outcome: "paid" });
    expect(await orderOf(asha, number)).toMatchObject({ totalPrice: 697, rounding: 0.5, fees: 0 });
    // The attar and one soap cost 612.50 less 61.25.
    const cancelled = await asha.post(`order/${number}/cancel`, { lines: [{ position: 1, quantity: 1 }] });
    expect(cancelled.body.data).toMatchObject({ totalPrice: 697, refunds: [{ amount: 145.75 }] });
  });

  it("costs whole rupees after a return, too, as if what stays alone had been ordered", async () => {
    const { asha, number } = await confirmed();
    await act(`ship ${number} --awb ROUND2 --courier Delhivery`);
    await act(`deliver ${number}`);
    const lines = [{ position: 1, quantity: 1 }];
    // 612.50 less 61.25 and with the fee is 600.25.
    expect((await asha.post(`order/${number}/return/preview`, { lines })).body.data).toMatchObject({ amount: 146 });
  });
});

describe("cancelling some items of an order for cash", () => {
  it("leaves whole rupees to collect besides the advance", async () => {
    const attar = await buyers.sell({ title: "Attar", pricePaise: 549_125, stock: 10 });
    const soap = await buyers.sell({ title: "Soap", pricePaise: 25_100, gstPercent: 5, stock: 10 });
    const asha = await buyers.buyer({ [attar]: 1, [soap]: 5 });
    await asha.post("cart/code", { code: "FIFTH" });
    // 5,491.25 + 1,255 = 6,746.25, less 1,349.25 and with the fee: 5,446, of which 20 % are 1,089.20.
    const opened = await asha.order({ address: BENGALURU, advance: 1090 });
    const number = opened.orderNumber;
    expect((await asha.verify(await asha.pay(opened))).body.data).toMatchObject({ outcome: "paid" });
    expect(await orderOf(asha, number)).toMatchObject({ totalPrice: 5446, rounding: 0, balance: 4356 });

    // 5,196.20 with the fee is 5,245.20.
    const lines = [{ position: 1, quantity: 1 }];
    const preview = (await asha.post(`order/${number}/cancel/preview`, { lines })).body.data;
    expect(preview).toMatchObject({ amount: 201, balance: 4155, refund: 0, kept: 5245 });
    const cancelled = await asha.post(`order/${number}/cancel`, { lines, amount: 201 });
    expect(cancelled.body.data).toMatchObject({
      totalPrice: 5245,
      rounding: 0.2,
      offers: [{ name: "Fifth", discount: 1299.05 }],
      totalDiscount: 1299.25,
      balance: 4155,
    });
    const { text } = await buyers.people.mailAbout(asha.email, `Part of your order ${number} has been cancelled`);
    expect(text).toContain("₹4,155");
    expect((await readAddressLabel(shop.db, await findAnyOrder(shop.db, number)))?.payment).toContain("4,155");
  });

  it("leaves whole rupees by the shares that were paid, too, where the shop is at fault", async () => {
    const { asha, number } = await confirmed();
    const { version } = (await owner.send("GET", `/orders/${number}`)).body.data;
    const lines = [{ position: 1, quantity: 1 }];
    const body = { version, reason: "One is broken.", lines, keepOffers: true };
    // The soaps have 325 − 32.71 + 20.55 = 312.84, one 156.42. Of the 589.58 that stay, 0.58 go: 0.25 + 0.58 is rounding.
    const kept = await owner.send("POST", `/orders/${number}/cancel`, body);
    expect(kept.status).toBe(200);
    const { totalPrice, totalDiscount, rounding, offers, subtotal, fees } = await orderOf(asha, number);
    expect(totalPrice).toBe(589);
    expect(Math.round((subtotal - totalDiscount + fees) * 100)).toBe(58_900);
    expect(Math.round((rounding + offers[0].discount) * 100)).toBe(Math.round(totalDiscount * 100));
  });

  it("rounds an order of an older version down as well", async () => {
    const { asha, number } = await confirmed();
    await shop.db.execute(sql`
      with older as (
        update customer_order set total_paise = 74650, discount_paise = 7750, rounding_paise = 0
        where number = ${number} returning id
      ), items as (
        update order_item set discount_paise = discount_paise - case position when 0 then 29 else 21 end,
          taxable_paise = taxable_paise + case position when 0 then 29 else 21 end
        from older where order_id = older.id
      )
      delete from order_terms using older where order_id = older.id`);
    expect(await orderOf(asha, number)).toMatchObject({ totalPrice: 746.5, balance: 746.5 });
    await asha.post(`order/${number}/cancel`, { lines: [{ position: 1, quantity: 1 }] });
    // One soap has 162.50 − 16.25 + 10.27.
    expect(await orderOf(asha, number)).toMatchObject({ totalPrice: 589, balance: 589 });
  });
});
