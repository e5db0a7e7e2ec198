/** Staff answers messages, and keeps the time limits of grievances. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let support: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  support = await signInAs(shop, "Support");
});
afterAll(() => shop?.close());

let sent = 0;
async function write(message = "Is the Discovery Set\nin stock?") {
  sent += 1;
  const email = `asha-${sent}@example.com`;
  const form = { name: "Asha Rao", email, phone: "+91 98450 12345", address: "Bengaluru 560038", message };
  const { reference } = (await people.post("contact", form)).body.data;
  const { messages } = (await support.send("GET", `/messages?q=${reference}`)).body.data;
  return { email, reference, form, id: messages[0]._id as string };
}
const read = async (id: string) => (await support.send("GET", `/messages/${id}`)).body.data;
const change = (id: string, body: object) => support.send("PATCH", `/messages/${id}`, body);

describe("a message", () => {
  it("is answered by email, and waits until it is closed", async () => {
    const { id, email, reference } = await write();
    const answer = { version: 1, text: "Yes, it is.\n\nWe pack it today.", close: false };
    const { body } = await support.send("POST", `/messages/${id}/answers`, answer);
    expect(body.data).toMatchObject({
      version: 2,
      closedAt: null,
      answers: [{ by: "Support Rao", text: answer.text }],
    });
    const mail = await people.mailAbout(email, `Your message ${reference}`);
    for (const part of ["Hello Asha Rao,", "Yes, it is.", "We pack it today.", "Is the Discovery Set"])
      expect(mail.text).toContain(part);
    const open = (await support.send("GET", "/messages")).body.data.messages;
    expect(open.at(-1)).toMatchObject({ _id: id, answers: 1, excerpt: "Is the Discovery Set\nin stock?" });

    expect((await change(id, { version: 2, closed: true })).status).toBe(200);
    expect((await support.send("GET", "/messages")).body.data.messages).toEqual([]);
    const [closed] = (await support.send("GET", "/messages?tab=closed")).body.data.messages;
    expect(closed).toMatchObject({ _id: id, closedAt: expect.any(String) });
    const owner = await signInAs(shop, "Owner");
    const { entries } = (await owner.send("GET", `/audit?subject=message&id=${reference}`)).body.data;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(["message.changed", "message.answered"]);
  });

  it("is listed without the answers of other messages", async () => {
    const other = await write();
    await support.send("POST", `/messages/${other.id}/answers`, { version: 1, text: "Yes.", close: false });
    const { id } = await write();
    const { messages } = (await support.send("GET", "/messages")).body.data;
    expect(messages).toMatchObject([
      { _id: other.id, answers: 1 },
      { _id: id, answers: 0 },
    ]);
    for (const [one, version] of [
      [other.id, 2],
      [id, 1],
    ] as const)
      await change(one, { version, closed: true });
  });

  it("is answered once when two answer it at the same time", async () => {
    const { id, email, reference } = await write();
    const both = await Promise.all(
      ["Yes.", "No."].map((text) => support.send("POST", `/messages/${id}/answers`, { version: 1, text, close: true })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await read(id)).answers).toHaveLength(1);
    await people.mailAbout(email, `Your message ${reference}`);
    const queued = await rowsOf(shop, sql`select id from mail where recipient = ${email}`);
    // With the acknowledgement.
    expect(queued).toHaveLength(2);
  });

  it("is found by its reference, email and name, taken literally", async () => {
    const { id, email, reference } = await write();
    for (const q of [reference.toLowerCase(), email.toUpperCase(), "sha r"]) {
      const { messages } = (await support.send("GET", `/messages?q=${encodeURIComponent(q)}`)).body.data;
      expect(messages.map(({ _id }: { _id: string }) => _id)).toContain(id);
    }
    for (const q of ["%", "_", "\\"])
      expect((await support.send("GET", `/messages?q=${encodeURIComponent(q)}`)).body.data.messages).toEqual([]);
  });
});

describe("a message that its sender wants deleted", () => {
  it("is deleted with its answers, once", async () => {
    const { id } = await write();
    await support.send("POST", `/messages/${id}/answers`, { version: 1, text: "Yes.", close: true });
    expect((await support.send("DELETE", `/messages/${id}`)).status).toBe(200);
    expect((await support.send("GET", `/messages/${id}`)).status).toBe(404);
    expect((await support.send("DELETE", `/messages/${id}`)).status).toBe(404);
  });
});

describe("a grievance", () => {
  it("has a ticket number, mailed at once with the officer's name, and two time limits", async () => {
    await performCommand(shop, "settings GRIEVANCE_OFFICER Meera");
    const { id, email, reference } = await write("The bottle leaked.");
    const { body } = await change(id, { version: 1, grievance: true });
    const { grievance, at } = body.data;
    expect(new Date(grievance.acknowledgeBy).getTime() - new Date(at).getTime()).toBe(48 * 3_600_000);
    expect(grievance).toMatchObject({ acknowledged: false, isLate: false });
    const mail = await people.mailAbout(email, `We’ve received your complaint ${reference}`);
    expect(mail.text).toContain("Meera");

    const home = (await support.send("GET", "/home")).body.data.work;
    expect(home).toContainEqual({ kind: "grievances", count: 1, dueBy: grievance.acknowledgeBy });
    await shop.db.execute(sql`update contact_message set created_at = now() - interval '49 hours' where id = ${id}`);
    expect((await read(id)).grievance.isLate).toBe(true);
    await support.send("POST", `/messages/${id}/answers`, { version: 2, text: "We send another.", close: false });
    expect((await read(id)).grievance).toMatchObject({ acknowledged: true, isLate: true });
    expect((await support.send("GET", "/messages?tab=grievances")).body.data.messages).toHaveLength(1);
  });

  it("that came by phone is recorded, and all are in the register", async () => {
    const form = {
      name: "=cmd",
      email: "ravi@example.com",
      phone: "+91 98450 54321",
      address: "Kochi",
      message: "Late parcel",
    };
    const { body } = await support.send("POST", "/grievances", form);
    expect(body.data).toMatchObject({ message: "Late parcel", grievance: { acknowledged: false } });
    const [mail] = await people.mailsTo("ravi@example.com");
    expect(mail?.text).toContain(body.data.reference);
    const { body: csv } = await support.send("GET", "/grievances.csv");
    const lines = (csv as string).trim().split("\r\n");
    expect(lines).toHaveLength(3);
    expect(lines[2]).toContain(`${body.data.reference},`);
    expect(lines[2]).toContain("'=cmd");
    expect((await support.send("POST", "/grievances", { ...form, email: "nobody" })).body.errors[0].field).toBe(
      "email",
    );
  });
});
