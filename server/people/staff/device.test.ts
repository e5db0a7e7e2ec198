import { expect, it } from "vitest";
import { passwordLimits } from "./device.ts";

const from = (ip: string, device: string | null = null) =>
  passwordLimits("owner@kewra.example", device, { ip, attemptsPerIp: 30 } as Parameters<typeof passwordLimits>[2]).map(
    ({ key }) => key,
  );

it("strangers at other networks use up no limit of a member's new browser", () => {
  const own = from("203.0.113.7");
  expect(own).not.toEqual([]);
  for (const stranger of ["198.51.100.1", "192.0.2.9", "2001:db8::1"])
    expect(from(stranger).filter((key) => own.includes(key))).toEqual([]);
});

it("strangers at the same network use up no limit of a known browser", () => {
  const known = from("203.0.113.7", "known");
  expect(known).not.toEqual([]);
  expect(from("203.0.113.7").filter((key) => known.includes(key))).toEqual([]);
});
