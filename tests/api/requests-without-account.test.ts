/** People without an account ask for a copy of their data, or for its erasure. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CONTACT_SOURCES } from "../../server/people/privacy/contact-points.ts";
import { addJob } from "../../server/platform/jobs/add-job.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { type RequestOptions, rowsOf, wrongCode } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
type Member = Awaited<ReturnType<typeof signInAs>>;
let owner: Member;
let support: Member;
let attar: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  support = await signInAs(shop, "Support");
  attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 1000 });
});
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
  await shop.db.execute(sql`delete from rate_limit`);
});

let made = 0;
const newEmail = (kind: string) => {
  made += 1;
  return `${kind}-${made}-${Math.random().toString(36).slice(2, 8)}@example.com`;
};
const askForCode = (email: string) => shoppers.people.post("privacy-requests/code", { email });
const codeMails = async (email: string) =>
  (await shoppers.people.mailsTo(email, 0)).filter(({ subject }) => subject.startsWith("Confirm your request"));
const codeFor = async (email: string) => {
  const before = (await codeMails(email)).length;
  await shoppers.people.ageCodes(email, 31);
  await askForCode(email);
  return vi.waitFor(
    async () => {
      const mails = await codeMails(email);
      if (mails.length <= before) throw new Error(`no code came to ${email}`);
      return shoppers.people.codeIn(mails[0] as (typeof mails)[0]);
    },
    { timeout: LONGEST_WAIT_MS, interval: 25 },
  );
};
const send = (body: object, sent?: RequestOptions) => shoppers.people.post("privacy-requests", body, sent);
/** Sends a request with the code that is mailed to the email. */
async function ask(email: string, body: object = {}) {
  const otp = await codeFor(email);
  return (await send({ email, kind: "export", otp, ...body })).body.data;
}
async function read(reference: string, who = support) {
  const [row] = await rowsOf<{ id: string }>(
    shop,
    sql`select id::text from privacy_request where reference = ${reference}`,
  );
  return (await who.send("GET", `/privacy-requests/${row?.id}`)).body.data;
}
/** Does a step of staff with the request as it is now. */
async function act(reference: string, step: string, body: object = {}, who = owner) {
  const { _id, version } = await read(reference);
  return who.send("POST", `/privacy-requests/${_id}/${step}`, { version, ...body });
}
const isDone = (reference: string) =>
  vi.waitFor(
    async () => {
      const { state } = await read(reference);
      if (state !== "done") throw new Error(`it is ${state}`);
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  );
const answerTo = async (email: string, reference: string) =>
  shoppers.people.mailAbout(email, `Our answer to your request ${reference}`);
async function copyIn(email: string, reference: string) {
  const { attachments } = await answerTo(email, reference);
  expect(attachments).toMatchObject([{ filename: `${reference}.json`, contentType: "application/json" }]);
  const { body } = await shop.get(attachments[0]?.path ?? "");
  return typeof body === "string" ? JSON.parse(body) : body;
}

/** Somebody with a delivered order and a review, whose account is deleted. */
async function former({ receiver = null as { name: string; mobile: string } | null, state = "delivered" } = {}) {
  const buyer = await shoppers.buyer({ [attar]: 1 });
  const { orderNumber } = await buyer.buy();
  const gift = receiver && JSON.stringify({ message: `For ${receiver.name}`, wrapPaise: null, receiver });
  await shop.db.execute(
    sql`update customer_order set state = ${state}, delivered_at = now(), gift = ${gift}::jsonb where number = ${orderNumber}`,
  );
  await shop.db.execute(
    sql`insert into review (product_id, customer_id, rating, title, text) values (${Number(attar)}, ${buyer.id}, 5, 'Lovely', 'Like home')`,
  );
  await shop.db.execute(
    sql`update customer set email = 'closed-' || public_id || '@closed.invalid', name = 'Former customer', mobile = '', closed_at = now()
      where id = ${buyer.id}`,
  );
  const reviews = () => rowsOf(shop, sql`select from review where customer_id = ${buyer.id}`);
  return { email: buyer.email, orderNumber, reviews };
}
const message = (email: string, closed: boolean) =>
  shop.db.execute(
    sql`insert into contact_message (reference, name, email, phone, address, message, created_at, closed_at)
      values (${`M-${newEmail("m")}`}, 'Ravi', ${email}, '9000011111', 'Pune', 'Hello?', now(), ${closed ? sql`now()` : null})`,
  );
const subscribe = (email: string) =>
  shop.db.execute(
    sql`insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
      values (${email}, 'confirmed', ${newEmail("token")}, 'http://x', now(), now())`,
  );

describe("a request without an account", () => {
  it("begins with a code, which any email gets with the same response", async () => {
    const customer = await shoppers.buyer();
    const responses = [];
    for (const email of [customer.email, (await former()).email, newEmail("stranger")]) {
      const { status, body } = await askForCode(email);
      responses.push({ status, body });
      await vi.waitFor(async () => expect(await codeMails(email)).toHaveLength(1), LONGEST_WAIT_MS);
      // Another within 30 seconds.
      expect((await askForCode(email)).status).toBe(429);
    }
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(responses[0]?.status).toBe(200);
  });

  it("needs the code of its own email, and says the same of a wrong one whether the shop knows the email", async () => {
    const mine = newEmail("mine");
    const otp = await codeFor(mine);
    const { email } = await former();
    await codeFor(email);
    const wrong = await send({ email, kind: "export", otp });
    const unknown = await send({ email: mine, kind: "export", otp: wrongCode(otp) });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toEqual(unknown.body);
    for (let tries = 0; tries < 4; tries += 1) await send({ email, kind: "export", otp });
    expect((await send({ email, kind: "export", otp })).body.code).toBe("code_expired");
    expect(await rowsOf(shop, sql`select from privacy_request where email in (${email}, ${mine})`)).toEqual([]);
  });

  it("is stored once with its deadline, however the email is written and however often it is sent", async () => {
    const email = newEmail("reader");
    const otp = await codeFor(email);
    const body = { email: `  ${email.toUpperCase()} `, kind: "erasure", otp };
    const both = await Promise.all([send(body), send(body)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    const [first] = both.filter(({ status }) => status === 200).map(({ body: { data } }) => data);
    expect((Date.parse(first.dueAt) - Date.parse(first.requestedAt)) / 86_400_000).toBe(90);
    expect(first).toMatchObject({ kind: "erasure", state: "open", hasAccount: false });
    expect((await shoppers.people.mailAbout(email, `Your request ${first.reference}`)).text).toContain("eight years");
    expect((await ask(email, { kind: "erasure" })).reference).toBe(first.reference);
    expect((await ask(email)).reference).not.toBe(first.reference);
    const request = await read(first.reference);
    expect(request).toMatchObject({ customer: email, customerId: null, email, recordedBy: "", openOrders: [] });
  });

  it("is the account’s, if the email has one", async () => {
    const buyer = await shoppers.buyer();
    const data = await ask(buyer.email);
    expect(data).toMatchObject({ hasAccount: true });
    expect((await buyer.get("user/privacy-requests")).body.data).toMatchObject([{ reference: data.reference }]);
    await act(data.reference, "send");
    expect((await copyIn(buyer.email, data.reference)).profile).toMatchObject({ email: buyer.email });
  });

  it("rejects texts that are too long, in every field", async () => {
    const email = newEmail("long");
    const body = { email, kind: "export", otp: "123456", mobile_no: "", message: "", reviews: "keep" };
    const long = "x".repeat(60_000);
    for (const field of Object.keys(body)) {
      const { status, body: response } = await send({ ...body, [field]: long });
      expect({ status, field: response.errors?.[0].field }).toEqual({ status: 422, field });
    }
    expect((await askForCode(`${long}@example.com`)).status).toBe(422);
    expect((await send({ ...body, message: "x".repeat(70_000) })).status).toBe(413);
  });
});

describe("a copy without an account", () => {
  it("is emailed to the proven address, with everything about it and nothing about others", async () => {
    const { email, orderNumber } = await former({ receiver: { name: "Meera Iyer", mobile: "9811100001" } });
    const other = await former();
    await message(email.toUpperCase(), false);
    await subscribe(email);
    await shop.db.execute(
      sql`insert into cash_list_entry (kind, value, is_blocked, created_at) values ('email', ${email}, true, now())`,
    );
    const { reference } = await ask(email);
    expect((await act(reference, "send")).body.data).toMatchObject({ state: "done" });
    const copy = await copyIn(email, reference);
    expect(copy).toMatchObject({
      profile: null,
      orders: [{ number: orderNumber, gift: { receiver: { name: "Meera Iyer" } } }],
      gifts_received: [],
      reviews: [{ product: "Rose Attar", title: "Lovely" }],
      newsletter: { state: "confirmed" },
      messages: [{ message: "Hello?" }],
      cash_on_delivery: [{ by: "email", value: email }],
      privacy_requests: [{ reference }],
    });
    expect(JSON.stringify(copy)).not.toContain(other.email);
    expect(JSON.stringify(copy)).not.toContain(other.orderNumber);
    const { entries } = (await owner.send("GET", `/audit?subject=privacy_request&id=${reference}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["privacy.sent"]);
    expect(JSON.stringify(entries)).not.toContain("@example");
  });

  it("says that there is nothing, to an email that the shop does not know", async () => {
    const email = newEmail("stranger");
    const { reference } = await ask(email);
    await act(reference, "send");
    const mail = await answerTo(email, reference);
    expect(mail.attachments).toEqual([]);
    expect(mail.text).toContain("hold nothing about you");
  });

  it("has the gifts of a receiver once staff has confirmed the number, without who sent them", async () => {
    const mobile = "9811100002";
    const buyer = await former({ receiver: { name: "Meera Iyer", mobile } });
    const email = newEmail("receiver");
    const { reference } = await ask(email, { mobile_no: `+91 ${mobile}` });
    expect(await read(reference)).toMatchObject({ mobile_no: mobile, identification: "" });
    const { _id } = await read(reference);
    const unconfirmed = await owner.send("POST", `/privacy-requests/${_id}/export`);
    expect(unconfirmed.body.data.gifts_received).toEqual([]);

    const again = await ask(email, { mobile_no: mobile });
    const confirmed = { mobile_no: mobile, identification: "Called the number: she named the reference." };
    expect((await act(again.reference, "identification", { ...confirmed, identification: " " })).status).toBe(422);
    expect((await act(again.reference, "identification", confirmed, support)).body.code).toBe("permission_missing");
    expect((await act(again.reference, "identification", { ...confirmed, version: 9 })).status).toBe(409);
    expect((await act(again.reference, "identification", confirmed)).body.data).toMatchObject(confirmed);
    await act(again.reference, "send");
    const copy = await copyIn(email, again.reference);
    expect(copy.gifts_received).toEqual([
      {
        name: "Meera Iyer",
        mobile,
        delivery_address: { street: "18 Ashok Marg", city: "Lucknow", state: "Uttar Pradesh", pincode: "226001" },
        message: "For Meera Iyer",
        ordered_at: expect.any(String),
      },
    ]);
    expect(copy.orders).toEqual([]);
    expect(JSON.stringify(copy)).not.toContain(buyer.email);
    expect(JSON.stringify(copy)).not.toContain(buyer.orderNumber);
  });

  it("is sent by those who may, with a recent second factor, once", async () => {
    const email = newEmail("reader");
    const { reference } = await ask(email);
    expect((await act(reference, "send", {}, support)).body.code).toBe("permission_missing");
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await act(reference, "send")).body.code).toBe("step_up_required");
    await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
    const { _id, version } = await read(reference);
    const press = () => owner.send("POST", `/privacy-requests/${_id}/send`, { version });
    expect((await Promise.all([press(), press()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      await rowsOf(shop, sql`select from mail where subject = ${`Our answer to your request ${reference}`}`),
    ).toHaveLength(1);
  });

  it("has the account that was created after the request", async () => {
    const email = newEmail("new");
    const { reference } = await ask(email);
    await shop.db.execute(sql`insert into customer (email, name) values (${email}, 'Asha Rao')`);
    await act(reference, "send");
    expect((await copyIn(email, reference)).profile).toMatchObject({ name: "Asha Rao" });
  });
});

/** Invoices, and for a day the limit of codes. */
const LEFT = ["issued_document.content", "rate_limit.key"];

/** Finds the columns that still have one of these texts, without those whose reason is listed. */
async function columnsWith(email: string, mobile: string): Promise<string[]> {
  const columns = await rowsOf<{ table: string; column: string }>(
    shop,
    sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const rows = await rowsOf(
      shop,
      sql`select from ${sql.identifier(table)} where lower(${sql.identifier(column)}::text) like ${`%${email}%`} or ${sql.identifier(column)}::text like ${`%${mobile}%`} limit 1`,
    );
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  const kept = Object.values(CONTACT_SOURCES)
    .flat()
    .filter(({ erasure }) => erasure !== "erased")
    .flatMap((source) => source.columns);
  return found.filter((name) => !kept.includes(name) && !LEFT.includes(name));
}

describe("an erasure without an account", () => {
  it("leaves the email only where its reason is listed, and says what stays", async () => {
    const mobile = "9811100003";
    const { email, orderNumber } = await former();
    await former({ receiver: { name: "Ravi", mobile } });
    await message(email, true);
    await subscribe(email);
    await shop.db.execute(
      sql`insert into reset_token (token_hash, email, expires_at) values (${email}, ${email}, now())`,
    );
    for (const [kind, value] of [
      ["email", email],
      ["mobile", mobile],
    ])
      await shop.db.execute(
        sql`insert into cash_list_entry (kind, value, is_blocked, reason, created_at) values (${kind}, ${value}, true, ${email}, now())`,
      );
    await shop.db.execute(
      sql`insert into order_note (order_id, text, to_customer, author, at)
        select id, 'Rang twice', false, 'x', now() from customer_order where number = ${orderNumber}`,
    );
    const copy = await ask(email, { message: `I am ${email}` });
    await act(copy.reference, "send");
    const rejected = await ask(email, { kind: "erasure" });
    await act(rejected.reference, "reject", { reason: `${email} did not answer at ${mobile}` });
    const { reference } = await ask(email, { kind: "erasure", mobile_no: mobile, message: `Of ${email}` });
    await act(reference, "identification", { mobile_no: mobile, identification: `Called ${mobile}` });
    expect((await act(reference, "erase", {}, support)).body.code).toBe("permission_missing");
    expect((await act(reference, "erase")).body.data.state).toBe("erasing");
    await isDone(reference);

    const { text } = await answerTo(email, reference);
    expect(text).toContain(orderNumber);
    expect(text.replace(/\s+/g, " ")).toContain("tax law asks us to keep them for eight years");
    expect(text).toContain("newsletter");
    expect(text).toContain("gifts that you received");
    expect(text.replace(/\s+/g, " ")).toContain("buyers who can’t pay in cash on delivery, for one year");
    const listings = await rowsOf<{ reason: string }>(
      shop,
      sql`select reason, ends_at between now() + interval '364 days' and now() + interval '365 days' as "isYear" from cash_list_entry where value in (${email}, ${mobile})`,
    );
    const ends = expect.stringMatching(/^The data was erased; the block ends on /);
    expect(listings).toEqual([
      { reason: ends, isYear: true },
      { reason: ends, isYear: true },
    ]);
    expect(await read(reference)).toMatchObject({ customer: "Erased", email: "", mobile_no: "", message: "" });

    expect(await columnsWith(email, mobile)).toEqual([]);
    expect(await rowsOf(shop, sql`select from customer_order where email = ${email}`)).toHaveLength(1);
    expect(await rowsOf(shop, sql`select state from newsletter_subscriber where email = ${email}`)).toEqual([
      { state: "unsubscribed" },
    ]);
    expect(await rowsOf(shop, sql`select from order_note where text = 'Rang twice'`)).toEqual([]);
  });

  it("deletes the reviews of an earlier account if asked to, and is not repeated by a second job", async () => {
    const other = await former();
    const { email, reviews } = await former();
    const { reference } = await ask(email, { kind: "erasure", reviews: "delete" });
    expect(await reviews()).toHaveLength(1);
    await act(reference, "erase");
    await isDone(reference);
    await answerTo(email, reference);
    expect([await reviews(), await other.reviews()]).toMatchObject([[], [{}]]);
    const { _id } = await read(reference);
    await addJob(shop.db, "erase_person", { requestId: Number(_id) });
    await vi.waitFor(async () => {
      expect(await rowsOf(shop, sql`select from job where task_identifier = 'erase_person'`)).toEqual([]);
    }, LONGEST_WAIT_MS);
    expect(
      await rowsOf(shop, sql`select from mail where subject = ${`Our answer to your request ${reference}`}`),
    ).toHaveLength(1);
  });

  it.each(["with", "without"])("of somebody %s an account ends the same if its job is killed midway", async (kind) => {
    const { email } = kind === "with" ? await shoppers.buyer() : await former();
    await message(email, true);
    await subscribe(email);
    const { reference } = await ask(email, { kind: "erasure" });
    await shop.db.transaction(async (trx) => {
      // The newsletter is ended late, after most has been deleted.
      await trx.execute(sql`select from newsletter_subscriber where email = ${email} for update`);
      await act(reference, "erase");
      await vi.waitFor(async () => {
        const killed = await rowsOf(
          shop,
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%newsletter_subscriber%'`,
        );
        expect(killed).toHaveLength(1);
      }, LONGEST_WAIT_MS);
      expect(await rowsOf(shop, sql`select state from privacy_request where reference = ${reference}`)).toEqual([
        { state: "erasing" },
      ]);
      expect(await rowsOf(shop, sql`select from contact_message where email = ${email}`)).toHaveLength(1);
    });
    await isDone(reference);
    expect(await columnsWith(email, email)).toEqual([]);
    const subject = kind === "with" ? "Your Kewra account has been deleted" : `Our answer to your request ${reference}`;
    const mails = sql`select from mail where recipient = ${email} and subject = ${subject}`;
    expect(await rowsOf(shop, mails)).toHaveLength(1);
    const { entries } = (await owner.send("GET", `/audit?subject=privacy_request&id=${reference}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual([
      "privacy.erased",
      "privacy.erasure_confirmed",
    ]);
  });

  it("says that there was nothing, to an email that the shop does not know", async () => {
    const email = newEmail("stranger");
    const { reference } = await ask(email, { kind: "erasure" });
    await act(reference, "erase");
    await isDone(reference);
    expect((await answerTo(email, reference)).text).toContain("nothing to erase");
  });

  it("keeps open messages and complaints, and names them", async () => {
    const email = newEmail("sender");
    await message(email, false);
    const { reference } = await ask(email, { kind: "erasure" });
    await act(reference, "erase");
    await isDone(reference);
    const [row] = await rowsOf<{ reference: string }>(
      shop,
      sql`select reference from contact_message where email = ${email}`,
    );
    expect((await answerTo(email, reference)).text.replace(/\s+/g, "")).toContain(row?.reference);
  });

  it("waits for parcels that are on their way to a receiver", async () => {
    const mobile = "9811100004";
    const buyer = await former({ receiver: { name: "Meera", mobile }, state: "shipped" });
    const { reference } = await ask(newEmail("receiver"), { kind: "erasure", mobile_no: mobile });
    await act(reference, "identification", { mobile_no: mobile, identification: "Called" });
    expect((await read(reference)).openOrders).toEqual([buyer.orderNumber]);
    const { status, body } = await act(reference, "erase");
    expect({ status, code: body.code }).toEqual({ status: 409, code: "open_orders" });
  });

  it("does not touch an account that was created after the request", async () => {
    const email = newEmail("new");
    const { reference } = await ask(email, { kind: "erasure" });
    const early = await ask(newEmail("early"), { kind: "erasure" });
    await shop.db.execute(sql`insert into customer (email, name) values (${email}, 'Asha Rao')`);
    const { status, body } = await act(reference, "erase");
    expect(status).toBe(409);
    expect(body.message).toContain("got an account since");
    // Between the confirmation and the job.
    await shop.db.execute(sql`update privacy_request set state = 'erasing' where reference = ${reference}`);
    const { _id } = await read(reference);
    await addJob(shop.db, "erase_person", { requestId: Number(_id) });
    await vi.waitFor(async () => expect(await read(reference)).toMatchObject({ state: "open" }), LONGEST_WAIT_MS);
    expect((await read(reference)).reason).toContain("got an account since");
    expect(await rowsOf(shop, sql`select name from customer where email = ${email}`)).toEqual([{ name: "Asha Rao" }]);
    expect(await read(early.reference)).toMatchObject({ state: "open" });
  });

  it("is rejected with a reason, which goes to the email", async () => {
    const email = newEmail("reader");
    const { reference } = await ask(email, { kind: "erasure" });
    expect((await act(reference, "reject", { reason: "A dispute is open." })).body.data.state).toBe("rejected");
    await vi.waitFor(async () => {
      const mails = await shoppers.people.mailsTo(email);
      expect(mails.map(({ text }) => text).join("")).toContain("A dispute is open.");
    }, LONGEST_WAIT_MS);
  });
});

describe("a request that staff records by email", () => {
  const record = (body: object, who = owner) => who.send("POST", "/privacy-requests/by-email", body);

  it("says how they know who it is, and is the same as that of the page", async () => {
    const email = newEmail("letter");
    const body = { email: ` ${email.toUpperCase()}`, kind: "erasure", message: "A letter of 1 May", mobile_no: "" };
    expect((await record(body)).body.errors).toMatchObject([{ field: "identification" }]);
    const identification = "The letter has a copy of the invoice.";
    const { data } = (await record({ ...body, identification })).body;
    expect(data).toMatchObject({ customer: email, customerId: null, recordedBy: "Owner Rao", identification });
    expect((await record({ ...body, identification })).body.data._id).toBe(data._id);
    expect((await ask(email, { kind: "erasure" })).reference).toBe(data.reference);
    const number = { mobile_no: "9811100005", identification: "Called: she has the letter before her." };
    expect((await act(data.reference, "identification", number)).body.data).toMatchObject({
      identification: `${identification}\n${number.identification}`,
    });
    await shoppers.people.mailAbout(email, `Your request ${data.reference}`);
    const packer = await signInAs(shop, "Packer");
    expect((await record({ ...body, identification }, packer)).body.code).toBe("permission_missing");
    for (const field of ["email", "message", "identification", "mobile_no"]) {
      const { status } = await record({ ...body, identification, [field]: "x".repeat(60_000) });
      expect({ field, status }).toEqual({ field, status: 422 });
    }
  });

  it("states a mobile number only by those who may confirm one", async () => {
    const manager = await signInAs(shop, "Manager");
    const body = { email: newEmail("letter"), kind: "export", identification: "By phone", mobile_no: "9811100006" };
    expect(await record(body, manager)).toMatchObject({ status: 403, body: { code: "permission_missing" } });
    const { data } = (await record({ ...body, mobile_no: "" }, manager)).body;
    expect(data).toMatchObject({ mobile_no: "", recordedBy: "Manager Rao" });
    const confirmed = { mobile_no: body.mobile_no, identification: "Called" };
    expect((await act(data.reference, "identification", confirmed, manager)).body.code).toBe("permission_missing");
    expect((await act(data.reference, "identification", confirmed)).body.data.mobile_no).toBe(body.mobile_no);
  });

  it("is the account’s, if the email has one", async () => {
    const buyer = await shoppers.buyer();
    const { data } = (await record({ email: buyer.email, kind: "export", identification: "By phone" })).body;
    expect(data).toMatchObject({ customer: "Asha Rao", email: buyer.email });
    expect((await buyer.get("user/privacy-requests")).body.data).toMatchObject([{ reference: data.reference }]);
  });
});
