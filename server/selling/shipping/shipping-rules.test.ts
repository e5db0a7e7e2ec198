import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { readShippingFile, readShippingRules, writeShippingRules } from "./shipping-file.ts";
import {
  dearestShipping,
  methodsFor,
  type ShippingRules,
  type ShippingZone,
  termsForAll,
  zoneOf,
} from "./shipping-rules.ts";

const rate = (fromGrams: number, pricePaise: number, freeFromPaise: number | null = null) => ({
  fromGrams,
  pricePaise: paise(pricePaise),
  freeFromPaise: freeFromPaise === null ? null : paise(freeFromPaise),
  days: { min: 1, max: 2 },
});
const zone = (code: string, values: Partial<ShippingZone>): ShippingZone => ({
  code,
  name: code,
  pincodes: [],
  states: [],
  rates: { standard: [rate(0, 0)] },
  ...values,
});
const rules: ShippingRules = {
  methods: [
    { code: "standard", name: "Standard", cutOff: "14:00" },
    { code: "express", name: "Express", cutOff: "12:00" },
  ],
  zones: [
    zone("delhi", {
      pincodes: ["110"],
      rates: { standard: [rate(0, 4000, 50_000)], express: [rate(0, 9900), rate(1000, 14_900)] },
    }),
    zone("airport", { pincodes: ["110037"] }),
    zone("islands", { states: ["Lakshadweep"], rates: {} }),
    zone("rest", {}),
  ],
  holidays: [],
};
const zoneCode = (pincode: string, state: string | null) => zoneOf(rules, { pincode, state })?.code;
const pricesOf = (goodsPaise: number, grams: number) =>
  methodsFor(rules, { pincode: "110001", state: "Delhi" }, { goodsPaise: paise(goodsPaise), grams }).map(
    ({ method, pricePaise }) => [method.code, pricePaise],
  );

describe("the shipping zone", () => {
  it("is the one with the pincode's longest prefix, else its state's, else the one of all other places", () => {
    expect(zoneCode("110001", "Delhi")).toBe("delhi");
    expect(zoneCode("110037", "Delhi")).toBe("airport");
    expect(zoneCode("682555", "Lakshadweep")).toBe("islands");
    expect(zoneCode("560001", "Karnataka")).toBe("rest");
    expect(zoneCode("999999", null)).toBe("rest");
  });

  it("is none where no zone is for all other places", () => {
    expect(zoneOf({ ...rules, zones: rules.zones.slice(0, 3) }, { pincode: "560001", state: "Karnataka" })).toBeNull();
  });
});

describe("what shipping costs without knowing the place", () => {
  const parcel = { goodsPaise: paise(49_999), grams: 500 };

  it("is the price and the time of the dearest and slowest zone, by the first method that serves it", () => {
    // Delhi ₹40, the airport and the rest free, the islands not served.
    expect(dearestShipping(rules, parcel)).toEqual({ pricePaise: 4000, days: { min: 1, max: 2 } });
    // Delhi is free from ₹500.
    expect(dearestShipping(rules, { ...parcel, goodsPaise: paise(50_000) })?.pricePaise).toBe(0);
    const slow = { ...rate(0, 9900), days: { min: 4, max: 9 } };
    const far = zone("far", { states: ["Assam"], rates: { express: [slow] } });
    expect(dearestShipping({ ...rules, zones: [...rules.zones, far] }, parcel)).toEqual({
      pricePaise: 9900,
      days: { min: 1, max: 9 },
    });
  });

  it("promises no days if one zone has no promise", () => {
    const open = zone("open", { rates: { standard: [{ ...rate(0, 0), days: null }] } });
    expect(dearestShipping({ ...rules, zones: [...rules.zones, open] }, parcel)?.days).toBeNull();
  });

  it("is free in a shop without methods, and unknown in one that delivers nowhere", () => {
    expect(dearestShipping({ methods: [], zones: [], holidays: [] }, parcel)).toEqual({ pricePaise: 0, days: null });
    expect(dearestShipping({ ...rules, zones: [] }, parcel)).toBeNull();
  });
});

