/** Deliveries that failed: the customer's link, staff's list, and the courier’s reports. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { failDelivery } from "../../server/operations/couriers/failed-deliveries/open-failed-delivery.ts";
import { lockOrderByNumber } from "../../server/orders/orders/find-order.ts";
import { readMailSender } from "../../server/selling/settings/mail-sender.ts";
import { type Buyer, buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

const SECRET = "a-secret-for-tests-that-nobody-guesses";
let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let packer: Awaited<ReturnType<typeof signInAs>>;
let awbs = 0;

beforeAll(async () => {
  shop = await openShop({ environment: { CODE_SECRET: SECRET } });
  shoppers = buyersOf(shop);
  packer = await signInAs(shop, "Packer");
});
afterAll(() => shop?.close());

/** An order that its courier could not deliver at the first attempt, as staff has heard by phone, and the address of the email. */
async function failed(): Promise<{ asha: Buyer; number: string; awb: string; link: string; id: string }> {
  const asha = await shoppers.buyer({ [await shoppers.sell({ pricePaise: 11_800 })]: 1 });
  const { orderNumber: number } = await asha.buy();
  awbs += 1;
  const awb = `FAIL-${awbs}`;
  await act(number, "ship", { courier: "Delhivery", awb });
  await act(number, "out-for-delivery");
  expect((await act(number, "delivery-failed", { again: "2026-12-24", reason: "not_at_home" })).status).toBe(200);
  const { text } = await shoppers.people.mailAbout(asha.email, `We couldn’t deliver your order ${number}`);
  expect(text).toContain("Nobody was there to take it. Delhivery will try again on 24 December 2026.");
  const [, link = ""] = /\/redelivery\/(\S+)/.exec(text) ?? [];
  const { _id: id } = (await listed()).find((one: { number: string }) => one.number === number);
  return { asha, number, awb, link, id };
}
async function act(number: string, action: string, body: object = {}) {
  const { version } = (await packer.send("GET", `/orders/${number}`)).body.data;
  return packer.send("POST", `/orders/${number}/${action}`, { version, ...body });
}
const listed = async (tab = "open") => (await packer.send("GET", `/failed-deliveries?tab=${tab}`)).body.data.deliveries;
const waiting = async () =>
  (await packer.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "failed_deliveries")
    .count;
const open = (link: string) => shop.get(`/api/redeliveries/${link}`);
async function answer(link: string, payload: object) {
  const response = await shop.app.inject({ method: "POST", url: `/api/redeliveries/${link}/answer`, payload });
  return { status: response.statusCode, body: response.json() };
}

/** What a courier reports. */
async function report(number: string, awb: string, at: Date): Promise<void> {
  const sender = await readMailSender(shop.db, {}, "https://shop.example");
  await shop.db.transaction(async (trx) => {
    const order = await lockOrderByNumber(trx, number);
    const failure = { reason: "wrong_phone", detail: "Cnee not contactable", at, again: null } as const;
    await failDelivery(trx, order, awb, failure, { sender, codeSecret: SECRET, cause: "courier", now: new Date() });
  });
}
const attempts = (awb: string) =>
  rowsOf(
    shop,
    sql`select attempt, reason, closed_at is not null as closed from failed_delivery
      join shipment on shipment.id = shipment_id where awb = ${awb} order by attempt`,
  );

