import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { endpoints } from "../../../contract/endpoints.ts";
import { loggedError, loggedUrl } from "./logging.ts";

/** Parameters of a path that name no person: numbers, slugs and codes of the shop. */
const IMPERSONAL = [
  "awb",
  "channel",
  "day",
  "delivery",
  "event",
  "file",
  "id",
  "month",
  "name",
  "nonce",
  "note",
  "notice",
  "number",
  "pincode",
  "product_id",
  "proof",
  "reference",
  "service",
  "sku",
  "slug",
  "version",
];
/** Fields of a query that carry what was chosen from a list of the shop. */
const CHOSEN = ["agent", "countries", "deliveryState", "digest", "item", "notes", "sizes", "state", "supplier"];

describe("the log", () => {
  it("logs a failed statement without its values", () => {
    const detailed = Object.assign(new Error("duplicate key value"), {
      code: "23505",
      detail: "Key (email)=(asha@x.in)",
    });
    const error = new DrizzleQueryError(
      "insert into mail values ($1, $2)",
      ["asha@x.in", "Hello\n\n    482915\n"],
      detailed,
    );
    const logged = loggedError(error);
    expect(logged.message).toBe("Failed query: insert into mail values ($1, $2)");
    expect(logged.stack).toContain("logging.test.ts");
    expect(logged.cause).toMatchObject({ message: "duplicate key value", code: "23505" });
    expect(JSON.stringify(logged)).not.toMatch(/asha|482915/);
  });

  it.each([
    ["22P02", 'invalid input syntax for type integer: "asha@x.in"', 'invalid input syntax for type integer: "…"'],
    ["22003", 'value "98450 12345" is out of range for type integer', 'value "…" is out of range for type integer'],
    [
      "23505",
      'duplicate key value violates unique constraint "a"',
      'duplicate key value violates unique constraint "a"',
    ],
  ])("logs a statement's error %s without the values that the database quotes", (code, message, logged) => {
    const error = new DrizzleQueryError("select $1", ["x"], Object.assign(new Error(message), { code }));
    expect(loggedError(error).cause).toMatchObject({ message: logged, code });
    expect(JSON.stringify(loggedError(error))).not.toMatch(/asha|98450/);
  });

  it("logs message, code and stack of any other error, and anything else thrown", () => {
    const error = Object.assign(new Error("no $& answer"), { code: "ECONNREFUSED" });
    expect(loggedError(error)).toMatchObject({ type: "Error", message: "no $& answer", code: "ECONNREFUSED" });
    expect(loggedError("nothing")).toEqual({ type: "string", message: "nothing", stack: "" });
  });

  it("removes the token of a mailed link from a URL", () => {
    expect(loggedUrl(`/change/password/${"a".repeat(43)}?x=1`)).toBe("/change/password/…?x=1");
    expect(loggedUrl(`/Change/Password/${"a".repeat(43)}.data`)).toBe("/Change/Password/…");
    expect(loggedUrl(`/newsletter/confirm/${"a".repeat(43)}`)).toBe("/newsletter/confirm/…");
    expect(loggedUrl(`/newsletter/unsubscribe/${"a".repeat(43)}/`)).toBe("/newsletter/unsubscribe/…/");
    expect(loggedUrl("/api/newsletter/confirm")).toBe("/api/newsletter/confirm");
    expect(loggedUrl("/product/rose?page=2")).toBe("/product/rose?page=2");
  });

  it("removes the secrets of addresses for machines, and of the way into a closed shop", () => {
    expect(loggedUrl(`/hooks/parcels/${"0".repeat(64)}`)).toBe("/hooks/parcels/…");
    expect(loggedUrl("/api/webhooks/sms/a-secret?x=1")).toBe("/api/webhooks/sms/…?x=1");
    expect(loggedUrl("/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=a-secret")).not.toContain("a-secret");
    expect(loggedUrl("/closed?pass=1800000000.a-secret")).toBe("/closed?pass=…");
  });

  it("removes input from a URL", () => {
    expect(loggedUrl("/products?search=ros%20e&page=2")).toBe("/products?search=…&page=2");
    expect(loggedUrl("/admin/api/orders?q=asha%40x.in&tab=all")).toBe("/admin/api/orders?q=…&tab=all");
    expect(loggedUrl("/admin/api/audit?subject=invitation&id=asha@x.in")).toBe(
      "/admin/api/audit?subject=invitation&id=…",
    );
    expect(loggedUrl("/api/checkout?mobile_no=9845012345&pincode=226001")).toBe(
      "/api/checkout?mobile_no=…&pincode=226001",
    );
  });

  it("removes an email from every parameter and query field of the contract that takes one", () => {
    const typed = "asha@example.com";
    const logged = Object.values({ ...endpoints, ...adminEndpoints }).flatMap((endpoint) => {
      const fields = Object.entries("query" in endpoint ? (endpoint.query?._zod.def.shape ?? {}) : {});
      const queries = fields
        .filter(([, schema]) => z.safeParse(schema, typed).success)
        .map(([name]) => `${name}=${typed}`);
      const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      return [
        ...queries.filter((query) => loggedUrl(`${endpoint.path}?${query}`).includes(typed)),
        ...params.filter((name) => loggedUrl(endpoint.path.replace(`:${name}`, typed)).includes(typed)),
      ];
    });
    expect([...new Set(logged)].sort()).toEqual([...IMPERSONAL, ...CHOSEN.map((name) => `${name}=${typed}`)].sort());
    expect(loggedUrl("/sandbox/mail?to=asha@x.in")).toBe("/sandbox/mail?to=…");
  });
});
