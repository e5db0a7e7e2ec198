/** Messages by WhatsApp and SMS, against the sandbox, which speaks both protocols. */

import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { suggestedText } from "../../contract/phone-messages/suggested-texts.ts";
import { sandboxMessageSettings } from "../../sandbox/messages/register.ts";
import { readSettings } from "../../server/platform/config/config.ts";
import { SANDBOX_MESSAGE_KEYS } from "../../server/platform/config/published-keys.ts";
import { createPoster } from "../../server/platform/outgoing/post.ts";
import type { OutgoingPhoneMessage } from "../../server/platform/phone-messages/channel.ts";
import { erasePhoneData } from "../../server/platform/phone-messages/consents.ts";
import { createPhoneProviders } from "../../server/platform/phone-messages/providers.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { BENGALURU, buyersOf, LUCKNOW } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { connectPhones, phonesOf } from "./phones.ts";
import { openShop, type TestShop } from "./shop.ts";
import { actOnOrder } from "./staff-acts.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let buyers: ReturnType<typeof buyersOf>;
let phones: ReturnType<typeof phonesOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { CASH_ON_DELIVERY: "true", CASH_MIN_RUPEES: "1", CASH_MAX_RUPEES: "20000" } });
  await connectPhones(shop);
  buyers = buyersOf(shop);
  phones = phonesOf(shop);
});
afterAll(() => shop?.close());

let numbers = 0;
/** A mobile number of its own. @param end its last two digits */
function newMobile(end = "55"): string {
  numbers += 1;
  return `98${String(numbers).padStart(6, "0")}${end}`;
}

/** Buys something online with the box for updates ticked. */
async function bought(mobile: string, body: object = {}) {
  const product = await buyers.sell();
  const buyer = await buyers.buyer({ [product]: 1 });
  const { orderNumber: number } = await buyer.buy({
    address: LUCKNOW,
    mobile_no: mobile,
    phone_updates: true,
    ...body,
  });
  return { buyer, number };
}

const ship = (number: string) =>
  actOnOrder(shop, `ship ${number} --awb A${number.replaceAll("-", "")} --courier Delhivery`);

/** Posts a body to the webhook as Meta signs it. */
function postSigned(body: string, secret: string = SANDBOX_MESSAGE_KEYS.appSecret) {
  return shop.app.inject({
    method: "POST",
    url: "/api/webhooks/whatsapp",
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    },
    payload: body,
  });
}

/** A webhook of WhatsApp’s with one change. */
const webhookOf = (value: object, field = "messages") =>
  JSON.stringify({
    object: "whatsapp_business_account",
    entry: [
      { changes: [{ field, value: { metadata: { phone_number_id: SANDBOX_MESSAGE_KEYS.phoneNumberId }, ...value } }] },
    ],
  });

let texts = 0;
/** Reports a text from a phone. @param secondsAgo when it was sent */
function reportText(mobile: string, body: string, secondsAgo: number) {
  texts += 1;
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo);
  return postSigned(
    webhookOf({ messages: [{ id: `text-${texts}`, from: `91${mobile}`, timestamp, type: "text", text: { body } }] }),
  );
}

