/** Every parcel has a number that the courier can call: the order's own, the account's, or the one of its payment; else staff adds it. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let support: Awaited<ReturnType<typeof signInAs>>;
let product: string;

beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_MIN_RUPEES: "1" } });
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
  support = await signInAs(shop, "Support");
  product = await shoppers.sell({ pricePaise: 11_800, stock: 500 });
});
afterAll(() => shop?.close());

/** A customer with a cart, whose account has this number. */
async function buyerWith(mobile: string) {
  const buyer = await shoppers.buyer({ [product]: 1 });
  await shop.db.execute(sql`update customer set mobile = ${mobile} where id = ${buyer.id}`);
  return buyer;
}
const phoneOf = async (number: string) =>
  (await rowsOf<{ mobile: string }>(shop, sql`select mobile from customer_order where number = ${number}`))[0]?.mobile;
const read = async (number: string) => (await packer.send("GET", `/orders/${number}`)).body.data;
const setPhone = async (
  number: string,
  mobile: string,
  { staff = packer, version = undefined as number | undefined } = {},
) => staff.send("PATCH", `/orders/${number}/phone`, { version: version ?? (await read(number)).version, mobile });
/** A paid order whose payment brought no number. */
async function withoutPhone() {
  const buyer = await buyerWith("");
  const { orderNumber } = await buyer.buy({ address: LUCKNOW });
  await shop.db.execute(sql`update customer_order set mobile = '' where number = ${orderNumber}`);
  return { buyer, number: orderNumber };
}

describe("an order's number", () => {
  it("is what the request says, however it is written, else the account's", async () => {
    const buyer = await buyerWith("9811098110");
    expect(await phoneOf((await buyer.order({ address: LUCKNOW })).orderNumber)).toBe("9811098110");
    const { orderNumber } = await buyer.order({ address: LUCKNOW, mobile_no: "+91-09845012345" });
    expect(await phoneOf(orderNumber)).toBe("9845012345");
    // The address stays as stated.
    const [stored] = await rowsOf(shop, sql`select shipping_address from customer_order where number = ${orderNumber}`);
    expect(stored).toEqual({ shipping_address: LUCKNOW });
    for (const [mobile_no, message] of [
      ["98450123456", "Mobile number must be 10 digits."],
      ["0984501234", "Please enter an Indian mobile number. It begins with 6, 7, 8 or 9."],
    ])
      expect(await buyer.init({ address: LUCKNOW, mobile_no })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "mobile_no", message }] },
      });
  });

  it.each(["", "0984501234"])(
    "is the payment's contact where the account has %j",
    {
      meta: { requirements: "S3.45, S7.49" },
    },
    async (mobile) => {
      const buyer = await buyerWith(mobile);
      const opened = await buyer.order({ address: LUCKNOW });
      expect(await phoneOf(opened.orderNumber)).toBe("");
      await buyer.verify(await buyer.pay(opened));
      // The sandbox's buyer gives +919000090000.
      expect(await phoneOf(opened.orderNumber)).toBe("9000090000");
    },
  );

  it("is not replaced by the payment's", async () => {
    const buyer = await buyerWith("9811098110");
    const { orderNumber } = await buyer.buy({ address: LUCKNOW });
    expect(await phoneOf(orderNumber)).toBe("9811098110");
  });

  it("changes with the request while the order is unpaid", async () => {
    const buyer = await buyerWith("");
    const first = await buyer.order({ address: LUCKNOW, mobile_no: "9845012345" });
    const second = await buyer.order({ address: LUCKNOW, mobile_no: "9845012346" });
    expect(await phoneOf(second.orderNumber)).toBe("9845012346");
    expect(second.orderNumber).not.toBe(first.orderNumber);
  });

  it("is required for cash, since no payment brings one, except of a gift's receiver", async () => {
    const buyer = await buyerWith("");
    expect(await buyer.post("cash-order", { address: LUCKNOW })).toMatchObject({
      status: 422,
      body: { code: "mobile_required", errors: [{ field: "mobile_no" }] },
    });
    const { body } = await buyer.post("cash-order", { address: LUCKNOW, mobile_no: "৯৮৪৫০১২৩৪৫" });
    expect(await phoneOf(body.data.orderNumber)).toBe("9845012345");
  });
});

