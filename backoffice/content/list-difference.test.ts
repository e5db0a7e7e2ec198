import { expect, it } from "vitest";
import { differenceOf } from "./list-difference.ts";

const text = (links: readonly object[]) => JSON.stringify(links);
const SHOP = { label: "Shop All", link: "/products" };
const STORY = { label: "Our story", link: "/about-us" };

it("says how two menus differ: what only one has, has changed or has moved", () => {
  const both = (mine: readonly object[], theirs: readonly object[]) => [
    differenceOf("header-menu", text(mine), text(theirs)),
    differenceOf("header-menu", text(theirs), text(mine)),
  ];
  expect(both([SHOP, STORY], [SHOP])).toEqual(["Our story: leads to /about-us", "without Our story"]);
  expect(both([{ ...SHOP, link: "/bestsellers" }], [SHOP])).toEqual([
    "Shop All: leads to /bestsellers",
    "Shop All: leads to /products",
  ]);
  expect(both([SHOP, STORY], [{ link: "/products", label: "Shop All" }])).toEqual([
    "Our story: leads to /about-us",
    "without Our story",
  ]);
  expect(both([STORY, SHOP], [SHOP, STORY])[0]).toBe("the same entries in another order");
});

it("names the links of a column, and shows a page as it is", () => {
  const column = (links: readonly object[]) => JSON.stringify([{ title: "Read", links }]);
  expect(differenceOf("footer-menu", column([SHOP, STORY]), column([SHOP]))).toBe("Read: links Shop All, Our story");
  expect(differenceOf("about-us", "# A", "# B")).toBe("# A");
});
