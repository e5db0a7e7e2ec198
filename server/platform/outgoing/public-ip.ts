/** Recognises public IP addresses. Prevents SSRF: a request to any other address, which staff or a file names, could reach private or local networks. */

import { BlockList, isIP } from "node:net";

const blocked = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  blocked.addSubnet(network, bits, "ipv4");

/** Global unicast addresses without transition (6to4, Teredo) and documentation ranges. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const blocked6 = new BlockList();
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  blocked6.addSubnet(network, bits, "ipv6");

export function isPublicIp(address: string): boolean {
  if (isIP(address) === 4) return !blocked.check(address, "ipv4");
  if (isIP(address) === 6) return global6.check(address, "ipv6") && !blocked6.check(address, "ipv6");
  return false;
}
