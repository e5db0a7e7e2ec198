/** Who calls on behalf of a buyer: profiles, negotiation, signatures, and what bad requests get. */

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  readPublicKeys,
  readSigner,
  rotateSigningKeys,
} from "../../server/operations/agents/signatures/signing-keys.ts";
import { agentPlatform, setting, signingKey } from "../../server/platform/database/schema.ts";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { responseErrors, schemaErrors } from "../ucp/schemas.ts";
import { makeCategory, makeProduct } from "./make-product.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let platform: TestPlatform;
beforeAll(async () => {
  shop = await openShop({ environment: { AGENTS_FROM_LOOPBACK: "true" } });
  platform = await startPlatform();
  const categoryId = await makeCategory(shop, { slug: "attars", name: "Attars" });
  await makeProduct(shop, { categoryId, slug: "oud-attar", title: "Oud Attar" });
});
afterAll(() => Promise.all([shop?.close(), platform?.close()]));

const SEARCH = { query: "oud" };
const search = (options: Parameters<TestPlatform["send"]>[4] = {}, body: unknown = SEARCH, from = platform) =>
  from.send(shop, "POST", "/catalog/search", body, options);

describe("the shop’s profile", () => {
  it("is valid by the schema of each version, with its keys where that version has them", async () => {
    const current = await shop.get("/.well-known/ucp", { host: "shop.test" });
    expect([current.status, current.headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
    expect(current.body.ucp).toMatchObject({
      version: "2026-08-25",
      supported_versions: { "2026-04-08": "http://shop.test/.well-known/ucp/2026-04-08" },
      payment_handlers: {},
    });
    const businessSchema = { version: "2026-08-25", schema: "schemas/profile.json#/$defs/business_schema" } as const;
    expect(schemaErrors(current.body, businessSchema)).toEqual([]);
    const key = { kid: expect.any(String), kty: "EC", crv: "P-256", x: expect.any(String), y: expect.any(String) };
    expect(current.body.keys).toEqual([{ ...key, use: "sig", alg: "ES256" }]);
    expect(JSON.stringify(await shop.db.select().from(signingKey))).not.toContain("PRIVATE KEY");
    const older = await shop.get("/.well-known/ucp/2026-04-08", { host: "shop.test" });
    const olderSchema = {
      version: "2026-04-08",
      schema: "discovery/profile_schema.json#/$defs/business_profile",
    } as const;
    expect(schemaErrors(older.body, olderSchema)).toEqual([]);
    expect(older.body).toMatchObject({ ucp: { version: "2026-04-08" }, signing_keys: current.body.keys });
    expect(older.body.ucp).not.toHaveProperty("supported_versions");
    const etag = String(current.headers.etag);
    expect((await shop.get("/.well-known/ucp", { host: "shop.test", "if-none-match": etag })).status).toBe(304);
  });

  it("is named by robots.txt and llms.txt", async () => {
    expect((await shop.get("/robots.txt", { host: "shop.test" })).body).toContain(
      "# Shopping agents: http://shop.test/.well-known/ucp",
    );
    expect((await shop.get("/llms.txt", { host: "shop.test" })).body).toContain("(http://shop.test/.well-known/ucp)");
  });
});

describe("a request", () => {
  it.each(["2026-08-25", "2026-04-08"] as const)(
    "gets its response in the version of its profile, %s",
    async (version) => {
      const response = await search({ version });
      expect([response.statusCode, response.json().ucp]).toEqual([
        200,
        expect.objectContaining({ version, status: "success" }),
      ]);
      expect(Object.keys(response.json().ucp.capabilities)).toEqual(["dev.ucp.shopping.catalog.search"]);
      const schema = "schemas/shopping/catalog_search.json#/$defs/search_response";
      expect(responseErrors({ body: response.json() }, { version, schema })).toEqual([]);
    },
  );

  const ERRORS: [string, number, string, Parameters<TestPlatform["send"]>[4]][] = [
    ["no profile", 400, "invalid_profile_url", { signed: false, headers: { "ucp-agent": "" } }],
    [
      "a header that is no dictionary",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": "https://agent.example" } },
    ],
    [
      "a profile by http",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": 'profile="http://agent.example/p"' } },
    ],
    [
      "a profile in a private network",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": 'profile="https://10.0.0.1/p"' } },
    ],
    [
      "the address of a cloud’s metadata",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": 'profile="https://169.254.169.254/p"' } },
    ],
    [
      "a password in the address",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": 'profile="https://a:b@agent.example/p"' } },
    ],
    [
      "64 KB of header",
      400,
      "invalid_profile_url",
      { signed: false, headers: { "ucp-agent": `profile="https://agent.example/${"p".repeat(8000)}"` } },
    ],
    ["a wrong digest", 400, "digest_mismatch", { headers: { "content-digest": "sha-256=:AAAA:" } }],
    [
      "another content type",
      415,
      "unsupported_media_type",
      { signed: false, headers: { "content-type": "text/plain" } },
    ],
  ];
  it.each(ERRORS)("with %s gets %i %s", async (_what, status, code, options) => {
    const response = await search(options);
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.json().content).toEqual(expect.any(String));
    expect(response.json().continue_url).toBe("http://shop.test");
  });

  it("that is not JSON, too large, or for no operation, gets the protocol’s errors", async () => {
    const send = (payload: string, url = "/ucp/catalog/search") =>
      shop.app.inject({
        method: "POST",
        url,
        headers: { "ucp-agent": `profile="${platform.profileUrl("2026-08-25")}"`, "content-type": "application/json" },
        payload,
      });
    const outcome = async (payload: string, url?: string) => {
      const response = await send(payload, url);
      return [response.statusCode, response.json().code];
    };
    expect(await outcome("{")).toEqual([400, "malformed"]);
    expect(await outcome('{"__proto__":{}}')).toEqual([400, "malformed"]);
    expect(await outcome("[".repeat(100) + "]".repeat(100))).toEqual([400, "malformed"]);
    expect(await outcome(JSON.stringify({ query: "x".repeat(70_000) }))).toEqual([413, "payload_too_large"]);
    expect(await outcome("{}", "/ucp/nothing")).toEqual([404, "not_found"]);
  });

  it.each<[string, number, string, Parameters<typeof startPlatform>[0]]>([
    [
      "that is not found",
      424,
      "profile_unreachable",
      { respond: (_request, response) => response.writeHead(404).end() },
    ],
    [
      "that redirects to a private address",
      424,
      "profile_unreachable",
      { respond: (_request, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end() },
    ],
    ["that is no JSON", 422, "profile_malformed", { respond: (_request, response) => response.end("<html>") }],
    [
      "that is too large",
      424,
      "profile_unreachable",
      { respond: (_request, response) => response.end("x".repeat(300_000)) },
    ],
    ["without a version", 422, "profile_malformed", { respond: (_request, response) => response.end('{"ucp":{}}') }],
    [
      "of another version",
      422,
      "version_unsupported",
      { respond: (_request, response) => response.end('{"ucp":{"version":"2026-01-11"}}') },
    ],
    ["with nothing but a list", 422, "profile_malformed", { respond: (_request, response) => response.end("[]") }],
  ])("whose profile is one %s gets %i %s", async (_what, status, code, options) => {
    const bad = await startPlatform(options);
    try {
      const responses = [await search({ signed: false }, SEARCH, bad), await search({ signed: false }, SEARCH, bad)];
      expect(responses.map((response) => [response.statusCode, response.json().code])).toEqual([
        [status, code],
        [status, code],
      ]);
      // It is not fetched again at once.
      expect(bad.fetches()).toBe(1);
    } finally {
      await bad.close();
    }
  });

  it("that shares no capability is answered, with nothing", async () => {
    const other = await startPlatform({ capabilities: ["dev.ucp.shopping.cart"] });
    const response = await search({}, SEARCH, other);
    await other.close();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      ucp: { version: "2026-08-25", status: "error", capabilities: {} },
      messages: [{ type: "error", code: "capabilities_incompatible", severity: "unrecoverable" }],
      continue_url: "http://shop.test",
    });
    expect(responseErrors({ body: response.json() }, { version: "2026-08-25", schema: "" })).toEqual([]);
  });

  it("fetches a profile once for many requests", async () => {
    const quiet = await startPlatform();
    await Promise.all(Array.from({ length: 5 }, () => search({}, SEARCH, quiet)));
    await search({}, SEARCH, quiet);
    expect(quiet.fetches()).toBe(1);
    await quiet.close();
  });

  it("with a key that its cached profile lacks is rejected until the profile may be fetched again", async () => {
    const rotated = await startPlatform();
    expect((await search({}, SEARCH, rotated)).statusCode).toBe(200);
    rotated.rotate();
    const response = await search({}, SEARCH, rotated);
    expect([response.statusCode, response.json().code]).toEqual([401, "key_not_found"]);
    expect(rotated.fetches()).toBe(1);
    await rotated.close();
  });
});

