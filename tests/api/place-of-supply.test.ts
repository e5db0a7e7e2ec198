/** An order has one destination: the state of its pincode decides taxes, shipping and the label, whichever way its address came. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let soap: string;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_MIN_RUPEES: "1" } });
  shoppers = buyersOf(shop);
  soap = await shoppers.sell({ pricePaise: 19_900, gstPercent: 5, hsn: "34011190", stock: 500 });
});
afterAll(() => shop?.close());

const YANAM = { street: "4 Beach Road", city: "Yanam", state: "Puducherry", pincode: "533464" };
const at = (pincode: string, state: string) => ({ street: "4 Beach Road", city: "Anywhere", state, pincode });

/** The state of an order, and its taxes in paise. */
const taxedAs = async (number: string) =>
  (
    await rowsOf(
      shop,
      sql`select shipping_address ->> 'state' as state, cgst_paise, sgst_paise, igst_paise
        from customer_order join order_item on order_id = customer_order.id where number = ${number}`,
    )
  )[0];
// 5 % within ₹199: 199 × 5 / 105 = 9.48, halves of 4.74.
const HALVES = { cgst_paise: 474, sgst_paise: 474, igst_paise: 0 };
const WHOLE = { cgst_paise: 0, sgst_paise: 0, igst_paise: 948 };

describe("an order", () => {
  it.each([
    ["560001", "Karnataka", "Karnataka", WHOLE],
    ["560001", "karnatka", "Karnataka", WHOLE],
    ["560001", "Kewraland", "Karnataka", WHOLE],
    ["560 001", "Bangalore", "Karnataka", WHOLE],
    ["५६०-००१", "कर्नाटक", "Karnataka", WHOLE],
    ["600001", "Tamilnadu", "Tamil Nadu", WHOLE],
    ["226001", "Uttarpradesh", "Uttar Pradesh", HALVES],
    ["226001", "U P", "Uttar Pradesh", HALVES],
    ["110001", "NCT of Delhi", "Delhi", WHOLE],
    ["533464", "Pondicherry", "Puducherry", WHOLE],
    ["533464", "AP", "Andhra Pradesh", WHOLE],
    ["247662", "UP", "Uttar Pradesh", HALVES],
    ["247662", "Uttaranchal", "Uttarakhand", WHOLE],
    // The table ages: of a pincode that is not in it, the typed state decides.
    ["226999", "Uttar pradesh", "Uttar Pradesh", HALVES],
    ["012345", "Orissa", "Odisha", WHOLE],
  ])("to %s, %s goes to %s, and is taxed there", async (pincode, typed, state, taxes) => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const { orderNumber } = await buyer.order({ address: at(pincode, typed) });
    expect(await taxedAs(orderNumber)).toEqual({ state, ...taxes });
  });

  it.each([
    ["560001", "Uttar Pradesh", "state_differs", "560001 is in Karnataka. Please check the pincode and the state."],
    ["226001", "Goa", "state_differs", "226001 is in Uttar Pradesh. Please check the pincode and the state."],
    [
      "533464",
      "Kerala",
      "state_differs",
      "533464 may be in Andhra Pradesh or Puducherry. Please check the pincode and the state.",
    ],
    [
      "533464",
      "India",
      "state_unknown",
      "533464 may be in Andhra Pradesh or Puducherry. Please enter one of these states.",
    ],
    ["000000", "Atlantis", "state_unknown", "We don’t know the pincode 000000, nor the state. Please check both."],
  ])("to %s, %s is not placed", async (pincode, typed, code, message) => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const address = at(pincode, typed);
    const error = { status: 422, body: { code, message, errors: [{ field: "address.state", message }] } };
    expect(await buyer.init({ address })).toMatchObject(error);
    expect(await buyer.post("cash-order", { address })).toMatchObject(error);
    const gift = { receiver: { name: "Bela", mobile_no: "9845012345" } };
    expect(await buyer.init({ address, gift })).toMatchObject(error);
    expect(await buyer.init({ address: LUCKNOW, billing_address: address })).toMatchObject({
      status: 422,
      body: { code, errors: [{ field: "billing_address.state", message }] },
    });
    expect(await rowsOf(shop, sql`select 1 from customer_order where customer_id = ${buyer.id}`)).toEqual([]);
    const saved = { status: 422, body: { code, errors: [{ field: "state", message }] } };
    expect(await buyer.post("user/address", address)).toMatchObject(saved);
    const { body: kept } = await buyer.post("user/address", LUCKNOW);
    const path = `user/address/${kept.data._id}`;
    const changed = await shoppers.people.send("PATCH", path, address, { token: buyer.token });
    expect(changed).toMatchObject(saved);
    expect((await buyer.get("user/address")).body.data).toMatchObject([LUCKNOW]);
    const support = await signInAs(shop, "Support");
    const items = [{ sku: `thing-1`, quantity: 1 }];
    const draft = { email: buyer.email, name: "Bela Rao", mobile_no: "9845012345", address, items, message: "" };
    expect(await support.send("POST", "/draft-orders", draft)).toMatchObject(error);
  });

  it("for cash has the destination of any other", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const { body } = await buyer.post("cash-order", { address: at("560001", "bengaluru, KA") });
    expect(await taxedAs(body.data.orderNumber)).toMatchObject({ state: "Karnataka", ...WHOLE });
  });
});

