/** Staff changes shipping methods, zones, rates and holidays in the back office. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeSetting } from "../../server/selling/settings/settings.ts";
import { performCommand } from "./perform-command.ts";
import { openShop, type TestShop } from "./shop.ts";
import { signInAs } from "./staff-people.ts";

let shop: TestShop;
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  shop = await openShop();
  owner = await signInAs(shop, "Owner");
});
afterAll(() => shop?.close());

const METHODS = [
  { code: "standard", name: "Standard", cutOff: "14:00" },
  { code: "express", name: "Express", cutOff: "12:00" },
];
const ZONES = [
  {
    code: "south",
    name: "South",
    pincodes: ["560"],
    states: [],
    rates: {
      standard: [{ fromGrams: 0, price: 0, days: [2, 4] }],
      express: [
        { fromGrams: 0, price: 99.5, freeFrom: 5000, days: [1, 1] },
        { fromGrams: 1000, price: 199, days: [1, 2] },
      ],
    },
  },
  { code: "islands", name: "Islands", pincodes: [], states: ["Lakshadweep"], rates: {} },
  { code: "rest", name: "Rest", pincodes: [], states: [], rates: { standard: [{ fromGrams: 0, price: 40 }] } },
];
const read = async () => (await owner.send("GET", "/shipping")).body.data;
const change = (body: object, who = owner) => who.send("PATCH", "/shipping", body);
const check = async (body: object) => (await owner.send("POST", "/shipping/check", body)).body.data;

describe("the shipping rules", () => {
  it("are empty at first, and apply at once when they are stored", async () => {
    expect(await read()).toMatchObject({
      version: 1,
      methods: [],
      zones: [],
      holidays: [],
      weekdays: [1, 2, 3, 4, 5, 6],
    });
    const { body } = await change({ version: 1, methods: METHODS, zones: ZONES });
    expect(body.data).toMatchObject({ version: 2, methods: METHODS, zones: ZONES, lastChange: { by: "Owner Rao" } });
    const shown = await shop.get("/api/delivery/560001");
    expect(shown.body.data.methods).toMatchObject([
      { code: "standard", price: 0 },
      { code: "express", price: 99.5 },
    ]);
    const other = await shop.openAnother();
    const zones = ZONES.map((zone) =>
      zone.code === "rest" ? { ...zone, rates: { standard: [{ fromGrams: 0, price: 60 }] } } : zone,
    );
    expect((await change({ version: 2, zones })).body.data.methods).toEqual(METHODS);
    for (const app of [shop.app, other])
      await expect.poll(async () => (await app.inject("/api/delivery/226001")).json().data.methods[0].price).toBe(60);
    const { entries } = (await owner.send("GET", "/audit?subject=shipping")).body.data;
    expect(entries[0]).toMatchObject({
      action: "shipping.changed",
      before: { zones: [{ code: "rest", rates: { standard: [{ price: 40 }] } }] },
      after: { zones: [{ code: "rest", rates: { standard: [{ price: 60 }] } }] },
    });
    expect(Object.keys(entries[0].after)).toEqual(["zones"]);
  });

  it("are not overwritten from an older version", async () => {
    const { version } = await read();
    const days = ["2027-01-26", "2027-08-15"];
    const both = await Promise.all(days.map((day) => change({ version, holidays: [{ day, name: "Holiday" }] })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ version: version + 1, holidays: [{ name: "Holiday" }] });
  });

  it("name an invalid field, and store nothing", async () => {
    const before = await read();
    const { version } = before;
    const [south, islands] = ZONES;
    const rate = { fromGrams: 0, price: 1 };
    for (const [body, field] of [
      [{ methods: [{ code: "express", name: "", cutOff: "12:00" }] }, "methods.0.name"],
      [{ methods: [{ code: "express", name: "Express", cutOff: "25:00" }] }, "methods.0.cutOff"],
      [{ methods: [METHODS[0]] }, "zones.0.rates.express"],
      [{ methods: [METHODS[0], METHODS[0]] }, "methods.1.code"],
      [{ zones: [south, { ...islands, pincodes: ["560"] }] }, "zones.1"],
      [{ zones: [{ ...islands, pincodes: ["x"] }] }, "zones.0.pincodes.0"],
      [{ zones: [{ ...islands, states: ["Atlantis"] }] }, "zones.0.states.0"],
      [{ zones: [{ ...islands, rates: { standard: [{ ...rate, price: -1 }] } }] }, "zones.0.rates.standard.0.price"],
      [{ zones: [{ ...islands, rates: { standard: [{ ...rate, price: 1.005 }] } }] }, "zones.0.rates.standard.0.price"],
      [{ zones: [{ ...islands, rates: { standard: [rate, rate] } }] }, "zones.0.rates.standard"],
      [{ zones: [{ ...islands, rates: { standard: [{ ...rate, days: [4, 2] }] } }] }, "zones.0.rates.standard.0.days"],
      [{ holidays: [{ day: "2027-02-30", name: "None" }] }, "holidays.0.day"],
      [{ holidays: [{ day: "2027-01-26", name: "x".repeat(60_000) }] }, "holidays.0.name"],
    ] as const) {
      const { status, body: answer } = await change({ version, ...body });
      expect({ field, status, fields: answer.errors?.map((one: { field: string }) => one.field) }).toEqual({
        field,
        status: 422,
        fields: expect.arrayContaining([field]),
      });
    }
    expect(await read()).toEqual(before);
  });
});

describe("a tried pincode", () => {
  it("has what the checkout offers for such a parcel", async () => {
    expect(await check({ pincode: "560001" })).toMatchObject({
      place: { city: "Bengaluru" },
      zone: { code: "south" },
      options: [
        { code: "standard", price: 0, latest: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
        { code: "express", price: 99.5 },
      ],
    });
    expect((await check({ pincode: "560001", goods: 5000 })).options[1].price).toBe(0);
    expect((await check({ pincode: "560001", goods: 5000, grams: 1000 })).options[1].price).toBe(199);
    expect(await check({ pincode: "682555" })).toMatchObject({ zone: { code: "islands" }, options: [] });
    expect(await check({ pincode: "999999" })).toMatchObject({ place: null, zone: { code: "rest" } });
    expect((await owner.send("POST", "/shipping/check", { pincode: "12" })).status).toBe(422);
  });
});

describe("the command", () => {
  it("writes what the back office reads, and conflicts with a member who has it open", async () => {
    const folder = await mkdtemp(join(tmpdir(), "shipping-"));
    const file = join(folder, "shipping.json");
    const { version } = await read();
    expect((await performCommand(shop, `admin readShipping --output ${file}`)).code).toBe(0);
    const shipping = JSON.parse(await readFile(file, "utf8"));
    const holidays = [{ day: "2027-10-02", name: "Gandhi Jayanti" }];
    await writeFile(file, JSON.stringify({ ...shipping, holidays }));
    expect(await performCommand(shop, `admin changeShipping --input ${file}`)).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({
      version: version + 1,
      lastChange: { by: "Command" },
      holidays: [{ day: "2027-10-02", name: "Gandhi Jayanti" }],
    });
    expect((await change({ version, holidays: [] })).status).toBe(409);
    await rm(folder, { recursive: true });
  });

  it("begin with zones for India and the seller’s state, once, in a shop that has none", async () => {
    const press = () => owner.send("POST", "/shipping/starter");
    expect((await press()).status).toBe(409);
    const { version } = await read();
    await change({ version, methods: [], zones: [], holidays: [] });
    await storeSetting(shop.db, "SELLER_STATE", "Karnataka");
    const { status, body } = await press();
    expect(status).toBe(200);
    expect(body.data.holidays).toHaveLength(4);
    const zones = {
      "580020": "Karnataka",
      "560001": "Large metros",
      "781001": /^North East/,
      "744101": "Islands",
      "302001": /else$/,
    };
    for (const [pincode, name] of Object.entries(zones)) {
      const { zone, options } = await check({ pincode });
      expect([zone.name, options]).toEqual([expect.stringMatching(name), [expect.objectContaining({ price: 0 })]]);
    }
    expect((await press()).status).toBe(409);
  });
});
