import { describe, expect, it } from "vitest";
import { networkOf, perIp } from "./ip-limits.ts";
import { secondsUntilRoom } from "./limits.ts";

describe("an IP address", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:0:1:aaaa:bbbb:cccc:dddd", "2001:db8:0:1"],
    ["2001:0DB8:0000:0001::1", "2001:db8:0:1"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ])("%s counts as %s", (ip, network) => {
    expect(networkOf(ip)).toBe(network);
    expect(perIp("login", ip, 100)).toEqual({ key: `login from ${network}`, limit: 100, windowSeconds: 3600 });
  });
});

describe("waiting for room", () => {
  const now = new Date("2026-11-21T10:00:00Z");
  // 10 uses in 900 s: one every 90 s.
  const limit = { limit: 10, windowSeconds: 900 };

  it("is one step when the limit has just been reached", () => {
    expect(secondsUntilRoom(new Date("2026-11-21T10:15:00Z"), now, limit)).toBe(90);
  });

  it("decreases with time, and is at least one second", () => {
    expect(secondsUntilRoom(new Date("2026-11-21T10:14:00Z"), now, limit)).toBe(30);
    expect(secondsUntilRoom(new Date("2026-11-21T10:13:30Z"), now, limit)).toBe(1);
  });
});
