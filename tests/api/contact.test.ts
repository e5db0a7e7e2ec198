/** The contact form's validation, and its mails. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clearSetting, storeSetting } from "../../server/selling/settings/settings.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
});
afterAll(() => shop?.close());

const ASHA = {
  name: "Asha Rao",
  email: "asha@example.com",
  phone: "+91 98450 12345",
  address: "Indiranagar, Bengaluru 560038",
  message: "Does the Discovery Set\ncontain Kewra Bloom?",
};
const storedBy = (email: string) =>
  rowsOf(
    shop,
    sql`select name, email, phone, address, message from contact_message where email = ${email} order by id`,
  );

describe("a message", () => {
  it("is stored with all its fields, and mailed to the shop once", {
    meta: { requirements: "S2.242, S2.243" },
  }, async () => {
    const { status, body } = await people.post("contact", ASHA);
    const { reference } = body.data;
    expect({ status, body }).toEqual({ status: 200, body: { success: true, statusCode: 200, data: { reference } } });
    expect(reference).toMatch(/^M-[0-9A-HJKMNP-TV-Z]{8}$/);
    expect(await storedBy(ASHA.email)).toEqual([ASHA]);
    const mails = await people.mailsTo("care@kewra.example");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("Message from Asha Rao");
    for (const detail of [...Object.values(ASHA), reference]) expect(mails[0]?.text).toContain(detail);
    expect(mails[0]?.html).toContain("Indiranagar, Bengaluru 560038");
  });

  it("goes to the address that the owner has set", { meta: { requirements: "S2.243" } }, async () => {
    await storeSetting(shop.db, "SHOP_EMAIL", "hello@kewra.example");
    await people.post("contact", { ...ASHA, email: "setting@example.com" });
    expect((await people.mailsTo("hello@kewra.example"))[0]?.text).toContain("setting@example.com");
    await clearSetting(shop.db, "SHOP_EMAIL");
  });

  it("may have no text, and is rejected with a too long one", async () => {
    const { message, ...fields } = ASHA;
    expect((await people.post("contact", { ...fields, email: "short@example.com" })).status).toBe(200);
    expect(await storedBy("short@example.com")).toEqual([{ ...fields, email: "short@example.com", message: "" }]);
    const long = await people.post("contact", { ...ASHA, email: "long@example.com", message: "x".repeat(2001) });
    expect(long).toMatchObject({
      status: 422,
      body: { errors: [{ field: "message", message: "Please use at most 2000 characters." }] },
    });
    const strange = await people.post("contact", { ...ASHA, email: "odd@example.com", message: "a\u001b[31m\0b\r\nc" });
    expect(strange.status).toBe(200);
    expect((await storedBy("odd@example.com"))[0]).toMatchObject({ message: "a [31m b\nc" });
  });

  it("is acknowledged to its sender with the reference, and with nothing else that was typed", async () => {
    const email = "sender@example.com";
    const { body } = await people.post("contact", { ...ASHA, email });
    const mail = await people.mailAbout(email, "We’ve received your message");
    expect(mail.text).toContain(`Hello Asha Rao, thank you for writing. Your reference is ${body.data.reference}.`);
    expect(mail.text).not.toContain("Discovery Set");
    const bait = "Win money at www.example.org";
    await people.post("contact", { ...ASHA, email: "victim@example.com", name: bait });
    const other = await people.mailAbout("victim@example.com", "We’ve received your message");
    expect(other.text).toContain("Hello, thank you for writing.");
    expect(other.text + other.html).not.toContain("example.org");
  });

  it("is trimmed", async () => {
    await people.post("contact", { ...ASHA, name: "  Asha Rao ", email: " trimmed@example.com " });
    expect(await storedBy("trimmed@example.com")).toEqual([{ ...ASHA, email: "trimmed@example.com" }]);
  });

  it("without anything is rejected at every field, and nothing is stored or mailed", {
    meta: { requirements: "S2.241" },
  }, async () => {
    const before = await rowsOf(
      shop,
      sql`select (select count(*) from contact_message) as kept, (select count(*) from mail) as mails`,
    );
    for (const empty of [
      {},
      { name: "", email: "", phone: "", address: "" },
      { name: " ", email: " ", phone: " ", address: " " },
    ]) {
      const { status, body } = await people.post("contact", empty);
      expect(status).toBe(422);
      expect(body.errors).toEqual([
        { field: "name", message: "Please tell us your name." },
        { field: "email", message: "Please enter your email address." },
        { field: "phone", message: "Please enter your phone number." },
        { field: "address", message: "Please enter your address." },
      ]);
    }
    expect(
      await rowsOf(
        shop,
        sql`select (select count(*) from contact_message) as kept, (select count(*) from mail) as mails`,
      ),
    ).toEqual(before);
  });

  it.each([
    ["email", "asha@"],
    ["email", "asha@example.com, other@example.com"],
    ["email", "Asha <asha@example.com>"],
    ["email", `${"a".repeat(250)}@example.com`],
    ["phone", "12345"],
    ["phone", "call me maybe"],
    ["phone", "1".repeat(16)],
    ["name", "n".repeat(101)],
    ["address", "a".repeat(301)],
  ])("whose %s is %s is rejected there", { meta: { requirements: "S2.241" } }, async (field, value) => {
    const { status, body } = await people.post("contact", { ...ASHA, [field]: value });
    expect(status).toBe(422);
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(/^Please /) }]);
  });

  it.each(["9845012345", "+91 98450 12345", "(0522) 400-1416", "00919845012345"])(
    "may have the telephone number %s",
    async (phone) => {
      const email = `phone.${phone.replace(/\D/g, "")}@example.com`;
      expect((await people.post("contact", { ...ASHA, email, phone })).status).toBe(200);
    },
  );
});

describe("a complaint", () => {
  it("is in the register from the moment it is sent, and its sender gets the officer’s name and the time limit", async () => {
    const email = "complains@example.com";
    const sent = await people.post("contact", { ...ASHA, email, complaint: true });
    const { reference } = sent.body.data;
    const [stored] = await rowsOf(
      shop,
      sql`select grievance_at = created_at as counts, answered_at as answered from contact_message where reference = ${reference}`,
    );
    expect(stored).toEqual({ counts: true, answered: null });
    const mail = await people.mailAbout(email, `We’ve received your complaint ${reference}`);
    expect(mail.text).toContain("Ms. Farah Siddiqui, Grievance Officer");
    expect(mail.text).toMatch(/We’ll resolve it by \d+ \w+ \d{4}\./);
    expect(mail.text).toContain(`/contact?reference=${reference}#follow`);
    const toShop = await people.mailAbout("care@kewra.example", "Complaint from Asha Rao");
    expect(toShop.text).toContain("it is in the register of grievances");
  });

  it("is nothing but yes or no", async () => {
    const { status, body } = await people.post("contact", { ...ASHA, complaint: "perhaps" });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: "complaint" }]);
  });
});

describe("the state of a message", () => {
  const stateOf = (reference: string, email: string) => people.post("contact/state", { reference, email });
  const HIDDEN = { name: "Asha Rao", phone: "98450", address: "Indiranagar", message: "Discovery Set" };

  it("is read by its reference and its sender’s email, and tells nothing of who sent what", async () => {
    const email = "follows@example.com";
    const { reference } = (await people.post("contact", { ...ASHA, email })).body.data;
    const link = await people.mailAbout(email, "We’ve received your message");
    expect(link.text).toContain(`/contact?reference=${reference}#follow`);
    const typed = ` ${reference.toLowerCase().replace("-", "–")}. `;
    const { status, body } = await stateOf(typed, "Follows@Example.com");
    expect(status).toBe(200);
    expect(body.data).toEqual({
      reference,
      isComplaint: false,
      receivedAt: expect.any(String),
      openedAt: null,
      answeredAt: null,
      closedAt: null,
      resolveBy: null,
    });
    for (const text of Object.values(HIDDEN)) expect(JSON.stringify(body)).not.toContain(text);
  });

  it("follows what staff does: opened, answered, closed", async () => {
    const email = "steps@example.com";
    const { reference } = (await people.post("contact", { ...ASHA, email, complaint: true })).body.data;
    const support = await signInAs(shop, "Support");
    const [listed] = (await support.send("GET", `/messages?q=${reference}`)).body.data.messages;
    expect((await stateOf(reference, email)).body.data).toMatchObject({ isComplaint: true, openedAt: null });
    await support.send("GET", `/messages/${listed._id}`);
    const opened = (await stateOf(reference, email)).body.data;
    expect(opened).toMatchObject({ openedAt: expect.any(String), resolveBy: expect.any(String), answeredAt: null });
    await support.send("GET", `/messages/${listed._id}`);
    const answer = { version: 1, text: "We are sorry.", close: true };
    expect((await support.send("POST", `/messages/${listed._id}/answers`, answer)).status).toBe(200);
    expect((await stateOf(reference, email)).body.data).toMatchObject({
      openedAt: opened.openedAt,
      answeredAt: expect.any(String),
      closedAt: expect.any(String),
    });
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", `/audit?subject=message&id=${reference}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["message.answered", "message.opened"]);
  });

  it("is answered alike for another email and for a reference that does not exist, and not without end", async () => {
    const email = "guess@example.com";
    const { reference } = (await people.post("contact", { ...ASHA, email })).body.data;
    const wrong = await stateOf(reference, "other@example.com");
    const unknown = await stateOf("M-ZZZZZZZZ", email);
    expect(wrong.status).toBe(404);
    expect(unknown.body.message).toBe(wrong.body.message);
    for (let tries = 0; tries < 19; tries++) await stateOf(reference, `other-${tries}@example.com`);
    expect((await stateOf(reference, email)).status).toBe(429);
    expect((await stateOf("M-1234", email)).body.errors).toEqual([
      { field: "reference", message: "A reference looks like M-7Q4M2XKD." },
    ]);
  });
});

describe("the mail to the shop", () => {
  it("has the sender as Reply-To, and no field can inject a header", {
    meta: { requirements: "S2.243" },
  }, async () => {
    const server = await mailServer();
    onTestFinished(() => server.close());
    const live = await openShop({ environment: { SMTP_URL: `smtp://127.0.0.1:${server.port}` } });
    onTestFinished(() => live.close());
    const sent = await peopleOf(live).post("contact", {
      name: "Asha\r\nBcc: everybody@example.com\r\n\r\nBuy this",
      email: "asha@example.com",
      phone: "98450\r\n12345",
      address: "Bengaluru\r\n.\r\nQUIT",
    });
    expect(sent.status).toBe(200);
    // One mail to the shop, one to the sender.
    await vi.waitFor(() => expect(server.received).toHaveLength(2), { timeout: LONGEST_WAIT_MS, interval: 50 });
    const toShop = server.received.find(({ to }) => to.includes("care@kewra.example"));
    const { from, to, content } = toShop ?? { from: "", to: [], content: "" };
    expect({ from, to }).toEqual({ from: "care@kewra.example", to: ["care@kewra.example"] });
    expect(headerOf(content, "Reply-To")).toBe("asha@example.com");
    expect(headerOf(content, "From")).toBe("Kewra <care@kewra.example>");
    expect(headerOf(content, "Subject")).toBe("Message from Asha Bcc: everybody@example.com Buy this");
    expect(headerOf(content, "Bcc")).toBeUndefined();
    expect(headerOf(content, "List-Unsubscribe")).toBeUndefined();

    for (const email of [
      "asha@example.com\r\nBcc: everybody@example.com",
      "asha@example.com\nx@example.com",
      "asha\r@example.com",
    ])
      expect((await peopleOf(live).post("contact", { ...ASHA, email })).status).toBe(422);
    expect(server.received).toHaveLength(2);
  });

  it("is queued with the message or not at all", async () => {
    await shop.db.execute(sql`alter table mail rename to mail_elsewhere`);
    const { status } = await people.post("contact", { ...ASHA, email: "halfway@example.com" });
    await shop.db.execute(sql`alter table mail_elsewhere rename to mail`);
    expect(status).toBe(500);
    expect(await storedBy("halfway@example.com")).toEqual([]);
  });
});

describe("the shop's details", () => {
  it("are what the owner has set, at once", { meta: { requirements: "S2.248" } }, async () => {
    const details = {
      SHOP_PHONE: "+91 80 4000 1234",
      SHOP_WHATSAPP: "+91 98765 43210",
      SHOP_EMAIL: "namaste@kewra.example",
      SOCIAL_LINKS: "Instagram=https://instagram.com/another.example",
    } as const;
    const { data: before } = (await shop.get("/api/shop")).body;
    expect(before.phone).toBe("+91 522 400 1416");
    for (const [name, value] of Object.entries(details))
      await storeSetting(shop.db, name as keyof typeof details, value);
    expect((await shop.get("/api/shop")).body.data).toMatchObject({
      phone: "+91 80 4000 1234",
      whatsapp: "+91 98765 43210",
      email: "namaste@kewra.example",
      social: [{ name: "Instagram", url: "https://instagram.com/another.example" }],
    });
    for (const name of Object.keys(details)) await clearSetting(shop.db, name as keyof typeof details);
  });
});

describe("many messages", () => {
  it("of one sender are accepted up to five within an hour, however the email is written", async () => {
    const send = (email: string, ip: string) => people.post("contact", { ...ASHA, email, message: ip }, { ip });
    for (let n = 1; n <= 5; n += 1) expect((await send("busy@example.com", `203.0.113.${n}`)).status).toBe(200);
    const { status, body, headers } = await send("Busy@Example.com", "203.0.113.9");
    expect(status).toBe(429);
    expect(body.message).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(600);
    expect(await storedBy("busy@example.com")).toHaveLength(5);
    expect((await send("other@example.com", "203.0.113.9")).status).toBe(200);
  });

  it("of one IP address are accepted up to ATTEMPTS_PER_IP", async () => {
    const strict = await openShop({ environment: { ATTEMPTS_PER_IP: "2" } });
    onTestFinished(() => strict.close());
    const send = (n: number, ip: string) =>
      peopleOf(strict).post("contact", { ...ASHA, email: `p${n}@example.com` }, { ip });
    expect((await send(1, "203.0.113.7")).status).toBe(200);
    expect((await send(2, "203.0.113.7")).status).toBe(200);
    expect((await send(3, "203.0.113.7")).status).toBe(429);
    expect((await send(4, "203.0.113.8")).status).toBe(200);
  });
});
