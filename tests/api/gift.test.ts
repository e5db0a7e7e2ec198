/** Gifts: message, gift wrap and another receiver, from the checkout to the packing slip. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPackingSlip } from "../../server/orders/fulfilment/packing-slip.ts";
import { invoiceOf } from "../../server/orders/orders/invoice/read-invoice.ts";
import { customerOrder } from "../../server/platform/database/schema.ts";
import { clearSetting, storeSetting } from "../../server/selling/settings/settings.ts";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_FEE_RUPEES: "49" } });
  shoppers = buyersOf(shop);
  await storeSetting(shop.db, "GIFT_WRAP_RUPEES", "99");
});
afterAll(() => shop?.close());

const MEERA = { name: "Meera Nair", mobile_no: "9000012345" };
const rowOf = async (number: string) => {
  const [row] = await shop.db.select().from(customerOrder).where(eq(customerOrder.number, number));
  if (!row) throw new Error("the order was not stored");
  return row;
};

describe("a gift", () => {
  it("has its wrap in the fees, taxed with the goods, and its message and receiver wherever it goes", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const read = async (query = "") => (await asha.get(`checkout${query}`)).body.data;
    expect(await read()).toMatchObject({ giftWrap: null, fees: 0, totalPrice: 500 });
    expect(await read("?gift_wrap=true")).toMatchObject({ giftWrap: 99, fees: 99, totalPrice: 599 });

    const gift = { message: "Happy birthday, Meera!\nWith love\u0000, Asha", wrap: true, receiver: MEERA };
    const { orderNumber, amount } = await asha.buy({ address: LUCKNOW, total_price: 599, gift });
    expect(amount).toBe(59_900);
    const message = "Happy birthday, Meera!\nWith love , Asha";
    expect((await asha.get(`order/${orderNumber}`)).body.data).toMatchObject({
      subtotal: 500,
      fees: 99,
      // 599.00 × 18 / 118 = 91.373: 91.38 as two halves of 45.69
      tax: 91.38,
      totalPrice: 599,
      gift: { message, wrap: 99, receiver: MEERA },
    });

    const row = await rowOf(orderNumber);
    expect(await readPackingSlip(shop.db, row, { EWAY_BILL_RUPEES: 50_000 })).toMatchObject({
      shipTo: ["Meera Nair", "18 Ashok Marg", "Lucknow 226001", "Uttar Pradesh", "9000012345"],
      gift: { isWrapped: true, message },
    });
    const invoice = await invoiceOf(shop.db, row);
    expect(invoice).toMatchObject({
      billTo: { name: "Asha Rao" },
      shipTo: { name: "Meera Nair" },
      total: { fees: [{ label: "Gift wrap", amountPaise: 9_900 }], totalPaise: 59_900 },
    });
    const { text } = await shoppers.people.mailAbout(asha.email, `Order confirmed: ${orderNumber}`);
    expect(text).toMatch(/Gift wrap +₹99/);
    expect(text).toContain("Meera Nair");
    expect(text).toContain("Happy birthday, Meera!");

    const { out } = await performCommand(shop, `admin readAnyOrder ${orderNumber}`);
    expect(out).toMatch(/Happy birthday, Meera!/);
    expect(out).toMatch(/Meera Nair/);
    const slip = `admin printOrders --document slip --numbers ${orderNumber} --output gift.pdf`;
    expect((await performCommand(shop, slip)).code).toBe(0);
  });

  it("is part of what makes an unpaid order the same", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const placed = async (gift?: object) => (await asha.order({ address: LUCKNOW, ...(gift && { gift }) })).orderNumber;
    const plain = await placed();
    const withMessage = await placed({ message: "Enjoy!" });
    expect(withMessage).not.toBe(plain);
    expect(await placed({ message: "Enjoy!" })).toBe(withMessage);
    const toMeera = await placed({ message: "Enjoy!", receiver: MEERA });
    expect(toMeera).not.toBe(withMessage);
    expect(await placed({ message: " Enjoy! ", receiver: MEERA })).toBe(toMeera);
    expect(await placed({ message: "Enjoy!", receiver: { ...MEERA, mobile_no: "9000012346" } })).not.toBe(toMeera);
    expect(await rowOf(plain)).toMatchObject({ gift: null, feesPaise: 0 });
  });

  it.each([
    ["gift.message", { message: "x".repeat(201) }, "Please use up to 200 characters."],
    ["gift.wrap", { wrap: "yes" }, "wrap must be true or false."],
    ["gift.receiver.name", { receiver: { ...MEERA, name: " " } }, "Please enter the receiver’s name."],
    ["gift.receiver.mobile_no", { receiver: { ...MEERA, mobile_no: "12" } }, "Mobile number must be 10 digits."],
  ])("is rejected with an invalid %s", async (field, gift, message) => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    expect((await asha.init({ address: LUCKNOW, gift })).body).toMatchObject({
      code: "invalid_input",
      errors: [{ field, message }],
    });
  });
});

describe("cash on delivery", () => {
  const cash = "checkout?pincode=226001&payment_method=cash_on_delivery";

  it("pays for a wrapped gift that its customer receives, with both fees", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    expect((await asha.get(`${cash}&gift_wrap=true`)).body.data).toMatchObject({ fees: 148, totalPrice: 648 });
    const { body } = await asha.post("cash-order", { address: LUCKNOW, gift: { wrap: true } });
    expect(await rowOf(body.data.orderNumber)).toMatchObject({ feesPaise: 14_800, gift: { wrapPaise: 9_900 } });
  });

  it("is not possible for a gift to another receiver", async () => {
    const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
    const problem = "Cash on delivery isn’t available for a gift to someone else. Please pay online.";
    expect((await asha.get(`${cash}&other_receiver=true`)).body.data).toMatchObject({
      paymentMethod: "online",
      cashOnDelivery: { problem },
    });
    const { body } = await asha.post("cash-order", { address: LUCKNOW, gift: { receiver: MEERA } });
    expect(body).toMatchObject({ code: "cash_not_available", message: problem });
  });
});

it("gift wrap is neither offered nor sold without its price", async () => {
  await clearSetting(shop.db, "GIFT_WRAP_RUPEES");
  const asha = await shoppers.buyer({ [await shoppers.sell()]: 1 });
  expect((await shoppers.people.get("shop")).body.data.giftWrap).toBeNull();
  expect((await asha.get("checkout?gift_wrap=true")).body.data).toMatchObject({ giftWrap: null, fees: 0 });
  expect((await asha.init({ address: LUCKNOW, gift: { wrap: true } })).body).toMatchObject({
    statusCode: 409,
    code: "gift_wrap_not_available",
    errors: [{ field: "gift.wrap" }],
  });
});
