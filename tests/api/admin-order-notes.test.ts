/** Staff writes notes about an order and changes its address, and nobody overwrites anybody. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENGALURU, buyersOf } from "./buyers.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let support: Awaited<ReturnType<typeof signInAs>>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let product: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  support = await signInAs(shop, "Support");
  packer = await signInAs(shop, "Packer");
  product = await shoppers.sell({ pricePaise: 11_800, stock: 500 });
});
afterAll(() => shop?.close());

async function bought() {
  const buyer = await shoppers.buyer({ [product]: 1 });
  return { buyer, number: (await buyer.buy()).orderNumber };
}
const read = async (number: string) => (await support.send("GET", `/orders/${number}`)).body.data;

describe("a note", () => {
  it("is for colleagues, and leaves the order's version as it is", async () => {
    const { buyer, number } = await bought();
    const { version } = await read(number);
    const { body } = await packer.send("POST", `/orders/${number}/notes`, { text: "Box 4 is\r\n dented. " });
    expect(body.data).toMatchObject({
      version,
      notes: [{ text: "Box 4 is\n dented.", toCustomer: false, by: "Packer Rao" }],
    });
    expect(body.data.history[0]).toMatchObject({ kind: "action", title: "Note written", by: "Packer Rao" });
    expect(JSON.stringify((await buyer.get(`order/${number}`)).body)).not.toContain("dented");
    for (const text of ["", " \n", "a".repeat(1001), null])
      expect((await packer.send("POST", `/orders/${number}/notes`, { text })).status).toBe(422);
  });

  it("to the customer is emailed, and only by those who may change orders", async () => {
    const { buyer, number } = await bought();
    const text = "We’re out of gift boxes.\n\nIs a plain one fine?";
    expect((await packer.send("POST", `/orders/${number}/messages`, { text })).body.code).toBe("permission_missing");
    const { body } = await support.send("POST", `/orders/${number}/messages`, { text });
    expect(body.data.notes).toMatchObject([{ text, toCustomer: true, by: "Support Rao" }]);
    const mail = await shoppers.people.mailAbout(buyer.email, `About your order ${number}`);
    expect(mail.text).toContain("Is a plain one fine?");
    const titles = (await read(number)).history.map(({ title }: { title: string }) => title);
    expect(titles).toContainEqual(expect.stringContaining(`Email “About your order ${number}”`));
    expect(titles).toContain("Payment of ₹118 received");
  });
});

describe("an email about an order", () => {
  it("is sent again once what it is about has happened", async () => {
    const { buyer, number } = await bought();
    expect((await read(number)).mails).toEqual(["confirmation"]);
    const resend = (mail: string, { send } = support) => send("POST", `/orders/${number}/mails`, { mail });
    expect((await resend("shipped")).body.code).toBe("wrong_order_state");
    expect((await resend("advert")).status).toBe(422);
    expect((await resend("confirmation", packer)).body.code).toBe("permission_missing");
    const { body } = await resend("confirmation");
    expect(body.data.history).toContainEqual(
      expect.objectContaining({ kind: "action", title: "Email sent again", by: "Support Rao" }),
    );
    const subject = `Order confirmed: ${number}`;
    const mails = await shoppers.people.mailsTo(buyer.email, 2);
    expect(mails.filter((mail) => mail.subject === subject)).toHaveLength(2);
    await actOnOrder(shop, `ship ${number} --awb AGAIN-1 --courier Delhivery`);
    await actOnOrder(shop, `deliver ${number}`);
    expect((await read(number)).mails).toEqual(["confirmation", "shipped", "delivered"]);
    for (const mail of ["shipped", "delivered"]) expect((await resend(mail)).status).toBe(200);
  });
});

describe("the address of an order", () => {
  const change = async (number: string, body: object, version?: number) =>
    support.send("PATCH", `/orders/${number}/address`, { version: version ?? (await read(number)).version, ...body });

  it("changes field by field, and the audit log has no address", async () => {
    const { number } = await bought();
    const before = await read(number);
    const { body } = await change(number, { street: "4 Park Road", mobile: "9812345678" });
    expect(body.data).toMatchObject({
      version: before.version + 2,
      mobile: "9812345678",
      shippingAddress: { ...before.shippingAddress, street: "4 Park Road" },
      billingAddress: before.billingAddress,
      canChangeAddress: true,
    });
    const owner = await signInAs(shop, "Owner");
    const [entry] = (await owner.send("GET", `/audit?subject=order&id=${number}`)).body.data.entries;
    expect(entry).toMatchObject({ action: "order.address_changed", after: { fields: ["street", "mobile"] } });
    expect(JSON.stringify(entry)).not.toContain("Park Road");
  });

  it("changes until its parcel leaves, which is held back as long as its label has the former one", async () => {
    const { number } = await bought();
    await actOnOrder(shop, `pack ${number}`);
    const packer = await signInAs(shop, "Packer");
    const print = () => packer.send("GET", `/orders/print.pdf?document=label&numbers=${number}`);
    const ship = async () => {
      const { version } = await read(number);
      return packer.send("POST", `/orders/${number}/ship`, { version, courier: "Delhivery", awb: "MOVED-1" });
    };
    await print();
    expect((await change(number, { street: "5 Park Road" })).status).toBe(200);
    expect((await read(number)).staleLabel).toMatchObject({ hasOtherReceiver: true });
    const held = await ship();
    expect(held.body).toMatchObject({ statusCode: 409, code: "label_stale" });
    expect(held.body.message).toContain("it has the address or the phone number of before.");
    await print();
    expect((await read(number)).staleLabel).toBeNull();
    expect((await ship()).status).toBe(200);
    expect((await change(number, { street: "6 Park Road" })).body.code).toBe("wrong_order_state");
  });

  it("stays in the state whose taxes were invoiced", async () => {
    const { number } = await bought();
    const { body } = await change(number, { pincode: BENGALURU.pincode, city: BENGALURU.city });
    expect(body).toMatchObject({ statusCode: 422, errors: [{ field: "pincode" }] });
    expect((await read(number)).shippingAddress.city).toBe("Lucknow");
  });

  it("is changed by one of two who began on the same version", async () => {
    const { number } = await bought();
    const { version } = await read(number);
    const both = await Promise.all([
      change(number, { street: "1 First Road" }, version),
      change(number, { city: "Kanpur" }, version),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // What was not changed stays, so the second can be repeated without losing the first.
    const { body } = await change(number, { city: "Kanpur", street: "1 First Road" });
    expect(body.data.shippingAddress).toMatchObject({ street: "1 First Road", city: "Kanpur" });
  });
});
