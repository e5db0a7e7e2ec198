/** Incidents have a register with the law's clocks, and notices that reach everybody whose address the shop has. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CONTACT_SOURCES, OTHER_COLUMNS } from "../../server/people/privacy/contact-points.ts";
import { deleteOldRecipients } from "../../server/people/privacy/recipients.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
type Member = Awaited<ReturnType<typeof signInAs>>;
let owner: Member;
let attar: string;

beforeAll(async () => {
  shop = await openShop();
  shoppers = buyersOf(shop);
  owner = await signInAs(shop, "Owner");
  attar = await shoppers.sell({ title: "Rose Attar", pricePaise: 11_800, gstPercent: 18, stock: 1000 });
});
afterAll(() => shop?.close());

const incident = { title: "Backup in wrong hands", description: "A file.", affected: "", remedy: "" };
const record = async (noticedAt = new Date(Date.now() - 3_600_000)) =>
  (await owner.send("POST", "/incidents", { ...incident, noticedAt: noticedAt.toISOString() })).body.data;
const TEXTS = {
  subject: "A copy of our data was stolen",
  nature: "On 27 November a copy of our customer list was stolen from a server in Mumbai.",
  consequences: "You may get spam.\n\nCalls may claim to come from us.",
  measures: "The server is closed.",
  advice: "Don’t give codes to callers.",
  contact: "Ms. Farah Siddiqui, care@kewra.example, 1800 123 4567",
};
const NOTICE = { ...TEXTS, audience: "all", kinds: [], emails: [] };
type Notice = Partial<typeof NOTICE> & { orderedFrom?: string; orderedTo?: string };
const preview = (id: string, notice: Notice) =>
  owner.send("POST", `/incidents/${id}/notices/preview`, { ...NOTICE, ...notice });
const send = (id: string, notice: Notice) => owner.send("POST", `/incidents/${id}/notices`, { ...NOTICE, ...notice });
const read = async (id: string) => (await owner.send("GET", `/incidents/${id}`)).body.data;
const isSent = (id: string, at = 0) =>
  vi.waitFor(
    async () => {
      const notice = (await read(id)).notices[at];
      if (notice.state !== "sent") throw new Error(`it is ${notice.state}`);
      return notice;
    },
    { timeout: LONGEST_WAIT_MS, interval: 50 },
  );
const noticesTo = (email: string, subject = TEXTS.subject) =>
  rowsOf<{ recipient: string }>(
    shop,
    sql`select recipient from mail where recipient = ${email} and subject = ${subject}`,
  );
const unreached = async (id: string, notice: string) => {
  const { body } = await owner.send("GET", `/incidents/${id}/notices/${notice}/unreached.csv`);
  const [, ...lines] = String(body).trim().split("\r\n");
  return lines;
};

/** Of every kind of person one, each with an address that nobody else has. */
async function everybody() {
  const made = Math.random().toString(36).slice(2, 8);
  const email = (kind: string) => `${kind}-${made}@example.com`;
  const account = await shoppers.buyer();

  const former = await shoppers.buyer({ [attar]: 1 });
  const { orderNumber } = await former.buy();
  await shop.db.execute(
    sql`update customer_order set state = 'delivered', delivered_at = now(),
        gift = ${JSON.stringify({ message: "", wrapPaise: null, receiver: { name: `Meera ${made}`, mobile: "9811122233" } })}::jsonb
      where number = ${orderNumber}`,
  );
  await shop.db.execute(
    sql`update customer set email = ${`closed-${made}@closed.invalid`}, closed_at = now(), name = 'Former customer' where id = ${former.id}`,
  );

  for (const [kind, state] of [
    ["reader", "confirmed"],
    ["unsubscribed", "unsubscribed"],
    ["pending", "pending"],
  ] as const)
    await shop.db.execute(
      sql`insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
        values (${email(kind)}, ${state}, ${`${kind} ${made}`}, 'http://x', now(), now())`,
    );
  await shop.db.execute(
    sql`insert into contact_message (reference, name, email, phone, address, created_at)
      values (${`M-${made}`}, 'Ravi', ${email("Sender").replace("example.com", "Example.COM")}, '9000011111', 'Pune', now())`,
  );
  await shop.db.execute(
    sql`insert into cash_list_entry (kind, value, is_blocked, created_at) values ('email', ${email("blocked")}, true, now())`,
  );
  await shop.db.execute(
    sql`insert into one_time_code (email, purpose, sent_at, expires_at) values (${email("signing-up")}, 'sign_up', now(), now() + interval '1 hour')`,
  );
  await shop.db.execute(
    sql`insert into reset_token (token_hash, email, expires_at) values (${made}, ${email("resetting")}, now() + interval '1 hour')`,
  );
  const sent = JSON.stringify({ items: [], buyer: {}, consent: {}, codes: [], shipping: null, postalCode: null });
  await shop.db.execute(
    sql`insert into agent_cart (id, origin, email, content, created_at, expires_at)
      values (${made}, 'https://agent.example', ${email("shopping")}, ${sent}::jsonb, now(), now() + interval '1 day')`,
  );
  await shop.db.execute(
    sql`insert into agent_checkout (id, origin, version, email, content, created_at, expires_at)
      values (${made}, 'https://agent.example', '2026-08-25', ${email("buying")}, ${sent}::jsonb, now(), now() + interval '1 day')`,
  );
  await shop.db.execute(
    sql`insert into mail (state, recipient, reply_to, subject, text, html, message_id, created_at, expires_at)
      values ('sent', ${email("mailed")}, ${email("replier")}, 'x', '', '', ${made}, now(), now())`,
  );
  await shop.db.execute(
    sql`insert into staff_member (email, name, role_id, created_at, removed_at)
      select ${email("former-staff")}, 'Former', id, now(), now() from staff_role limit 1`,
  );
  await shop.db.execute(
    sql`insert into staff_invitation (email, role_id, token_hash, expires_at)
      select ${email("invited")}, id, ${made}, now() + interval '1 day' from staff_role limit 1`,
  );
  await shop.db.execute(
    sql`insert into privacy_request (reference, email, kind, shop_origin, asked_at)
      values (${`P-${made}`}, ${email("asking")}, 'export', 'http://x', now()),
        (${`P-erased-${made}`}, ${`closed-p-${made}@closed.invalid`}, 'erasure', 'http://x', now())`,
  );
  return {
    receiver: `Meera ${made}`,
    emails: {
      accounts: [account.email],
      orders: [former.email],
      assistants: [email("shopping"), email("buying")],
      subscribers: [email("reader"), email("unsubscribed"), email("pending")],
      messages: [email("sender")],
      cash_lists: [email("blocked")],
      codes: [email("signing-up"), email("resetting")],
      mails: [email("mailed"), email("replier")],
      staff: [email("former-staff"), email("invited")],
      privacy_requests: [email("asking")],
    },
  };
}

