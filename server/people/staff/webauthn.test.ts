/** An authenticator in software: what it signs is verified, and nothing else. */

import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { encodeChallenge, verifyAssertion, verifyRegistration } from "./webauthn.ts";

const ORIGIN = "https://shop.example";
const CHALLENGE = "abc.def";
const expected = { origin: ORIGIN, challenge: CHALLENGE };
const ID = Buffer.from("credential 1").toString("base64url");
const KEYS = {
  ES256: { algorithm: -7, ...generateKeyPairSync("ec", { namedCurve: "prime256v1" }) },
  EdDSA: { algorithm: -8, ...generateKeyPairSync("ed25519") },
  RS256: { algorithm: -257, ...generateKeyPairSync("rsa", { modulusLength: 2048 }) },
};

const clientData = (type: string, change: object = {}) =>
  Buffer.from(
    JSON.stringify({ type, challenge: encodeChallenge(CHALLENGE), origin: ORIGIN, crossOrigin: false, ...change }),
  );
function authenticatorData({ site = "shop.example", flags = 0x05, counter = 1, id = "" } = {}) {
  const head = Buffer.alloc(37);
  createHash("sha256").update(site).digest().copy(head);
  head[32] = flags;
  head.writeUInt32BE(counter, 33);
  if (!id) return head;
  const credential = Buffer.from(id, "base64url");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(credential.length);
  return Buffer.concat([head, Buffer.alloc(16), length, credential]);
}
const spki = (key: KeyObject) => key.export({ type: "spki", format: "der" }).toString("base64url");

describe.each(Object.entries(KEYS))("a passkey of %s", (_, { algorithm, publicKey, privateKey }) => {
  const stored = { publicKey: spki(publicKey), algorithm, counter: 0 };
  function assertion({ client = clientData("webauthn.get"), data = authenticatorData(), key = privateKey } = {}) {
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return {
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign(algorithm === -8 ? null : "sha256", signed, key).toString("base64url"),
    };
  }
  function registration({ client = clientData("webauthn.create"), data = {}, change = {} } = {}) {
    return {
      id: ID,
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticatorData({ flags: 0x45, id: ID, ...data }).toString("base64url"),
      publicKey: spki(publicKey),
      algorithm,
      ...change,
    };
  }

  it("is accepted with its public key, and signs in", () => {
    expect(verifyRegistration(registration(), expected)).toEqual({ id: ID, ...stored, counter: 1 });
    expect(verifyAssertion(assertion(), stored, expected)).toBe(1);
  });

  it("is rejected if it is of another site, page, challenge or person", () => {
    for (const change of [
      { origin: "https://evil.example" },
      { challenge: encodeChallenge("other") },
      { type: "webauthn.get" },
      { crossOrigin: true },
    ])
      expect(verifyRegistration(registration({ client: clientData("webauthn.create", change) }), expected)).toBeNull();
    for (const data of [{ site: "evil.example" }, { flags: 0x41 }, { flags: 0x05 }, { id: "b3RoZXI" }])
      expect(verifyRegistration(registration({ data }), expected)).toBeNull();
    for (const change of [{ publicKey: "AAAA" }, { algorithm: -47 }])
      expect(verifyRegistration(registration({ change }), expected)).toBeNull();
  });

  it("does not sign in with a foreign signature, without verification, or as a copy", () => {
    for (const change of [{ origin: "https://evil.example" }, { challenge: "x" }, { type: "webauthn.create" }])
      expect(verifyAssertion(assertion({ client: clientData("webauthn.get", change) }), stored, expected)).toBeNull();
    for (const data of [{ site: "evil.example" }, { flags: 0x01 }, { flags: 0x04 }])
      expect(verifyAssertion(assertion({ data: authenticatorData(data) }), stored, expected)).toBeNull();
    expect(verifyAssertion(assertion(), { ...stored, counter: 1 }, expected)).toBeNull();
    const { signature } = assertion({ data: authenticatorData({ counter: 9 }) });
    expect(verifyAssertion({ ...assertion(), signature }, stored, expected)).toBeNull();
    expect(verifyAssertion({ ...assertion(), clientDataJSON: "e30" }, stored, expected)).toBeNull();
    expect(verifyAssertion({ ...assertion(), authenticatorData: "" }, stored, expected)).toBeNull();
  });
});

it("a key of another kind than the algorithm says, or a short one, is rejected", () => {
  const short = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const data = authenticatorData({ flags: 0x45, id: ID }).toString("base64url");
  const client = clientData("webauthn.create").toString("base64url");
  for (const [publicKey, algorithm] of [
    [KEYS.ES256.publicKey, -257],
    [KEYS.RS256.publicKey, -7],
    [short.publicKey, -257],
  ] as const) {
    const response = { id: ID, clientDataJSON: client, authenticatorData: data, publicKey: spki(publicKey), algorithm };
    expect(verifyRegistration(response, expected)).toBeNull();
  }
});
