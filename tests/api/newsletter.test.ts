/** The newsletter: sign-up, confirmation, unsubscribing. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { deleteUnconfirmed } from "../../server/people/newsletter/housekeeping.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, type ReceivedMail, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
});
afterAll(() => shop?.close());

const CONFIRMATION_SUBJECT = "Confirm your Kewra newsletter";
const SUBSCRIBED_SUBJECT = "You’re on the Kewra list";

let made = 0;
/** An email unique among the tests. */
const newEmail = () => `reader.${++made}@example.com`;
const signUp = (email: string, sent?: { ip: string }) => people.post("newsletter", { email }, sent);
const confirm = (token: string) => people.post("newsletter/confirm", { token });
const unsubscribe = (token: string) => people.post("newsletter/unsubscribe", { token });
const tokenIn = ({ text }: ReceivedMail, page: "confirm" | "unsubscribe") =>
  new RegExp(`^http://localhost(?::\\d+)?/newsletter/${page}/([\\w-]{43})$`, "m").exec(text)?.[1] ?? "no token";
const rowOf = async (email: string) =>
  (await rowsOf<{ state: string }>(shop, sql`select * from newsletter_subscriber where email = ${email}`))[0];
const stateOf = async (email: string) => (await rowOf(email))?.state;

/** Signs up and confirms. @returns the unsubscribe token */
async function subscribe(email: string): Promise<string> {
  await signUp(email);
  const mail = await people.mailAbout(email, CONFIRMATION_SUBJECT);
  expect((await confirm(tokenIn(mail, "confirm"))).status).toBe(200);
  return tokenIn(mail, "unsubscribe");
}

describe("signing up", () => {
  it("mails one link, and subscribes nobody before it is used", {
    meta: { requirements: "S2.60" },
  }, async () => {
    const email = newEmail();
    const { status, body } = await signUp(email);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, statusCode: 200, data: {} } });
    const mails = await people.mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual([CONFIRMATION_SUBJECT]);
    expect(await stateOf(email)).toBe("pending");
    expect((await confirm(tokenIn(mails[0] as ReceivedMail, "confirm"))).status).toBe(200);
    expect(await stateOf(email)).toBe("confirmed");
    expect((await people.mailAbout(email, SUBSCRIBED_SUBJECT)).text).toContain("/newsletter/unsubscribe/");
  });

  it("again is harmless: no error, one subscription, and every mailed link is good", {
    meta: { requirements: "S2.61" },
  }, async () => {
    const email = newEmail();
    expect((await signUp(email)).status).toBe(200);
    expect((await signUp(email.toUpperCase())).status).toBe(200);
    const [second, first] = (await people.mailsTo(email, 2)) as [ReceivedMail, ReceivedMail];
    expect(await rowsOf(shop, sql`select id from newsletter_subscriber where email = ${email}`)).toHaveLength(1);
    expect((await confirm(tokenIn(first, "confirm"))).status).toBe(200);
    expect((await confirm(tokenIn(second, "confirm"))).status).toBe(200);
    expect(await stateOf(email)).toBe("confirmed");
    // Two confirmation mails, and one that says it is done.
    expect((await people.mailsTo(email, 3)).map(({ subject }) => subject)).toEqual([
      SUBSCRIBED_SUBJECT,
      CONFIRMATION_SUBJECT,
      CONFIRMATION_SUBJECT,
    ]);
  });

  it("responds the same for a subscribed email, and mails its owner", {
    meta: { requirements: "S2.61" },
  }, async () => {
    const email = newEmail();
    await subscribe(email);
    await people.mailsTo(email, 2);
    const [known, unknown] = [await signUp(email), await signUp(newEmail())];
    expect(known.status).toBe(200);
    expect(known.body).toEqual(unknown.body);
    expect((await people.mailsTo(email, 3)).map(({ subject }) => subject)).toEqual([
      SUBSCRIBED_SUBJECT,
      SUBSCRIBED_SUBJECT,
      CONFIRMATION_SUBJECT,
    ]);
    expect(await stateOf(email)).toBe("confirmed");
  });

  it("twice at once makes one subscription", async () => {
    const email = newEmail();
    const responses = await Promise.all([signUp(email), signUp(email)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await rowsOf(shop, sql`select id from newsletter_subscriber where email = ${email}`)).toHaveLength(1);
  });

  it.each([undefined, "", "asha", "asha@example", "a@b.co, c@d.co", "a@b.co\r\nBcc: c@d.co"])(
    "with %j is rejected at its field",
    async (email) => {
      const { status, body } = await people.post("newsletter", { email });
      expect(status).toBe(422);
      expect(body.errors).toEqual([{ field: "email", message: "Email is not valid." }]);
    },
  );

  it("is limited to three mails a day to a mailbox, from any network", async () => {
    const email = newEmail();
    for (let n = 1; n <= 3; n += 1) expect((await signUp(email, { ip: `203.0.113.${n}` })).status).toBe(200);
    const refused = await signUp(email, { ip: "203.0.113.4" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3600);
    expect(await people.mailsTo(email, 3)).toHaveLength(3);
  });

  it("is limited for one IP address by ATTEMPTS_PER_IP", async () => {
    const strict = await openShop({ environment: { ATTEMPTS_PER_IP: "2" } });
    onTestFinished(() => strict.close());
    const ask = (n: number) =>
      peopleOf(strict).post("newsletter", { email: `p${n}@example.com` }, { ip: "203.0.113.7" });
    expect([(await ask(1)).status, (await ask(2)).status, (await ask(3)).status]).toEqual([200, 200, 429]);
  });
});

