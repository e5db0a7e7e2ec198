/** Resetting a password, and changing one. */

import { createHash } from "node:crypto";
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

let number = 0;
/** Signs up a customer and requests a reset. */
async function forgetful(): Promise<{ email: string; session: string; otp: string; link: string }> {
  number += 1;
  const email = `forgetful${number}@example.com`;
  const { token: session } = await people.signUp(email);
  expect((await people.post("user/forgot-password", { email })).status).toBe(200);
  const [mail] = await people.mailsTo(email, 2);
  const [, link = ""] = /\/change\/password\/([\w-]{43})/.exec(mail?.text ?? "") ?? [];
  return { email, session, otp: people.codeIn(mail as never), link };
}
const change = (token: string, password = "vetiver root") =>
  people.post("user/change-password", { password }, { token });
const gone = {
  status: 422,
  body: {
    success: false,
    statusCode: 422,
    code: "token_expired",
    message: "This link is no longer valid. Please ask for a new one.",
  },
};

describe("asking for a new password", () => {
  it("mails a code and a link", { meta: { requirements: "S7.13, R3" } }, async () => {
    const { email, otp, link } = await forgetful();
    expect(otp).toMatch(/^\d{6}$/);
    expect(link).toHaveLength(43);
    const [mail] = await people.mailsTo(email, 2);
    expect(mail?.subject).toBe("Set a new Kewra password");
    expect(mail?.html).toContain(`/change/password/${link}`);
    const kept = await rowsOf(shop, sql`select * from reset_token where email = ${email}`);
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(link);
  });

  it("does not reveal who has an account", async () => {
    const { email } = await forgetful();
    await people.ageCodes(email, 30);
    const known = await people.post("user/forgot-password", { email });
    const unknown = await people.post("user/forgot-password", { email: "nobody@example.com" });
    expect(known).toMatchObject({ status: 200, body: { success: true, statusCode: 200, data: {} } });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body).toEqual(known.body);
    const [mail] = await people.mailsTo("nobody@example.com");
    expect(mail?.subject).toBe("No Kewra account for this email");
    expect(people.codeIn(mail as never)).toBe("");
    expect(mail?.text).not.toContain("/change/password/");
    // Both are rate-limited alike, and both reject a guessed code alike.
    for (const address of [email, "nobody@example.com"]) {
      expect((await people.post("user/forgot-password", { email: address })).status).toBe(429);
    }
    const guess = await people.post("user/verify", { email: "nobody@example.com", otp: "000000" });
    expect(guess.body.message).toBe("That code isn’t right. Please use the one from our latest email.");
  });

  it("still works while somebody requests sign-up codes for the email all day", async () => {
    const email = "pestered@example.com";
    await people.signUp(email);
    for (let n = 0; n < 6; n += 1) {
      await people.ageCodes(email, 30);
      await people.post("user/otp", { email }, { ip: `203.0.113.${n}` });
    }
    await people.ageCodes(email, 30);
    expect((await people.post("user/otp", { email })).status).toBe(429);
    expect((await people.post("user/forgot-password", { email })).status).toBe(200);
  });

  it.each(["", "a@b"])("for %j is rejected", { meta: { requirements: "S5.14, S6.12" } }, async (email) => {
    expect(await people.post("user/forgot-password", { email })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "email", message: "Email is not valid." }] },
    });
  });

  it("again sends a new code and link, and ends the ones before", { meta: { requirements: "S7.70" } }, async () => {
    const { email, otp, link } = await forgetful();
    await people.ageCodes(email, 30);
    await people.post("user/forgot-password", { email });
    const later = await people.latestCode(email, 3);
    if (later !== otp) expect((await people.post("user/verify", { email, otp })).status).toBe(422);
    expect(await change(link)).toMatchObject(gone);
    expect((await people.post("user/verify", { email, otp: later })).status).toBe(200);
  });
});