describe("the owner", () => {
  let owner: Awaited<ReturnType<typeof signInAs>>;
  beforeAll(async () => {
    owner = await signInAs(shop, "Owner");
  });
  beforeEach(() => shop.db.delete(agentPlatform));

  it("sees who has called, and whether it proved who it is", async () => {
    await search({ signed: false });
    const listed = async () => (await owner.send("GET", "/agents")).body.data.platforms;
    expect(await listed()).toEqual([
      {
        origin: platform.origin,
        state: "seen",
        firstSeenAt: expect.any(String),
        lastSeenAt: expect.any(String),
        signedAt: null,
        orders: 0,
        sales: 0,
        unheard: 0,
      },
    ]);
    await shop.db.update(agentPlatform).set({ lastSeenAt: new Date("2026-01-01") });
    await search();
    expect((await listed())[0].signedAt).toEqual(expect.any(String));
  });

  it("blocks a platform, and serves it again", async () => {
    await search();
    const decide = (state: string, origin = platform.origin) => owner.send("POST", "/agents/state", { origin, state });
    expect((await decide("blocked")).body.data.platforms[0].state).toBe("blocked");
    const blocked = await search();
    expect([blocked.statusCode, blocked.json().code]).toEqual([403, "profile_not_trusted"]);
    await decide("allowed");
    expect((await search()).statusCode).toBe(200);
    expect((await decide("allowed", "https://never.example")).status).toBe(404);
  });

  it("switches agents off: then there is no profile, and no operation", async () => {
    expect((await owner.send("POST", "/agents/settings", {})).status).toBe(400);
    expect((await owner.send("POST", "/agents/settings", { isOn: false })).body.data.isOn).toBe(false);
    expect((await shop.get("/.well-known/ucp")).status).toBe(404);
    expect((await shop.get("/llms.txt")).status).toBe(404);
    const off = await search();
    expect([off.statusCode, off.json().code]).toEqual([404, "not_found"]);
    await owner.send("POST", "/agents/settings", { isOn: true });
    expect((await search()).statusCode).toBe(200);
    await shop.db.delete(setting).where(eq(setting.name, "AGENTS"));
  });

  it("replaces the signing keys at once", async () => {
    const before = (await shop.get("/.well-known/ucp")).body.keys;
    expect((await owner.send("POST", "/agents/keys")).body.data.keys).toHaveLength(1);
    const after = (await shop.get("/.well-known/ucp")).body.keys;
    expect(after).toHaveLength(1);
    expect(after[0].kid).not.toBe(before[0].kid);
  });
});

