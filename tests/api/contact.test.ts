import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { clearSetting, storeSetting } from "../../server/settings/settings.ts";
import { headerOf, mailServer } from "./mail-server.ts";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

/** The contact form: what it refuses, and what becomes of what it takes. */

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
};
const storedBy = (email: string) =>
  rowsOf(shop, sql`select name, email, phone, address from contact_message where email = ${email} order by id`);

describe("a message", () => {
  it("is stored with all four fields, and mailed to the shop once (S2.242, S2.243)", async () => {
    const { status, body } = await people.post("contact", ASHA);
    expect({ status, body }).toEqual({ status: 200, body: { success: true, statusCode: 200, data: {} } });
    expect(await storedBy(ASHA.email)).toEqual([ASHA]);
    const mails = await people.mailsTo("care@kewra.example");
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe("Message from Asha Rao");
    for (const detail of Object.values(ASHA)) expect(mails[0]?.text).toContain(detail);
    expect(mails[0]?.html).toContain("Indiranagar, Bengaluru 560038");
  });

  it("goes to the address that the owner has set (S2.243)", async () => {
    await storeSetting(shop.db, "SHOP_EMAIL", "hello@kewra.example");
    await people.post("contact", { ...ASHA, email: "setting@example.com" });
    expect((await people.mailsTo("hello@kewra.example"))[0]?.text).toContain("setting@example.com");
    await clearSetting(shop.db, "SHOP_EMAIL");
  });

  it("is trimmed", async () => {
    await people.post("contact", { ...ASHA, name: "  Asha Rao ", email: " trimmed@example.com " });
    expect(await storedBy("trimmed@example.com")).toEqual([{ ...ASHA, email: "trimmed@example.com" }]);
  });

  it("without anything is refused at every field, and nothing is stored or mailed (S2.241)", async () => {
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
        { field: "email", message: "Please give your email address, so that we can answer." },
        { field: "phone", message: "Please give your phone number." },
        { field: "address", message: "Please give your address: city and pincode are enough." },
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
  ])("whose %s is %s is refused there (S2.241)", async (field, value) => {
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

describe("the mail to the shop", () => {
  it("is answered to the sender, and no field can write a header of its own (S2.243)", async () => {
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
    await vi.waitFor(() => expect(server.received).toHaveLength(1), { timeout: 15_000, interval: 50 });
    const [{ from, to, content } = { from: "", to: [], content: "" }] = server.received;
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
    expect(server.received).toHaveLength(1);
  });

  it("is queued with the message or not at all", async () => {
    await shop.db.execute(sql`alter table mail rename to mail_elsewhere`);
    const { status } = await people.post("contact", { ...ASHA, email: "halfway@example.com" });
    await shop.db.execute(sql`alter table mail_elsewhere rename to mail`);
    expect(status).toBe(500);
    expect(await storedBy("halfway@example.com")).toEqual([]);
  });
});

describe("the shop's own details", () => {
  it("are what the owner has set, at once (S2.248)", async () => {
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
  it("of one sender are taken up to five within an hour, however the address is written", async () => {
    const send = (email: string, ip: string) => people.post("contact", { ...ASHA, email }, { ip });
    for (let n = 1; n <= 5; n += 1) expect((await send("busy@example.com", `203.0.113.${n}`)).status).toBe(200);
    const { status, body, headers } = await send("Busy@Example.com", "203.0.113.9");
    expect(status).toBe(429);
    expect(body.message).toMatch(/^That was a lot at once\. Please try again in \d+ minutes\.$/);
    expect(Number(headers["retry-after"])).toBeGreaterThan(600);
    expect(await storedBy("busy@example.com")).toHaveLength(5);
    expect((await send("other@example.com", "203.0.113.9")).status).toBe(200);
  });

  it("of one network address are taken as ATTEMPTS_PER_ADDRESS says", async () => {
    const strict = await openShop({ environment: { ATTEMPTS_PER_ADDRESS: "2" } });
    onTestFinished(() => strict.close());
    const send = (n: number, ip: string) =>
      peopleOf(strict).post("contact", { ...ASHA, email: `p${n}@example.com` }, { ip });
    expect((await send(1, "203.0.113.7")).status).toBe(200);
    expect((await send(2, "203.0.113.7")).status).toBe(200);
    expect((await send(3, "203.0.113.7")).status).toBe(429);
    expect((await send(4, "203.0.113.8")).status).toBe(200);
  });
});
