/** Cash on delivery: orders of which some items are cancelled before they are sent, and the owner's lists. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Buyer, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { askAdmin, performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({
    environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49", CASH_EXCLUDED_PINCODES: "2260" },
  });
  buyers = buyersOf(shop);
});
afterAll(() => shop?.close());

const PUNE = { street: "12 Rose Lane", city: "Pune", state: "Maharashtra", pincode: "411001" };

async function confirmed(buyer: Buyer): Promise<string> {
  const { orderNumber } = (await buyer.post("cash-order", { address: PUNE })).body.data;
  const { text } = await buyers.people.mailAbout(buyer.email, `Confirm your order ${orderNumber}`);
  const code = /^ {4}(\d{6})$/m.exec(text)?.[1];
  expect((await buyer.post(`cash-order/${orderNumber}/confirm`, { code })).status).toBe(200);
  return orderNumber;
}

describe("cancelling some items of an order for cash", () => {
  it("prices the rest alone, with the fee, and so what is invoiced and collected at the door", async () => {
    const attar = await buyers.sell({ title: "Attar", pricePaise: 50_000, stock: 10 });
    const soap = await buyers.sell({ title: "Soap", pricePaise: 30_000, gstPercent: 5, stock: 10 });
    await askAdmin(shop, "createOffer --name Tenth --kind percentage --percent 10 --codes TENTH");
    const asha = await buyers.buyer({ [attar]: 3, [soap]: 1 });
    await asha.post("cart/code", { code: "TENTH" });
    const number = await confirmed(asha);
    const cancel = (position: number) => asha.post(`order/${number}/cancel`, { lines: [{ position, quantity: 1 }] });
    const read = async () => (await asha.get(`order/${number}`)).body.data;

    // 1500 + 300 − 180 + 49; then 1000 + 300 − 130 + 49, of it 49 × 1000 / 1300 = 37.69 of the fee for the attars.
    expect(await read()).toMatchObject({ totalPrice: 1669, canCancelUnits: true });
    const once = (await cancel(0)).body.data;
    expect(once).toMatchObject({
      state: "processing",
      subtotal: 1300,
      totalDiscount: 130,
      fees: 49,
      totalPrice: 1219,
      offers: [{ name: "Tenth", discount: 130 }],
      items: [{ quantity: 2 }, { quantity: 1 }],
      remaining: [{ quantity: 2, amount: 937.69 }, { amount: 281.31 }],
      creditNotes: [],
      refunds: [],
    });
    expect(once.timeline.at(-1).note).toContain("Cancelled: 1 × Attar");
    expect(once.timeline.at(-1).note).toContain("The total is now ₹1,219.");
    const { text } = await buyers.people.mailAbout(asha.email, `Part of your order ${number} has been cancelled`);
    expect(text).toContain("You’ll pay ₹1,219 to the courier.");
    expect(await buyers.stockOf(attar)).toBe(8);

    // An item that is cancelled as a whole is no longer part of the order.
    expect((await cancel(1)).body.data).toMatchObject({ totalPrice: 949, fees: 49, items: [{ quantity: 2 }] });
    expect(await buyers.stockOf(soap)).toBe(10);
    expect((await cancel(1)).body).toMatchObject({ errors: [{ message: "This item isn’t part of the order." }] });
    expect(await askAdmin(shop, "readOffer 1")).toMatchObject({ uses: 1, discount: 100 });

    expect((await actOnOrder(shop, `ship ${number} --awb AMEND1 --courier Delhivery`)).code).toBe(0);
    expect((await actOnOrder(shop, `deliver ${number}`)).code).toBe(0);
    expect(
      await rowsOf(
        shop,
        sql`select p.amount_paise from payment p join customer_order o on o.id = p.order_id where o.number = ${number}`,
      ),
    ).toEqual([{ amount_paise: 94_900 }]);
    expect((await read()).canCancelUnits).toBe(false);
  });

  it("cancels the order with the last of them, and the offer can be used again", async () => {
    const attar = await buyers.sell({ stock: 10 });
    const asha = await buyers.buyer({ [attar]: 2 });
    const number = await confirmed(asha);
    const cancel = (quantity: number) => asha.post(`order/${number}/cancel`, { lines: [{ position: 0, quantity }] });
    expect((await cancel(1)).body.data).toMatchObject({ totalPrice: 549, fees: 49 });
    expect((await cancel(2)).body.errors).toMatchObject([{ message: expect.stringMatching(/^Please choose 1 to 1/) }]);
    expect((await cancel(1)).body.data).toMatchObject({ state: "cancelled" });
    expect(await buyers.stockOf(attar)).toBe(10);
  });
});

describe("the owner's lists", () => {
  const list = (who: string, list: "blocked" | "allowed") =>
    performCommand(shop, `admin addCashListing --subject ${who} --list ${list} --reason Refusals`);
  const problemFor = async (buyer: Buyer, pincode = "411001") =>
    (await buyer.get(`checkout?pincode=${pincode}`)).body.data.cashOnDelivery.problem;
  const BLOCKED = "Cash on delivery isn’t available for this order. Please pay online.";

  it("block and allow by email, mobile number and pincode, the customer before the pincode", async () => {
    const asha = await buyers.buyer({ [await buyers.sell()]: 1 });
    await shop.db.execute(sql`update customer set mobile = '9000012345' where email = ${asha.email}`);
    expect(await problemFor(asha)).toBeNull();
    expect((await list("411-001", "blocked")).code).toBe(0);
    expect(await problemFor(asha)).toBe(BLOCKED);
    expect((await asha.post("cash-order", { address: PUNE })).body).toMatchObject({
      code: "cash_not_available",
      message: BLOCKED,
    });
    await list("+919000012345", "allowed");
    expect(await problemFor(asha)).toBeNull();
    // Also where the shop's settings exclude the pincode.
    expect(await problemFor(asha, LUCKNOW.pincode)).toBeNull();
    await list(asha.email.toUpperCase(), "blocked");
    expect(await problemFor(asha)).toBe(BLOCKED);
    const { out } = await performCommand(shop, "admin listCashListings --list blocked");
    expect(out).toMatch(/411001 .*Refusals/);
    for (const who of [asha.email, "9000012345", "411001"]) await askAdmin(shop, `removeCashListing ${who}`);
    expect((await performCommand(shop, "admin listCashListings --list blocked")).out).toBe("None.\n");
    expect(await list("nobody", "blocked")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Please enter an email, a mobile number"),
    });
  });

  it("block another email of the same mailbox, too, and allow only the one that they name", async () => {
    const product = await buyers.sell();
    const asha = await buyers.buyer({ [product]: 1 }, { email: "asha+second@mail.example" });
    await list("asha@mail.example", "blocked");
    expect(await problemFor(asha)).toBe(BLOCKED);
    await askAdmin(shop, "removeCashListing asha@mail.example");
    await list("asha@mail.example", "allowed");
    expect(await problemFor(asha)).toBeNull();
    await list("411001", "blocked");
    expect(await problemFor(asha)).toBe(BLOCKED);
    for (const who of ["asha@mail.example", "411001"]) await askAdmin(shop, `removeCashListing ${who}`);
  });
});
