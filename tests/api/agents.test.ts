/** Who calls on behalf of a buyer: profiles, negotiation, signatures, and what bad requests get. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPlatform, type TestPlatform } from "../ucp/platform.ts";
import { schemaErrors } from "../ucp/schemas.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let platform: TestPlatform;
beforeAll(async () => {
  shop = await openShop({ environment: { AGENTS_FROM_LOOPBACK: "true" } });
  platform = await startPlatform();
});
afterAll(() => Promise.all([shop?.close(), platform?.close()]));

describe("the shop’s profile", () => {
  it("is valid by the schema of each version, with its keys where that version has them", async () => {
    const current = await shop.get("/.well-known/ucp", { host: "shop.test" });
    expect([current.status, current.headers["cache-control"]]).toEqual([200, "public, max-age=300"]);
    expect(current.body.ucp).toMatchObject({
      version: "2026-08-25",
      supported_versions: { "2026-04-08": "http://shop.test/.well-known/ucp/2026-04-08" },
      payment_handlers: {},
    });
    expect(
      schemaErrors(current.body, { version: "2026-08-25", schema: "schemas/profile.json#/$defs/business_schema" }),
    ).toEqual([]);
    expect(current.body.keys).toEqual([
      {
        kid: expect.any(String),
        kty: "EC",
        crv: "P-256",
        x: expect.any(String),
        y: expect.any(String),
        use: "sig",
        alg: "ES256",
      },
    ]);
    const older = await shop.get("/.well-known/ucp/2026-04-08");
    expect(
      schemaErrors(older.body, {
        version: "2026-04-08",
        schema: "discovery/profile_schema.json#/$defs/business_profile",
      }),
    ).toEqual([]);
    expect(older.body).toMatchObject({ ucp: { version: "2026-04-08" }, signing_keys: current.body.keys });
    expect(older.body.ucp).not.toHaveProperty("supported_versions");
  });
});
