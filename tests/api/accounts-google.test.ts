/** Google sign-in with the fake, whose tokens are verified by the same code. */

import { sql } from "drizzle-orm";
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf, rowsOf, wrongCode } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  shop = await openShop();
  people = peopleOf(shop);
});
afterAll(() => shop?.close());

const REJECTED = {
  status: 422,
  body: {
    success: false,
    statusCode: 422,
    code: "google_rejected",
    message: "We couldn’t confirm your Google sign-in. Please try again.",
  },
};

const nonceOf = async () => (await people.get("user/social")).body.data.nonce as string;
/** Returns the credential that the popup posts to the shop's page. */
async function credentialOf(who: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({ nonce: await nonceOf(), verified: "true", ...who });
  // Unchecked boxes are not submitted.
  if (!query.get("verified")) query.delete("verified");
  const { body } = await shop.get(`/sandbox/google/choose?${query}`);
  return /credential:"([\w.-]+)"/.exec(body)?.[1] ?? "";
}
const hosted = (email: string, name = "Meera Nair") => credentialOf({ email, name, hosted: "true" });
const loginWith = (idToken: string) => people.post("user/social/login/web", { idToken });
const customersWith = (email: string) =>
  rowsOf<{ id: number; google_subject: string | null }>(
    shop,
    sql`select id, google_subject from customer where email = ${email}`,
  );