describe("staff", () => {
  /** A confirmed order for cash, which is invoiced when it is shipped. */
  async function confirmed() {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const number = (await buyer.post("cash-order", { address: LUCKNOW })).body.data.orderNumber;
    const { text } = await shoppers.people.mailAbout(buyer.email, `Confirm your order ${number}`);
    const { status } = await buyer.post(`cash-order/${number}/confirm`, { code: /^ {4}(\d{6})$/m.exec(text)?.[1] });
    expect(status).toBe(200);
    return number;
  }
  async function change(number: string, changes: object) {
    const support = await signInAs(shop, "Support");
    const { version } = (await support.send("GET", `/orders/${number}`)).body.data;
    return support.send("PATCH", `/orders/${number}/address`, { version, ...changes });
  }

  it("corrects the state of an order before its invoice, at the same total", async () => {
    const number = await confirmed();
    expect(await taxedAs(number)).toEqual({ state: "Uttar Pradesh", ...HALVES });
    const before = await rowsOf(shop, sql`select total_paise from customer_order where number = ${number}`);
    // A new pincode brings its state.
    const moved = await change(number, { pincode: "560 001", city: "Bengaluru" });
    expect(moved.body.data.shippingAddress).toMatchObject({ pincode: "560001", state: "Karnataka" });
    expect(await taxedAs(number)).toEqual({ state: "Karnataka", ...WHOLE });
    expect((await change(number, { state: "UP" })).body).toMatchObject({
      code: "state_differs",
      errors: [{ field: "state" }],
    });
    // Of a pincode that two states share, the state that it has.
    expect((await change(number, { pincode: "247662" })).body).toMatchObject({ errors: [{ field: "state" }] });
    await change(number, { pincode: "247662", state: "Uttar Pradesh" });
    expect(await taxedAs(number)).toEqual({ state: "Uttar Pradesh", ...HALVES });
    await change(number, { state: "Uttaranchal" });
    expect(await taxedAs(number)).toEqual({ state: "Uttarakhand", ...WHOLE });
    expect(await rowsOf(shop, sql`select total_paise from customer_order where number = ${number}`)).toEqual(before);
  });

  it("leaves an invoiced order in its state, and says what to do", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const { orderNumber } = await buyer.buy({ address: LUCKNOW });
    const { body } = await change(orderNumber, { pincode: "560001", state: "Karnataka" });
    expect(body).toMatchObject({ code: "state_differs", errors: [{ field: "state" }] });
    expect(body.message).toMatch(
      /^Invoice KW\S+ has the taxes of Uttar Pradesh, not of Karnataka, .+ Cancel the order/,
    );
    expect(await taxedAs(orderNumber)).toEqual({ state: "Uttar Pradesh", ...HALVES });
    expect((await change(orderNumber, { pincode: "226002" })).status).toBe(200);
  });

  it("corrects the state of an invoice that an earlier release issued without one", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    const { orderNumber } = await buyer.buy({ address: BENGALURU });
    const typed = JSON.stringify({ ...BENGALURU, state: "Kewraland", pincode: "999999" });
    await shop.db.execute(sql`update customer_order set shipping_address = ${typed} where number = ${orderNumber}`);
    expect((await change(orderNumber, { state: "Uttar Pradesh" })).body.code).toBe("state_differs");
    expect((await change(orderNumber, { state: "Karnataka" })).status).toBe(200);
    expect(await taxedAs(orderNumber)).toEqual({ state: "Karnataka", ...WHOLE });
  });
});

describe("an address of the book", () => {
  it("is saved by the proper name of its state", async () => {
    const buyer = await shoppers.buyer();
    const { body } = await buyer.post("user/address", { ...YANAM, state: "pondichery" });
    expect(body.data).toMatchObject(YANAM);
    // A second press finds it.
    await buyer.post("user/address", { ...YANAM, state: "Pondicherry" });
    expect((await buyer.get("user/address")).body.data).toHaveLength(1);
  });

  it("that an earlier release stored is used by the proper name of its state, and told where it contradicts itself", async () => {
    const buyer = await shoppers.buyer({ [soap]: 1 });
    await shop.db.execute(sql`insert into address (customer_id, street, city, state, pincode)
      values (${buyer.id}, '1 Old Road', 'Lucknow', 'Uttarpradesh', '226001'), (${buyer.id}, '2 Old Road', 'Bengaluru', 'UP', '560001')`);
    const [first, second] = (await buyer.get("user/address")).body.data;
    const { _id: _, isDefault: __, ...address } = first;
    const { orderNumber } = await buyer.order({ address });
    expect(await taxedAs(orderNumber)).toEqual({ state: "Uttar Pradesh", ...HALVES });
    expect((await buyer.init({ address: { ...BENGALURU, state: second.state } })).body.code).toBe("state_differs");
  });
});