beforeEach(async () => {
  await shop.db.execute(sql`update staff_session set second_factor_at = now()`);
});

describe("a notice of an incident", () => {
  it("reaches everybody whose address the shop has, also without an account, each once", async () => {
    const people = await everybody();
    const { _id } = await record();
    const counted = (await preview(_id, {})).body.data;
    const sent = await send(_id, {});
    expect(sent.body.data.notices).toMatchObject([
      { ...TEXTS, audience: "all", recipients: counted.emails, by: "Owner Rao" },
    ]);
    const done = await isSent(_id);
    expect(done).toMatchObject({ sent: counted.emails, recipients: counted.emails, failed: 0 });
    for (const email of Object.values(people.emails).flat()) expect(await noticesTo(email)).toHaveLength(1);
    const [twice] = await rowsOf(
      shop,
      sql`select count(*)::int as mails, count(distinct lower(recipient))::int as people from mail where subject = ${TEXTS.subject}`,
    );
    expect(twice).toEqual({ mails: counted.emails, people: counted.emails });
    expect(await rowsOf(shop, sql`select from mail where recipient like '%closed.invalid'`)).toEqual([]);
  });

  it("counts the people of each kind before it is sent", async () => {
    const people = await everybody();
    const { _id } = await record();
    for (const [kind, emails] of Object.entries(people.emails)) {
      const { data } = (await preview(_id, { audience: "kinds", kinds: [kind] as never })).body;
      const [row] = data.kinds;
      expect({ kind: row.kind, rows: data.kinds.length }).toEqual({ kind, rows: 1 });
      expect(row.people).toBeGreaterThanOrEqual(emails.length);
    }
    const { data } = (await preview(_id, {})).body;
    expect(data.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(Object.keys(CONTACT_SOURCES));
    // Somebody of several kinds gets one email.
    const sum = data.kinds.reduce((all: number, { people: count }: { people: number }) => all + count, 0);
    expect(data.emails).toBeLessThan(sum);
  });

  it("has the five parts in their order, each of them required", async () => {
    const { _id } = await record();
    const reader = "five-parts@example.com";
    for (const part of ["subject", "nature", "consequences", "measures", "advice", "contact"]) {
      const { status, body } = await send(_id, { audience: "listed", emails: [reader] as never, [part]: " " });
      expect({ status, fields: body.errors.map(({ field }: { field: string }) => field) }).toEqual({
        status: 422,
        fields: [part],
      });
    }
    expect((await read(_id)).notices).toEqual([]);
    const shown = (await preview(_id, { audience: "listed", emails: [reader] as never })).body.data.mail;
    await send(_id, { audience: "listed", emails: [reader] as never });
    const mail = await shoppers.people.mailAbout(reader, TEXTS.subject);
    expect({ text: shown.text, html: shown.html }).toEqual({ text: mail.text, html: mail.html });
    const places = [
      "What happened",
      TEXTS.nature,
      "What it may mean for you",
      "Calls may claim to come from us.",
      "What we are doing about it",
      TEXTS.measures,
      "What you can do",
      TEXTS.advice,
      "Whom you can ask",
      TEXTS.contact,
    ].map((words) => mail.text.replace(/\s+/g, " ").indexOf(words));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("goes to listed emails that the shop does not know, and says how many", async () => {
    const { _id } = await record();
    const known = await shoppers.buyer();
    const emails = [known.email.toUpperCase(), known.email, "stranger@example.com"] as never;
    const counted = (await preview(_id, { audience: "listed", emails })).body.data;
    expect(counted).toMatchObject({ emails: 2, unknown: 1, withoutEmail: 0, kinds: [] });
    await send(_id, { audience: "listed", emails });
    await isSent(_id);
    expect(await noticesTo("stranger@example.com")).toHaveLength(1);
    expect(await noticesTo(known.email)).toHaveLength(1);
  });

  it("lists the receivers of gifts, who have no email, with number and postal address", async () => {
    const { receiver } = await everybody();
    const { _id } = await record();
    const only = { audience: "kinds", kinds: ["gift_receivers"] as never };
    const counted = (await preview(_id, only)).body.data;
    const [row] = await rowsOf<{ receivers: number }>(
      shop,
      sql`select count(distinct gift -> 'receiver' ->> 'name')::int as receivers from customer_order where gift is not null`,
    );
    expect(counted).toMatchObject({ emails: 0, withoutEmail: row?.receivers });
    const { notices, clocks } = (await send(_id, only)).body.data;
    expect(notices).toMatchObject([{ recipients: 0, withoutEmail: row?.receivers }]);
    expect(clocks.find(({ step }: { step: string }) => step === "others")).toMatchObject({ isNeeded: true });
    const lines = await unreached(_id, notices[0]._id);
    expect(lines).toHaveLength(row?.receivers ?? 0);
    const line = lines.find((one) => one.includes(receiver));
    expect(line).toBe(
      `no email,gift_receivers,${receiver},9811122233,,"18 Ashok Marg, Lucknow, Uttar Pradesh, 226001"`,
    );
    const { entries } = (await owner.send("GET", `/audit?subject=incident&id=${_id}`)).body.data;
    expect(entries[0]).toMatchObject({ action: "incident.unreached_exported" });
    expect(JSON.stringify(entries)).not.toMatch(/Meera|98111/);
  });

  it("counts a blocked mobile number by the emails of its orders, or lists it", async () => {
    const buyer = await shoppers.buyer({ [attar]: 1 });
    const { orderNumber } = await buyer.buy();
    await shop.db.execute(sql`update customer_order set mobile = '9345612345' where number = ${orderNumber}`);
    for (const mobile of ["9345612345", "9345600000"])
      await shop.db.execute(
        sql`insert into cash_list_entry (kind, value, is_blocked, created_at) values ('mobile', ${mobile}, true, now())`,
      );
    await shop.db.execute(
      sql`insert into cash_list_entry (kind, value, is_blocked, created_at) values ('pincode', '226001', true, now())`,
    );
    const { _id } = await record();
    const { notices } = (await send(_id, { audience: "kinds", kinds: ["cash_lists"] as never })).body.data;
    await isSent(_id);
    expect(await noticesTo(buyer.email)).toHaveLength(1);
    const lines = await unreached(_id, notices[0]._id);
    expect(lines).toEqual(["no email,cash_lists,,9345600000,,"]);
  });

  it("goes to who ordered between two days, with an account or without, and their receivers", async () => {
    const people = await everybody();
    const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
    const { _id } = await record();
    const days = { audience: "ordered", orderedFrom: today, orderedTo: today };
    expect((await preview(_id, { ...days, orderedTo: "2020-01-01" })).body.errors[0].field).toBe("orderedTo");
    expect((await preview(_id, { audience: "ordered" })).body.errors[0].field).toBe("orderedFrom");
    expect((await preview(_id, { ...days, orderedFrom: "2019-01-01", orderedTo: "2019-01-02" })).body.data.emails).toBe(
      0,
    );
    const { data } = (await preview(_id, days)).body;
    expect(data.withoutEmail).toBeGreaterThanOrEqual(1);
    await send(_id, days);
    await isSent(_id);
    expect(await noticesTo(people.emails.orders[0] ?? "")).toHaveLength(1);
    expect(await noticesTo(people.emails.subscribers[0] ?? "")).toHaveLength(0);
  });

  it("is rejected without anybody to tell", async () => {
    const { _id } = await record();
    const nobody = { audience: "ordered", orderedFrom: "2019-01-01", orderedTo: "2019-01-02" };
    expect((await send(_id, nobody)).body.errors[0].field).toBe("audience");
    expect((await send(_id, { audience: "kinds" })).body.errors[0].field).toBe("kinds");
    expect((await send(_id, { audience: "listed" })).body.errors[0].field).toBe("emails");
    expect((await read(_id)).notices).toEqual([]);
    expect((await preview("999999", {})).status).toBe(404);
  });

  it("is not sent twice by a second press, in another tab or later", async () => {
    const { _id } = await record();
    const listed = (...emails: string[]) => ({ audience: "listed", emails: emails as never });
    const both = await Promise.all([send(_id, listed("twice@example.com")), send(_id, listed("twice@example.com"))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await isSent(_id);
    const more = listed("TWICE@example.com", "further@example.com");
    expect((await preview(_id, more)).body.data).toMatchObject({ emails: 1, alreadySent: 1 });
    expect((await send(_id, more)).body.data.notices[1]).toMatchObject({ recipients: 1 });
    await isSent(_id, 1);
    expect(await noticesTo("twice@example.com")).toHaveLength(1);
    expect(await noticesTo("further@example.com")).toHaveLength(1);
    // Other words are another notice.
    await send(_id, { ...more, subject: "What we know now" });
    await isSent(_id, 2);
    expect(await noticesTo("twice@example.com", "What we know now")).toHaveLength(1);
  });

  it("continues where it was when its server ends", async () => {
    const { _id } = await record();
    const emails = Array.from({ length: 120 }, (_, at) => `resumed-${at}@example.com`) as never;
    const notice = (await send(_id, { subject: "Resumed", audience: "listed", emails })).body.data.notices[0];
    await isSent(_id);
    // As if the process had ended after its second batch, and the job ran again on another server.
    await shop.db.execute(
      sql`delete from mail where message_id in (select message_id from incident_recipient where notice_id = ${notice._id} order by email offset 100)`,
    );
    await shop.db.execute(
      sql`update incident_recipient set message_id = null where notice_id = ${notice._id}
        and email in (select email from incident_recipient where notice_id = ${notice._id} order by email offset 100)`,
    );
    await shop.db.execute(
      sql`update incident_letter set state = 'sending', sent = 100, done_at = null where id = ${notice._id}`,
    );
    await shop.db.execute(
      sql`insert into job (task_identifier, payload, run_at) values ('send_incident_notice', ${JSON.stringify({ noticeId: Number(notice._id) })}::jsonb, now())`,
    );
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
    expect(await isSent(_id)).toMatchObject({ sent: 120 });
    const rows = await rowsOf<{ recipient: string }>(shop, sql`select recipient from mail where subject = 'Resumed'`);
    expect(rows).toHaveLength(120);
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(120);
  });

  it("lists whose email was not delivered with what else the shop has, and remembers their number", async () => {
    const { _id } = await record();
    const buyer = await shoppers.buyer({ [attar]: 1 });
    await buyer.buy();
    const listed = { audience: "listed", emails: [buyer.email, "gone@example.com", "fine@example.com"] as never };
    const { notices } = (await send(_id, { ...listed, subject: "Undelivered" })).body.data;
    await isSent(_id);
    await vi.waitFor(async () => {
      const rows = await rowsOf(shop, sql`select from mail where subject = 'Undelivered' and state = 'sent'`);
      expect(rows).toHaveLength(3);
    }, LONGEST_WAIT_MS);
    await shop.db.execute(
      sql`update mail set state = 'failed' where subject = 'Undelivered' and recipient in (${buyer.email}, 'gone@example.com')`,
    );
    expect((await read(_id)).notices[0]).toMatchObject({ sent: 3, failed: 2 });
    const lines = await unreached(_id, notices[0]._id);
    expect(lines).toContain("email not delivered,,,,gone@example.com,");
    expect(lines.filter((line) => line.includes(buyer.email) && line.includes("9000090000")).length).toBeGreaterThan(0);
    expect(lines.join()).not.toContain("fine@example.com");

    await deleteOldRecipients(shop.db, new Date());
    expect(await rowsOf(shop, sql`select from incident_recipient where notice_id = ${notices[0]._id}`)).toHaveLength(3);
    await shop.db.execute(
      sql`update incident_letter set done_at = now() - interval '30 days' where id = ${notices[0]._id}`,
    );
    await deleteOldRecipients(shop.db, new Date());
    expect(await rowsOf(shop, sql`select from incident_recipient where notice_id = ${notices[0]._id}`)).toEqual([]);
    expect((await read(_id)).notices[0]).toMatchObject({ failed: 2 });
  });

  it("stops, and the same words later go to the rest alone", async () => {
    const { _id } = await record();
    const emails = Array.from({ length: 5 }, (_, at) => `stopped-${at}@example.com`) as never;
    const { notices } = (await send(_id, { subject: "Stopped", audience: "listed", emails })).body.data;
    await isSent(_id);
    await shop.db.execute(
      sql`update incident_letter set state = 'sending', done_at = null, sent = 2 where id = ${notices[0]._id}`,
    );
    await shop.db.execute(
      sql`update incident_recipient set message_id = null where notice_id = ${notices[0]._id} and email >= 'stopped-2'`,
    );
    const stopped = await owner.send("POST", `/incidents/${_id}/notices/${notices[0]._id}/stop`);
    expect(stopped.body.data.notices[0]).toMatchObject({ state: "stopped", sent: 2, recipients: 5 });
    const again = (await send(_id, { subject: "Stopped", audience: "listed", emails })).body.data.notices[1];
    expect(again).toMatchObject({ recipients: 3 });
  });

  it("is only for those who may export customers, with a recent second factor", async () => {
    const { _id } = await record();
    const support = await signInAs(shop, "Support");
    const listed = { ...NOTICE, audience: "listed", emails: ["x@example.com"] };
    for (const path of ["notices/preview", "notices"])
      expect((await support.send("POST", `/incidents/${_id}/${path}`, listed)).body.code).toBe("permission_missing");
    expect((await support.send("GET", `/incidents/${_id}/notices/1/unreached.csv`)).status).toBe(403);
    expect((await owner.send("GET", `/incidents/${_id}/notices/999999/unreached.csv`)).status).toBe(404);
    await shop.db.execute(sql`update staff_session set second_factor_at = now() - interval '11 minutes'`);
    expect((await owner.send("POST", `/incidents/${_id}/notices`, listed)).body.code).toBe("step_up_required");
  });

  it("forgets no column in which the shop has an email", async () => {
    await everybody();
    const columns = await rowsOf<{ name: string; table_name: string; column_name: string }>(
      shop,
      sql`select table_name || '.' || column_name as name, table_name, column_name from information_schema.columns
        where table_schema = 'public' and data_type in ('text', 'jsonb', 'ARRAY') order by 1`,
    );
    const decided = new Set([
      ...Object.values(CONTACT_SOURCES).flatMap((sources) => sources.flatMap((source) => source.columns)),
      ...Object.keys(OTHER_COLUMNS),
    ]);
    const found: string[] = [];
    for (const { name, table_name: table, column_name: column } of columns) {
      const held = sql`${sql.identifier(column)}::text ~ '[[:alnum:]._-]+@[[:alnum:]-]+[.][[:alpha:]]{2,}'`;
      const rows = await rowsOf(shop, sql`select from ${sql.identifier(table)} where ${held} limit 1`);
      if (rows.length > 0) found.push(name);
    }
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((name) => !decided.has(name))).toEqual([]);
  });
});

describe("an incident", () => {
  const dueFor = async (who: Member) =>
    (await who.send("GET", "/home")).body.data.work.find(({ kind }: { kind: string }) => kind === "incidents");

  it("has six hours for CERT-In and 72 for the Board’s details, and waits until every step is done", async () => {
    await shop.db.execute(sql`update incident set closed_at = now()`);
    const recorded = await record(new Date("2026-01-02T10:00:00Z"));
    expect(recorded).toMatchObject({ notificationDeadline: "2026-01-05T10:00:00.000Z", isLate: true });
    expect(recorded.clocks.map(({ step, dueAt }: { step: string; dueAt: string }) => [step, dueAt])).toEqual([
      ["cert_in", "2026-01-02T16:00:00.000Z"],
      ["board_informed", null],
      ["people", null],
      ["others", null],
      ["board_details", "2026-01-05T10:00:00.000Z"],
    ]);
    const path = `/incidents/${recorded._id}`;
    expect(await dueFor(owner)).toMatchObject({ count: 1, dueBy: "2026-01-02T16:00:00.000Z" });
    expect(await dueFor(await signInAs(shop, "Support"))).toBeUndefined();
    await owner.send("PATCH", path, { version: 1, certInExempt: true });
    expect(await dueFor(owner)).toMatchObject({ count: 1, dueBy: "2026-01-05T10:00:00.000Z" });
    await owner.send("PATCH", path, { version: 2, certInExempt: false, certInReported: true });
    const changed = await owner.send("PATCH", path, {
      version: 3,
      remedy: "The file is deleted.",
      boardInformed: true,
      boardNotified: true,
    });
    expect(changed.body.data).toMatchObject({ version: 4, remedy: "The file is deleted." });
    expect(await dueFor(owner)).toMatchObject({ count: 1 });
    await everybody();
    await send(recorded._id, {});
    await isSent(recorded._id);
    // The receivers of gifts wait for a call.
    expect(await dueFor(owner)).toMatchObject({ count: 1 });
    const called = await owner.send("PATCH", path, { version: 4, othersContacted: true });
    expect(called.body.data.clocks.every(({ doneAt }: { doneAt: string | null }) => doneAt !== null)).toBe(true);
    expect(await dueFor(owner)).toMatchObject({ count: 0, dueBy: null });
    const undone = await owner.send("PATCH", path, { version: 5, certInReported: false });
    expect(undone.body.data.clocks[0].doneAt).toBeNull();
    expect((await owner.send("PATCH", path, { version: 1, title: "Other" })).status).toBe(409);
    const { entries } = (await owner.send("GET", `/audit?subject=incident&id=${recorded._id}`)).body.data;
    expect(entries.map(({ after }: { after: object }) => after)).toContainEqual({
      fields: ["remedy"],
      boardInformed: true,
      boardNotified: true,
    });
  });

  it("keeps what the first of two editors stored", async () => {
    const { _id } = await record();
    const change = (title: string) => owner.send("PATCH", `/incidents/${_id}`, { version: 1, title });
    const both = await Promise.all([change("One"), change("Two")]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = both.find(({ status }) => status === 200)?.body.data.title;
    expect((await owner.send("GET", `/incidents/${_id}`)).body.data).toMatchObject({ title: stored, version: 2 });
    expect(both.find(({ status }) => status === 409)?.body.code).toBe("conflict");
  });

  it("rejects a time in the future, or before there were computers", async () => {
    const at = (noticedAt: string) => owner.send("POST", "/incidents", { ...incident, noticedAt });
    expect((await at(new Date(Date.now() + 3_600_000).toISOString())).status).toBe(422);
    expect((await at("0000-01-01T00:00:00Z")).body.errors[0].field).toBe("noticedAt");
  });
});
