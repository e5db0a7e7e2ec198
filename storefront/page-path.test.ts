import fc from "fast-check";
import { expect, it } from "vitest";
import { pagePathOf } from "./page-path.ts";

const of = (address: string) => pagePathOf(new URL(address, "http://localhost"));

it("a page has one path, whatever the spelling of its URL", () => {
  for (const [address, path] of [
    ["/", "/"],
    ["/products/", "/products"],
    ["/products?page=1", "/products"],
    ["/products?page=02&utm_source=x", "/products?page=2"],
    ["/products?notes=Rose,Oud&sort=price-asc", "/products?sort=price-asc&notes=Oud,Rose"],
    ["/products?sort=price-asc&notes=Oud&notes=Rose", "/products?sort=price-asc&notes=Oud,Rose"],
    ["/products?sort=cheapest&min_price=0&availability=soon", "/products"],
    ["/products?search=+rose+&gclid=1", "/products?search=rose"],
    ["/products?page=3&search=rose%20%26%20oud", "/products?search=rose+%26+oud&page=3"],
    ["/category/perfumes?search=rose&page=2", "/category/perfumes?page=2"],
    ["/product/kewra-bloom?page=2&search=rose", "/product/kewra-bloom"],
    ["/product/kewra-bloom?utm_source=x&size=10-ml", "/product/kewra-bloom?size=10-ml"],
    ["/product/kewra-bloom?size=10%20ML", "/product/kewra-bloom?size=10-ml"],
    ["/product/kewra-bloom?size=", "/product/kewra-bloom"],
    ["/faq?page=9", "/faq"],
    ["/login?from=/cart", "/login"],
  ] as const)
    expect(of(address), address).toBe(path);
});

it("a search beyond its limit is cut, so that the path of a page is short", () => {
  expect(of(`/products?search=${"q".repeat(8000)}`)).toBe(`/products?search=${"q".repeat(100)}`);
  expect(of(`/refund-policy?search=${"q".repeat(8000)}`)).toBe("/refund-policy");
});

it("the path of a page stays the same when it is derived again", () => {
  const query = fc.dictionary(
    fc.constantFrom("page", "sort", "search", "min_price", "max_price", "notes", "availability", "utm_source"),
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("2", "price-asc", "Rose,Oud", "in_stock", "500")),
  );
  fc.assert(
    fc.property(fc.constantFrom("/products", "/category/attars", "/bestsellers/", "/faq"), query, (path, values) => {
      const once = of(`${path}?${new URLSearchParams(values)}`);
      expect(of(once)).toBe(once);
    }),
  );
});
