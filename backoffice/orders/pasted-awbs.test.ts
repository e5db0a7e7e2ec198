import { describe, expect, it } from "vitest";
import { pastedAwbs } from "./pasted-awbs.ts";

const NUMBERS = ["KW-AAAA-1111", "KW-BBBB-2222", "KW-CCCC-3333"];

describe("pasted AWBs", () => {
  it("belong to the orders that their rows name, in whatever sequence, and to no other", () => {
    const text =
      "order\tcourier\tawb\r\nKW-CCCC-3333\tDelhivery\tDL3\r\nkw aaaa 1111\tDelhivery\tDL1\r\nKW-DDDD-4444\tDelhivery\tDL4\r\n";
    expect(pastedAwbs(text, NUMBERS, 1)).toEqual({ "KW-CCCC-3333": "DL3", "KW-AAAA-1111": "DL1" });
    expect(pastedAwbs("KW-BBBB-2222\tDL2", NUMBERS, 0)).toEqual({ "KW-BBBB-2222": "DL2" });
  });

  it("without orders belong to those from the field on", () => {
    expect(pastedAwbs(" DL2 \n\nDL3\nDL4\n", NUMBERS, 1)).toEqual({ "KW-BBBB-2222": "DL2", "KW-CCCC-3333": "DL3" });
  });

  it("are a text like any other if there is only one, or their rows name other orders", () => {
    expect(pastedAwbs("DL1\n", NUMBERS, 0)).toBeNull();
    expect(pastedAwbs("KW-DDDD-4444\tDL4\nKW-EEEE-5555\tDL5\n", NUMBERS, 0)).toBeNull();
  });
});
