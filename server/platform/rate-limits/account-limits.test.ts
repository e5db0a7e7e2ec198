import { describe, expect, it } from "vitest";
import { networkOf, perIp } from "./account-limits.ts";

describe("an IP address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1"],
    ["2001:0DB8:0000:0001::1", "2001:db8:0:1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s counts as %s, also in the key of a limit", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
    expect(perIp("login", ip, 100)).toEqual({ key: `login from ${network}`, limit: 100, windowSeconds: 3600 });
  });
});
