/** Staff finds, exports and unsubscribes the newsletter's subscribers, each with the record of the consent. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let manager: Awaited<ReturnType<typeof signInAs>>;
let owner: Awaited<ReturnType<typeof signInAs>>;

beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
  manager = await signInAs(shop, "Manager");
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const tokenIn = (text: string, page: "confirm" | "unsubscribe") =>
  new RegExp(`/newsletter/${page}/([\\w-]{43})$`, "m").exec(text)?.[1] ?? "no token";
async function signUp(email: string, page?: unknown) {
  const { status } = await people.post("newsletter", { email, ...(page !== undefined && { page }) });
  return status;
}
async function subscribe(email: string, page?: string): Promise<string> {
  expect(await signUp(email, page)).toBe(200);
  const { text } = await people.mailAbout(email, "Confirm your Kewra newsletter");
  await people.post("newsletter/confirm", { token: tokenIn(text, "confirm") });
  return tokenIn(text, "unsubscribe");
}
const find = async (query: string) => (await manager.send("GET", `/subscribers?${query}`)).body.data.subscribers;
const idOf = async (email: string, state = "confirmed") => (await find(`state=${state}&q=${email}`))[0]?._id as string;
const read = async (id: string) => (await manager.send("GET", `/subscribers/${id}`)).body.data;

describe("a subscriber’s record", () => {
  it("says when, where and to what words the email signed up, confirmed and unsubscribed", async () => {
    const token = await subscribe("asha@example.com", "/product/rose-of-kannauj");
    const id = await idOf("asha@example.com");
    expect((await read(id)).consents).toMatchObject([
      { event: "asked", place: "/product/rose-of-kannauj", wording: "Letters from the distillery: Sign up" },
      {
        event: "confirmed",
        place: "Link of the email",
        wording:
          "Confirm your newsletter sign-up. New scents and old recipes, about once a month. Unsubscribe at any time.",
      },
    ]);
    for (let twice = 0; twice < 2; twice++)
      await shop.app.inject({ method: "POST", url: `/newsletter/unsubscribe/${token}` });
    const { state, consents } = await read(id);
    expect(state).toBe("unsubscribed");
    expect(consents.map(({ event }: { event: string }) => event)).toEqual(["asked", "confirmed", "unsubscribed"]);
    // Signed up again, it has both times.
    await signUp("asha@example.com");
    expect((await read(id)).consents).toHaveLength(4);
  });

  it("stores the path of a page without its token, and nothing but a path", async () => {
    await signUp("meera@example.com", `/newsletter/confirm/${"a".repeat(43)}`);
    const { consents } = await read(await idOf("meera@example.com", "pending"));
    expect(consents[0].place).toBe("/newsletter/confirm");
    for (const page of ["javascript:x", `/${"x".repeat(64_000)}`, 5, {}, "/a b"])
      expect(await signUp("ravi@example.com", page)).toBe(422);
    expect(await signUp("ravi@example.com", "/\u0000faq\u202e")).toBe(422);
    expect(await signUp("ravi@example.com", "/faq\u202e")).toBe(200);
  });

  it("from before records existed has what the subscription stores", async () => {
    await shop.db.execute(
      sql`insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
      values ('old@example.com', 'confirmed', 'old', 'http://localhost', '2026-01-02', '2026-01-03')`,
    );
    expect((await read(await idOf("old@example.com"))).consents).toMatchObject([
      { event: "asked", at: "2026-01-02T00:00:00.000Z", place: "" },
      { event: "confirmed", at: "2026-01-03T00:00:00.000Z", place: "" },
    ]);
  });
});

describe("the list of subscribers", () => {
  it("searches a part of the email literally, and is paged by keyset", async () => {
    await shop.db.execute(
      sql`insert into newsletter_subscriber (email, state, unsubscribe_token, shop_origin, asked_at, confirmed_at)
      select 'many-' || n || '@list.example', 'confirmed', 'many-' || n, 'http://localhost', now(), now()
      from generate_series(1, 60) n`,
    );
    const first = (await manager.send("GET", "/subscribers?q=LIST.example")).body.data;
    expect(first).toMatchObject({ hasMore: true, subscribers: { length: 50 } });
    const before = first.subscribers.at(-1)._id;
    const second = (await manager.send("GET", `/subscribers?q=list.example&before=${before}`)).body.data;
    expect(second).toMatchObject({ hasMore: false, subscribers: { length: 10 } });
    for (const q of ["%25", "_", "\\", "many-61@"]) expect(await find(`q=${q}`)).toEqual([]);
    expect(await find("q=many-7@")).toHaveLength(1);
    expect(await find("q=many-7@&state=pending")).toEqual([]);
    for (const query of ["state=all", "before=x", `q=${"x".repeat(101)}`])
      expect((await manager.send("GET", `/subscribers?${query}`)).status).toBe(400);
    for (const id of ["999999999", "x"]) expect((await manager.send("GET", `/subscribers/${id}`)).status).toBe(404);
  });

  it("is exported with the records by members with the permission, which the audit log notes without an email", async () => {
    await subscribe("formula@example.com", "/=cmd");
    expect((await manager.send("GET", "/subscribers.csv")).status).toBe(403);
    const file = await owner.send("GET", "/subscribers.csv?q=formula");
    expect(file.headers["content-type"]).toContain("text/csv");
    expect(file.body).toContain("formula@example.com,confirmed,");
    expect(file.body).toContain("Letters from the distillery: Sign up");
    expect(file.body).not.toContain("many-1@");
    const { entries } = (await owner.send("GET", "/audit?subject=newsletter&id=subscribers")).body.data;
    expect(entries[0]).toMatchObject({
      action: "newsletter.exported",
      actor: "Owner Rao",
      after: { state: "confirmed", isSearch: true },
    });
    const packer = await signInAs(shop, "Packer");
    for (const path of ["/subscribers", "/subscribers/1", "/subscribers.csv"])
      expect((await packer.send("GET", path)).status).toBe(403);
  });

  it("unsubscribes somebody who asks by phone, and records the member", async () => {
    await subscribe("phone@example.com");
    const id = await idOf("phone@example.com");
    for (let twice = 0; twice < 2; twice++)
      expect((await manager.send("POST", `/subscribers/${id}/unsubscribe`)).body.data.state).toBe("unsubscribed");
    const { consents } = await read(id);
    expect(consents.at(-1)).toMatchObject({ event: "unsubscribed", place: "Back office: Manager Rao" });
    expect(consents).toHaveLength(3);
    const [link] = await rowsOf(shop, sql`select from newsletter_confirmation where subscriber_id = ${Number(id)}`);
    expect(link).toBeUndefined();
    const recorded = await rowsOf(
      shop,
      sql`select from audit_entry where action = 'subscriber.unsubscribed' and subject_id = ${id}`,
    );
    expect(recorded).toHaveLength(1);
    expect((await manager.send("POST", "/subscribers/999999999/unsubscribe")).status).toBe(404);
  });
});