describe("a confirmation link", () => {
  it("is stored as a hash, and can be used repeatedly", async () => {
    const email = newEmail();
    await signUp(email);
    const token = tokenIn(await people.mailAbout(email, CONFIRMATION_SUBJECT), "confirm");
    const kept = JSON.stringify(await rowsOf(shop, sql`select * from newsletter_confirmation`));
    expect(kept).not.toContain(token);
    await confirm(token);
    const first = await rowOf(email);
    expect((await confirm(token)).status).toBe(200);
    expect(await rowOf(email)).toEqual(first);
    expect(await people.mailsTo(email, 2)).toHaveLength(2);
  });

  it("expires after three days, and the email is deleted with it", async () => {
    const email = newEmail();
    await signUp(email);
    const token = tokenIn(await people.mailAbout(email, CONFIRMATION_SUBJECT), "confirm");
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await deleteUnconfirmed(shop.db, days(2.9));
    expect(await stateOf(email)).toBe("pending");
    await shop.db.execute(sql`
      update newsletter_confirmation set expires_at = expires_at - interval '3 days'
      where subscriber_id = (select id from newsletter_subscriber where email = ${email})`);
    const { status, body } = await confirm(token);
    expect(status).toBe(422);
    expect(body.message).toBe("This link has expired. Please sign up again and we’ll email you a new one.");
    await deleteUnconfirmed(shop.db, days(3.1));
    expect(await rowOf(email)).toBeUndefined();
  });

  it("that has expired deletes no subscriber", async () => {
    const email = newEmail();
    await subscribe(email);
    await deleteUnconfirmed(shop.db, new Date(Date.now() + 30 * 86_400_000));
    expect(await stateOf(email)).toBe("confirmed");
  });

  it("cannot be guessed or derived from the other link", async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await people.mailAbout(email, CONFIRMATION_SUBJECT);
    for (const token of ["A".repeat(43), tokenIn(mail, "unsubscribe")]) expect((await confirm(token)).status).toBe(422);
    for (const token of ["", "short", `${"A".repeat(42)}%`]) {
      const { status, body } = await confirm(token);
      expect(status).toBe(422);
      expect(body.message).toBe("This link is incomplete. Please open it again from our email.");
    }
    expect(await stateOf(email)).toBe("pending");
  });
});

describe("leaving", () => {
  it("needs one request, is idempotent, and no old link subscribes the email again", async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await people.mailAbout(email, CONFIRMATION_SUBJECT);
    await confirm(tokenIn(mail, "confirm"));
    const token = tokenIn(mail, "unsubscribe");
    expect((await unsubscribe(token)).status).toBe(200);
    const left = await rowOf(email);
    expect(left?.state).toBe("unsubscribed");
    expect((await unsubscribe(token)).status).toBe(200);
    expect(await rowOf(email)).toEqual(left);
    expect((await confirm(tokenIn(mail, "confirm"))).status).toBe(422);
    expect(await stateOf(email)).toBe("unsubscribed");
  });

  it("can be followed by signing up again, which must be confirmed again", {
    meta: { requirements: "S2.61" },
  }, async () => {
    const email = newEmail();
    await unsubscribe(await subscribe(email));
    await people.mailsTo(email, 2);
    await signUp(email);
    const [confirmation] = (await people.mailsTo(email, 3)) as [ReceivedMail];
    expect(confirmation.subject).toBe(CONFIRMATION_SUBJECT);
    expect(await stateOf(email)).toBe("unsubscribed");
    await confirm(tokenIn(confirmation, "confirm"));
    expect(await stateOf(email)).toBe("confirmed");
  });

  it("works for somebody signed up by a stranger", async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await people.mailAbout(email, CONFIRMATION_SUBJECT);
    expect((await unsubscribe(tokenIn(mail, "unsubscribe"))).status).toBe(200);
    expect((await confirm(tokenIn(mail, "confirm"))).status).toBe(422);
  });

  it("with a token that never was is rejected", async () => {
    expect((await unsubscribe("A".repeat(43))).status).toBe(422);
  });
});