describe("the shipping methods of a parcel", () => {
  it("cost what the heaviest fitting rate says, and nothing from the free value on", () => {
    expect(pricesOf(49_999, 999)).toEqual([
      ["standard", 4000],
      ["express", 9900],
    ]);
    expect(pricesOf(50_000, 1000)).toEqual([
      ["standard", 0],
      ["express", 14_900],
    ]);
  });

  it("are those with a rate for the zone; none means that the shop does not deliver there", () => {
    const parcel = { goodsPaise: paise(1000), grams: 100 };
    const codes = (pincode: string, state: string) =>
      methodsFor(rules, { pincode, state }, parcel).map(({ method }) => method.code);
    expect(codes("560001", "Karnataka")).toEqual(["standard"]);
    expect(codes("682555", "Lakshadweep")).toEqual([]);
  });

  it("are one, free and without a promise, in a shop that has set up none", () => {
    const [only, ...more] = methodsFor({ methods: [], zones: [], holidays: [] }, null, {
      goodsPaise: paise(1),
      grams: 9,
    });
    expect(more).toEqual([]);
    expect(only).toMatchObject({ method: { code: "standard", name: "Standard" }, pricePaise: 0, transit: null });
  });
});

describe("shipping is free all over India", () => {
  const free = (zones: readonly ShippingZone[]) => termsForAll({ ...rules, zones }).freeShipping;
  const metro = zone("metro", { pincodes: ["110"], rates: { standard: [rate(0, 4000)], express: [rate(0, 0)] } });

  it("if every zone has a method that costs nothing, whatever the parcel weighs", () => {
    expect(free([metro, zone("rest", {})])).toBe(true);
    expect(free([zone("heavy", { rates: { standard: [rate(0, 0), rate(2000, 4000)] } })])).toBe(false);
    expect(free([zone("islands", { rates: {} }), zone("rest", {})])).toBe(false);
  });

  it("in a shop that has set up no methods, which promises no dispatch either", () => {
    expect(termsForAll({ methods: [], zones: [], holidays: [] })).toEqual({
      shippingMethods: false,
      freeShipping: true,
      dispatchBefore: null,
    });
    expect(termsForAll(rules).dispatchBefore).toBe("14:00");
  });
});

describe("the file of shipping rules", () => {
  const demo = readFileSync(join(import.meta.dirname, "../../../demo/shipping.json"), "utf8");

  it("gives the same rules when it is exported and imported again", () => {
    const read = readShippingFile(demo);
    if ("problems" in read) throw new Error(read.problems.join());
    expect(read.shipping.zones.map(({ code }) => code)).toEqual(["metro", "same-state", "far", "islands", "rest"]);
    expect(readShippingRules(writeShippingRules(read.shipping))).toEqual(read);
  });

  it("reports every problem with its place", () => {
    const wrong = {
      methods: [{ code: "standard", name: "Standard", cutOff: "2 PM" }],
      zones: [
        { code: "a", name: "A", pincodes: ["11"], rates: { express: [{ price: 1 }] } },
        { code: "a", name: "A", states: ["Atlantis"], rates: { standard: [{ price: -1, days: [3, 2] }] } },
      ],
    };
    const read = readShippingFile(JSON.stringify(wrong));
    const problems = "problems" in read ? read.problems : [];
    expect(problems).toContain("methods 1, cutOff: must be a time such as 14:00");
    expect(problems).toContain('zones 2, states 1: "Atlantis" is no state of India');
    expect(problems.some((problem) => problem.startsWith("zones 2, rates, standard 1, price: "))).toBe(true);
    expect(problems.some((problem) => problem.startsWith("zones 2, rates, standard 1, days: "))).toBe(true);
  });

  it("reports what contradicts itself between its entries", () => {
    const wrong = {
      methods: [{ code: "standard", name: "Standard", cutOff: "14:00" }],
      zones: [
        { code: "a", name: "A", pincodes: ["11"], rates: { express: [{ price: 1 }] } },
        { code: "a", name: "B", pincodes: ["11"], rates: { standard: [{ fromGrams: 500, price: 1 }] } },
        { code: "c", name: "C", rates: {} },
        { code: "d", name: "D", rates: {} },
      ],
    };
    expect(readShippingFile(JSON.stringify(wrong))).toEqual({
      problems: [
        "zones 2, code: a is there already",
        "zones 2: 11 is in two zones",
        "zones 4: is the second zone without pincodes and states",
        "zones 1, rates, express: there is no method express",
        "zones 2, rates, standard: must begin at 0 grams and rise",
      ],
    });
    expect(readShippingFile("{")).toEqual({ problems: [expect.stringContaining("The file is not JSON")] });
  });
});
