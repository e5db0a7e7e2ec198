/** `GET pincode/{pincode}`: its city and state. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

describe("a pincode", () => {
  it("returns city and state, cacheable for a day", async () => {
    const { status, body, headers } = await shop.get("/api/pincode/226001");
    expect(status).toBe(200);
    const place = { city: "Lucknow", state: "Uttar Pradesh" };
    expect(body).toEqual({ success: true, statusCode: 200, data: { ...place, places: [place] } });
    expect(headers["cache-control"]).toBe("public, max-age=86400");
  });

  it("that two states share leaves the choice to the address", async () => {
    const { body } = await shop.get("/api/pincode/533464");
    const places = [
      { city: "East Godavari", state: "Andhra Pradesh" },
      { city: "Yanam", state: "Puducherry" },
    ];
    expect(body.data).toEqual({ city: "", state: "", places });
    expect((await shop.get("/api/delivery/533464")).body.data).toMatchObject({ unknown: false, place: null });
  });

  it("that is unknown has no place, which is no error", async () => {
    const { status, body } = await shop.get("/api/pincode/999999");
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, statusCode: 200, data: null });
  });

  it.each(["12345", "1234567", "12a456"])("of another shape is none: %s", async (pincode) => {
    expect((await shop.get(`/api/pincode/${pincode}`)).status).toBe(404);
  });
});
