import { expect, it } from "vitest";
import type { Sample } from "./client.ts";
import { summarise } from "./summary.ts";

const page = (at: number, tookMs: number, failure: string | null = null): Sample => ({
  kind: "page",
  at,
  tookMs,
  failure,
});

it("counts the requests that ended within a phase, and says when the last one failed", () => {
  const samples = [
    page(900, 50, "503 /"),
    page(990, 20),
    page(1400, 200, "503 /product/product-7"),
    page(1900, 100, "503 /"),
  ];
  expect(summarise({ samples, confirmed: [] }, 1000, 2000)).toMatchObject({
    requests: 2,
    failures: 1,
    failedReads: 1,
    reasons: { "page: 503 /product/…": 1 },
    lastFailureMs: 600,
    slowest: 200,
  });
});

it("finds the longest time without a purchase, also before the first and after the last", () => {
  const confirmed = [1100, 1300, 1900].map((at) => ({ payment: `pay_${at}`, at }));
  expect(summarise({ samples: [], confirmed }, 1000, 2000).longestWithoutPurchase).toBe(600);
  expect(summarise({ samples: [], confirmed: [] }, 1000, 2000).longestWithoutPurchase).toBe(1000);
});