describe("updates about an order", () => {
  it("go to a customer who has ticked the box, move forward to delivered, and count their price", async () => {
    const mobile = newMobile();
    const { number } = await bought(mobile);
    const { text, link } = await phones.received(mobile, /is confirmed/);
    expect(text).toMatch(new RegExp(`^Thank you\\. Your order ${number} for Rs [\\d,]+(\\.\\d\\d)? is confirmed\\.`));
    expect(link).toContain(`/tracking?find=${number}&by=order`);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    expect((await phones.stored(number))[0]).toMatchObject({ is_billable: true, price_category: "utility" });
    await ship(number);
    await phones.received(mobile, /on its way with Delhivery/);
    const [consent] = await rowsOf(
      shop,
      sql`select channel, event, place, wording from phone_consent where order_number = ${number} and channel = 'whatsapp'`,
    );
    expect(consent).toEqual({
      channel: "whatsapp",
      event: "given",
      place: "checkout",
      wording: `Send updates about this order by WhatsApp or SMS to +91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`,
    });
  });

  it("do not go to a customer who has left the box empty, nor to the receiver of a gift", async () => {
    const [mobile, receiver] = [newMobile(), newMobile()];
    const { number } = await bought(mobile, { phone_updates: undefined });
    const gift = { message: "", receiver: { name: "Meera", mobile_no: receiver } };
    const given = await bought(receiver, { address: BENGALURU, gift });
    await ship(number);
    await ship(given.number);
    expect(await phones.stored(number)).toEqual([]);
    expect(await phones.stored(given.number)).toEqual([]);
  });

  it("about a failed delivery lead to where its customer answers, by WhatsApp and by SMS", async () => {
    const packer = await signInAs(shop, "Packer");
    const failed = async (mobile: string) => {
      const { number } = await bought(mobile);
      await ship(number);
      for (const [action, body] of [
        ["out-for-delivery", {}],
        ["delivery-failed", { again: "2026-12-24", reason: "not_at_home" }],
      ] as const) {
        const { version } = (await packer.send("GET", `/orders/${number}`)).body.data;
        expect((await packer.send("POST", `/orders/${number}/${action}`, { version, ...body })).status).toBe(200);
      }
      const { text, link } = await phones.received(mobile, /could not deliver/);
      return { number, sent: `${text} ${link}` };
    };
    for (const { number, sent } of [await failed(newMobile()), await failed(newMobile("00"))]) {
      const [, token] = /\/redelivery\/([\w-]+)/.exec(sent) ?? [];
      expect((await shop.get(`/api/redeliveries/${token}`)).body.data).toMatchObject({ orderNumber: number });
    }
  });

  it("that reached no phone are sent again by staff, once, and codes are not", async () => {
    const owner = await signInAs(shop, "Owner");
    const mobile = newMobile();
    const { number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    const [message] = await rowsOf<{ id: number }>(
      shop,
      sql`update phone_message set state = 'failed', error = '131026' where order_number = ${number} returning id`,
    );
    const failed = async () => (await owner.send("GET", "/phone-templates")).body.data.failed;
    const mine = { _id: String(message?.id), number, event: "confirmed", channel: "whatsapp", error: "131026" };
    expect(await failed()).toMatchObject([mine]);
    const again = () => owner.send("POST", `/phone-messages/${message?.id}/again`);
    expect((await again()).body.data.failed).toEqual([]);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    expect((await phones.inbox(mobile)).filter(({ text }) => text.includes("is confirmed"))).toHaveLength(2);
    expect((await again()).status).toBe(409);
    await shop.db.execute(
      sql`update phone_message set state = 'failed', event = 'cash_code' where id = ${message?.id}`,
    );
    expect((await again()).status).toBe(409);
    expect(await failed()).toEqual([]);
    expect((await owner.send("POST", "/phone-messages/999999999/again")).status).toBe(404);
    const packer = await signInAs(shop, "Packer");
    expect((await packer.send("POST", `/phone-messages/${message?.id}/again`)).status).toBe(403);
  });

  it("need a mobile number", async () => {
    const product = await buyers.sell();
    const buyer = await buyers.buyer({ [product]: 1 });
    await shop.db.execute(sql`update customer set mobile = '' where id = ${buyer.id}`);
    const { status, body } = await buyer.init({ address: LUCKNOW, phone_updates: true });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: "phone_updates" }]);
  });

  it("follow once by SMS when WhatsApp cannot deliver, and stop there after two", async () => {
    const mobile = newMobile("00");
    const { number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp failed", "confirmed sms delivered"]);
    await phones.runOutOfTime(number);
    await ship(number);
    await phones.reach(number, [
      "confirmed whatsapp failed",
      "confirmed sms delivered",
      "shipped whatsapp failed",
      "shipped sms delivered",
    ]);
    expect(
      await rowsOf(
        shop,
        sql`select channel, stopped from phone_number where mobile = ${mobile} and stopped is not null`,
      ),
    ).toEqual([{ channel: "whatsapp", stopped: "unreachable" }]);
    await actOnOrder(shop, `deliver ${number}`);
    await phones.received(mobile, /was delivered\. - Kewra/);
    expect((await phones.stored(number)).filter(({ event }) => event === "delivered")).toMatchObject([
      { channel: "sms" },
    ]);
  });

  it("follow by SMS after their time if nothing is reported, and not if it is", async () => {
    const [silent, reported] = [await bought(newMobile("01")), await bought(newMobile())];
    await phones.reach(silent.number, ["confirmed whatsapp accepted"]);
    await phones.reach(reported.number, ["confirmed whatsapp delivered"]);
    await phones.runOutOfTime(silent.number);
    await phones.runOutOfTime(reported.number);
    await phones.reach(silent.number, ["confirmed whatsapp accepted", "confirmed sms accepted"]);
    await phones.reach(reported.number, ["confirmed whatsapp delivered"]);
  });

  it("end with STOP in any script, and begin again with START", async () => {
    const mobile = newMobile();
    const { number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    await phones.reply(mobile, "बंद करो");
    await phones.received(mobile, /any more messages/);
    await ship(number);
    await phones.received(mobile, /on its way.* - Kewra/);
    expect((await phones.stored(number)).at(-1)).toMatchObject({ event: "shipped", channel: "sms" });
    await phones.reply(mobile, "Start");
    await phones.received(mobile, /here again/);
    await actOnOrder(shop, `deliver ${number}`);
    await phones.received(mobile, /was delivered\. If anything/);
  });

  it("follow the last STOP or START that was sent, in whichever order they are reported", async () => {
    const [stopped, started] = [newMobile(), newMobile()];
    await reportText(stopped, "STOP", 60);
    await reportText(stopped, "START", 120);
    await reportText(started, "START", 60);
    await reportText(started, "STOP", 120);
    const sentOn = async (mobile: string) => {
      const { number } = await bought(mobile);
      return (await phones.stored(number)).map(({ channel }) => channel);
    };
    expect([await sentOn(stopped), await sentOn(started)]).toEqual([["sms"], ["whatsapp"]]);
    expect(
      await rowsOf(shop, sql`select event from phone_consent where place = 'reply' and mobile = ${stopped}`),
    ).toEqual([{ event: "withdrawn" }]);
  });

  it("name a courier whose name ends in half an emoji where it is cut", async () => {
    const { number } = await bought(newMobile());
    const courier = `${"x".repeat(26)}😀Couriers`;
    expect((await actOnOrder(shop, `ship ${number} --awb EMOJI-1 --courier ${courier}`)).code).toBe(0);
    expect((await phones.stored(number)).at(-1)?.values.courier).toBe(`${"x".repeat(26)}...`);
  });

  it("of other texts staff learns in its messages, once", async () => {
    const mobile = newMobile();
    const body = JSON.stringify({
      object: "whatsapp_business_account",
      entry: [
        {
          id: "1",
          changes: [
            {
              field: "messages",
              value: {
                metadata: { phone_number_id: SANDBOX_MESSAGE_KEYS.phoneNumberId },
                contacts: [{ profile: { name: "मीरा" } }],
                messages: [{ id: `wamid.${mobile}`, from: `91${mobile}`, type: "text", text: { body: "कब आएगा?" } }],
              },
            },
          ],
        },
      ],
    }).replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
    expect((await postSigned(body)).statusCode).toBe(200);
    expect((await postSigned(body)).statusCode).toBe(200);
    expect(await rowsOf(shop, sql`select name, message from contact_message where phone = ${`+91${mobile}`}`)).toEqual([
      { name: "मीरा", message: `By WhatsApp from +91${mobile}:\nकब आएगा?` },
    ]);
  });

  it("move forward only, however their reports come", async () => {
    const mobile = newMobile("01");
    const { number } = await bought(mobile);
    const message = await phones.received(mobile, /is confirmed/);
    await phones.act(message, "backwards");
    await phones.reach(number, ["confirmed whatsapp read"]);
    await phones.act(message, "fail");
    await phones.act(message, "repeat");
    await phones.reach(number, ["confirmed whatsapp read"]);
  });

  it("of which a response was lost are known by their reference, and sent once", async () => {
    const mobile = newMobile();
    await phones.press("lose", { lose: "1" });
    const { number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    expect(await phones.inbox(mobile)).toHaveLength(1);
  });

  it("are not sent once they are no longer true, or no longer wanted", async () => {
    const mobile = newMobile();
    const { buyer, number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    await shop.db.execute(sql`
      with queued as (
        insert into phone_message (event, channel, order_number, customer_id, occurrence, mobile, values, created_at, expires_at)
        values ('shipped', 'whatsapp', ${number}, ${buyer.id}, 'late', ${mobile}, '{}', now(), now() + interval '1 day')
        returning id
      )
      insert into job (task_identifier, payload, run_at) select 'send_phone_message', jsonb_build_object('messageId', id), now() from queued`);
    await phones.runOutOfTime(number);
    await phones.reach(number, ["confirmed whatsapp delivered", "shipped whatsapp dropped"]);
  });

  it("are erased with the account, and its consents keep only a hash", async () => {
    const mobile = newMobile();
    const { buyer, number } = await bought(mobile);
    await phones.reach(number, ["confirmed whatsapp delivered"]);
    await ship(number);
    await actOnOrder(shop, `deliver ${number}`);
    await shop.db.transaction((trx) => erasePhoneData(trx, { customerIds: [buyer.id], mobile: "" }, "x".repeat(32)));
    expect(
      await rowsOf(shop, sql`select distinct mobile, values from phone_message where order_number = ${number}`),
    ).toEqual([{ mobile: "", values: {} }]);
    const consents = await rowsOf<{ mobile: string; mobile_hash: string; wording: string }>(
      shop,
      sql`select mobile, mobile_hash, wording from phone_consent where order_number = ${number}`,
    );
    expect(consents.map((row) => row.mobile)).toEqual(["", ""]);
    expect(consents[0]?.mobile_hash).toHaveLength(43);
    expect(JSON.stringify(consents)).not.toContain(mobile.slice(5));
  });
});

describe("the code for cash on delivery", () => {
  const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? "";

  async function placed(mobile: string) {
    const product = await buyers.sell();
    const buyer = await buyers.buyer({ [product]: 1 });
    const { status, body } = await buyer.post("cash-order", { address: LUCKNOW, mobile_no: mobile });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return { buyer, number: body.data.orderNumber as string, sent: body.data };
  }
  const confirm = ({ buyer, number }: Awaited<ReturnType<typeof placed>>, code: string) =>
    buyer.post(`cash-order/${number}/confirm`, { code });

  it("comes by WhatsApp without a consent, confirms the order, and is not stored once delivered", async () => {
    const mobile = newMobile();
    const order = await placed(mobile);
    expect(order.sent).toMatchObject({ sentBy: "whatsapp", mobile });
    const { text } = await phones.received(mobile, /verification code/);
    await phones.reach(order.number, ["cash_code whatsapp delivered"]);
    expect((await phones.stored(order.number))[0]?.values).toEqual({});
    expect((await confirm(order, codeIn(text))).status).toBe(200);
    // Its confirmation needs a consent.
    expect(await phones.stored(order.number)).toHaveLength(1);
  });

  it("goes on by SMS, then by email, while it is not delivered", async () => {
    const mobile = newMobile("01");
    const order = await placed(mobile);
    await phones.reach(order.number, ["cash_code whatsapp accepted"]);
    await phones.runOutOfTime(order.number);
    await phones.reach(order.number, ["cash_code whatsapp accepted", "cash_code sms accepted"]);
    const { text } = await phones.received(mobile, /code to confirm your order/);
    await phones.runOutOfTime(order.number);
    const mail = await buyers.people.mailAbout(order.buyer.email, `Confirm your order ${order.number}`);
    expect(mail.text).toContain(codeIn(text));
    expect((await confirm(order, codeIn(text))).status).toBe(200);
  });

  it("is emailed at once on request, which ends the one on the phone", async () => {
    const mobile = newMobile("01");
    const order = await placed(mobile);
    await phones.reach(order.number, ["cash_code whatsapp accepted"]);
    await buyers.people.ageCodes(order.buyer.email, 60);
    const { status, body } = await order.buyer.post(`cash-order/${order.number}/code?by=email`);
    expect([status, body.data.sentBy]).toEqual([200, "email"]);
    const mail = await buyers.people.mailAbout(order.buyer.email, `Confirm your order ${order.number}`);
    await phones.runOutOfTime(order.number);
    expect((await confirm(order, codeIn(mail.text))).status).toBe(200);
    await phones.reach(order.number, ["cash_code whatsapp accepted"]);
  });

  it("is emailed after four to one phone within an hour", async () => {
    const mobile = newMobile();
    const ways: string[] = [];
    for (let count = 0; count < 5; count += 1) ways.push((await placed(mobile)).sent.sentBy);
    expect(ways).toEqual(["whatsapp", "whatsapp", "whatsapp", "whatsapp", "email"]);
  });
});

describe("the text of a message", () => {
  let owner: Awaited<ReturnType<typeof signInAs>>;
  beforeAll(async () => {
    owner = await signInAs(shop, "Owner");
  });
  const read = async () => (await owner.send("GET", "/phone-templates")).body.data;
  const textOf = async (event: string) =>
    (await read()).templates.find(
      (one: { event: string; channel: string }) => one.event === event && one.channel === "whatsapp",
    );
  const save = (event: string, body: object) => owner.send("PATCH", `/phone-templates/${event}/whatsapp`, body);
  const fields = { name: "order_refunded", dltId: "", hasButton: false, isEnabled: true, isApproved: false };

  it("is in use until the next one is approved, and changed by one at a time", async () => {
    const { draft, version } = await textOf("refunded");
    const text = "{amount} rupees are on their way.";
    expect((await save("refunded", { ...fields, text, version })).body.errors).toMatchObject([{ field: "text" }]);
    const better = { ...fields, name: "order_refunded_2", text: "We have sent you Rs {amount} back.", version };
    const both = await Promise.all([save("refunded", better), save("refunded", better)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await textOf("refunded")).toMatchObject({
      state: "draft",
      isEnabled: true,
      draft: { text: better.text },
      approved: { text: draft.text },
    });
    await phones.press("template", { name: better.name, channel: "whatsapp", text: "{{1}}", category: "utility" });
    await phones.press("decide", { name: better.name, event: "reject" });
    expect(await textOf("refunded")).toMatchObject({ state: "rejected", approved: { text: draft.text } });
    await phones.press("decide", { name: better.name, event: "approve" });
    expect(await textOf("refunded")).toMatchObject({ state: "approved", approved: { text: better.text } });
  });

  it("that Meta makes marketing is no longer sent", async () => {
    await phones.press("decide", { name: "order_cancelled", event: "marketing" });
    expect(await textOf("cancelled")).toMatchObject({ state: "recategorised" });
    const mobile = newMobile();
    const { number } = await bought(mobile);
    await actOnOrder(shop, `cancel ${number}`);
    await phones.received(mobile, /is cancelled\..* - Kewra/);
  });

  it("is tested on a phone of staff, who see what was sent and charged", async () => {
    const mobile = newMobile();
    const test = { mobile: `+91 ${mobile.slice(0, 5)}-${mobile.slice(5)}` };
    expect((await owner.send("POST", "/phone-templates/shipped/whatsapp/test", test)).status).toBe(200);
    expect((await phones.received(mobile, /on its way/)).text).toContain("KW-7Q4M-2XKD");
    const { channels, counts } = await read();
    expect(channels).toMatchObject([
      { channel: "whatsapp", isConnected: true, problem: "" },
      { channel: "sms", isConnected: true },
    ]);
    const utility = counts.find((one: { category: string }) => one.category === "utility");
    expect(utility.billable).toBe(utility.delivered);
    expect(utility.delivered).toBeGreaterThan(0);
  });

  it("is not tested on a phone that wants no messages", async () => {
    const mobile = newMobile();
    await reportText(mobile, "STOP", 0);
    const test = () => owner.send("POST", "/phone-templates/shipped/whatsapp/test", { mobile });
    expect(await test()).toMatchObject({ status: 409, body: { errors: [{ field: "mobile" }] } });
    await reportText(mobile, "START", 0);
    expect((await test()).status).toBe(200);
  });

  it("is long, or about an unknown event, only in an error", async () => {
    const long = "x".repeat(65_536);
    const body = { ...fields, version: 1 };
    expect((await save("shipped", { ...body, text: long })).status).toBe(422);
    expect((await save("shipped", { ...body, text: "a", name: long })).status).toBe(422);
    expect((await save("unknown", { ...body, text: "a" })).status).toBe(404);
    expect((await owner.send("POST", "/phone-templates/shipped/sms/test", { mobile: "0522 400141" })).status).toBe(422);
  });
});

describe("the account", () => {
  it("switches updates about all orders, which are of its number", async () => {
    const mobile = newMobile();
    const product = await buyers.sell();
    const buyer = await buyers.buyer({ [product]: 1 });
    await shop.db.execute(sql`update customer set mobile = ${mobile} where id = ${buyer.id}`);
    const on = { channel: "sms", isOn: true };
    expect((await buyer.post("user/phone-updates", on)).body.data).toEqual({
      mobile,
      channels: [
        { channel: "whatsapp", isOn: false, isStopped: false },
        { channel: "sms", isOn: true, isStopped: false },
      ],
    });
    await buyer.post("user/phone-updates", on);
    const { orderNumber: number } = await buyer.buy({ address: LUCKNOW });
    await phones.reach(number, ["confirmed sms delivered"]);
    await buyer.post("user/phone-updates", { ...on, isOn: false });
    await ship(number);
    await phones.reach(number, ["confirmed sms delivered"]);
    expect(
      await rowsOf(shop, sql`select event, place from phone_consent where customer_id = ${buyer.id} order by id`),
    ).toEqual([
      { event: "given", place: "account" },
      { event: "withdrawn", place: "account" },
    ]);
  });
});

describe("a provider, over HTTP", () => {
  let origin: string;
  const post = createPoster({ isAllowed: () => true, mayBeHttp: true, maxBytes: 65_536, timeoutMs: LONGEST_WAIT_MS });
  const message = (event: "shipped" | "cash_code", channel: "whatsapp" | "sms") => ({
    event,
    mobile: newMobile("01"),
    language: "en",
    reference: "5b0c1f0e-3f6d-4d59-9f3b-0f6d2f7f2b11",
    template: {
      name: channel === "sms" ? `demo_${event}` : `order_${event}`,
      dltId: "",
      ...suggestedText(event, channel, { shopName: "Kewra", origin }),
    },
    values: {
      order: "KW-1",
      courier: "Blue\n\tDart      Express",
      awb: "A1",
      link: "tracking?find=KW-1",
      code: "123456",
      amount: "1,499",
      payment: "Rs 1,499",
    },
  });
  const settings = (own: object = {}) => ({ ...readSettings({}), ...sandboxMessageSettings(origin), ...own });
  const send = async (own: object, sent: OutgoingPhoneMessage, channel: "whatsapp" | "sms", by = post) =>
    (await createPhoneProviders(settings(own), by))[channel]?.send(sent);
  beforeAll(async () => {
    origin = await shop.app.listen({ port: 0, host: "127.0.0.1" });
  });

  it("takes a template message with its values on one line, and answers its id", async () => {
    const shipped = message("shipped", "whatsapp");
    expect(await send({}, shipped, "whatsapp")).toMatch(/^wamid\./);
    expect((await phones.inbox(shipped.mobile))[0]?.text).toContain("with Blue Dart Express, AWB A1");
    const code = message("cash_code", "whatsapp");
    await send({}, code, "whatsapp");
    expect((await phones.inbox(code.mobile))[0]?.text).toBe("123456 is your verification code.");
    const sms = message("shipped", "sms");
    expect(await send({}, sms, "sms")).toMatch(/^[0-9a-f]{24}$/);
    expect((await phones.inbox(sms.mobile))[0]?.text).toBe(
      "Your order KW-1 is on its way with Blue Dart Express, AWB A1. - Kewra",
    );
  });

  it.each([
    ["account", { WHATSAPP_TOKEN: "wrong" }, {}],
    ["template", {}, { name: "unknown" }],
    ["template", {}, { text: "Your order {order}, {courier}." }],
    ["template", {}, { hasButton: false }],
    ["never", { WHATSAPP_PHONE_NUMBER_ID: "1" }, {}],
    ["later", { WHATSAPP_API: "http://127.0.0.1:1" }, {}],
  ])("of WhatsApp says %s", async (kind, own, template) => {
    const sent = message("shipped", "whatsapp");
    await expect(send(own, { ...sent, template: { ...sent.template, ...template } }, "whatsapp")).rejects.toMatchObject(
      { kind },
    );
  });

  it.each([
    ["account", { MSG91_AUTH_KEY: "wrong" }, {}],
    ["template", {}, { name: "unknown" }],
  ])("of SMS says %s", async (kind, own, template) => {
    const sent = message("shipped", "sms");
    await expect(send(own, { ...sent, template: { ...sent.template, ...template } }, "sms")).rejects.toMatchObject({
      kind,
    });
  });

  it("that ends the connection after acting leaves it uncertain", async () => {
    for (const channel of ["whatsapp", "sms"] as const) {
      await phones.press("lose", { lose: "1" });
      const sent = message("shipped", channel);
      await expect(send({}, sent, channel)).rejects.toMatchObject({ kind: "uncertain" });
      expect(await phones.inbox(sent.mobile)).toHaveLength(1);
    }
  });

  it("is not called in a private network", async () => {
    const sent = message("shipped", "whatsapp");
    await expect(send({}, sent, "whatsapp", createPoster({ mayBeHttp: true }))).rejects.toMatchObject({
      kind: "later",
    });
    expect(await phones.inbox(sent.mobile)).toEqual([]);
  });

  it("of the owner's choice gets the JSON of the settings, whatever a value contains", async () => {
    const bodies: unknown[] = [];
    const server = createServer((request, response) => {
      request.setEncoding("utf8");
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        bodies.push(request.headers.authorization, JSON.parse(body));
        response.end('{"data":{"message_id":"m-7"}}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const own = {
      MSG91_AUTH_KEY: "",
      SMS_URL: `http://127.0.0.1:${port}/`,
      SMS_AUTHORIZATION: "Bearer k",
      SMS_HEADER: "KEWRAA",
      DLT_ENTITY_ID: "1001234567890123456",
      SMS_BODY:
        '{"messages":[{"to":"{to}","text":"{text}","pe":"{dlt_entity}","tm":"{dlt_template}","from":"{header}"}]}',
    };
    const sent = message("shipped", "sms");
    const values = { ...sent.values, courier: 'A"} {text} ₹ é#' };
    const template = { ...sent.template, dltId: "1007000000000000012" };
    expect(await send(own, { ...sent, template, values }, "sms")).toBe("m-7");
    expect(bodies).toEqual([
      "Bearer k",
      {
        messages: [
          {
            to: `91${sent.mobile}`,
            text: 'Your order KW-1 is on its way with A"} {text} Rs é, AWB A1. - Kewra',
            pe: "1001234567890123456",
            tm: "1007000000000000012",
            from: "KEWRAA",
          },
        ],
      },
    ]);
    server.close();
  });
});

describe("the webhooks", () => {
  it("are verified by the token, and refused without", async () => {
    const ask = (token: string) =>
      shop.get(`/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    expect(await ask(SANDBOX_MESSAGE_KEYS.verifyToken)).toMatchObject({ status: 200, body: "1158201444" });
    expect((await ask("guessed")).status).toBe(403);
    expect((await shop.get("/api/webhooks/whatsapp")).status).toBe(403);
  });

  it("of WhatsApp need a signature of the raw body", async () => {
    expect((await postSigned("{}", "another secret")).statusCode).toBe(401);
    expect((await postSigned("not json")).statusCode).toBe(200);
    const unsigned = { method: "POST", url: "/api/webhooks/whatsapp", payload: {} } as const;
    expect((await shop.app.inject(unsigned)).statusCode).toBe(401);
  });

  it("take what PostgreSQL can’t hold, wherever it is, and apply what follows it", async () => {
    const { number } = await bought(newMobile("01"));
    await phones.reach(number, ["confirmed whatsapp accepted"]);
    const [{ reference } = { reference: "" }] = await rowsOf<{ reference: string }>(
      shop,
      sql`select reference from phone_message where order_number = ${number}`,
    );
    const status = { status: "read", timestamp: "1e308" };
    const statuses = [
      { ...status, id: "a\u0000" },
      { ...status, id: "b", biz_opaque_callback_data: reference },
    ];
    const text = { from: "919800000000", text: { body: `Hello \u0000\ud83d` } };
    const messages = [{ ...text, id: "c\u0000" }];
    const contacts = [{ profile: { name: `${"x".repeat(99)}😀\u0000` } }];
    expect((await postSigned(webhookOf({ statuses, messages, contacts }))).statusCode).toBe(200);
    await phones.reach(number, ["confirmed whatsapp read"]);
    const paused = { event: "PAUSED", message_template_name: "order_shipped", message_template_language: "en" };
    const template = (value: object) => postSigned(webhookOf(value, "message_template_status_update"));
    expect((await template({ ...paused, reason: `${"x".repeat(199)}😀` })).statusCode).toBe(200);
    expect((await template({ ...paused, reason: "\ud83d\u0000" })).statusCode).toBe(200);
    expect((await template({ ...paused, event: "APPROVED" })).statusCode).toBe(200);
    const sms = { method: "POST", url: `/api/webhooks/sms/${SANDBOX_MESSAGE_KEYS.webhookToken}` } as const;
    for (const payload of [
      { requestId: "\u0000", status: "1" },
      { requestId: "d", status: "2", desc: "\u0000\ud83d" },
    ])
      expect((await shop.app.inject({ ...sms, payload })).statusCode).toBe(200);
  });

  it("of SMS need the token of their address", async () => {
    const post = (token: string) =>
      shop.app.inject({
        method: "POST",
        url: `/api/webhooks/sms/${token}`,
        payload: [{ requestId: "x", status: "1" }],
      });
    expect((await post("guessed")).statusCode).toBe(404);
    expect((await post(SANDBOX_MESSAGE_KEYS.webhookToken)).statusCode).toBe(200);
  });
});
