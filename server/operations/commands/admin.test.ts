import { describe, expect, it } from "vitest";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { RUPEES } from "../../../contract/rupees.ts";
import admin from "./admin.ts";
import { COMMAND_ENDPOINTS, fieldsOf, findSeen, readerOf, type Schema, seenFieldOf } from "./admin-endpoints.ts";
import { bodyOf, OWN_OPTIONS, parseRequest } from "./admin-request.ts";
import { responseLines } from "./admin-table.ts";
import { listEndpoints, usageOf } from "./admin-usage.ts";
import { parseWords } from "./declare.ts";

const endpointOf = (name: string) => {
  const endpoint = COMMAND_ENDPOINTS.get(name);
  if (!endpoint) throw new Error(`${name} is no command`);
  return endpoint;
};
const typed = (line: string) => {
  const [name = "", ...words] = line.split(" ");
  return parseRequest(endpointOf(name), words, "See --help.");
};

describe("the contract", () => {
  it("leaves out of the commands only what a member of staff, a sign-in, a process or the stream of events has", () => {
    const others = Object.keys(adminEndpoints).filter((name) => !COMMAND_ENDPOINTS.has(name));
    const isOfSession = (name: string) => adminEndpoints[name as keyof typeof adminEndpoints].tag === "Session";
    expect(others.filter((name) => !isOfSession(name))).toEqual([
      "streamEvents",
      "listViews",
      "addView",
      "deleteView",
      "reachShop",
      "openSetup",
      "testSetupMail",
      "setUpShop",
      "changeConnections",
      "testService",
      "testCampaign",
    ]);
  });

  it.each([...COMMAND_ENDPOINTS])("makes the usage of %s, with each of its fields", (name, endpoint) => {
    const usage = usageOf(name, endpoint);
    expect(usage).toMatch(new RegExp(`^npm run admin -- ${name}( |\n)`));
    for (const { name: field, of } of fieldsOf(endpoint))
      expect(usage).toContain(of === "path" ? field.toUpperCase() : `${field}`);
    expect(fieldsOf(endpoint).filter(({ of, name: own }) => of !== "path" && own in OWN_OPTIONS)).toEqual([]);
    expect(parseWords(admin, [name, "--help"])).toEqual({ help: usage });
  });

  it("says of every state that must have been seen where it is read", () => {
    const unread = [...COMMAND_ENDPOINTS].filter(([, each]) => seenFieldOf(fieldsOf(each)) && !readerOf(each));
    expect(unread.map(([name]) => name)).toEqual([]);
  });

  it("is listed whole, by subject", () => {
    const list = listEndpoints();
    for (const name of COMMAND_ENDPOINTS.keys()) expect(list).toMatch(new RegExp(`^  ${name} `, "m"));
    expect(list).toContain("\nStock\n  listStock");
  });
});

