import { expect, it } from "vitest";
import { FURTHER_COLUMNS } from "../../contract/admin/moves.ts";
import { labelOfColumn } from "./sections.ts";

it("columns of the product file that a move fills have the labels of the product form", () => {
  expect(labelOfColumn("sub_title")).toBe("Subtitle");
  expect(labelOfColumn("shelf_life_months")).toBe("Shelf life in months");
  const labels = FURTHER_COLUMNS.map((column) => labelOfColumn(column));
  expect(new Set(labels).size).toBe(FURTHER_COLUMNS.length);
});