describe("the fake", () => {
  it("returns the button's data", async () => {
    const { body } = await people.get("user/social");
    expect(body.data).toEqual({ clientId: "kewra-demo.sandbox", nonce: expect.any(String), popup: "/sandbox/google" });
  });

  it("offers accounts, and any email, in a page with only its own scripts", async () => {
    const { status, body, headers } = await shop.get("/sandbox/google?nonce=abc");
    expect(status).toBe(200);
    for (const text of ["Meera Nair", "demo@kewra.example", "Or someone else", 'value="abc"'])
      expect(body).toContain(text);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    const chosen = await shop.get("/sandbox/google/choose?person=0&nonce=abc");
    expect(chosen.body).toMatch(
      /window\.opener\.postMessage\(\{credential:"[\w-]+\.[\w-]+\.[\w-]+",select_by:"btn"\},location\.origin\)/,
    );
    expect(chosen.headers["content-security-policy"]).toMatch(/script-src 'sha256-/);
  });

  it("escapes what it is sent", async () => {
    const { body } = await shop.get(`/sandbox/google?nonce=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).not.toContain("<script>alert");
  });

  it("is an OpenID provider", async () => {
    const { body } = await shop.get("/sandbox/google/.well-known/openid-configuration");
    expect(body).toMatchObject({
      issuer: "http://localhost/sandbox/google",
      jwks_uri: "http://localhost/sandbox/google/jwks",
    });
    const keys = (await shop.get("/sandbox/google/jwks")).body.keys;
    expect(keys).toEqual([expect.objectContaining({ kty: "RSA", alg: "RS256", use: "sig" })]);
    expect(keys[0]).not.toHaveProperty("d");
  });
});

describe("signing in", () => {
  it("creates an account for a new email and returns a session", { meta: { requirements: "S1.10" } }, async () => {
    const { status, body } = await loginWith(await hosted("meera@kewra.example"));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      name: "Meera Nair",
      email: "meera@kewra.example",
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await people.get("user", body.data.token)).body.data).toMatchObject({
      email: "meera@kewra.example",
      hasPassword: false,
    });
    // The account has no password, not even an empty one.
    expect((await people.logIn("meera@kewra.example", "x")).status).toBe(422);
    const again = await loginWith(await hosted("Meera@kewra.example"));
    expect(again.body.data._id).toBe(body.data._id);
  });

  it("cleans Google's name like typed input", async () => {
    const { body } = await loginWith(await hosted("odd@kewra.example", "Asha\u0000\u001b[2J \u202eRao"));
    expect(body).toMatchObject({ data: { name: "Asha [2J Rao" } });
  });

  it("accepts a token once", async () => {
    const token = await hosted("once@kewra.example");
    expect((await loginWith(token)).status).toBe(200);
    expect(await loginWith(token)).toMatchObject(REJECTED);
  });

  it("accepts a token once even if it is sent twice at once", async () => {
    const token = await hosted("both@kewra.example");
    const responses = await Promise.all([loginWith(token), loginWith(token), loginWith(token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await customersWith("both@kewra.example")).toHaveLength(1);
  });

  it("links the existing account if Google is authoritative for the email; the password stays", async () => {
    const { _id } = await people.signUp("vouched@kewra.example");
    const { status, body } = await loginWith(await hosted("vouched@kewra.example"));
    expect({ status, _id: body.data._id }).toEqual({ status: 200, _id });
    expect((await people.logIn("vouched@kewra.example")).status).toBe(200);
  });

  it("links it only after a mailed code where Google is not authoritative", async () => {
    const email = "private@mail.example";
    const { _id } = await people.signUp(email);
    const idToken = await credentialOf({ email, name: "Arjun" });
    const refused = await loginWith(idToken);
    expect(refused).toMatchObject({ status: 409, body: { code: "code_required" } });
    expect(refused.body.errors).toEqual([{ field: "otp", message: refused.body.message }]);
    expect(await customersWith(email)).toMatchObject([{ google_subject: null }]);
    const [mail] = await people.mailsTo(email, 2);
    expect(mail?.subject).toBe("Confirm your Google sign-in at Kewra");
    const otp = people.codeIn(mail as never);

    const confirm = (code: string, token = idToken) =>
      people.post("user/social/login/web/confirm", { idToken: token, otp: code });
    expect(await confirm(wrongCode(otp))).toMatchObject({ status: 422, body: { errors: [{ field: "otp" }] } });
    const { body } = await confirm(otp);
    expect(body.data._id).toBe(_id);
    expect((await people.mailAbout(email, "Google is now linked to your Kewra account")).text).toContain(
      "You can now log in with Google.",
    );
    expect((await confirm(otp)).status).toBe(422);
    expect((await loginWith(await credentialOf({ email, name: "Arjun" }))).body.data._id).toBe(_id);
  });

  it("leaves no access for a former owner of the email", async () => {
    const email = "passed-on@mail.example";
    const { body } = await loginWith(await credentialOf({ email, name: "Earlier Owner" }));
    await people.post("user/forgot-password", { email });
    const otp = await people.latestCode(email);
    const { token } = (await people.post("user/verify", { email, otp })).body.data;
    expect((await people.post("user/change-password", { password: "vetiver root" }, { token })).status).toBe(200);
    await people.mailAbout(email, "Your Kewra account has a password now");
    expect((await people.get("user", body.data.token)).status).toBe(401);
    expect((await loginWith(await credentialOf({ email, name: "Earlier Owner" }))).status).toBe(409);
    // Where Google is authoritative it is linked again automatically.
    expect((await loginWith(await hosted(email))).status).toBe(200);
  });

  it("rejects a second Google account for one customer", async () => {
    await shop.db.execute(
      sql`insert into customer (email, name, google_subject) values ('taken@kewra.example', 'Somebody', '42')`,
    );
    const { status, body } = await loginWith(await hosted("taken@kewra.example"));
    expect({ status, code: body.code, message: body.message }).toEqual({
      status: 409,
      code: "linked_elsewhere",
      message:
        "This email is already linked to a different Google account. Please log in with your email and password.",
    });
  });

  it("identifies a person by Google's id, not by the email", async () => {
    const { body } = await loginWith(await hosted("moves@kewra.example"));
    await shop.db.execute(
      sql`update customer set email = 'moved@elsewhere.example' where public_id = ${body.data._id}`,
    );
    expect((await loginWith(await hosted("moves@kewra.example"))).body.data).toMatchObject({
      _id: body.data._id,
      email: "moved@elsewhere.example",
    });
  });

  it("rejects an email that Google has not verified", async () => {
    const { status, body } = await loginWith(
      await credentialOf({ email: "unsure@kewra.example", name: "Unsure", hosted: "true", verified: "" }),
    );
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message:
        "Google hasn’t verified this email address yet. Please verify it with Google, or sign up here with your email.",
    });
    expect(await customersWith("unsure@kewra.example")).toEqual([]);
  });

  it.each([undefined, "", 7])("rejects %j in place of a token", async (idToken) => {
    expect(await people.post("user/social/login/web", { idToken })).toMatchObject({
      status: 422,
      body: { errors: [{ field: "idToken" }] },
    });
  });
});

describe("an invalid token is rejected", () => {
  const issuer = "http://localhost/sandbox/google";
  /** Returns the claims of a valid token, without the provider's signature. */
  async function right(): Promise<Record<string, unknown>> {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: issuer,
      aud: "kewra-demo.sandbox",
      sub: "123456789",
      email: "forged@kewra.example",
      email_verified: true,
      hd: "kewra.example",
      name: "Mallory",
      nonce: await nonceOf(),
      iat: now,
      exp: now + 3600,
    };
  }
  const kidOf = async () => (await shop.get("/sandbox/google/jwks")).body.keys[0].kid as string;
  async function expectRejected(token: string): Promise<void> {
    expect(await loginWith(token)).toMatchObject(REJECTED);
    expect(await customersWith("forged@kewra.example")).toEqual([]);
  }

  it("forged with another key under the provider's name", async () => {
    const { privateKey } = await generateKeyPair("RS256");
    await expectRejected(
      await new SignJWT(await right()).setProtectedHeader({ alg: "RS256", kid: await kidOf() }).sign(privateKey),
    );
  });

  it("signed with a key in its own header", async () => {
    const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
    const jwk = await exportJWK(publicKey);
    await expectRejected(await new SignJWT(await right()).setProtectedHeader({ alg: "RS256", jwk }).sign(privateKey));
    await expectRejected(
      await new SignJWT(await right()).setProtectedHeader({ alg: "RS256", kid: "unknown" }).sign(privateKey),
    );
  });

  it("with alg none", async () => {
    await expectRejected(new UnsecuredJWT(await right()).encode());
    const [, payload] = (await hosted("forged@kewra.example")).split(".");
    await expectRejected(`${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`);
  });

  it("signed with the public key as a shared secret", async () => {
    const key = JSON.stringify((await shop.get("/sandbox/google/jwks")).body.keys[0]);
    await expectRejected(
      await new SignJWT(await right()).setProtectedHeader({ alg: "HS256", kid: await kidOf() }).sign(Buffer.from(key)),
    );
  });

  it("changed after it was signed", async () => {
    const [header, payload = "", signature] = (await hosted("honest@kewra.example")).split(".");
    const claims = { ...JSON.parse(Buffer.from(payload, "base64url").toString()), email: "forged@kewra.example" };
    await expectRejected(`${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.${signature}`);
  });

  it.each(["a.b.c", "x".repeat(9000), "..", "eyJhbGciOiJSUzI1NiJ9.e30.AA"])("that is none: %s", async (token) => {
    await expectRejected(token);
  });

  it("with a nonce that is not the shop's, or was never requested", async () => {
    for (const nonce of ["", "made-up", `${(Date.now() + 60_000).toString(36)}.${"A".repeat(22)}.${"A".repeat(43)}`]) {
      await expectRejected(
        await credentialOf({ email: "forged@kewra.example", name: "Mallory", hosted: "true", nonce }),
      );
    }
  });
});
