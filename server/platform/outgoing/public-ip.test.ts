import { expect, it } from "vitest";
import { isPublicIp } from "./public-ip.ts";

it.each([
  "127.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::7f00:1",
  "fe80::1",
  "fd00::1",
  "ff02::1",
  "2002:7f00:1::",
  "2001:0:1::",
  "2001:db8::1",
  "localhost",
  "",
])("%s is not public", (address) => {
  expect(isPublicIp(address)).toBe(false);
});

it.each(["8.8.8.8", "172.15.0.1", "172.32.0.1", "192.167.255.255", "2606:4700::1111", "2400:cb00::1"])(
  "%s is public",
  (address) => {
    expect(isPublicIp(address)).toBe(true);
  },
);
