import { afterEach, expect, it } from "vitest";
import { readShopClock, shopNow } from "./shop-clock.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const respond = (aheadMs: number, more: Record<string, string> = {}) =>
  readShopClock(new Response(null, { headers: { date: new Date(Date.now() + aheadMs).toUTCString(), ...more } }));
/** By how many seconds the shop's time is ahead of the device's. */
const ahead = () => Math.round((shopNow().getTime() - Date.now()) / 1000);

afterEach(() => respond(0));

it("the shop's time is that of its latest response, however wrong the device's clock is", () => {
  respond(40 * DAY_MS);
  expect(Math.abs(ahead() - 40 * 86_400)).toBeLessThanOrEqual(1);
  respond(-40 * DAY_MS, { age: "0" });
  expect(Math.abs(ahead() + 40 * 86_400)).toBeLessThanOrEqual(1);
});

it("a response that a CDN or the browser has stored makes it no earlier", () => {
  respond(DAY_MS - 3_600_000, { age: "3600", "cache-control": "public, max-age=0, must-revalidate" });
  expect(Math.abs(ahead() - 86_400)).toBeLessThanOrEqual(1);
  respond(0, { "cache-control": "public, max-age=86400" });
  expect(Math.abs(ahead() - 86_400)).toBeLessThanOrEqual(1);
});

it("a device that is right within seconds, and a response without a time, change nothing", () => {
  respond(3000);
  expect(ahead()).toBe(0);
  readShopClock(new Response(null));
  expect(ahead()).toBe(0);
});