describe("the mailed code", () => {
  it("is changed into a token that sets one new password and ends every session", {
    meta: { requirements: "S7.11, S7.12, S7.18, S7.19, S1.11" },
  }, async () => {
    const { email, session, otp, link } = await forgetful();
    const { status, body } = await people.post("user/verify", { email, otp });
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(["token"]);
    // Using the code has invalidated link and code.
    expect(await change(link)).toMatchObject(gone);
    expect((await people.post("user/verify", { email, otp })).status).toBe(422);

    expect(await change(body.data.token)).toMatchObject({ status: 200, body: { success: true } });
    expect((await people.get("user", session)).status).toBe(401);
    expect((await people.logIn(email)).status).toBe(422);
    expect((await people.logIn(email, "vetiver root")).status).toBe(200);
    expect(await change(body.data.token, "another one")).toMatchObject(gone);
    expect((await people.mailsTo(email, 3))[0]?.subject).toBe("Your Kewra password was changed");
  });

  it("is invalid after five wrong attempts, but the link in the mail still works", async () => {
    const { email, otp, link } = await forgetful();
    for (let step = 1; step <= 5; step += 1)
      expect((await people.post("user/verify", { email, otp: wrongCode(otp, step) })).status).toBe(422);
    const { body } = await people.post("user/verify", { email, otp });
    expect(body.errors).toEqual([
      { field: "otp", message: "Too many tries with this code. Please ask for a new one." },
    ]);
    expect((await change(link)).status).toBe(200);
  });

  it("older than ten minutes, of another email or for sign-up is rejected", async () => {
    const [one, other] = [await forgetful(), await forgetful()];
    if (one.otp !== other.otp)
      expect((await people.post("user/verify", { email: other.email, otp: one.otp })).status).toBe(422);
    await people.ageCodes(one.email, 600);
    expect((await people.post("user/verify", { email: one.email, otp: one.otp })).body.message).toBe(
      "This code is no longer valid. Please ask for a new one.",
    );

    await people.post("user/otp", { email: "new@example.com" });
    expect(
      (await people.post("user/verify", { email: "new@example.com", otp: await people.latestCode("new@example.com") }))
        .status,
    ).toBe(422);
  });

  it.each(["", "12345", "1234567", "abcdef"])(
    "written as %j is rejected",
    { meta: { requirements: "S5.17, S6.12" } },
    async (otp) => {
      expect(await people.post("user/verify", { email: "a@b.co", otp })).toMatchObject({
        status: 422,
        body: { errors: [{ field: "otp", message: "Please enter all 6 digits." }] },
      });
    },
  );

  it("gives one token when it is sent twice at once", async () => {
    const { email, otp } = await forgetful();
    const responses = await Promise.all([1, 2, 3].map(() => people.post("user/verify", { email, otp })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });
});

describe("the link", () => {
  it("sets one new password, and ends the code", async () => {
    const { email, otp, link, session } = await forgetful();
    expect((await change(link)).status).toBe(200);
    expect(await change(link)).toMatchObject(gone);
    expect((await people.post("user/verify", { email, otp })).status).toBe(422);
    expect((await people.get("user", session)).status).toBe(401);
    expect((await people.logIn(email, "vetiver root")).status).toBe(200);
  });

  it("and the code, used at once, do not deadlock", async () => {
    const { email, otp, link } = await forgetful();
    const [byLink, byCode] = await Promise.all([change(link), people.post("user/verify", { email, otp })]);
    expect([200, 422]).toContain(byLink.status);
    expect([200, 422]).toContain(byCode.status);
    expect(byLink.status === 200 || byCode.status === 200).toBe(true);
    // The first has invalidated the other.
    if (byLink.status === 200 && byCode.status === 200)
      expect(await change(byCode.body.data.token)).toMatchObject(gone);
  });

  it("works once when it is used twice at once", async () => {
    const { link } = await forgetful();
    const responses = await Promise.all(["password one", "password two"].map((password) => change(link, password)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it("ends after 15 minutes", async () => {
    const { email, link } = await forgetful();
    const hash = createHash("sha256").update(link).digest("base64url");
    const [row] = await rowsOf<{ life: number }>(
      shop,
      sql`select extract(epoch from expires_at - now())::int as life from reset_token where token_hash = ${hash}`,
    );
    expect(row?.life).toBeGreaterThan(840);
    expect(row?.life).toBeLessThanOrEqual(900);
    await shop.db.execute(sql`update reset_token set expires_at = now() - interval '1 second' where email = ${email}`);
    expect(await change(link)).toMatchObject(gone);
    expect((await people.logIn(email)).status).toBe(200);
  });

  it.each([
    ["no token", ""],
    ["a guessed token", "A".repeat(43)],
  ])("is rejected with %s, without ending the session", { meta: { requirements: "R2" } }, async (_what, token) => {
    expect(await change(token)).toMatchObject(gone);
  });

  it("is rejected with the token of a session", async () => {
    const { token } = await people.signUp("mixed@example.com");
    expect(await change(token)).toMatchObject(gone);
  });

  it("is no session itself", async () => {
    const { link } = await forgetful();
    expect((await people.get("user", link)).status).toBe(401);
  });

  it.each(["", "12345", "     6"])(
    "is not used up by a password of %j",
    { meta: { requirements: "S5.15, S6.12, S8.01, S9.01" } },
    async (password) => {
      const { link } = await forgetful();
      expect(await change(link, password)).toMatchObject({
        status: 422,
        body: { errors: [{ field: "password", message: "Password must be at least 6 characters." }] },
      });
      expect((await change(link, "k7!wrx")).status).toBe(200);
    },
  );
});

describe("Update Password", () => {
  const update = (token: string, currentPassword: string, password: string) =>
    people.post("user/password", { currentPassword, password }, { token });

  it("changes it, ends every session and gives this device a new one", { meta: { requirements: "R28" } }, async () => {
    const { token } = await people.signUp("update@example.com");
    const other = (await people.logIn("update@example.com")).body.data.token;
    const { status, body } = await update(token, PASSWORD, "vetiver root");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ email: "update@example.com", token: expect.stringMatching(/^[\w-]{43}$/) });
    for (const ended of [token, other]) expect((await people.get("user", ended)).status).toBe(401);
    expect((await people.get("user", body.data.token)).status).toBe(200);
    expect((await people.logIn("update@example.com")).status).toBe(422);
    expect((await people.logIn("update@example.com", "vetiver root")).status).toBe(200);
    expect((await people.mailsTo("update@example.com", 2))[0]?.subject).toBe("Your Kewra password was changed");
  });

  it("and a concurrent reset: one of them succeeds, the other is rejected", async () => {
    const { session, email, link } = await forgetful();
    const [reset, updated] = await Promise.all([change(link, "by mail"), update(session, PASSWORD, "by session")]);
    // The first wins: a reset ends sessions, and any change invalidates reset links.
    const outcomes = { "by mail": reset.status, "by session": updated.status };
    expect(Object.values(outcomes).filter((status) => status === 200)).toHaveLength(1);
    for (const [password, status] of Object.entries(outcomes))
      expect((await people.logIn(email, password)).status).toBe(status === 200 ? 200 : 422);
  });

  it("ends the code and the link of a reset that is under way", async () => {
    const { session, email, otp, link } = await forgetful();
    expect((await update(session, PASSWORD, "vetiver root")).status).toBe(200);
    expect(await change(link)).toMatchObject(gone);
    expect((await people.post("user/verify", { email, otp })).status).toBe(422);
  });

  it("rejects a wrong current password, ten times, then asks to wait; the session stays", {
    meta: { requirements: "S6.12" },
  }, async () => {
    const { token } = await people.signUp("stays@example.com");
    for (let n = 0; n < 10; n += 1) {
      expect(await update(token, "wrong", "vetiver root")).toMatchObject({
        status: 422,
        body: { errors: [{ field: "currentPassword", message: "Your current password isn’t right." }] },
      });
    }
    expect((await update(token, PASSWORD, "vetiver root")).status).toBe(429);
    expect((await people.get("user", token)).status).toBe(200);
    expect((await people.logIn("stays@example.com")).status).toBe(200);
  });

  it("is possible again after a reset by mail, however many attempts were wrong", async () => {
    const { session, email, link } = await forgetful();
    for (let n = 0; n < 10; n += 1) await update(session, "wrong", "vetiver root");
    expect((await update(session, PASSWORD, "vetiver root")).status).toBe(429);
    expect((await change(link, "by mail")).status).toBe(200);
    const { token } = (await people.logIn(email, "by mail")).body.data;
    expect((await update(token, "by mail", "vetiver root")).status).toBe(200);
  });

  it.each([
    [{ currentPassword: "", password: "vetiver root" }, "currentPassword", "Password is required."],
    [{ currentPassword: PASSWORD, password: "12345" }, "password", "Password must be at least 6 characters."],
  ])("rejects %j", { meta: { requirements: "S6.12" } }, async (body, field, message) => {
    const { token } = (await people.logIn("stays@example.com")).body.data;
    expect(await people.post("user/password", body, { token })).toMatchObject({
      status: 422,
      body: { errors: [{ field, message }] },
    });
  });

  it("says what to do where there is no password yet", async () => {
    const { token } = await people.signUp("google-only@example.com");
    await shop.db.execute(sql`update customer set password_hash = null where email = 'google-only@example.com'`);
    expect((await people.get("user", token)).body.data.hasPassword).toBe(false);
    const { status, body } = await update(token, "anything", "vetiver root");
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: "This account has no password yet. Use Forgot Password to set one by email.",
    });
    expect((await people.logIn("google-only@example.com", "anything")).status).toBe(422);
  });
});
