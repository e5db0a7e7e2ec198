import { expect, it } from "vitest";
import type { Picture } from "../../contract/pictures.ts";
import { pageMeta } from "./page-meta.ts";
import type { RootData } from "./shop-context.ts";

const shop = { name: "Kewra", tagline: "Attars", origin: "https://shop.example", mediaHost: "/media" };
const matches = [{ id: "root", loaderData: { shop } as RootData }];

function sharedPicture(image?: Partial<Picture>) {
  const meta = pageMeta(matches, { title: "Rose", description: "", path: "/", image: image as Picture });
  const of = (name: string) =>
    meta.flatMap((one) => ("property" in one && one.property === name ? [one.content] : []))[0];
  return [of("og:image"), of("og:image:width"), of("og:image:height")];
}

it("shares a product’s picture as the JPEG that feeds have, in its size", () => {
  expect(sharedPicture({ path: "/catalogue/rose.ab12cd34.avif", width: 2000, height: 2500, alt: "" })).toEqual([
    "https://shop.example/media/w1440/catalogue/rose.ab12cd34.avif.jpg",
    "1152",
    "1440",
  ]);
  expect(sharedPicture({ path: "/catalogue/rose.ab12cd34.webp", width: 800, height: 1000, alt: "" }).slice(1)).toEqual([
    "800",
    "1000",
  ]);
});

it("shares the shop’s own picture for a page without one, or with a drawing", () => {
  const own = ["https://shop.example/share.png", "1200", "630"];
  expect(sharedPicture()).toEqual(own);
  expect(sharedPicture({ path: "/catalogue/bottle.ab12cd34.svg", width: 800, height: 1000, alt: "" })).toEqual(own);
});
