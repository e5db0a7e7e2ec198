import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Picture } from "../contract/pictures.ts";
import { demoProducts } from "./products.ts";
import { furtherSizes } from "./sizes.ts";

it("no alternative text of a product in several sizes names one of them", async () => {
  const pictures: Picture[] = JSON.parse(await readFile(join(import.meta.dirname, "media/media.json"), "utf8"));
  const several = demoProducts.filter((product) => furtherSizes(product).length > 0).map(({ slug }) => slug);
  const alts = pictures
    .filter(({ path }) => several.some((slug) => path.startsWith(`catalogue/${slug}-`)))
    .map(({ alt }) => alt);
  expect(alts.length).toBeGreaterThanOrEqual(several.length);
  expect(alts.filter((alt) => /\d\s*(ml|g)\b/.test(alt))).toEqual([]);
});