it("a signing key rotates: the next one is published first, signs an hour later, and the old one goes a week after that", async () => {
  const secret = "a secret of the tests, long enough for it";
  await shop.db.delete(signingKey);
  const start = new Date("2026-01-01T00:00:00Z");
  const after = (days: number, minutes = 0) => new Date(start.getTime() + (days * 24 * 60 + minutes) * 60_000);
  const published = async (now: Date) => (await readPublicKeys(shop.db, secret, now)).map(({ kid }) => kid);
  const signer = async (now: Date) => (await readSigner(shop.db, secret, now)).kid;
  const [first] = await published(start);
  expect(await signer(start)).toBe(first);
  await rotateSigningKeys(shop.db, secret, after(89));
  expect(await published(after(89))).toEqual([first]);
  await Promise.all([rotateSigningKeys(shop.db, secret, after(90)), rotateSigningKeys(shop.db, secret, after(90))]);
  const both = await published(after(90));
  expect(both).toEqual([expect.any(String), first]);
  expect([await signer(after(90, 59)), await signer(after(90, 60))]).toEqual([first, both[0]]);
  await rotateSigningKeys(shop.db, secret, after(97, 59));
  expect(await published(after(97, 59))).toEqual(both);
  await rotateSigningKeys(shop.db, secret, after(97, 60));
  expect(await published(after(97, 60))).toEqual([both[0]]);
  // With another CODE_SECRET nobody can read the key: a new one replaces it.
  const [other] = await readPublicKeys(shop.db, "another secret of the tests, long enough", after(98));
  expect(other?.kid).not.toBe(both[0]);
  await shop.db.delete(signingKey);
});
