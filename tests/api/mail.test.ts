import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../server/database/database.ts";
import {
  claimMails,
  deleteOldMails,
  listUncertainMails,
  markSending,
  type NewMail,
  queueMail,
  resendUncertainMails,
  settleStale,
} from "../../server/mail/outbox.ts";
import { buyersOf } from "./buyers.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** The outbox, and a real mail server at the other end of it. */

async function freePort(): Promise<number> {
  const free = createServer().listen(0, "127.0.0.1");
  await once(free, "listening");
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, "close");
  return port;
}

async function shopWith(port: number): Promise<TestShop> {
  const shop = await openShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } });
  onTestFinished(() => shop.close());
  return shop;
}

const patiently = { timeout: 15_000, interval: 50 };
const statesOf = (shop: TestShop) =>
  rowsOf<{ state: string; attempts: number; last_error: string | null }>(
    shop,
    sql`select state, attempts, last_error from mail order by id`,
  );

/** As if the time had come for the mails that wait for another try, as soon as there is one. */
const tryAgain = (shop: TestShop) =>
  vi.waitFor(async () => {
    const due = await rowsOf(
      shop,
      sql`update mail set due_at = now() - interval '1 second' where state = 'waiting' and attempts > 0 returning id`,
    );
    if (due.length === 0) throw new Error("no mail waits for another try");
    await shop.db.execute(sql`select pg_notify('shop_changed', 'mail')`);
  }, patiently);

describe("a mail server", () => {
  it("is given the invoice with the confirmation of an order", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const { sell, buyer } = buyersOf(shop);
    const asha = await buyer({ [await sell()]: 1 });
    await asha.buy();
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    const content = server.received[0]?.content ?? "";
    expect(content).toMatch(/^Content-Type: application\/pdf; name=invoice-KW-\d\d-\d\d-000001\.pdf\r$/m);
    expect(content).toMatch(/^Content-Disposition: attachment; filename=invoice-KW-\d\d-\d\d-000001\.pdf\r$/m);
    const [, encoded = ""] = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(content) ?? [];
    expect(Buffer.from(encoded, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("is given the mail, as text and HTML, by the shop's name", { meta: { requirements: "S7.16" } }, async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: "care@kewra.example", to: ["asha@example.com"] });
    expect(headerOf(mail?.content ?? "", "From")).toBe("Kewra <care@kewra.example>");
    expect(headerOf(mail?.content ?? "", "Subject")).toBe("Your Kewra verification code");
    expect(mail?.content).toContain("multipart/alternative");
    expect(mail?.content).toMatch(/^ {4}\d{6}\r?$/m);
    expect(mail?.content).toContain("text/html");
    await vi.waitFor(
      async () => expect(await statesOf(shop)).toEqual([{ state: "sent", attempts: 1, last_error: null }]),
      patiently,
    );
    // The mailbox of the demo, which anybody may read, is closed.
    expect((await shop.get("/sandbox/mail.json")).status).toBe(404);
  });

  it("that is down at first gets the mail once it is up, and the request did not wait", async () => {
    const port = await freePort();
    const shop = await shopWith(port);
    expect((await peopleOf(shop).post("user/otp", { email: "asha@example.com" })).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await statesOf(shop)).toMatchObject([
          { state: "waiting", attempts: 1, last_error: expect.stringMatching(/ECONNREFUSED/) },
        ]),
      patiently,
    );
    const server = await mailServer(port);
    onTestFinished(() => server.close());
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).toBe("sent"), patiently);
    expect(server.received).toHaveLength(1);
  });

  it("that is busy for a moment is asked again, with the same Message-ID", async () => {
    const server = await mailServer(0, (attempt) =>
      attempt === 1 ? { responseCode: 451, message: "Try again later" } : null,
    );
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    const [row] = await rowsOf<{ message_id: string }>(shop, sql`select message_id from mail`);
    expect(headerOf(server.received[0]?.content ?? "", "Message-ID")).toBe(`<${row?.message_id}@kewra.example>`);
    await vi.waitFor(
      async () => expect(await statesOf(shop)).toEqual([{ state: "sent", attempts: 2, last_error: null }]),
      patiently,
    );
  });

  it("that refuses for good is not asked again, and what the mail said is forgotten", async () => {
    const server = await mailServer(0, () => ({ responseCode: 550, message: "No such mailbox" }));
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).toBe("failed"), patiently);
    expect(server.attempts()).toBe(1);
    expect(await rowsOf(shop, sql`select text, html from mail`)).toEqual([{ text: "", html: "" }]);
  });

  it("is given every mail once, however many are queued at once", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const letter = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => queueMail(shop.db, { to: `p${n}@example.com`, ...letter }, new Date())),
    );
    await shop.get("/healthz");
    await vi.waitFor(() => expect(server.received.length).toBeGreaterThanOrEqual(20), patiently);
    await vi.waitFor(
      async () => expect((await statesOf(shop)).every(({ state }) => state === "sent")).toBe(true),
      patiently,
    );
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20);
    expect(server.received).toHaveLength(20);
  });

  it("is given the mails for one address in the order in which they were written, however long one takes to make", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const { sell, buyer } = buyersOf(shop);
    const { orderNumber } = await (await buyer({ [await sell()]: 1 })).buy();
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    const letter = { to: "asha@example.com", text: "Hello", html: "<p>Hello</p>" };
    await shop.db.transaction(async (trx) => {
      await queueMail(trx, { ...letter, subject: "First", attachment: `invoice:${orderNumber}` }, new Date());
      await queueMail(trx, { ...letter, subject: "Second" }, new Date());
    });
    await vi.waitFor(() => expect(server.received).toHaveLength(3), patiently);
    expect(server.received.slice(1).map(({ content }) => headerOf(content, "Subject"))).toEqual(["First", "Second"]);
  });

  it("is tried again by the outbox alone when it breaks off without an answer", async () => {
    const server = await mailServer(0, (attempt) => (attempt === 1 ? { responseCode: 421, message: "Closing" } : null));
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    await vi.waitFor(
      async () => expect((await statesOf(shop))[0]).toMatchObject({ state: "sent", attempts: 2 }),
      patiently,
    );
  });

  it("is given an address as one, whatever it holds", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const letter = { subject: "Hello", text: "Hello", html: "" };
    await queueMail(shop.db, { to: "other@example.com,asha@example.com", ...letter }, new Date());
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.attempts).toBe(1), patiently);
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).not.toBe("sending"), patiently);
    for (const { to } of server.received) expect(to).toHaveLength(1);
  });

  it("cannot be made to send more by what somebody writes as a name", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await queueMail(
      shop.db,
      { to: "asha@example.com", subject: "Hello\r\nBcc: everybody@example.com", text: "Hello", html: "" },
      new Date(),
    );
    await shop.get("/healthz");
    await vi.waitFor(() => expect(server.received).toHaveLength(1), patiently);
    expect(server.received[0]?.to).toEqual(["asha@example.com"]);
    expect(headerOf(server.received[0]?.content ?? "", "Bcc")).toBeUndefined();
  });
});

