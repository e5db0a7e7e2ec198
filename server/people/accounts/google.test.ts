import { exportJWK, type FetchImplementation, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type GoogleSignIn, googleSignIn } from "./google.ts";
import { isAuthoritative } from "./google-identity.ts";

const ISSUER = "https://accounts.issuer.example";
const CLIENT = "client-1.apps.example";

/** An issuer with one key at a time, and a counter of key requests. */
async function issuerOf() {
  let number = 0;
  let current: { kid: string; pair: Awaited<ReturnType<typeof generateKeyPair>> };
  let requests = 0;
  let reachable = true;
  const rotate = async () => {
    number += 1;
    current = { kid: `key-${number}`, pair: await generateKeyPair("RS256") };
  };
  await rotate();
  const fetch: FetchImplementation = async (url) => {
    if (!reachable) throw new TypeError("fetch failed");
    if (url.endsWith("/.well-known/openid-configuration"))
      return Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/certs` });
    requests += 1;
    return Response.json({
      keys: [{ ...(await exportJWK(current.pair.publicKey)), kid: current.kid, alg: "RS256", use: "sig" }],
    });
  };
  const sign = (changes: JWTPayload = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: CLIENT,
      sub: "1",
      email: "asha@gmail.com",
      email_verified: true,
      name: "Asha",
      nonce: "n",
      iat: now,
      exp: now + 3600,
      ...changes,
    };
    const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
    return new SignJWT(present).setProtectedHeader({ alg: "RS256", kid: current.kid }).sign(current.pair.privateKey);
  };
  return {
    google: googleSignIn({ clientId: CLIENT, issuer: ISSUER, fetch }),
    sign,
    rotate,
    requests: () => requests,
    goDark: () => {
      reachable = false;
    },
  };
}

const verdict = (google: GoogleSignIn, token: string) =>
  google.verify(token).then(
    () => "taken",
    (error: { statusCode?: number }) => error.statusCode,
  );
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

afterEach(() => {
  vi.useRealTimers();
});

describe("an ID token", () => {
  it("identifies a person", async () => {
    const { google, sign } = await issuerOf();
    expect(await google.verify(await sign({ hd: "gmail.com" }))).toEqual({
      subject: "1",
      email: "asha@gmail.com",
      emailVerified: true,
      name: "Asha",
      hostedDomain: "gmail.com",
      nonce: "n",
    });
  });

  it("may name its issuer without https, as Google's do", async () => {
    const { google, sign } = await issuerOf();
    expect(await verdict(google, await sign({ iss: "accounts.issuer.example" }))).toBe("taken");
  });

  it.each<[string, () => JWTPayload]>([
    ["for another client", () => ({ aud: "client-2.apps.example" })],
    ["for nobody", () => ({ aud: undefined })],
    ["of another issuer", () => ({ iss: "https://accounts.evil.example" })],
    ["of no issuer", () => ({ iss: undefined })],
    ["that has expired", () => ({ iat: seconds(-3000), exp: seconds(-31) })],
    ["that never expires", () => ({ exp: undefined })],
    ["issued more than an hour ago", () => ({ iat: seconds(-3700), exp: seconds(3600) })],
    ["that is not valid yet", () => ({ nbf: seconds(120) })],
    ["without a nonce", () => ({ nonce: undefined })],
    ["without a person", () => ({ sub: undefined })],
    ["without an address", () => ({ email: undefined })],
  ])("%s is rejected", async (_what, changes) => {
    const { google, sign } = await issuerOf();
    expect(await verdict(google, await sign(changes()))).toBe(422);
  });

  it("treats an email as verified only if the token says so", async () => {
    const { google, sign } = await issuerOf();
    expect((await google.verify(await sign({ email_verified: undefined }))).emailVerified).toBe(false);
    expect((await google.verify(await sign({ email_verified: "false" }))).emailVerified).toBe(false);
    expect((await google.verify(await sign({ email_verified: "true" }))).emailVerified).toBe(true);
  });
});

describe("the issuer's keys", () => {
  it("are fetched once for many tokens", async () => {
    const { google, sign, requests } = await issuerOf();
    for (let n = 0; n < 3; n += 1) expect(await verdict(google, await sign())).toBe("taken");
    expect(requests()).toBe(1);
  });

  it("are fetched again when they have changed, but not for every unknown key", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { google, sign, rotate, requests } = await issuerOf();
    const old = await sign();
    expect(await verdict(google, old)).toBe("taken");
    await rotate();
    // Unknown keys cause at most one fetch per half minute.
    expect(await verdict(google, await sign())).toBe(422);
    expect(requests()).toBe(1);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verdict(google, await sign())).toBe("taken");
    expect(requests()).toBe(2);
    expect(await verdict(google, old)).toBe(422);
  });

  it("that cannot be fetched do not make the token invalid", async () => {
    const { google, sign, goDark } = await issuerOf();
    goDark();
    expect(await verdict(google, await sign())).toBe(503);
  });
});

describe("Google is authoritative for an email", () => {
  it.each([
    ["asha@gmail.com", true, undefined, true],
    ["Asha@GMAIL.com", true, undefined, true],
    ["asha@shop.example", true, "shop.example", true],
    ["asha@shop.example", true, undefined, false],
    ["asha@shop.example", false, "shop.example", false],
    ["asha@elsewhere.example", true, "shop.example", false],
    ["asha@notgmail.com", true, undefined, false],
    ['"x@gmail.com"@evil.example', true, undefined, false],
  ])("%s (verified %s, organisation %s): %s", (email, emailVerified, hostedDomain, expected) => {
    expect(isAuthoritative({ email, emailVerified, hostedDomain })).toBe(expected);
  });
});
