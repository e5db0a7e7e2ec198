/** Login, sessions, devices, logout. */

import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteExpired } from "../../server/people/accounts/housekeeping.ts";
import { PASSWORD, peopleOf, rowsOf } from "./people.ts";
import { askAdmin } from "./perform-command.ts";
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

describe("logging in", () => {
  it("returns the session that the browser stores", { meta: { requirements: "S1.09, S3.02" } }, async () => {
    const { status, body } = await people.logIn(EMAIL);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      statusCode: 200,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        _id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        name: "Asha Rao",
        email: EMAIL,
        profile_image: null,
      },
    });
  });

  it("accepts the email in any case, and trims", { meta: { requirements: "S5.05" } }, async () => {
    expect((await people.logIn("  ASHA@Example.com ", ` ${PASSWORD} `)).status).toBe(200);
  });

  it("with a wrong password is rejected, without ending the session", {
    meta: { requirements: "S8.16, R2" },
  }, async () => {
    const { status, body } = await people.logIn(EMAIL, "wrong");
    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      statusCode: 422,
      code: "credentials_wrong",
      message: "That email and password don’t match. Please try again, or reset your password.",
      errors: [
        {
          field: "password",
          message: "That email and password don’t match. Please try again, or reset your password.",
        },
      ],
    });
  });

  it("with an unknown email is rejected alike", async () => {
    const unknown = await people.logIn("nobody@example.com", "wrong");
    const known = await people.logIn(EMAIL, "wrong");
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
  });

  for (const [ids, body, field, message] of [
    ["S5.06", { email: "a@b", password: "x" }, "email", "Email is not valid."],
    ["S5.06", { email: "", password: "x" }, "email", "Email is not valid."],
    ["S5.07", { email: "a@b.co", password: "" }, "password", "Password is required."],
    ["S5.07", { email: "a@b.co", password: "   " }, "password", "Password is required."],
    ["S5.07", { email: "a@b.co" }, "password", "Password is required."],
  ] as const) {
    it(`is rejected by its rules: ${JSON.stringify(body)}`, {
      meta: { requirements: `${ids}, S6.12, S8.01` },
    }, async () => {
      const response = await people.post("user/login", body);
      expect(response).toMatchObject({ status: 422, body: { success: false, errors: [{ field, message }] } });
    });
  }

  it("opens no session when the password changes while the old one is compared", async () => {
    const email = "overtaken@example.com";
    await people.signUp(email);
    const begun = Promise.withResolvers<void>();
    const change = shop.db.transaction(async (trx) => {
      await trx.execute(sql`update customer set password_hash = null where email = ${email}`);
      await trx.execute(sql`delete from session using customer c where c.id = customer_id and c.email = ${email}`);
      begun.resolve();
      // Long enough for the login to read and compare the old hash.
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    await begun.promise;
    const { status } = await people.logIn(email);
    await change;
    expect(status).toBe(422);
    expect(
      await rowsOf(
        shop,
        sql`select s.id from session s join customer c on c.id = s.customer_id where email = ${email}`,
      ),
    ).toEqual([]);
  });

  it("hashes the password again when the parameters have changed", async () => {
    await people.signUp("old@example.com");
    // argon2id of "sandalwood" with the salt "saltsaltsaltsalt", 8 MiB, 1 pass.
    const { argon2Sync } = await import("node:crypto");
    const salt = Buffer.from("saltsaltsaltsalt");
    const old = argon2Sync("argon2id", {
      message: PASSWORD,
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
    await shop.db.execute(
      sql`update customer set password_hash = ${`$argon2id$v=19$m=8192,t=1,p=1$${text(salt)}$${text(old)}`} where email = 'old@example.com'`,
    );
    expect((await people.logIn("old@example.com", "wrong")).status).toBe(422);
    expect((await people.logIn("old@example.com")).status).toBe(200);
    const [row] = await rowsOf<{ password_hash: string }>(
      shop,
      sql`select password_hash from customer where email = 'old@example.com'`,
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await people.logIn("old@example.com")).status).toBe(200);
  });
});

describe("a session", () => {
  it("is required by every endpoint of the account, before the body is read", {
    meta: { requirements: "S6.09, S6.13" },
  }, async () => {
    const { endpoints } = await import("../../contract/endpoints.ts");
    const closed = Object.values(endpoints).filter((endpoint) => "auth" in endpoint && endpoint.auth === "session");
    expect(closed.length).toBeGreaterThan(10);
    for (const { method, path } of closed) {
      for (const token of [undefined, "unknown", "0".repeat(43)]) {
        const { status, body, headers } = await people.send(
          method,
          path.slice(1).replace(":id", "1"),
          method === "GET" ? undefined : { junk: true },
          { token },
        );
        expect({ path, status }).toEqual({ path, status: 401 });
        expect(body).toEqual({
          success: false,
          statusCode: 401,
          code: "unauthorized",
          message: "Please log in to continue.",
        });
        expect(headers["www-authenticate"]).toBe("Bearer");
      }
    }
  });

  it("is stored only as a hash", async () => {
    const token = await tokenFrom();
    const rows = await rowsOf<{ token_hash: string }>(shop, sql`select * from session`);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some(({ token_hash }) => token_hash === createHash("sha256").update(token).digest("base64url"))).toBe(
      true,
    );
  });

  it("lives 30 days from its last use, and its use is noted every few minutes", async () => {
    const token = await tokenFrom();
    const hash = createHash("sha256").update(token).digest("base64url");
    const age = (interval: string) =>
      shop.db.execute(sql`update session set last_used_at = now() - ${interval}::interval where token_hash = ${hash}`);
    const ageInSeconds = async () =>
      (
        await rowsOf<{ age: number }>(
          shop,
          sql`select extract(epoch from now() - last_used_at)::int as age from session where token_hash = ${hash}`,
        )
      )[0]?.age ?? -1;

    await age("4 minutes");
    expect((await people.get("user", token)).status).toBe(200);
    expect(await ageInSeconds()).toBeGreaterThanOrEqual(240);
    await age("29 days 23 hours 59 minutes");
    expect((await people.get("user", token)).status).toBe(200);
    expect(await ageInSeconds()).toBeLessThan(60);
    await age("30 days 1 second");
    expect((await people.get("user", token)).status).toBe(401);
  });

  it("ends 90 days after its login, even if it is used", async () => {
    const token = await tokenFrom();
    const hash = createHash("sha256").update(token).digest("base64url");
    const begun = (interval: string) =>
      shop.db.execute(sql`update session set created_at = now() - ${interval}::interval where token_hash = ${hash}`);
    await begun("89 days 23 hours 59 minutes");
    expect((await people.get("user", token)).status).toBe(200);
    await begun("90 days 1 second");
    expect((await people.get("user", token)).status).toBe(401);
    await deleteExpired(shop.db, new Date());
    expect(await rowsOf(shop, sql`select id from session where token_hash = ${hash}`)).toEqual([]);
  });

  it("ends at logout, and only that one", { meta: { requirements: "S4.12, S7.20, S7.21" } }, async () => {
    const [one, other] = [await tokenFrom(), await tokenFrom()];
    const response = await people.post("user/logout", undefined, { token: one });
    expect(response).toMatchObject({ status: 200, body: { success: true, statusCode: 200 } });
    expect((await people.get("user", one)).status).toBe(401);
    expect((await people.get("user", other)).status).toBe(200);
    expect((await people.post("user/logout", undefined, { token: one })).status).toBe(401);
  });

  it("ends at logout also when the browser calls its empty body JSON", async () => {
    const token = await tokenFrom();
    const response = await shop.app.inject({
      method: "POST",
      url: "/api/user/logout",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect(response.statusCode).toBe(200);
  });

  it("is ended by the shop's owner, for one customer or for all", async () => {
    const [meera, other] = [await people.signUp("lost-phone@example.com"), await people.signUp("beside@example.com")];
    await people.logIn("lost-phone@example.com");
    const { customers } = await askAdmin(shop, "listCustomers --q Lost-Phone@example.com");
    await askAdmin(shop, `endCustomerSessions ${customers[0]._id}`);
    expect((await people.get("user", meera.token)).status).toBe(401);
    expect((await people.get("user", other.token)).status).toBe(200);
    expect((await askAdmin(shop, "endAllSessions")).ended).toBeGreaterThan(0);
    expect((await people.get("user", other.token)).status).toBe(401);
  });

  it("is not cached", async () => {
    expect((await people.get("user", await tokenFrom())).headers["cache-control"]).toBe("no-store");
  });
});

describe("devices", () => {
  it("are listed, and each can be logged out", async () => {
    await shop.db.execute(sql`delete from session`);
    const phone = await tokenFrom({ headers: { "user-agent": "Phone/1" } });
    const laptop = await tokenFrom({ headers: { "user-agent": `Laptop/${"9".repeat(400)}` } });
    const { body } = await people.get("user/devices", laptop);
    expect(body.data).toHaveLength(2);
    expect(body.data[0]).toMatchObject({ current: true, userAgent: `Laptop/${"9".repeat(293)}` });
    expect(body.data[1]).toMatchObject({ current: false, userAgent: "Phone/1" });
    // Each has itself first, however long ago it was used.
    expect((await people.get("user/devices", phone)).body.data[0]).toMatchObject({
      current: true,
      userAgent: "Phone/1",
    });

    expect((await people.send("DELETE", `user/devices/${body.data[1]._id}`, undefined, { token: laptop })).status).toBe(
      200,
    );
    expect((await people.get("user", phone)).status).toBe(401);
    expect((await people.get("user/devices", laptop)).body.data).toHaveLength(1);
  });

  it("are at most twenty; the least recently used one ends", async () => {
    await shop.db.execute(sql`delete from session`);
    await freeLimits();
    const tokens: string[] = [];
    for (let n = 0; n < 20; n += 1) tokens.push(await tokenFrom());
    const [first = "", second = "", third = ""] = tokens;
    await shop.db.execute(sql`update session set last_used_at = now() - id * interval '1 minute'`);
    // The first session is the oldest, but used again.
    await shop.db.execute(sql`
      update session set last_used_at = now() where token_hash = ${createHash("sha256").update(first).digest("base64url")}`);
    const [unused = ""] = tokens.slice(-1);
    await tokenFrom();
    const alive = async (token: string) => (await people.get("user", token)).status === 200;
    expect(await Promise.all([first, second, third, unused].map(alive))).toEqual([true, true, true, false]);
    expect((await people.get("user/devices", first)).body.data).toHaveLength(20);
    // Another customer's sessions count separately.
    const other = (await people.signUp("other-devices@example.com")).token;
    expect(await alive(other)).toBe(true);
    expect((await people.get("user/devices", first)).body.data).toHaveLength(20);
  });

  it("of another customer are out of reach", { meta: { requirements: "S6.13" } }, async () => {
    const mine = await tokenFrom();
    const { body } = await people.get("user/devices", mine);
    const stranger = await people.signUp("stranger@example.com");
    for (const { _id } of body.data) {
      expect((await people.send("DELETE", `user/devices/${_id}`, undefined, { token: stranger.token })).status).toBe(
        404,
      );
    }
    expect((await people.get("user", mine)).status).toBe(200);
  });
});

describe("housekeeping", () => {
  it("deletes expired rows, and nothing else", async () => {
    const { deleteExpired } = await import("../../server/people/accounts/housekeeping.ts");
    await shop.db.execute(sql`delete from session`);
    const [old, young] = [await tokenFrom(), await tokenFrom()];
    await shop.db.execute(
      sql`update session set last_used_at = now() - interval '31 days' where token_hash = ${createHash("sha256").update(old).digest("base64url")}`,
    );
    await people.post("user/otp", { email: "clean@example.com" });
    await deleteExpired(shop.db, new Date());
    expect(await rowsOf(shop, sql`select id from session`)).toHaveLength(1);
    expect((await people.get("user", young)).status).toBe(200);
    expect(await rowsOf(shop, sql`select email from one_time_code where email = 'clean@example.com'`)).toHaveLength(1);
    await deleteExpired(shop.db, new Date(Date.now() + 11 * 60_000));
    expect(await rowsOf(shop, sql`select email from one_time_code where email = 'clean@example.com'`)).toHaveLength(0);
  });
});
