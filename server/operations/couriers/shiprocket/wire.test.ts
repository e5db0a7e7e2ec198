import { expect, it } from "vitest";
import * as wire from "./wire.ts";

it("an amount that no column holds is cut off, and one that is no number is left out of a booking", () => {
  const balanceOf = (balance_amount: unknown) =>
    wire.balance.safeParse({ data: { balance_amount } }).data?.data.balance_amount;
  expect(["1,23,456.50", -12.5, 1e308, "99999999999"].map(balanceOf)).toEqual([
    12_345_650, -1250, 2_147_483_647, 2_147_483_647,
  ]);
  const assigned = (freight_charges: unknown) =>
    wire.assignedAwb.parse({
      awb_assign_status: 1,
      response: { data: { awb_code: "A1", courier_name: "Xpressbees", freight_charges } },
    }).response?.data;
  expect(assigned("48.5")).toMatchObject({ awb_code: "A1", freight_charges: 4850 });
  expect(assigned("free")).toEqual({ awb_code: "A1", courier_name: "Xpressbees", freight_charges: undefined });
});

it("a difference in weight that can’t be right is left out", () => {
  const read = (charged_weight: unknown) => wire.readDiscrepancy({ awb_code: 4711, charged_weight });
  expect(read("0.75")).toMatchObject({ awb_code: "4711", charged_weight: 0.75 });
  for (const wrong of ["heavy", -1, 0, 1e308, null]) expect(read(wrong), String(wrong)).toBeNull();
});
