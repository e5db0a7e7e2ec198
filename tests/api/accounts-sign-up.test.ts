/** Signing up with a mailed code. */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, peopleOf, rowsOf, wrongCode } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
});
afterAll(() => shop?.close());

const customersWith = (email: string) =>
  rowsOf<{ id: number; password_hash: string }>(
    shop,
    sql`select id, password_hash from customer where email = ${email}`,
  );

describe("asking for a code", () => {
  it("mails six digits to that email, once", { meta: { requirements: "S7.15, S7.16, S1.08" } }, async () => {
    const response = await people.post("user/otp", { email: " Mira@Example.com " });
    expect(response).toMatchObject({ status: 200, body: { success: true, statusCode: 200, data: {} } });
    const mails = await people.mailsTo("mira@example.com");
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: "mira@example.com", subject: "Your Kewra verification code" });
    const code = people.codeIn(mails[0] as never);
    expect(code).toMatch(/^\d{6}$/);
    expect(mails[0]?.html).toContain(code);
  });

  it("stores the code only as a hash, and erases the mail once it is sent", async () => {
    await people.post("user/otp", { email: "hash@example.com" });
    const code = await people.latestCode("hash@example.com");
    const rows = await rowsOf(shop, sql`select * from one_time_code where email = 'hash@example.com'`);
    expect(JSON.stringify(rows)).not.toContain(code);
    const outbox = await rowsOf(shop, sql`select * from mail where recipient = 'hash@example.com'`);
    expect(outbox).toMatchObject([{ state: "sent", text: "", html: "" }]);
    expect(JSON.stringify(outbox)).not.toContain(code);
  });

  it("again within 30 seconds is rejected with the time to wait", { meta: { requirements: "S7.17" } }, async () => {
    await people.post("user/otp", { email: "soon@example.com" });
    const response = await people.post("user/otp", { email: "soon@example.com" });
    expect(response.status).toBe(429);
    const wait = Number(response.headers["retry-after"]);
    expect(wait).toBeGreaterThan(25);
    expect(wait).toBeLessThanOrEqual(30);
    expect(response.body).toEqual({
      success: false,
      statusCode: 429,
      code: "rate_limited",
      message: `We’ve just sent you a code. Please try again in ${wait} seconds.`,
    });
    expect(await people.mailsTo("soon@example.com")).toHaveLength(1);
  });

  it("again after 30 seconds mails another, and the first no longer works", {
    meta: { requirements: "S7.68" },
  }, async () => {
    const email = "again@example.com";
    await people.post("user/otp", { email });
    const first = await people.latestCode(email);
    await people.ageCodes(email, 30);
    expect((await people.post("user/otp", { email })).status).toBe(200);
    const second = await people.latestCode(email, 2);
    if (first !== second) {
      expect((await people.post("user/register", { email, otp: first, password: PASSWORD, name: "Asha" })).status).toBe(
        422,
      );
    }
    expect((await people.post("user/register", { email, otp: second, password: PASSWORD, name: "Asha" })).status).toBe(
      200,
    );
  });

  it("for an email with an account responds the same, and mails its owner", async () => {
    await people.signUp("owner@example.com");
    await people.ageCodes("owner@example.com", 60);
    const known = await people.post("user/otp", { email: "owner@example.com" });
    const unknown = await people.post("user/otp", { email: "stranger@example.com" });
    expect(known.status).toBe(unknown.status);
    expect(known.body).toEqual(unknown.body);
    const [mail] = await people.mailsTo("owner@example.com", 2);
    expect(mail?.subject).toBe("You already have a Kewra account");
    expect(mail?.text).toMatch(/http:\/\/localhost(:\d+)?\/login/);
    expect(people.codeIn(mail as never)).toBe("");
    // A second request is rate-limited alike.
    expect((await people.post("user/otp", { email: "owner@example.com" })).status).toBe(429);
    expect((await people.post("user/otp", { email: "stranger@example.com" })).status).toBe(429);
    // So are guesses.
    const guess = { otp: "000000", password: PASSWORD, name: "Mallory" };
    const one = await people.post("user/register", { email: "owner@example.com", ...guess });
    expect(one).toMatchObject({ status: 422, body: { errors: [{ field: "otp" }] } });
  });

  it.each([
    "",
    "a",
    "a@b",
    "@b.co",
    "a b@c.de",
    // Mail headers would read these as another email, or as several, which would evade the limits by mailbox.
    "one<asha@example.com>",
    "two,asha@example.com",
    "group:asha@example.com;",
    '"quoted"@example.com',
    "asha@example.com\r\nbcc:x@y.z",
    "nul\0@example.com",
  ])("for %j is rejected", { meta: { requirements: "S5.10, S6.12, S7.15" } }, async (email) => {
    const { status, body } = await people.post("user/otp", { email });
    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      statusCode: 422,
      code: "invalid_input",
      message: "Email is not valid.",
      errors: [{ field: "email", message: "Email is not valid." }],
    });
  });

  it("is limited for one IP address, whatever the mailbox", async () => {
    // Records a hundred requests within this hour: the next fits after 36 seconds.
    await shop.db.execute(
      sql`insert into rate_limit (key, free_at) values ('send from 192.0.2.77', now() + interval '3600 seconds')`,
    );
    for (const call of ["user/otp", "user/forgot-password"]) {
      const { status, headers } = await people.post(call, { email: "any@example.com" }, { ip: "192.0.2.77" });
      expect(status).toBe(429);
      expect(Number(headers["retry-after"])).toBeGreaterThan(20);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(36);
    }
    expect((await people.post("user/otp", { email: "any@example.com" }, { ip: "192.0.2.78" })).status).toBe(200);
  });

  it("is limited for one mailbox, from any network", async () => {
    const email = "flood@example.com";
    const statuses: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      await people.ageCodes(email, 30);
      statuses.push((await people.post("user/otp", { email }, { ip: `203.0.113.${n}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});

describe("registering", () => {
  it("opens the account and a session", { meta: { requirements: "S4.18, S7.09, S7.27" } }, async () => {
    const email = "Priya@Example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode("priya@example.com");
    const response = await people.post("user/register", { email, otp, password: " sandalwood ", name: "  Priya " });
    expect(response.status).toBe(200);
    expect(Object.keys(response.body.data).sort()).toEqual(["_id", "email", "name", "profile_image", "token"]);
    expect(response.body.data).toMatchObject({ name: "Priya", email: "priya@example.com", profile_image: null });
    const { body } = await people.get("user", response.body.data.token);
    expect(body.data).toMatchObject({
      _id: response.body.data._id,
      name: "Priya",
      email: "priya@example.com",
      hasPassword: true,
    });
    expect((await people.mailAbout("priya@example.com", "Welcome to Kewra")).text).toContain(
      "Hello Priya, your account is ready.",
    );
    // Both sides trim alike (R6).
    expect((await people.logIn("priya@example.com", "sandalwood")).status).toBe(200);
    const [row] = await customersWith("priya@example.com");
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("without the code opens nothing", { meta: { requirements: "S1.07" } }, async () => {
    const email = "half@example.com";
    await people.post("user/otp", { email });
    expect((await people.logIn(email)).status).toBe(422);
    expect(await customersWith(email)).toEqual([]);
  });

  it("with a wrong code is rejected, and five of them invalidate it", { meta: { requirements: "S8.17" } }, async () => {
    const email = "wrong@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const register = (code: string) =>
      people.post("user/register", { email, otp: code, password: PASSWORD, name: "Asha" });
    for (let step = 1; step <= 5; step += 1) {
      const { status, body } = await register(wrongCode(otp, step));
      expect(status).toBe(422);
      const message = [
        "That code isn’t right. Please use the one from our latest email.",
        "That code isn’t right. Please use the one from our latest email.",
        "That code isn’t right. 2 tries left.",
        "That code isn’t right. 1 try left.",
        "That code isn’t right. Please ask for a new one.",
      ][step - 1];
      expect(body.errors).toEqual([{ field: "otp", message }]);
    }
    const { status, body } = await register(otp);
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: "Too many tries with this code. Please ask for a new one.",
    });
    expect(await customersWith(email)).toEqual([]);
  });

  it("counts guesses that come all at once, too", async () => {
    const email = "atonce@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, step) =>
        people.post("user/register", { email, otp: wrongCode(otp, step + 1), password: PASSWORD, name: "Asha" }),
      ),
    );
    expect(guesses.filter(({ body }) => /isn’t right/.test(body.message))).toHaveLength(5);
    expect(guesses.filter(({ body }) => /Too many tries/.test(body.message))).toHaveLength(5);
  });

  it("with a code of ten minutes ago is rejected", async () => {
    const email = "late@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    await people.ageCodes(email, 600);
    const { status, body } = await people.post("user/register", { email, otp, password: PASSWORD, name: "Asha" });
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: "This code is no longer valid. Please ask for a new one.",
    });
  });

  it("accepts a code once", async () => {
    const email = "once@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const body = { email, otp, password: PASSWORD, name: "Asha" };
    expect((await people.post("user/register", body)).status).toBe(200);
    expect((await people.post("user/register", body)).status).toBe(422);
    expect(await customersWith(email)).toHaveLength(1);
  });

  it("accepts no code of another email, nor one for a new password", async () => {
    await people.post("user/otp", { email: "one@example.com" });
    await people.post("user/otp", { email: "two@example.com" });
    const otp = await people.latestCode("one@example.com");
    const foreign = await people.post("user/register", {
      email: "two@example.com",
      otp,
      password: PASSWORD,
      name: "Asha",
    });
    const theirs = await people.latestCode("two@example.com");
    if (otp !== theirs) expect(foreign.status).toBe(422);

    await people.signUp("resetting@example.com");
    await people.post("user/forgot-password", { email: "resetting@example.com" });
    const resetCode = await people.latestCode("resetting@example.com", 2);
    const misused = await people.post("user/register", {
      email: "resetting@example.com",
      otp: resetCode,
      password: PASSWORD,
      name: "Asha",
    });
    expect(misused.status).toBe(422);
  });

  it("twice at once ends in one account", async () => {
    const email = "twice@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const body = { email, otp, password: PASSWORD, name: "Asha" };
    const responses = await Promise.all([1, 2, 3, 4].map(() => people.post("user/register", body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await customersWith(email)).toHaveLength(1);
  });

  it("responds 409 when the email has got an account in between", { meta: { requirements: "S8.17" } }, async () => {
    const email = "between@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    await shop.db.execute(sql`insert into customer (email, name) values (${email}, 'By Google')`);
    const { status, body } = await people.post("user/register", { email, otp, password: PASSWORD, name: "Asha" });
    expect(status).toBe(409);
    expect(body.errors).toEqual([
      { field: "email", message: "This email already has an account. Please log in or reset your password." },
    ]);
  });

  const RULES: [ids: string, field: string, values: unknown[], message: string][] = [
    ["S5.08", "name", ["", "   ", undefined, null], "Name is required."],
    ["S5.09, S9.02", "name", ["ab", "x".repeat(51), 7], "Name must be between 3 and 50 characters."],
    ["S5.10", "email", ["", "a@b", undefined, ["a@b.co"], { a: 1 }], "Email is not valid."],
    [
      "S5.11, S9.01",
      "password",
      ["", "12345", " 12345 ", undefined, 123456],
      "Password must be at least 6 characters.",
    ],
    [
      "S5.17, S9.08",
      "otp",
      ["", "12345", "1234567", "12345a", "١٢٣٤٥", undefined, 123456],
      "Please enter all 6 digits.",
    ],
  ];
  for (const [ids, field, values, message] of RULES) {
    it(`rejects a ${field} of ${JSON.stringify(values)}: ${message}`, {
      meta: { requirements: `${ids}, S6.12, S8.01` },
    }, async () => {
      for (const value of values) {
        const body = { email: "rules@example.com", otp: "123456", password: PASSWORD, name: "Asha", [field]: value };
        const response = await people.post("user/register", body);
        expect(response.status).toBe(422);
        expect(response.body).toMatchObject({
          success: false,
          statusCode: 422,
          errors: expect.arrayContaining([{ field, message }]),
        });
      }
      expect(await customersWith("rules@example.com")).toEqual([]);
    });
  }

  it("cleans a name of line breaks and characters that no database stores", async () => {
    const session = await people.signUp("lines@example.com", { name: "Asha\r\nRao\0" });
    expect((await people.get("user", session.token)).body.data.name).toBe("Asha Rao");
  });

  it.each(["abc", "x".repeat(50)])("accepts a name of %j", { meta: { requirements: "S5.09, S9.02" } }, async (name) => {
    const session = await people.signUp(`name${name.length}@example.com`, { name });
    expect((await people.get("user", session.token)).body.data.name).toBe(name);
  });

  it("accepts a password of 6 characters", { meta: { requirements: "S5.11, S9.01" } }, async () => {
    await people.signUp("six@example.com", { password: "k7!wrx" });
    expect((await people.logIn("six@example.com", "k7!wrx")).status).toBe(200);
  });

  it.each(["123456", "Password", "iloveyou"])("rejects %s, which attackers try first", async (password) => {
    const email = "common@example.com";
    const rejection = {
      field: "password",
      message: "This password is too common. Please choose one that is harder to guess.",
    };
    for (const response of [
      await people.post("user/password/check", { password }),
      await people.post("user/register", { email, otp: "000000", password, name: "Asha" }),
    ])
      expect(response).toMatchObject({ status: 422, body: { errors: [rejection] } });
    expect((await people.post("user/password/check", { password: "k7!wrx" })).status).toBe(200);
  });

  /** Uses up a share of a day's wrong codes. */
  const guessed = (key: string, share: number) =>
    shop.db.execute(sql`
      insert into rate_limit (key, free_at) values (${key}, now() + ${share * 86_400} * interval '1 second')
      on conflict (key) do update set free_at = excluded.free_at`);

  it("limits wrong codes for one mailbox from one network over all its codes, and another network goes on", async () => {
    const email = "guessed@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    await guessed(`sign_up codes of ${email} from 127.0.0.1`, 1);
    const register = { email, otp, password: PASSWORD, name: "Asha" };
    const { status, headers } = await people.post("user/register", register);
    expect(status).toBe(429);
    // 20 a day: one every 4320 seconds.
    expect(Number(headers["retry-after"])).toBeGreaterThan(4300);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(4320);
    expect((await people.post("user/register", register, { ip: "203.0.113.7" })).status).toBe(200);
  });

  it("limits wrong codes for one mailbox from all networks together", async () => {
    const email = "besieged@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    await guessed(`sign_up codes of ${email} from unknown networks`, 1);
    const response = await people.post("user/register", { email, otp, password: PASSWORD, name: "Asha" });
    expect(response.status).toBe(429);
  });

  it("leaves a code its tries when a stranger on another network uses up theirs", async () => {
    const email = "shared@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const register = (code: string, ip: string) =>
      people.post("user/register", { email, otp: code, password: PASSWORD, name: "Asha" }, { ip });
    const messages = [];
    for (let step = 1; step <= 6; step += 1)
      messages.push((await register(wrongCode(otp, step), "198.51.100.1")).body.message);
    expect(messages.at(-1)).toBe("Too many tries with this code. Please ask for a new one.");
    expect((await register(otp, "203.0.113.7")).status).toBe(200);
  });

  it("ends a code after 25 wrong tries from wherever they come", async () => {
    const email = "swarm@example.com";
    await people.post("user/otp", { email });
    const otp = await people.latestCode(email);
    const guess = (step: number) =>
      people.post(
        "user/register",
        { email, otp: wrongCode(otp, step), password: PASSWORD, name: "Asha" },
        { ip: `198.51.100.${step}` },
      );
    for (let step = 1; step <= 25; step += 1) expect((await guess(step)).body.message).toMatch(/isn’t right/);
    const last = await people.post("user/register", { email, otp, password: PASSWORD, name: "Asha" });
    expect(last.body.message).toBe("Too many tries with this code. Please ask for a new one.");
  });

  it("counts no attempts for a mailbox that was sent no code", async () => {
    const email = "not-yet@example.com";
    const guess = async (n: number) =>
      people.post(
        n % 2 === 0 ? "user/verify" : "user/register",
        { email, otp: wrongCode("000000", n), password: PASSWORD, name: "Mallory" },
        { ip: `198.51.100.${n}` },
      );
    for (let n = 0; n < 22; n += 1) expect((await guess(n)).body.message).toMatch(/^This code is no longer valid\./);
    expect((await people.signUp(email)).token).toMatch(/\S/);
  });

  it("counts guesses at an email that was sent no code because it has an account, without blocking its owner", async () => {
    const [owner, stranger] = ["has-one@example.com", "has-none@example.com"];
    await people.signUp(owner);
    await people.ageCodes(owner, 30);
    for (const email of [owner, stranger]) await people.post("user/otp", { email });
    // Records fifteen wrong guesses at earlier codes.
    await shop.db.execute(sql`
      insert into rate_limit (key, free_at) select 'sign_up codes of ' || email || ' from 127.0.0.1', now() + interval '64800 seconds'
      from unnest(array[${owner}, ${stranger}]) as guessed(email)
      on conflict (key) do update set free_at = excluded.free_at`);
    const guess = async (email: string, n: number) =>
      people.post("user/register", { email, otp: `00000${n}`, password: PASSWORD, name: "Mallory" });
    for (const email of [owner, stranger]) {
      const messages = [];
      for (let n = 0; n < 5; n += 1) messages.push((await guess(email, n)).body.message);
      expect(messages.every((message) => message.startsWith("That code isn’t right."))).toBe(true);
      await people.ageCodes(email, 30);
      await people.post("user/otp", { email });
      expect((await guess(email, 5)).status).toBe(429);
    }
    // A password reset has separate attempts.
    await people.post("user/forgot-password", { email: owner });
    const otp = await people.latestCode(owner, 4);
    expect((await people.post("user/verify", { email: owner, otp })).status).toBe(200);
  });
});

describe("an invalid form", () => {
  it.each([
    ["broken JSON", "{", "application/json", 400],
    ["a list", "[]", "application/json", 400],
    ["a number", "7", "application/json", 400],
    ["a form of the web", "email=a@b.co", "application/x-www-form-urlencoded", 415],
    ["plain text", "email", "text/plain", 415],
    ["a body that reaches for prototypes", '{"__proto__":{"email":"a@b.co"}}', "application/json", 400],
    ["a body of 100 kB", JSON.stringify({ email: "a".repeat(100_000) }), "application/json", 413],
  ])("is rejected: %s", { meta: { requirements: "S8.19, S8.20" } }, async (_what, payload, type, status) => {
    const response = await shop.app.inject({
      method: "POST",
      url: "/api/user/otp",
      headers: { "content-type": type },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({
      success: false,
      statusCode: status,
      message: expect.stringMatching(/\.$/),
    });
  });

  it("is rejected: nothing at all", async () => {
    expect((await people.post("user/otp")).status).toBe(422);
  });
});