describe("the outbox", () => {
  let shop: TestShop;
  let db: Database;
  // A port where nothing listens, so that the shop's own worker sends nothing of what is queued far in the future.
  beforeAll(async () => {
    shop = await openShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
    db = shop.db;
  });
  afterAll(() => shop?.close());

  const letter = { to: "asha@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  /** Beyond everything that the shop's own worker looks at. */
  const now = new Date("2099-01-01T10:00:00Z");
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const states = async () => (await statesOf(shop)).map(({ state }) => state);
  const emptied = async () => db.execute(sql`delete from mail`);

  it("holds a mail only when the transaction that queued it is complete", async () => {
    await emptied();
    await db
      .transaction(async (trx) => {
        await queueMail(trx, letter, now);
        throw new Error("no");
      })
      .catch(() => {});
    expect(await states()).toEqual([]);
  });

  it("gives a mail to one of two that ask at once", async () => {
    await emptied();
    await queueMail(db, letter, now);
    const claims = await Promise.all([claimMails(db, 5, now), claimMails(db, 5, now)]);
    expect(claims.flat()).toHaveLength(1);
  });

  it("gives a mail to another instance when the first is gone before it handed it over", async () => {
    await emptied();
    await queueMail(db, letter, now);
    const [mine] = await claimMails(db, 5, now);
    expect(await claimMails(db, 5, later(119))).toEqual([]);
    const [theirs] = await claimMails(db, 5, later(121));
    expect(theirs?.id).toBe(mine?.id);
    // Should the first come back after all, it finds that the mail is no longer its own.
    expect(await markSending(db, mine?.id ?? 0, now, later(122))).toBe(false);
    expect(await markSending(db, mine?.id ?? 0, later(121), later(122))).toBe(true);
  });

  /** As if the process had ended while it handed a mail over. */
  async function isCutOff(news: Partial<NewMail> = {}) {
    await emptied();
    await queueMail(db, { ...letter, ...news }, now);
    const [mine] = await claimMails(db, 5, now);
    await markSending(db, mine?.id ?? 0, now, now);
    return mine;
  }

  it("does not send again by itself what was being handed over when the process ended, and lists it for staff", async () => {
    const mine = await isCutOff();
    expect(await claimMails(db, 5, later(3600))).toEqual([]);
    expect(await settleStale(db, later(119))).toEqual({ expired: 0, repeated: 0, uncertain: 0 });
    expect(await settleStale(db, later(121))).toEqual({ expired: 0, repeated: 0, uncertain: 1 });
    expect(await states()).toEqual(["uncertain"]);
    expect(await claimMails(db, 5, later(3600))).toEqual([]);

    const { mails, total } = await listUncertainMails(db, 10);
    expect(total).toBe(1);
    expect(mails).toMatchObject([{ id: mine?.id, state: "uncertain", subject: letter.subject, canResend: true }]);
    expect(await resendUncertainMails(db, [mine?.id ?? 0], later(200))).toEqual([mine?.id]);
    expect(await resendUncertainMails(db, null, later(200))).toEqual([]);
    const [again] = await claimMails(db, 5, later(200));
    expect(again).toMatchObject({ messageId: mine?.messageId, text: letter.text, html: letter.html });
  });

  it("sends again by itself what must arrive, with the same Message-ID, and leaves it to staff after some crashes", async () => {
    let mine = await isCutOff({ mustArrive: true });
    const { messageId } = mine ?? {};
    for (let crash = 1; crash < 5; crash++) {
      expect(await settleStale(db, later(121 * crash))).toEqual({ expired: 0, repeated: 1, uncertain: 0 });
      [mine] = await claimMails(db, 5, later(121 * crash));
      expect(mine).toMatchObject({ messageId, text: letter.text });
      await markSending(db, mine?.id ?? 0, later(121 * crash), later(121 * crash));
    }
    expect(await settleStale(db, later(121 * 5))).toEqual({ expired: 0, repeated: 0, uncertain: 1 });
    expect((await listUncertainMails(db, 10)).mails).toMatchObject([{ canResend: true }]);
  });

  it("forgets what it said where that holds a code, which nobody can send again", async () => {
    await isCutOff({ expiresAt: later(600) });
    await settleStale(db, later(121));
    const { mails } = await listUncertainMails(db, 10);
    expect(mails).toMatchObject([{ state: "uncertain", canResend: false }]);
    expect(await resendUncertainMails(db, null, later(200))).toEqual([]);
    expect(await states()).toEqual(["uncertain"]);
  });

  it("forgets after a month what became of a mail, and never one that waits", async () => {
    await emptied();
    await queueMail(db, letter, now);
    await queueMail(db, { ...letter, expiresAt: now }, now);
    await settleStale(db, now);
    await deleteOldMails(db, later(30 * 86_400));
    expect(await states()).toEqual(["waiting", "failed"]);
    await deleteOldMails(db, later(30 * 86_400 + 1));
    expect(await states()).toEqual(["waiting"]);
  });

  it("gives up a mail that nobody needs any more", async () => {
    await emptied();
    await queueMail(db, { ...letter, expiresAt: later(600) }, now);
    expect(await settleStale(db, later(599))).toEqual({ expired: 0, repeated: 0, uncertain: 0 });
    expect(await settleStale(db, later(600))).toEqual({ expired: 1, repeated: 0, uncertain: 0 });
    expect(await states()).toEqual(["failed"]);
  });
});

describe("the demo's mailbox", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop();
    const letter = { text: "Plain <b>", html: "<!doctype html><html><head></head><body>Rich</body></html>" };
    await queueMail(shop.db, { to: "asha@example.com", subject: "First", ...letter }, new Date());
    await shop.get("/healthz");
    await peopleOf(shop).mailsTo("asha@example.com");
    await queueMail(shop.db, { to: "asha@example.com", subject: "Second & <last>", ...letter }, new Date());
    await queueMail(shop.db, { to: "priya@example.com", subject: "Other", ...letter }, new Date());
    await peopleOf(shop).mailsTo("asha@example.com", 2);
    await peopleOf(shop).mailsTo("priya@example.com");
  });
  afterAll(() => shop?.close());

  it("can be read by a program, newest first", async () => {
    const { body } = await shop.get("/sandbox/mail.json?to=Asha@example.com");
    expect(body.map(({ subject }: { subject: string }) => subject)).toEqual(["Second & <last>", "First"]);
    expect(Object.keys(body[0])).toEqual(["to", "subject", "text", "html", "sentAt", "attachments"]);
    expect(new Date(body[0].sentAt).getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect((await shop.get("/sandbox/mail.json")).body).toHaveLength(3);
  });

  it("can be read by a person, without a script", async () => {
    const { status, body, headers } = await shop.get("/sandbox/mail?to=asha@example.com");
    expect(status).toBe(200);
    expect(body).toContain("Second &#38; &#60;last&#62;");
    expect(body).not.toContain("Other");
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const [, link = ""] = /href="(\/sandbox\/mail\/\d+)"/.exec(body) ?? [];
    const mail = await shop.get(link);
    expect(mail.body).toContain("Plain &#60;b&#62;");
    const shown = await shop.get(`${link}/html`);
    expect(shown.body).toContain("Rich");
    expect(shown.headers["content-security-policy"]).toContain("default-src 'none'");
    expect((await shop.get("/sandbox/mail/999999")).status).toBe(404);
  });

  it("is not there in a live shop", async () => {
    const live = await openShop({
      environment: { DEMO: "false", SMTP_URL: "smtp://127.0.0.1:1", RAZORPAY_KEY_ID: "rzp_live_ofthetests" },
    });
    onTestFinished(() => live.close());
    for (const path of ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/google", "/sandbox/google/jwks"]) {
      expect((await live.get(path)).status).toBe(404);
    }
    expect((await live.get("/api/user/social")).body.data).toMatchObject({ clientId: null, popup: null });
  });

  it("is what pages lead to only where it takes the mails", async () => {
    const leadsThere = async (to: TestShop) => (await to.get("/api/shop")).body.data.demoMailbox;
    expect(await leadsThere(shop)).toBe(true);
    expect(await leadsThere(await shopWith(9))).toBe(false);
  });
});
