/** The outbox with a real SMTP server. */

import { once } from "node:events";
import { createServer } from "node:net";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Database } from "../../server/platform/database/database.ts";
import { job, mail } from "../../server/platform/database/schema.ts";
import {
  deleteOldMails,
  listUncertainMails,
  type NewMail,
  queueMail,
  resendUncertainMails,
} from "../../server/platform/mail/outbox.ts";
import { sendMailTask } from "../../server/platform/mail/send-mail.ts";
import type { OutgoingMail } from "../../server/platform/mail/transport.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

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

const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 50 };
const statesOf = (shop: TestShop) =>
  rowsOf<{ state: string; attempts: number | null; last_error: string | null }>(
    shop,
    sql`select state, job.attempts, coalesce(mail.last_error, job.last_error) as last_error
    from mail left join job on (job.payload ->> 'mailId')::int = mail.id order by mail.id`,
  );
/** A sent mail has no job. */
const SENT = { state: "sent", attempts: null, last_error: null };

/** Makes retries due, as soon as there are some. */
const tryAgain = (shop: TestShop) =>
  vi.waitFor(async () => {
    const due = await rowsOf(
      shop,
      sql`update job set run_at = now() - interval '1 second' where locked_at is null and attempts > 0 returning id`,
    );
    if (due.length === 0) throw new Error("no mail waits for another try");
    await shop.db.execute(sql`select pg_notify('shop_changed', 'jobs')`);
  }, waitOptions);

describe("a mail server", () => {
  it("gets the invoice with an order's confirmation", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const { sell, buyer } = buyersOf(shop);
    const asha = await buyer({ [await sell()]: 1 });
    await asha.buy();
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    const content = server.received[0]?.content ?? "";
    expect(content).toMatch(/^Content-Type: application\/pdf; name=invoice-KW-\d\d-\d\d-000001\.pdf\r$/m);
    expect(content).toMatch(/^Content-Disposition: attachment; filename=invoice-KW-\d\d-\d\d-000001\.pdf\r$/m);
    const [, encoded = ""] = /application\/pdf[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(content) ?? [];
    expect(Buffer.from(encoded, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("gets the mail, as text and HTML, from the shop's name", { meta: { requirements: "S7.16" } }, async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: "care@kewra.example", to: ["asha@example.com"] });
    expect(headerOf(mail?.content ?? "", "From")).toBe("Kewra <care@kewra.example>");
    expect(headerOf(mail?.content ?? "", "Subject")).toBe("Your Kewra verification code");
    expect(mail?.content).toContain("multipart/alternative");
    expect(mail?.content).toMatch(/^ {4}\d{6}\r?$/m);
    expect(mail?.content).toContain("text/html");
    await vi.waitFor(async () => expect(await statesOf(shop)).toEqual([SENT]), waitOptions);
    expect(server.attempts()).toBe(1);
    // The demo's public mailbox is closed.
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
      waitOptions,
    );
    const server = await mailServer(port);
    onTestFinished(() => server.close());
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).toBe("sent"), waitOptions);
    expect(server.received).toHaveLength(1);
  });

  it("that is busy gets the mail again, with the same Message-ID", async () => {
    const server = await mailServer(0, (attempt) =>
      attempt === 1 ? { responseCode: 451, message: "Try again later" } : null,
    );
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    const [row] = await rowsOf<{ message_id: string }>(shop, sql`select message_id from mail`);
    expect(headerOf(server.received[0]?.content ?? "", "Message-ID")).toBe(`<${row?.message_id}@kewra.example>`);
    await vi.waitFor(async () => expect(await statesOf(shop)).toEqual([SENT]), waitOptions);
    expect(server.attempts()).toBe(2);
  });

  it("that rejects permanently does not get it again, and the mail's body is erased", async () => {
    const server = await mailServer(0, () => ({ responseCode: 550, message: "No such mailbox" }));
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).toBe("failed"), waitOptions);
    expect(server.attempts()).toBe(1);
    expect(await rowsOf(shop, sql`select text, html from mail`)).toEqual([{ text: "", html: "" }]);
  });

  it("gets every mail once, however many are queued at once", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const newMail = { subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => queueMail(shop.db, { to: `p${n}@example.com`, ...newMail }, new Date())),
    );
    await shop.get("/healthz");
    await vi.waitFor(() => expect(server.received.length).toBeGreaterThanOrEqual(20), waitOptions);
    await vi.waitFor(
      async () => expect((await statesOf(shop)).every(({ state }) => state === "sent")).toBe(true),
      waitOptions,
    );
    expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(20);
    expect(server.received).toHaveLength(20);
  });

  it("gets the mails to one recipient in order, however long one takes to make", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const { sell, buyer } = buyersOf(shop);
    const { orderNumber } = await (await buyer({ [await sell()]: 1 })).buy();
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    const newMail = { to: "asha@example.com", text: "Hello", html: "<p>Hello</p>" };
    await shop.db.transaction(async (trx) => {
      await queueMail(trx, { ...newMail, subject: "First", attachment: `invoice:${orderNumber}` }, new Date());
      await queueMail(trx, { ...newMail, subject: "Second" }, new Date());
    });
    await vi.waitFor(() => expect(server.received).toHaveLength(3), waitOptions);
    expect(server.received.slice(1).map(({ content }) => headerOf(content, "Subject"))).toEqual(["First", "Second"]);
  });

  it("is tried again by the outbox alone when it breaks off without a response", async () => {
    const server = await mailServer(0, (attempt) => (attempt === 1 ? { responseCode: 421, message: "Closing" } : null));
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await peopleOf(shop).post("user/otp", { email: "asha@example.com" });
    await tryAgain(shop);
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    await vi.waitFor(async () => expect(await statesOf(shop)).toEqual([SENT]), waitOptions);
    expect(server.attempts()).toBe(2);
  });

  it("gets one recipient, whatever the email contains", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    const newMail = { subject: "Hello", text: "Hello", html: "" };
    await queueMail(shop.db, { to: "other@example.com,asha@example.com", ...newMail }, new Date());
    await vi.waitFor(async () => expect((await statesOf(shop))[0]?.state).toMatch(/^(sent|failed)$/), waitOptions);
    for (const { to } of server.received) expect(to).toHaveLength(1);
  });

  it("cannot be made to send further mails by a typed name", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const shop = await shopWith(server.port);
    await queueMail(
      shop.db,
      { to: "asha@example.com", subject: "Hello\r\nBcc: everybody@example.com", text: "Hello", html: "" },
      new Date(),
    );
    await shop.get("/healthz");
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    expect(server.received[0]?.to).toEqual(["asha@example.com"]);
    expect(headerOf(server.received[0]?.content ?? "", "Bcc")).toBeUndefined();
  });
});

