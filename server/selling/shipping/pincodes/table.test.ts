import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { stateOf } from "../../pricing/place-of-supply.ts";
import { STATES_OF_INDIA } from "../../pricing/states-of-india.ts";
import { placesOfPincode, TABLE_FILE } from "./find-place.ts";
import { readTable, writeTable } from "./table.ts";

const lucknow = { city: "Lucknow", state: "Uttar Pradesh" };
const mumbai = { city: "Mumbai", state: "Maharashtra" };

describe("a table of pincodes", () => {
  const places = new Map([
    [226002, [lucknow]],
    [400001, [mumbai]],
    [226001, [lucknow]],
    [226010, [lucknow]],
    [226011, [lucknow, mumbai]],
    [226012, [mumbai, lucknow]],
  ]);
  const text =
    "# From a directory.\nMaharashtra\tMumbai\t226011? 226012 400001\nUttar Pradesh\tLucknow\t226001-226002 226010-226011 226012?\n";

  it("is written with a line for each place, neighbours as one run, and the smaller place of a shared pincode marked", () => {
    expect(writeTable(places, ["From a directory."])).toBe(text);
  });

  it("reads what was written, and finds no pincode between its runs", () => {
    const read = readTable(text);
    expect(read).toEqual(places);
    expect(read.get(226003)).toBeUndefined();
  });

  it("is rejected when a line of it is damaged", () => {
    expect(() => readTable("Uttar Pradesh Lucknow 226001")).toThrow(/cannot be read/);
    expect(() => readTable("Uttar Pradesh\tLucknow\t22600l")).toThrow(/cannot be read/);
  });
});

describe("the shop's own table", () => {
  it("names every state as invoices do, and has six digits everywhere", async () => {
    const places = readTable(await readFile(TABLE_FILE, "utf8"));
    expect(places.size).toBeGreaterThan(19_000);
    for (const [pincode, ofPincode] of places) {
      for (const { state } of ofPincode) expect(STATES_OF_INDIA, `${pincode}: ${state}`).toHaveProperty(state);
      expect(new Set(ofPincode.map(({ state }) => state)).size).toBe(ofPincode.length);
      expect(String(pincode)).toMatch(/^[1-9]\d{5}$/);
    }
  });

  it("has no city that could be taken for another state", async () => {
    for (const ofPincode of readTable(await readFile(TABLE_FILE, "utf8")).values())
      for (const { city, state } of ofPincode) expect([null, state], city).toContain(stateOf(city)?.name ?? null);
  });

  it.each([
    ["226001", "Lucknow", "Uttar Pradesh"],
    ["560001", "Bengaluru", "Karnataka"],
    ["110001", "New Delhi", "Delhi"],
    ["400001", "Mumbai", "Maharashtra"],
    ["682001", "Ernakulam", "Kerala"],
    ["500032", "Hyderabad", "Telangana"],
    ["194101", "Leh", "Ladakh"],
    ["605001", "Puducherry", "Puducherry"],
    ["396210", "Daman", "Dadra and Nagar Haveli and Daman and Diu"],
    ["824101", "Aurangabad", "Bihar"],
    ["431001", "Chhatrapati Sambhajinagar", "Maharashtra"],
  ])("knows that %s is in %s, %s", async (pincode, city, state) => {
    expect(await placesOfPincode(pincode)).toEqual([{ city, state }]);
  });

  it.each([
    ["533464", "East Godavari, Andhra Pradesh", "Yanam, Puducherry"],
    ["673310", "Mahe, Puducherry", "Kozhikode, Kerala"],
    ["609604", "Karaikal, Puducherry", "Nagapattinam, Tamil Nadu"],
    ["605101", "Viluppuram, Tamil Nadu", "Puducherry, Puducherry"],
    ["160014", "Chandigarh, Chandigarh", "Rupnagar, Punjab"],
    ["396193", "Valsad, Gujarat", "Silvassa, Dadra and Nagar Haveli and Daman and Diu"],
    ["247662", "Saharanpur, Uttar Pradesh", "Haridwar, Uttarakhand"],
    ["783123", "Goalpara, Assam", "East Garo Hills, Meghalaya"],
    ["507129", "Khammam, Telangana", "Alluri Sitharama Raju, Andhra Pradesh"],
  ])("knows that %s is shared by %s and %s", async (pincode, ...places) => {
    const found = await placesOfPincode(pincode);
    expect(found.map(({ city, state }) => `${city}, ${state}`)).toEqual(places);
  });
});
