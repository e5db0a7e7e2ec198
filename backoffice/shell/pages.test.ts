import { expect, it } from "vitest";
import { ALL_PERMISSIONS } from "../../contract/admin/permissions.ts";
import { isNamed, pagesFor, sectionsFor } from "./pages.ts";

it("opens each page by a key of its own", () => {
  const keys = pagesFor(ALL_PERMISSIONS).map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});

it("shows nobody a page that their role does not permit, nor a heading without pages", () => {
  expect(pagesFor([]).map(({ to }) => to)).toEqual(["/"]);
  expect(sectionsFor(["view_reports"]).map(({ name }) => name)).toEqual(["Sell", "Reports"]);
});

it.each([
  ["gst", "Tax month"],
  ["coupon", "Offers"],
  ["COD", "Cash on delivery"],
  ["tax", "Tax month"],
])("finds by %j the page %j", (typed, page) => {
  expect(
    pagesFor(ALL_PERMISSIONS)
      .filter((one) => isNamed(one, typed))
      .map(({ name }) => name),
  ).toEqual([page]);
});
