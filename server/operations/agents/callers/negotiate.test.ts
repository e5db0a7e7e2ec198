import { expect, it } from "vitest";
import type { Capability, CapabilityName } from "../capabilities.ts";
import { negotiate, relevantTo } from "./negotiate.ts";

const capability = (name: CapabilityName, ...parents: CapabilityName[]): Capability => ({
  name,
  parents: { "2026-08-25": parents, "2026-04-08": parents },
  spec: { "2026-08-25": "", "2026-04-08": "" },
  schema: "",
});
const OURS = [
  capability("dev.ucp.cart"),
  capability("dev.ucp.checkout"),
  capability("dev.ucp.discount", "dev.ucp.cart", "dev.ucp.checkout"),
  capability("dev.ucp.coupon", "dev.ucp.discount"),
];
const VERSION = "2026-08-25";

it.each<[string, Record<string, string[]>, string[]]>([
  ["nothing in common", { "com.other": [VERSION] }, []],
  ["what both have", { "dev.ucp.cart": [VERSION], "com.other": [VERSION] }, ["dev.ucp.cart"]],
  ["no other version", { "dev.ucp.cart": ["2026-04-08"] }, []],
  ["the version among several", { "dev.ucp.cart": ["2026-04-08", VERSION] }, ["dev.ucp.cart"]],
  [
    "an extension with one of its parents",
    { "dev.ucp.cart": [VERSION], "dev.ucp.discount": [VERSION] },
    ["dev.ucp.cart", "dev.ucp.discount"],
  ],
  [
    "no extension without parents, nor what extends it",
    { "dev.ucp.discount": [VERSION], "dev.ucp.coupon": [VERSION] },
    [],
  ],
])("negotiation finds %s", (_what, theirs, expected) => {
  expect([...negotiate(OURS, new Map(Object.entries(theirs)), VERSION)]).toEqual(expected);
});

it("a response declares its operation’s capability and extensions, and no others", () => {
  const capabilities = new Set(OURS.map(({ name }) => name));
  expect(relevantTo("dev.ucp.cart", OURS, { version: VERSION, capabilities })).toEqual([
    "dev.ucp.cart",
    "dev.ucp.discount",
  ]);
});
