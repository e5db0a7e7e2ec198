import { useShop } from "./shop-context.ts";

/** The flower that the story is about, and the product of it. */
const FLOWER = "Kewra";
const PRODUCT = "kewra-bloom";

/** Returns the product of the story, if the shop is named after the flower and features it. */
export function useStoryProduct() {
  const { name, footerProducts } = useShop();
  return name.includes(FLOWER) ? footerProducts.find(({ slug }) => slug === PRODUCT) : undefined;
}