describe("words", () => {
  it("become the values that the contract asks for", () => {
    expect(typed("adjustStock ROSE-50 --difference=-2 --reason 10 --lot 7")).toMatchObject({
      params: { sku: "ROSE-50" },
      body: { difference: -2, reason: "10", lot: "7" },
    });
    expect(typed("inspectRefused KW-2222-2222 --no-restock").body).toEqual({ restock: false });
    expect(typed("createOffer --codes A --codes B").body).toEqual({ codes: ["A", "B"] });
    expect(typed('createOffer --codes ["A","B"]').body).toEqual({ codes: ["A", "B"] });
    expect(typed("createCategory --name X --parent null").body).toEqual({ name: "X", parent: null });
    expect(typed("changeSettings --values.RETURN_DAYS 9").body).toEqual({ "values.RETURN_DAYS": "9" });
    for (const key of ["__proto__", "__proto__.isOwner", "a.b", ""])
      expect(() => typed(`changeSettings --values.${key} 9`)).toThrow(`There is no --values.${key}.`);
  });

  it("are put into the body that was read", () => {
    const endpoint = endpointOf("createDraftOrder");
    const base = { name: "Asha", address: { city: "Pune", state: "Maharashtra" } };
    expect(bodyOf(endpoint, base, { "address.city": "Nagpur", days: 5 })).toEqual({
      name: "Asha",
      address: { city: "Nagpur", state: "Maharashtra" },
      days: 5,
    });
    expect(base.address.city).toBe("Pune");
    expect(() => bodyOf(endpoint, { constructor: 1 }, {})).toThrow("The body has no field constructor");
    expect(() => bodyOf(endpoint, { nom: "Asha" }, {})).toThrow("The body has no field nom, only email, name,");
    expect(() => bodyOf(endpoint, ["Asha"], {})).toThrow("--input must be a JSON object");
  });

  it.each([
    ["packOrder", "NUMBER is missing. See --help."],
    ["packOrder A B", "“B” is too much"],
    ["packOrder A --nope 1", "There is no --nope. See --help."],
    ["packOrder A --json=1", "--json takes no value"],
    ["shipOrder A --awb", "--awb needs a value"],
    [
      "adjustStock A --difference -2",
      "--difference needs a value; one that begins with a dash is written --difference=-1.",
    ],
  ])("are refused: %s", (line, message) => {
    expect(() => typed(line)).toThrow(message);
  });
});

describe("the seen state", () => {
  it.each([
    [{ version: 7, items: [{ version: 1 }] }, {}, 7],
    [{ order: { version: 8 } }, {}, 8],
    [
      [
        { _id: "1", version: 3 },
        { _id: "2", version: 4 },
      ],
      { id: "2" },
      4,
    ],
    [{ settings: [{ subject: "cash" }], subjects: [{ subject: "cash", version: 5 }] }, { subject: "cash" }, 5],
    [[{ _id: "1", version: 3 }], { id: "9" }, undefined],
    [null, {}, undefined],
  ])("of %j for %j is %s", (data, given, version) => {
    expect(findSeen(data, "version", given)).toBe(version);
  });
});

describe("a response", () => {
  const rupees: Schema = { type: "number", format: RUPEES };
  const row: Schema = {
    type: "object",
    properties: {
      name: { type: "string" },
      at: { type: "string" },
      total: rupees,
      units: { type: "number" },
      note: {},
    },
  };
  const list: Schema = { type: "array", items: row };
  const rows = [
    { name: "Rose\nAttar", at: "2026-11-25T12:30:00.000Z", total: 124999.5, units: 2, note: null },
    { name: "Oud", at: "2026-11-25T18:31:00.000Z", total: 0, units: 10, note: null },
  ];

  it("with a list is a table: amounts in rupees, times in India, numbers to the right, no empty column", () => {
    expect(responseLines(rows, list, Number.POSITIVE_INFINITY)).toEqual([
      "name        at                                 total  units",
      "Rose Attar  25 November 2026, 6:00 PM   ₹1,24,999.50      2",
      "Oud         26 November 2026, 12:01 AM            ₹0     10",
    ]);
  });

  it("is shortened to the width of the terminal", () => {
    const lines = responseLines(rows, list, 44);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(44);
    expect(lines[1]).toContain("…");
  });

  it("with an object has a line for each field, and its lists below", () => {
    const schema: Schema = {
      type: "object",
      properties: {
        state: { type: "string" },
        isOpen: { type: "boolean" },
        address: { type: "object", properties: { city: {} } },
        rows: list,
        tags: { type: "array", items: {} },
      },
    };
    const value = { state: "paid", isOpen: true, address: { city: "Pune" }, rows: [], tags: ["a", "b"] };
    expect(responseLines(value, schema, 80)).toEqual([
      "state   paid",
      "isOpen  yes",
      "tags    a, b",
      "address:",
      "  city  Pune",
      "rows: none",
    ]);
  });
});
