/** Signatures: the examples of RFC 9421, and requests of our own. */

import { createPublicKey, generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isInnerList, parseDictionary } from "../structured-fields.ts";
import { type HttpMessage, headersOf } from "./http-message.ts";
import { contentDigest, signMessage } from "./sign.ts";
import { type SignedMessage, signatureBase } from "./signature-base.ts";
import { thumbprintOf, verifyRequest } from "./verify.ts";

/** RFC 9421, B.1.3 and B.1.4. */
const RFC_P256 = {
  kty: "EC",
  crv: "P-256",
  x: "qIVYZVLCrPZHGHjP17CTW0_-D9Lfw0EkjqF7xB4FivA",
  y: "Mc4nN9LTDOBhfoUeg8Ye9WedFRhnZXZJA12Qp0zZ6F0",
};
const RFC_ED25519 = { kty: "OKP", crv: "Ed25519", x: "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs" };

const innerList = (text: string) => {
  const member = parseDictionary(`sig=${text}`).get("sig");
  if (!member || !isInnerList(member)) throw new Error("no list");
  return member;
};

describe("the examples of RFC 9421", () => {
  it("B.2.4: a response signed with ECDSA on P-256", () => {
    const message: SignedMessage = {
      status: 200,
      headers: new Map([
        ["content-type", "application/json"],
        [
          "content-digest",
          "sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:",
        ],
        ["content-length", "23"],
      ]),
    };
    const input = innerList(
      '("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    );
    const signature = "wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==";
    const key = { key: createPublicKey({ key: RFC_P256, format: "jwk" }), dsaEncoding: "ieee-p1363" as const };
    expect(verify("sha256", Buffer.from(signatureBase(message, input)), key, Buffer.from(signature, "base64"))).toBe(
      true,
    );
  });

  it("B.2.6: a request signed with Ed25519", () => {
    const message: SignedMessage = {
      method: "POST",
      path: "/foo",
      query: "?param=Value&Pet=dog",
      authority: "example.com",
      headers: new Map([
        ["date", "Tue, 20 Apr 2021 02:07:55 GMT"],
        ["content-type", "application/json"],
        ["content-length", "18"],
      ]),
    };
    const input = innerList(
      '("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    );
    const signature = "wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==";
    const key = createPublicKey({ key: RFC_ED25519, format: "jwk" });
    expect(verify(null, Buffer.from(signatureBase(message, input)), key, Buffer.from(signature, "base64"))).toBe(true);
  });
});

it("a thumbprint is that of the specification’s example", () => {
  expect(thumbprintOf(RFC_ED25519)).toBe("poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U");
});

it("repeated headers are joined in their order", () => {
  expect([...headersOf(["A", " 1 ", "b", "2", "a", "3"])]).toEqual([
    ["a", "1, 3"],
    ["b", "2"],
  ]);
});

const NOW = new Date("2026-12-01T00:00:00Z");
const BODY = '{"query":"oud"}';
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEY = { kid: "k1", ...publicKey.export({ format: "jwk" }) };
const COMPONENTS = ["@method", "@authority", "@path", "content-digest", "content-type", "ucp-agent"];

function request(components: readonly string[] = COMPONENTS, sign = { kid: "k1", key: privateKey }): HttpMessage {
  const headers = new Map([
    ["content-type", "application/json"],
    ["content-digest", contentDigest(BODY)],
    ["ucp-agent", 'profile="https://agent.example/p"'],
  ]);
  const message = {
    method: "POST",
    authority: "shop.example",
    scheme: "https",
    path: "/ucp/x",
    query: "",
    headers,
  } as const;
  const signed = signMessage(sign, message, components, NOW);
  return { ...message, headers: new Map([...headers, ...Object.entries(signed)]), body: Buffer.from(BODY) };
}

const withHeader = (message: HttpMessage, name: string, value: string): HttpMessage => ({
  ...message,
  headers: new Map([...message.headers, [name, value]]),
});
const problemOf = (message: HttpMessage, keys: Parameters<typeof verifyRequest>[1] = [KEY]) =>
  verifyRequest(message, keys, NOW).problem;

describe("a signed request", () => {
  it("is verified by a key of the profile, and names it", () => {
    expect(verifyRequest(request(), [KEY], NOW)).toEqual({ kid: "k1", problem: null });
    expect(Buffer.from(/:(.*):/.exec(request().headers.get("signature") ?? "")?.[1] ?? "", "base64")).toHaveLength(64);
  });

  it.each<[string, HttpMessage]>([
    ["another method", { ...request(), method: "PUT" }],
    ["another host", { ...request(), authority: "other.example" }],
    ["another path", { ...request(), path: "/ucp/y" }],
    ["a query that is not covered", { ...request(), query: "?a=1" }],
    ["another agent", withHeader(request(), "ucp-agent", 'profile="https://other.example/p"')],
    ["an Idempotency-Key that is not covered", withHeader(request(), "idempotency-key", "1")],
    ["a signature that is not r and s", withHeader(request(), "signature", "sig1=:MA==:")],
    ["headers that cannot be read", withHeader(request(), "signature-input", "sig1=(")],
    ["a label without a signature", withHeader(request(), "signature", "other=:AAAA:")],
    ["an input that does not cover the path", request(COMPONENTS.filter((name) => name !== "@path"))],
    ["an input that does not cover the digest", request(COMPONENTS.filter((name) => name !== "content-digest"))],
    ["a tag of another protocol", withParameter(';tag="other"')],
    ["an expiry that has passed", withParameter(";expires=1700000000")],
    [
      "a component twice",
      withHeader(
        request(),
        "signature-input",
        'sig1=("@method" "@method" "@authority" "@path" "content-digest" "content-type" "ucp-agent");keyid="k1"',
      ),
    ],
    [
      "a component that is not there",
      withHeader(
        request(),
        "signature-input",
        'sig1=("@method" "@authority" "@path" "content-digest" "content-type" "ucp-agent" "x-other");keyid="k1"',
      ),
    ],
  ])("is rejected with %s", (_what, message) => {
    expect(problemOf(message)).toBe("signature_invalid");
  });

  it("is rejected with another body, or a digest that is not of the body", () => {
    expect(problemOf({ ...request(), body: Buffer.from("{}") })).toBe("digest_mismatch");
    expect(problemOf(withHeader(request(), "content-digest", "sha-512=:AAAA:"))).toBe("digest_mismatch");
  });

  it("is rejected without a key of this name for signatures, or with one of another algorithm", () => {
    expect(problemOf(request(), [])).toBe("key_not_found");
    expect(problemOf(request(), [{ ...KEY, use: "enc" }])).toBe("key_not_found");
    expect(problemOf(request(), [{ ...KEY, key_ops: ["sign"] }])).toBe("key_not_found");
    expect(problemOf(request(), [{ kid: "k1", kty: "EC", crv: "P-256", x: "AA", y: "AA" }])).toBe("key_not_found");
    expect(problemOf(request(), [{ kid: "k1", kty: "RSA", n: "AQ", e: "AQAB" }])).toBe("algorithm_unsupported");
    expect(problemOf(request(), [{ ...KEY, alg: "ES384" }])).toBe("algorithm_unsupported");
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ format: "jwk" });
    expect(problemOf(request(), [{ kid: "k1", ...other }])).toBe("signature_invalid");
  });

  it("is accepted if one of several signatures is right", () => {
    const right = request();
    const both = withHeader(
      withHeader(right, "signature-input", `x=("@method");keyid="k1", ${right.headers.get("signature-input")}`),
      "signature",
      `x=:AAAA:, ${right.headers.get("signature")}`,
    );
    expect(problemOf(both)).toBeNull();
  });

  it("is missing without signatures", () => {
    const { headers } = request();
    const bare = new Map([...headers].filter(([name]) => !name.startsWith("signature")));
    expect(problemOf({ ...request(), headers: bare })).toBe("signature_missing");
  });
});

/** A request whose signature has another parameter, which it was not made with. */
function withParameter(parameter: string): HttpMessage {
  const signed = request();
  return withHeader(signed, "signature-input", `${signed.headers.get("signature-input")}${parameter}`);
}