describe("a mail program that unsubscribes by itself (RFC 8058)", () => {
  const post = async (url: string, contentType?: string, payload?: string) => {
    const response = await shop.app.inject({
      method: "POST",
      url,
      ...(contentType && { headers: { "content-type": contentType } }),
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, text: response.body, type: response.headers["content-type"] };
  };

  it.each([
    ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    [
      "multipart/form-data; boundary=parts",
      '--parts\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--parts--\r\n',
    ],
    [undefined, undefined],
  ])("posts %s to the link and gets no redirect", async (type, payload) => {
    const email = newEmail();
    const token = await subscribe(email);
    expect(await post(`/newsletter/unsubscribe/${token}`, type, payload)).toEqual({
      status: 200,
      text: "You’re unsubscribed. You won’t get any more newsletters from us.\n",
      type: "text/plain; charset=utf-8",
    });
    expect(await stateOf(email)).toBe("unsubscribed");
  });

  it("only browses with a GET or HEAD, which changes nothing", async () => {
    const email = newEmail();
    const token = await subscribe(email);
    for (const method of ["GET", "HEAD"] as const) {
      for (const base of ["/newsletter/unsubscribe", "/api/newsletter/unsubscribe"])
        await shop.app.inject({ method, url: `${base}/${token}` });
      await shop.app.inject({ method, url: `/api/newsletter/unsubscribe?token=${token}` });
    }
    expect(await stateOf(email)).toBe("confirmed");
  });

  it("gets one line about an invalid link", async () => {
    expect(await post("/newsletter/unsubscribe/short")).toMatchObject({
      status: 422,
      text: "This link is incomplete. Please open it again from our email.",
    });
    expect((await post(`/newsletter/unsubscribe/${"A".repeat(43)}`)).status).toBe(422);
  });

  it("finds the link in the headers of every mail about the newsletter", async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const live = await openShop({
      environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}`, SHOP_ORIGIN: "https://shop.example" },
    });
    onTestFinished(() => live.close());
    const waitOptions = { timeout: LONGEST_WAIT_MS, interval: 50 };
    await peopleOf(live).post("newsletter", { email: "asha@example.com" });
    await vi.waitFor(() => expect(server.received).toHaveLength(1), waitOptions);
    // Quoted-printable breaks long lines by "=".
    const [, token = ""] =
      /newsletter\/confirm\/([\w-]{43})/.exec(server.received[0]?.content.replace(/=\r\n/g, "") ?? "") ?? [];
    await peopleOf(live).post("newsletter/confirm", { token });
    await vi.waitFor(() => expect(server.received).toHaveLength(2), waitOptions);
    const links = server.received.map(({ content }) => headerOf(content, "List-Unsubscribe"));
    for (const { content } of server.received)
      expect(headerOf(content, "List-Unsubscribe-Post")).toBe("List-Unsubscribe=One-Click");
    expect(links[0]).toMatch(/^<https:\/\/shop\.example\/newsletter\/unsubscribe\/[\w-]{43}>$/);
    expect(links[1]).toBe(links[0]);
    await live.app.inject({ method: "POST", url: new URL(links[0]?.slice(1, -1) ?? "").pathname });
    expect(await rowsOf(live, sql`select state from newsletter_subscriber`)).toEqual([{ state: "unsubscribed" }]);
  });
});

describe("the log", () => {
  it("has neither the token nor the email of a followed link", async () => {
    const lines: string[] = [];
    const chatty = await openShop({ environment: { LOG_LEVEL: "trace" }, log: (line) => void lines.push(line) });
    onTestFinished(() => chatty.close());
    const token = "t".repeat(43);
    for (const page of ["confirm", "unsubscribe"]) {
      await chatty.get(`/newsletter/${page}/${token}?from=mail`);
      await chatty.app.inject({ method: "POST", url: `/newsletter/${page}/${token}` });
      await peopleOf(chatty).post(`newsletter/${page}`, { token });
    }
    expect(lines.join("")).toContain("/newsletter/unsubscribe/…");
    expect(lines.join("")).not.toContain(token);
  });
});
