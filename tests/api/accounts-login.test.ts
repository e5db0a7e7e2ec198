import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteExpired } from "../../server/accounts/housekeeping.ts";
import { hashPassword } from "../../server/accounts/passwords.ts";
import { PASSWORD, peopleOf, rowsOf } from "./people.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";

/** Login, sessions, devices, logout. */

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
/** With the code of the latest mail. */
async function setNewPassword(email: string, password: string, sent?: { ip: string }) {
  await people.post("user/forgot-password", { email }, sent);
  const { text } = await people.mailAbout(email, "Set a new Kewra password");
  const [, token = ""] = /\/change\/password\/([\w-]{43})/.exec(text) ?? [];
  return people.post("user/change-password", { password }, { token, ...sent });
}

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

  it("opens no session behind a change of the password that came while the old one was compared", async () => {
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

  it("of one network never lock an owner out of another", async () => {
    await freeLimits();
    const email = "neighbour@example.com";
    await people.signUp(email);
    for (let n = 0; n < 12; n += 1) await people.logIn(email, "wrong", { ip: "198.51.100.7" });
    expect((await people.logIn(email, PASSWORD, { ip: "198.51.100.7" })).status).toBe(429);
    expect((await people.logIn(email, PASSWORD, { ip: "198.51.100.8" })).status).toBe(200);
  });

  /** Records wrong passwords from many networks. */
  const strangersGuessed = (email: string, guesses: number) =>
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
    await strangersGuessed(email, 99);
    expect((await people.logIn(email, "wrong", { ip: "192.0.2.50" })).status).toBe(422);
    const refused = await people.logIn(email, PASSWORD, elsewhere);
    expect(refused.status).toBe(429);
    // 100 a day: one every 864 seconds.
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(800);
    expect((await people.logIn(email, PASSWORD, home)).status).toBe(200);

    // A network that sets a password by mail is known from then on.
    expect((await setNewPassword(email, "vetiver root", elsewhere)).status).toBe(200);
    await strangersGuessed(email, 100);
    expect((await people.logIn(email, "vetiver root", elsewhere)).status).toBe(200);
  });

  it("treat a network as unknown 90 days after its last login, and store at most twenty per customer", async () => {
    await freeLimits();
    const email = "traveller@example.com";
    await people.signUp(email);
    const home = { ip: "203.0.113.200" };
    await people.logIn(email, PASSWORD, home);
    await shop.db.execute(sql`update known_network set seen_at = seen_at - interval '90 days 1 minute'`);
    await strangersGuessed(email, 100);
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

  it("is ended by the owner of the shop, of one customer or of all", async () => {
    const [meera, other] = [await people.signUp("lost-phone@example.com"), await people.signUp("beside@example.com")];
    await people.logIn("lost-phone@example.com");
    expect(await performCommand(shop, "sessions end Lost-Phone@example.com")).toMatchObject({
      code: 0,
      out: "Ended 2 sessions.\n",
    });
    expect((await people.get("user", meera.token)).status).toBe(401);
    expect((await people.get("user", other.token)).status).toBe(200);
    expect((await performCommand(shop, "sessions end nobody@example.com")).err).toContain(
      'No customer has the email "nobody@example.com".\n',
    );
    await performCommand(shop, "sessions end all");
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
    const { deleteExpired } = await import("../../server/accounts/housekeeping.ts");
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
