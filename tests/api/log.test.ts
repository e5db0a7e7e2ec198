/** Request logs: enough to find a fault, without any input. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, peopleOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let lines: string[] = [];
const log = () => lines.map((line) => JSON.parse(line));
beforeAll(async () => {
  shop = await openShop({ environment: { LOG_LEVEL: "trace" }, log: (line) => void lines.push(line) });
  people = peopleOf(shop);
});
beforeEach(() => {
  lines = [];
});
afterAll(() => shop?.close());

describe("a rejected request", () => {
  it("is logged with its status, its code and the names of the fields", async () => {
    await people.post("user/register", { email: "typed@nowhere", otp: "typed", password: "typd", name: "t" });
    expect(log().find(({ msg }) => msg === "request rejected")).toMatchObject({
      statusCode: 422,
      code: "invalid_input",
      fields: ["email", "otp", "password", "name"],
    });
    expect(lines.join("")).not.toMatch(/typed|typd/);
  });

  it("is logged without the email that its response contains", async () => {
    const email = "typed@mail.example";
    await people.signUp(email);
    const { nonce } = (await people.get("user/social")).body.data;
    const query = new URLSearchParams({ email, name: "Typed Name", verified: "true", nonce });
    const { body } = await shop.get(`/sandbox/google/choose?${query}`);
    const [, idToken] = /credential:"([\w.-]+)"/.exec(body) ?? [];
    const rejected = await people.post("user/social/login/web", { idToken });
    expect(rejected).toMatchObject({ status: 409, body: { message: expect.stringContaining(email) } });
    expect(log().find(({ msg }) => msg === "request rejected")).toMatchObject({ statusCode: 409, fields: ["otp"] });
    expect(lines.join("")).not.toMatch(/typed/i);
  });
});

describe("a request", () => {
  it("is logged without the search text", async () => {
    await shop.get("/api/product?search=typed&page=2");
    expect(log().find(({ msg }) => msg === "incoming request")?.req.url).toBe("/api/product?search=…&page=2");
  });

  it("that fails is logged with its stack, and without its input", async () => {
    await people.signUp("typed@example.com");
    await shop.db.execute(sql`alter table session rename to session_elsewhere`);
    lines = [];
    const { status } = await people.logIn("typed@example.com", PASSWORD);
    await shop.db.execute(sql`alter table session_elsewhere rename to session`);
    expect(status).toBe(500);
    const [failed] = log().filter(({ msg }) => msg === "request failed");
    expect(failed.err).toMatchObject({ stack: expect.stringContaining("sessions.ts"), cause: { code: "42P01" } });
    expect(lines.join("")).not.toMatch(new RegExp(`typed|${PASSWORD}`));
  });
});