describe("the outbox", () => {
  let shop: TestShop;
  let db: Database;
  beforeAll(async () => {
    shop = await openShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } });
    db = shop.db;
  });
  afterAll(() => shop?.close());
  beforeEach(() => db.execute(sql`delete from mail`));

  const newMail = { to: "asha@example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>" };
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const states = async () => (await statesOf(shop)).map(({ state }) => state);

  /** Queues a mail without its job, so that only the test sends it. */
  const queued = (changes: Partial<NewMail> = {}, at = now) =>
    db.transaction(async (trx) => {
      await queueMail(trx, { ...newMail, ...changes }, at);
      await trx.execute(sql`delete from job where task_identifier = 'send_mail'`);
      const [row] = await trx.select({ id: mail.id }).from(mail).orderBy(desc(mail.id)).limit(1);
      return row?.id ?? 0;
    });

  /** A process that sends mails. */
  function sending(fake: { send?: () => Promise<void>; attach?: () => Promise<void> } = {}) {
    const handedOver: OutgoingMail[] = [];
    const task = sendMailTask({
      db,
      transport: {
        async send(outgoing) {
          handedOver.push(outgoing);
          await fake.send?.();
        },
        close() {},
      },
      from: async () => ({ name: "Kewra", address: "care@kewra.example" }),
      isSubscribed: async () => true,
      async attach() {
        await fake.attach?.();
        return { filename: "invoice.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-") };
      },
      log: { warn() {} },
    });
    const stopping = new AbortController().signal;
    const run = (mailId: number, attempts = 1) => task.run({ mailId }, { attempts, lastError: null, stopping });
    return { handedOver, run };
  }

  const forever = () => new Promise<void>(() => {});

  /** Sends a mail in a process that ends meanwhile. */
  async function isCutOff(id: number, attempts = 1) {
    const { handedOver, run } = sending({ send: forever });
    void run(id, attempts);
    await vi.waitFor(() => expect(handedOver).toHaveLength(1), waitOptions);
    return handedOver[0];
  }

  it("holds a mail only when the transaction that queued it is complete", async () => {
    await db
      .transaction(async (trx) => {
        await queueMail(trx, newMail, now);
        throw new Error("no");
      })
      .catch(() => {});
    expect(await states()).toEqual([]);
  });

  it("has a mail sent by one of two that send it at once", async () => {
    const id = await queued();
    const { handedOver, run } = sending();
    await Promise.all([run(id), run(id)]);
    expect(handedOver).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
  });

  it("has a mail sent by another instance when the first was too slow to hand it over", async () => {
    const id = await queued({ attachment: "invoice:KW-7Q4M-2XKD" });
    let goOn = () => {};
    const slow = sending({ attach: () => new Promise((resolve) => (goOn = resolve)) });
    const first = slow.run(id);
    const second = sending();
    await second.run(id, 2);
    expect(second.handedOver).toHaveLength(1);
    // If the first process continues, it finds that the mail is sent.
    goOn();
    await first;
    expect(slow.handedOver).toEqual([]);
  });

  it("does not resend a mail whose process ended while sending, and lists it for staff", async () => {
    const id = await queued();
    const first = await isCutOff(id);
    const { handedOver, run } = sending();
    await run(id, 2);
    expect(handedOver).toEqual([]);
    expect(await states()).toEqual(["uncertain"]);

    const { mails } = await listUncertainMails(db, null);
    expect(mails).toMatchObject([{ id, state: "uncertain", subject: newMail.subject, canResend: true }]);
    await db.transaction(async (trx) => {
      expect(await resendUncertainMails(trx, [id], now)).toEqual([id]);
      expect(await resendUncertainMails(trx, null, now)).toEqual([]);
      // Sent below.
      expect(await trx.delete(job).where(eq(job.taskIdentifier, "send_mail")).returning()).toMatchObject([
        { payload: { mailId: id } },
      ]);
    });
    await run(id);
    expect(handedOver).toMatchObject([{ messageId: first?.messageId, text: newMail.text, html: newMail.html }]);
  });

  it("resends what must arrive, with the same Message-ID, and leaves it to staff after some crashes", async () => {
    const id = await queued({ mustArrive: true });
    const { messageId } = (await isCutOff(id)) ?? {};
    for (let attempt = 2; attempt <= 5; attempt++)
      expect(await isCutOff(id, attempt)).toMatchObject({ messageId, text: newMail.text });
    const { handedOver, run } = sending();
    await run(id, 6);
    expect(handedOver).toEqual([]);
    expect(await states()).toEqual(["uncertain"]);
    expect((await listUncertainMails(db, null)).mails).toMatchObject([{ canResend: true }]);
  });

  it("erases a mail with a code, which nobody can resend", async () => {
    const id = await queued({ expiresAt: later(600) });
    await isCutOff(id);
    await sending().run(id, 2);
    const { mails } = await listUncertainMails(db, null);
    expect(mails).toMatchObject([{ state: "uncertain", canResend: false }]);
    expect(await resendUncertainMails(db, null, now)).toEqual([]);
    expect(await states()).toEqual(["uncertain"]);
  });

  it("deletes a mail's record after a month, and never a queued one", async () => {
    await queued();
    await sending().run(await queued({ expiresAt: later(-1) }));
    await deleteOldMails(db, later(30 * 86_400));
    expect(await states()).toEqual(["waiting", "failed"]);
    await deleteOldMails(db, later(30 * 86_400 + 1));
    expect(await states()).toEqual(["waiting"]);
  });

  it("gives up an expired mail", async () => {
    const [expired, needed] = [await queued({ expiresAt: later(-1) }), await queued({ expiresAt: later(600) })];
    const { handedOver, run } = sending();
    await run(expired);
    await run(needed);
    expect(handedOver).toHaveLength(1);
    expect(await states()).toEqual(["failed", "sent"]);
  });
});

