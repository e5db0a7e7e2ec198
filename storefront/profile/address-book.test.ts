import { describe, expect, it } from "vitest";
import type { Address } from "../../contract/accounts/schemas.ts";
import { withAddress, withoutAddress } from "./address-book.ts";

const address = (_id: string, isDefault = false, city = "Pune"): Address => ({
  _id,
  street: "4 Lane",
  city,
  state: "Maharashtra",
  pincode: "411001",
  mobile_no: "",
  isDefault,
});

describe("an address book after a response", () => {
  const book = [address("a", true), address("b"), address("c")];
  const summary = (changed: Address[]) => changed.map(({ _id, isDefault }) => (isDefault ? `${_id}*` : _id));

  it("appends a new address", () => {
    expect(summary(withAddress(book, address("d")))).toEqual(["a*", "b", "c", "d"]);
  });

  it("has the first one as its default", () => {
    expect(summary(withAddress([], address("a", true)))).toEqual(["a*"]);
  });

  it("shows a changed one in its place", () => {
    expect(withAddress(book, address("b", false, "Nashik"))[1]?.city).toBe("Nashik");
  });

  it("has one default, and that first", () => {
    expect(summary(withAddress(book, address("c", true)))).toEqual(["c*", "a", "b"]);
  });

  it("loses a deleted one", () => {
    expect(summary(withoutAddress(book, "b"))).toEqual(["a*", "c"]);
  });
});