describe("the link of a failed delivery", () => {
  it("opens without a login, and stores one answer, which a second one replaces", async () => {
    const { asha, number, link } = await failed();
    const { body } = await open(link);
    expect(body.data).toMatchObject({
      orderNumber: number,
      courier: "Delhivery",
      reason: "not_at_home",
      state: "open",
      answer: null,
    });
    // Six days without a Sunday.
    expect(body.data.days.length).toBeGreaterThanOrEqual(5);
    const [first, second] = body.data.days;
    const again = { answer: "again", againOn: first, mobile: "+91 98450 12345", note: "Gate 2" };
    expect(await answer(link, again)).toMatchObject({
      status: 200,
      body: {
        data: { state: "open", answer: { answer: "again", againOn: first, mobile: "9845012345", note: "Gate 2" } },
      },
    });
    await answer(link, { answer: "again", againOn: second });
    expect((await open(link)).body.data.answer).toEqual({ answer: "again", againOn: second, mobile: "", note: "" });
    const { timeline } = (await asha.get(`order/${number}`)).body.data;
    expect(timeline.at(-1).note).toContain("You asked the courier to try again on");
    expect((await listed()).find((one: { number: string }) => one.number === number)).toMatchObject({
      answer: "again",
      answeredBy: "customer",
      againOn: second,
      isBooked: false,
    });
  });

  it("of another delivery, or signed by nobody, opens nothing", async () => {
    const { link, id } = await failed();
    const other = link.replace(`${id}_`, `${Number(id) + 1}_`);
    for (const wrong of [other, `${link}x`, "1", "PAY-1_abc", `${id}_${"a".repeat(43)}`])
      expect((await open(wrong)).status, wrong).toBe(404);
    expect((await open("a".repeat(64_000))).status).toBeGreaterThanOrEqual(400);
    expect((await answer(other, { answer: "return" })).status).toBe(404);
  });

  it("says which field is wrong, and stores nothing of it", async () => {
    const { link } = await failed();
    const [day] = (await open(link)).body.data.days;
    const wrong: [object, string][] = [
      [{}, "answer"],
      [{ answer: "burn" }, "answer"],
      [{ answer: "again" }, "againOn"],
      [{ answer: "again", againOn: "2020-01-01" }, "againOn"],
      [{ answer: "again", againOn: "2026-02-31" }, "againOn"],
      [{ answer: "again", againOn: day, mobile: "12345" }, "mobile"],
      [{ answer: "again", againOn: day, note: "x".repeat(60_000) }, "note"],
    ];
    for (const [body, field] of wrong)
      expect(await answer(link, body), JSON.stringify(body).slice(0, 80)).toMatchObject({
        status: 422,
        body: { errors: [{ field }] },
      });
    expect((await open(link)).body.data.answer).toBeNull();
  });

  it("can’t be answered once staff has told the courier, or the parcel has arrived", async () => {
    const told = await failed();
    expect((await packer.send("POST", `/failed-deliveries/${told.id}/close`, { outcome: "told" })).status).toBe(409);
    await answer(told.link, { answer: "return", note: "Changed my mind" });
    const before = await waiting();
    expect((await packer.send("POST", `/failed-deliveries/${told.id}/close`, { outcome: "told" })).status).toBe(200);
    expect(await waiting()).toBe(before - 1);
    expect((await open(told.link)).body.data.state).toBe("told");
    expect((await answer(told.link, { answer: "return" })).status).toBe(409);
    for (const tab of ["told", "coming_back"])
      expect((await listed(tab)).map(({ number }: { number: string }) => number)).toContain(told.number);
    expect((await act(told.number, `parcels/${told.awb}/credit`, { state: "came_back", preview: false })).status).toBe(
      403,
    );

    const arrived = await failed();
    const [day] = (await open(arrived.link)).body.data.days;
    await answer(arrived.link, { answer: "again", againOn: day, mobile: "9845012345", note: "Gate 2" });
    expect((await open(arrived.link)).body.data).toMatchObject({ place: "Lucknow 226001", answer: { note: "Gate 2" } });
    await act(arrived.number, "out-for-delivery");
    await act(arrived.number, "deliver");
    expect((await open(arrived.link)).body.data).toMatchObject({
      state: "over",
      ...{ receiver: "", place: "", mobileEnding: "" },
      answer: { answer: "again", mobile: "", note: "" },
    });
    expect((await answer(arrived.link, { answer: "return" })).status).toBe(409);
    expect((await listed("closed")).map(({ number }: { number: string }) => number)).toContain(arrived.number);
  });
});

describe("staff", () => {
  it("answers for a customer, and takes what is over from the list", async () => {
    const { number, id } = await failed();
    const [day] = (await listed()).find((one: { number: string }) => one.number === number).days;
    const answered = await packer.send("POST", `/failed-deliveries/${id}/answer`, { answer: "again", againOn: day });
    expect(answered.body.data).toMatchObject({ answeredBy: "staff", againOn: day, canAnswer: true });
    const closed = await packer.send("POST", `/failed-deliveries/${id}/close`, {
      outcome: "over",
      note: "She came by",
    });
    expect(closed.body.data).toMatchObject({ canAnswer: false, providerAnswer: "She came by" });
    expect((await listed()).map((one: { number: string }) => one.number)).not.toContain(number);
    expect((await packer.send("POST", "/failed-deliveries/999999/answer", { answer: "return" })).status).toBe(404);
  });
});

describe("what a courier reports", () => {
  it("opens each attempt once, closes the one before, and emails the customer each time", async () => {
    const { asha, number, awb, link } = await failed();
    const tomorrow = new Date(Date.now() + 24 * 3_600_000);
    await report(number, awb, new Date());
    expect(await attempts(awb)).toEqual([{ attempt: 1, reason: "not_at_home", closed: false }]);
    await Promise.all([report(number, awb, tomorrow), report(number, awb, tomorrow)]);
    await report(number, awb, new Date(Date.now() - 48 * 3_600_000));
    expect(await attempts(awb)).toEqual([
      { attempt: 1, reason: "not_at_home", closed: true },
      { attempt: 2, reason: "wrong_phone", closed: false },
    ]);
    expect((await open(link)).body.data.state).toBe("over");
    const mails = await rowsOf(
      shop,
      sql`select count(*)::int as count from mail where recipient = ${asha.email} and subject like 'We couldn’t deliver%'`,
    );
    expect(mails).toEqual([{ count: 2 }]);
  });
});
