/** Limits of logins. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../server/people/accounts/passwords.ts";
import { consume } from "../../server/platform/rate-limits/limits.ts";
import { PASSWORD, peopleOf, rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

const EMAIL = "asha@example.com";
let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop({ environment: { ATTEMPTS_PER_IP: "30" } });
  people = peopleOf(shop);
  await people.signUp(EMAIL);
});
afterAll(() => shop?.close());

const tokenFrom = async (sent?: Parameters<typeof people.logIn>[2]) =>
  (await people.logIn(EMAIL, PASSWORD, sent)).body.data.token as string;
const freeLimits = () => shop.db.execute(sql`delete from rate_limit`);
/** Sets a new password with the code of the latest mail. */
async function setNewPassword(email: string, password: string, sent?: { ip: string }) {
  await people.post("user/forgot-password", { email }, sent);
  const { text } = await people.mailAbout(email, "Set a new Kewra password");
  const [, token = ""] = /\/change\/password\/([\w-]{43})/.exec(text) ?? [];
  return people.post("user/change-password", { password }, { token, ...sent });
}

describe("limits", () => {
  it("stop guessing at one account from one network, and a new password by mail frees it at once", async () => {
    await freeLimits();
    const email = "target@example.com";
    await people.signUp(email);
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push(await people.logIn(email, `guess ${n}`));
    expect(guesses.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429]);
    const last = guesses.at(-1);
    // 10 in 15 minutes: one every 90 seconds.
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(60);
    expect(Number(last?.headers["retry-after"])).toBeLessThanOrEqual(90);
    expect(last?.body).toMatchObject({
      success: false,
      statusCode: 429,
      code: "rate_limited",
      message: expect.stringMatching(/^Too many attempts\. Please try again in (\d+ seconds|2 minutes)\.$/),
    });
    expect((await people.logIn(email)).status).toBe(429);
    expect((await setNewPassword(email, "vetiver root")).status).toBe(200);
    expect((await people.logIn(email, "vetiver root")).status).toBe(200);
  });

  it("that a fast clock has filled hold up nobody once it is set back", async () => {
    const limit = { key: "a clock", limit: 3, windowSeconds: 60 };
    const now = new Date("2026-11-29T06:00:00Z");
    const twoHoursLater = new Date("2026-11-29T08:00:00Z");
    for (let use = 0; use < 3; use += 1) await consume(shop.db, limit, twoHoursLater);
    await expect(consume(shop.db, limit, twoHoursLater)).rejects.toMatchObject({ code: "rate_limited" });
    for (let use = 0; use < 3; use += 1) await consume(shop.db, limit, now);
    await expect(consume(shop.db, limit, now)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("of one network never lock an owner out of another", async () => {
    await freeLimits();
    const email = "neighbour@example.com";
    await people.signUp(email);
    for (let n = 0; n < 12; n += 1) await people.logIn(email, "wrong", { ip: "198.51.100.7" });
    expect((await people.logIn(email, PASSWORD, { ip: "198.51.100.7" })).status).toBe(429);
    expect((await people.logIn(email, PASSWORD, { ip: "198.51.100.8" })).status).toBe(200);
  });

  /** Records wrong passwords from many networks. */
  const recordStrangersGuesses = (email: string, guesses: number) =>
    shop.db.execute(sql`
      insert into rate_limit (key, free_at)
      values (${`password of ${email} from unknown networks`}, now() + ${(guesses / 100) * 86_400} * interval '1 second')
      on conflict (key) do update set free_at = excluded.free_at`);

  it("stop guessing from many networks, but not a network that the owner has logged in from", async () => {
    await freeLimits();
    const email = "beset@example.com";
    await people.signUp(email);
    const [home, elsewhere] = [{ ip: "203.0.113.20" }, { ip: "203.0.113.99" }];
    expect((await people.logIn(email, PASSWORD, home)).status).toBe(200);
    await recordStrangersGuesses(email, 99);
    expect((await people.logIn(email, "wrong", { ip: "192.0.2.50" })).status).toBe(422);
    const refused = await people.logIn(email, PASSWORD, elsewhere);
    expect(refused.status).toBe(429);
    // 100 a day: one every 864 seconds.
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(800);
    expect((await people.logIn(email, PASSWORD, home)).status).toBe(200);

    // A network that sets a password by mail is known from then on.
    expect((await setNewPassword(email, "vetiver root", elsewhere)).status).toBe(200);
    await recordStrangersGuesses(email, 100);
    expect((await people.logIn(email, "vetiver root", elsewhere)).status).toBe(200);
  });

  it("treat a network as unknown 90 days after its last login, and store at most twenty per customer", async () => {
    await freeLimits();
    const email = "traveller@example.com";
    await people.signUp(email);
    const home = { ip: "203.0.113.200" };
    await people.logIn(email, PASSWORD, home);
    await shop.db.execute(sql`update known_network set seen_at = seen_at - interval '90 days 1 minute'`);
    await recordStrangersGuesses(email, 100);
    expect((await people.logIn(email, PASSWORD, home)).status).toBe(429);
    await freeLimits();
    for (let n = 0; n < 21; n += 1) await people.logIn(email, PASSWORD, { ip: `203.0.113.${n}` });
    const rows = await rowsOf(
      shop,
      sql`select k.* from known_network k join customer c on c.id = k.customer_id where c.email = ${email}`,
    );
    expect(rows).toHaveLength(20);
    expect(JSON.stringify(rows)).not.toContain("203.0.113");
  });

  it("stop one IP address at many accounts, others continue", async () => {
    await freeLimits();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await people.logIn(`nobody${n}@example.com`, "x", { ip: "192.0.2.1" })).status);
    expect(statuses).toEqual([...Array(30).fill(422), 429]);
    expect((await people.logIn(EMAIL, PASSWORD, { ip: "192.0.2.2" })).status).toBe(200);
  });

  it("count the IP address that the proxy saw, not one that the client made up", async () => {
    const behind = await openShop({ environment: { TRUST_PROXY: "loopback", ATTEMPTS_PER_IP: "2" } });
    try {
      const guess = (forwarded: string) =>
        peopleOf(behind).logIn("nobody@example.com", "x", { headers: { "x-forwarded-for": forwarded } });
      const forged = [];
      for (let n = 0; n < 3; n += 1) forged.push((await guess(`10.9.9.${n}, 203.0.113.5`)).status);
      expect(forged).toEqual([422, 422, 429]);
      expect((await guess("203.0.113.6")).status).toBe(422);
    } finally {
      await behind.close();
    }
  });

  it("do not count right passwords", async () => {
    await freeLimits();
    for (let n = 0; n < 12; n += 1) expect((await people.logIn(EMAIL)).status).toBe(200);
  });

  it("let no more through when many come at once", async () => {
    await freeLimits();
    const responses = await Promise.all(Array.from({ length: 14 }, () => people.logIn("crowd@example.com", "x")));
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(4);
    await freeLimits();
  });
});

describe("more passwords than can be compared", () => {
  it("are rejected at once with the time to wait, and do not count as wrong", async () => {
    const authorization = `Bearer ${await tokenFrom()}`;
    await freeLimits();
    let enough = false;
    const again = async (): Promise<void> => {
      while (!enough) await hashPassword(PASSWORD);
    };
    const busy = Promise.allSettled(Array.from({ length: 103 }, again));
    const ask = (path: string, payload: object) =>
      shop.app.inject({ method: "POST", url: `/api/user/${path}`, payload, headers: { authorization } });
    const credentials = { email: EMAIL, password: PASSWORD };
    const responses = [
      await ask("login", credentials),
      await ask("register", { ...credentials, otp: "000000", name: "Asha" }),
      await ask("password", { currentPassword: PASSWORD, password: "vetiver root" }),
    ];
    enough = true;
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(response.headers["retry-after"]).toBe("5");
      expect(response.json()).toEqual({
        success: false,
        statusCode: 503,
        code: "unavailable",
        message: "The shop is busy right now. Please try again in a moment.",
      });
    }
    expect(await rowsOf(shop, sql`select key from rate_limit`)).toEqual([]);
    await busy;
    expect((await people.logIn(EMAIL)).status).toBe(200);
  });
});
