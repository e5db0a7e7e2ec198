/** What an OpenTelemetry collector receives. */

import { afterEach, describe, expect, it } from "vitest";
import type { Storefront } from "../../server/operations/pages/storefront.ts";
import { type Collector, openCollector, type ReceivedSpan } from "./collector.ts";
import { peopleOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let collector: Collector;
let shop: TestShop | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  await collector.close();
});

/** Renders every page from the list of categories. */
const storefront: Storefront = {
  files: undefined,
  pagePathOf: async ({ pathname }) => pathname,
  async render({ callInProcess }) {
    const { body } = await callInProcess("listCategories", { params: {}, query: {} });
    return { status: 200, html: Buffer.from(JSON.stringify(body)), location: null, link: null, errors: [] };
  },
};

async function openTracedShop(
  environment: Record<string, string> = {},
  { status = 200, log }: { status?: number; log?: (line: string) => void } = {},
): Promise<TestShop> {
  collector = await openCollector(status);
  shop = await openShop({
    storefront,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...environment },
    ...(log && { log }),
  });
  return shop;
}

/** Closing exports the last spans. */
async function closeAndRead(): Promise<ReceivedSpan[]> {
  await shop?.close();
  shop = undefined;
  return collector.spans;
}

const attribute = ({ attributes }: ReceivedSpan, name: string) => {
  const { value } = attributes.find(({ key }) => key === name) ?? {};
  return value?.stringValue ?? value?.intValue;
};

describe("traces", () => {
  it("show a page's rendering, its endpoints and their statements inside the request", async () => {
    const { get } = await openTracedShop();
    await get("/products");
    const spans = await closeAndRead();
    const request = spans.find(({ name }) => name === "GET /*");
    const inRequest = spans.filter(({ traceId }) => traceId === request?.traceId);
    const nameOf = (id: string | undefined) => inRequest.find(({ spanId }) => spanId === id)?.name;
    const edges = inRequest.map(({ name, parentSpanId }) => `${nameOf(parentSpanId) ?? ""} > ${name}`);
    expect(edges).toEqual(
      expect.arrayContaining([" > GET /*", "GET /* > render page", "render page > endpoint listCategories"]),
    );
    expect(edges).toContain("endpoint listCategories > SELECT");
    expect(request && attribute(request, "http.response.status_code")).toBe(200);
    expect(inRequest.map((span) => attribute(span, "url.path"))).toContain("/products");
  });

  it("show a job on its own, and contain no email, token or value of a statement", async () => {
    const traced = await openTracedShop();
    await peopleOf(traced).signUp("asha@example.com", { name: "Asha Rao" });
    const spans = await closeAndRead();
    const job = spans.find(({ name }) => name === "job send_mail");
    expect(job).toBeDefined();
    expect(job?.parentSpanId ?? "").toBe("");
    expect(JSON.stringify(spans)).not.toMatch(/asha|Rao/i);
  });

  it("mark a request that fails", async () => {
    const { app, get } = await openTracedShop();
    app.get("/broken", () => Promise.reject(new Error("a secret message")));
    await get("/broken");
    const spans = await closeAndRead();
    const request = spans.find(({ name }) => name === "GET /broken");
    expect(request?.status.code).toBe(2);
    expect(JSON.stringify(spans)).not.toContain("secret");
  });

  it("are not recorded at a sample share of 0", async () => {
    const { get } = await openTracedShop({ OTEL_TRACES_SAMPLER_ARG: "0" });
    await get("/products");
    expect(await closeAndRead()).toEqual([]);
  });

  it("that cannot be exported do not disturb requests, and are logged once", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const { get } = await openTracedShop({ LOG_LEVEL: "warn" }, { status: 401, log });
    expect((await get("/products")).status).toBe(200);
    await closeAndRead();
    expect(lines.filter((line) => line.includes("traces could not be exported"))).toHaveLength(1);
  });
});