describe("an address of the book", () => {
  it("has a number of its own, which an address without one leaves as it is", async () => {
    const buyer = await buyerWith("");
    const saved = await buyer.post("user/address", { ...LUCKNOW, mobile_no: "09845012345" });
    expect(saved.body.data).toMatchObject({ ...LUCKNOW, mobile_no: "9845012345" });
    expect((await buyer.post("user/address", LUCKNOW)).body.data).toMatchObject({ mobile_no: "9845012345" });
    const change = (body: object) =>
      shoppers.people.send("PATCH", `user/address/${saved.body.data._id}`, body, { token: buyer.token });
    expect((await change(LUCKNOW)).body.data.mobile_no).toBe("9845012345");
    expect((await change({ ...LUCKNOW, mobile_no: "" })).body.data.mobile_no).toBe("");
    expect((await change({ ...LUCKNOW, mobile_no: "5999999999" })).body.errors).toMatchObject([{ field: "mobile_no" }]);
  });
});

describe("the profile", () => {
  /** Sends the profile form. */
  const save = ({ token }: { token: string }, fields: Record<string, string>) => {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--form\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const headers = { "content-type": "multipart/form-data; boundary=form" };
    return shoppers.people.send("POST", "user/update", Buffer.from(`${parts.join("")}--form--\r\n`), {
      token,
      headers,
    });
  };

  it("is saved with a wrong number of an earlier release, but with no other wrong one", async () => {
    const buyer = await buyerWith("0984501234");
    expect((await save(buyer, { name: "Asha Rao", mobile_no: "0984501234" })).status).toBe(200);
    expect(await save(buyer, { name: "Bela Rao", mobile_no: "0984501235" })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "mobile_no" }] },
    });
    expect((await buyer.get("user")).body.data).toMatchObject({ name: "Asha Rao", mobile_no: "0984501234" });
    expect((await save(buyer, { name: "Bela Rao", mobile_no: "0091 98450 12345" })).status).toBe(200);
    expect((await buyer.get("user")).body.data).toMatchObject({ name: "Bela Rao", mobile_no: "9845012345" });
  });
});

describe("an order without a number", () => {
  it("is counted on Home, listed, and gets one from a packer until its parcel leaves", async () => {
    const { number } = await withoutPhone();
    const waiting = async () =>
      (await packer.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "no_phone")
        .count;
    const missing = async () => (await packer.send("GET", "/orders?phone=missing")).body.data.orders;
    expect(await waiting()).toBe(1);
    expect(await missing()).toMatchObject([{ number, lacksPhone: true }]);
    await actOnOrder(shop, `pack ${number}`);
    expect(await waiting()).toBe(1);

    expect((await setPhone(number, "112")).body.errors).toMatchObject([{ field: "mobile" }]);
    const { version } = await read(number);
    expect((await setPhone(number, "+91 98450 12345")).body.data).toMatchObject({ mobile: "9845012345" });
    // A colleague who began before does not overwrite it.
    expect((await setPhone(number, "9845012346", { version })).status).toBe(409);
    expect(await waiting()).toBe(0);
    expect(await missing()).toEqual([]);
    expect((await read(number)).history[0]).toMatchObject({ title: "Phone number changed", by: "Packer Rao" });

    await actOnOrder(shop, `ship ${number} --awb PHONE-1 --courier Delhivery`);
    expect((await setPhone(number, "9845012347")).body.code).toBe("wrong_order_state");
    expect((await read(number)).canChangePhone).toBe(false);
  });

  it("gets none from members who may not send parcels", async () => {
    const { number } = await withoutPhone();
    expect((await setPhone(number, "9845012345", { staff: support })).body.code).toBe("permission_missing");
  });

  it("that is a gift gets the receiver's", async () => {
    const buyer = await buyerWith("");
    const gift = { receiver: { name: "Bela", mobile_no: "09845012345" } };
    const opened = await buyer.order({ address: LUCKNOW, gift });
    await buyer.verify(await buyer.pay(opened));
    const number = opened.orderNumber;
    expect((await read(number)).gift.receiver).toEqual({ name: "Bela", mobile_no: "9845012345" });
    const changed = await setPhone(number, "9845012399");
    expect(changed.body.data).toMatchObject({ gift: { receiver: { name: "Bela", mobile_no: "9845012399" } } });
    expect(await phoneOf(number)).toBe("9000090000");
  });
});
