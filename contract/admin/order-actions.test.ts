import { describe, expect, it } from "vitest";
import { nounOf } from "../orders/change-nouns.ts";
import { auditOf, labelsOf } from "./order-actions.ts";

const NONE = { due: null, underway: null, pending: null };

describe("a parcel or a pending change", () => {
  it("is an exchange if it has exchanged items, else a replacement, else an edit", () => {
    expect(nounOf({ exchanges: true, replaces: true })).toBe("exchange");
    expect(nounOf({ replaces: true })).toBe("replacement");
    expect(nounOf({})).toBe("edit");
  });
});

describe("an action", () => {
  it("says on its button and in the audit log what it is about", () => {
    expect(labelsOf("ship-replacement", { ...NONE, due: "exchange" }).label).toBe("Ship the exchange");
    expect(labelsOf("ship-replacement", { ...NONE, due: "replacement" }).label).toBe("Ship the replacement");
    expect(labelsOf("deliver-replacement", { ...NONE, underway: "exchange" })).toEqual({
      label: "Exchange delivered",
      title: "The exchange is delivered",
    });
    expect(labelsOf("withdraw-edit", { ...NONE, pending: "edit" }).label).toBe("Withdraw the change");
    expect(labelsOf("withdraw-edit", { ...NONE, pending: "exchange" }).label).toBe("Withdraw the exchange");
    expect(labelsOf("ship", { ...NONE, due: "exchange" }).label).toBe("Ship");
    expect(auditOf("deliver-replacement", { ...NONE, underway: "exchange" })).toBe("order.exchange_delivered");
    expect(auditOf("withdraw-edit", { ...NONE, pending: "edit" })).toBe("order.edit_withdrawn");
  });
});