describe("the demo's mailbox", () => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openShop();
    const newMail = { text: "Plain <b>", html: "<!doctype html><html><head></head><body>Rich</body></html>" };
    await queueMail(shop.db, { to: "asha@example.com", subject: "First", ...newMail }, new Date());
    await shop.get("/healthz");
    await peopleOf(shop).mailsTo("asha@example.com");
    await queueMail(shop.db, { to: "asha@example.com", subject: "Second & <last>", ...newMail }, new Date());
    await queueMail(shop.db, { to: "priya@example.com", subject: "Other", ...newMail }, new Date());
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
    expect(body).toContain('<a href="/">Back to the shop</a>');
    expect(body).not.toContain("<script");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const [, link = ""] = /href="(\/sandbox\/mail\/\d+)\?/.exec(body) ?? [];
    const mail = await shop.get(link);
    expect(mail.body).toContain("Plain &#60;b&#62;");
    const shown = await shop.get(`${link}/html`);
    expect(shown.body).toContain("Rich");
    expect(shown.headers["content-security-policy"]).toContain("default-src 'none'");
    expect((await shop.get("/sandbox/mail/999999")).status).toBe(404);
  });

  it("is not there in a live shop", async () => {
    const live = await openShop({
      environment: {
        DEMO: "false",
        SHOP_OPEN: "true",
        SMTP_URL: "smtp://127.0.0.1:1",
        RAZORPAY_KEY_ID: "rzp_live_ofthetests",
      },
    });
    onTestFinished(() => live.close());
    for (const path of ["/sandbox/mail", "/sandbox/mail.json", "/sandbox/google", "/sandbox/google/jwks"]) {
      expect((await live.get(path)).status).toBe(404);
    }
    expect((await live.get("/api/user/social")).body.data).toMatchObject({ clientId: null, popup: null });
  });

  it("is linked by pages only if it receives the mails", async () => {
    const leadsThere = async (to: TestShop) => (await to.get("/api/shop")).body.data.demoMailbox;
    expect(await leadsThere(shop)).toBe(true);
    expect(await leadsThere(await shopWith(9))).toBe(false);
  });
});
