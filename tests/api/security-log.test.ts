/** Security events in the log: a line each, with customer and IP address, and no secrets. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, peopleOf, wrongCode } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

const PINO_LEVELS = { 30: "info", 40: "warn" } as Record<number, string>;
let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
let lines: string[] = [];
const IP = "203.0.113.9";

beforeAll(async () => {
  shop = await openShop({ environment: { LOG_LEVEL: "info" }, log: (line) => void lines.push(line) });
  people = peopleOf(shop);
});
beforeEach(async () => {
  await shop.db.execute(sql`delete from rate_limit`);
  lines = [];
});
afterAll(() => shop?.close());

/** The logged events, without the fields of every line. */
const events = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "security event")
    .map(({ level, event, customerId, emailHash, ip, time, pid, hostname, reqId, msg, ...details }) => {
      expect({ ip, one: (customerId === undefined) !== (emailHash === undefined) }).toEqual({ ip: IP, one: true });
      return { level: PINO_LEVELS[level], event, who: customerId === undefined ? "email" : "customer", ...details };
    });

async function member(email: string): Promise<string> {
  await people.signUp(email);
  const { body } = await people.logIn(email, PASSWORD, { ip: IP });
  lines = [];
  return body.data.token;
}

describe("the log", () => {
  it("has a login, a failed one, and a lock-out", async () => {
    const email = "seen@example.com";
    await member(email);
    await people.logIn(email, PASSWORD, { ip: IP });
    for (let n = 0; n < 11; n += 1) await people.logIn(email, "typed wrong", { ip: IP });
    await people.logIn("nobody@example.com", "typed wrong", { ip: IP });
    const failed = { level: "info", event: "login_failed", method: "password" };
    expect(events()).toEqual([
      { level: "info", event: "login_succeeded", who: "customer", method: "password" },
      ...Array.from({ length: 10 }, () => ({ ...failed, who: "customer" })),
      { level: "warn", event: "locked_out", who: "email", kind: "password", retryAfter: expect.any(Number) },
      { ...failed, who: "email" },
    ]);
    expect(lines.map((line) => JSON.parse(line)).find(({ statusCode }) => statusCode === 429)?.level).toBe(40);
    expect(lines.join("")).not.toMatch(/typed|seen@|nobody@|sandalwood/);
  });

  it("knows the same email again, and another email from it", async () => {
    const hashOf = async (email: string) => {
      lines = [];
      await people.logIn(email, "x", { ip: IP });
      return lines.map((line) => JSON.parse(line)).find(({ emailHash }) => emailHash)?.emailHash;
    };
    const one = await hashOf("one@example.com");
    expect(await hashOf(" ONE@example.com")).toBe(one);
    expect(await hashOf("two@example.com")).not.toBe(one);
  });

  it("has a created account, wrong codes and an exhausted code", async () => {
    const email = "coded@example.com";
    const sent = { ip: IP };
    await people.post("user/otp", { email }, sent);
    const otp = await people.latestCode(email);
    for (let step = 1; step <= 6; step += 1)
      await people.post("user/register", { email, otp: wrongCode(otp, step), password: PASSWORD, name: "Asha" }, sent);
    const wrong = { level: "info", event: "code_wrong", who: "email", purpose: "sign_up" };
    expect(events()).toEqual([
      ...Array.from({ length: 5 }, () => wrong),
      { level: "warn", event: "code_exhausted", who: "email", purpose: "sign_up" },
    ]);
    await people.ageCodes(email, 30);
    await people.post("user/otp", { email }, sent);
    const next = await people.latestCode(email, 2);
    lines = [];
    await people.post("user/register", { email, otp: next, password: PASSWORD, name: "Asha" }, sent);
    expect(events()).toEqual([
      { level: "info", event: "login_succeeded", who: "customer", method: "code" },
      { level: "info", event: "account_created", who: "customer" },
    ]);
    expect(lines.join("")).not.toMatch(new RegExp(`coded@|${otp}|${next}`));
  });

  it("has a password change, a reset, and the ended sessions", async () => {
    const email = "changes@example.com";
    const token = await member(email);
    const body = { currentPassword: PASSWORD, password: "vetiver root" };
    const changed = await people.post("user/password", { ...body, currentPassword: "typed" }, { token, ip: IP });
    expect(changed.status).toBe(422);
    await people.post("user/password", body, { token, ip: IP });
    expect(events()).toEqual([
      { level: "info", event: "login_failed", who: "customer", method: "current password" },
      { level: "info", event: "login_succeeded", who: "customer", method: "password" },
      { level: "info", event: "password_changed", who: "customer" },
      { level: "info", event: "session_ended", who: "customer", sessions: "all others" },
    ]);
    await people.post("user/forgot-password", { email }, { ip: IP });
    const { text } = await people.mailAbout(email, "Set a new Kewra password");
    const [, reset = ""] = /\/change\/password\/([\w-]{43})/.exec(text) ?? [];
    lines = [];
    await people.post("user/change-password", { password: "khus and clay" }, { token: reset, ip: IP });
    expect(events()).toEqual([
      { level: "info", event: "password_reset", who: "customer" },
      { level: "info", event: "session_ended", who: "customer", sessions: "all" },
    ]);
    expect(lines.join("")).not.toMatch(new RegExp(`changes@|vetiver|khus|${reset}`));
  });

  it("has a session ended here or on another device", async () => {
    const email = "leaves@example.com";
    const token = await member(email);
    const devices = (await people.get("user/devices", token)).body.data;
    const other = devices.find(({ current }: { current: boolean }) => !current);
    await people.send("DELETE", `user/devices/${other._id}`, undefined, { token, ip: IP });
    await people.post("user/logout", undefined, { token, ip: IP });
    expect(events()).toEqual([
      { level: "info", event: "session_ended", who: "customer", sessions: "another" },
      { level: "info", event: "session_ended", who: "customer", sessions: "this" },
    ]);
  });
});
