import { describe, expect, it } from "vitest";
import { readSettings } from "./config.ts";

describe("the setting TRUST_PROXY", () => {
  it.each([
    ["", []],
    ["loopback", ["loopback"]],
    ["uniquelocal, 203.0.113.0/24,2001:db8::/32,::1", ["uniquelocal", "203.0.113.0/24", "2001:db8::/32", "::1"]],
  ])("%j names the proxies %j", (text, addresses) => {
    expect(readSettings({ TRUST_PROXY: text }).TRUST_PROXY).toEqual(addresses);
  });

  it.each(["true", "1", "10.0.0.0/33", "10.0.0.0/8/8", "proxy.example"])("refuses %j", (text) => {
    expect(() => readSettings({ TRUST_PROXY: text })).toThrow(/TRUST_PROXY must be addresses or ranges/);
  });
});
