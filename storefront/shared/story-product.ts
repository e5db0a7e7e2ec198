import { useShop } from "./shop-context.ts";

/** The slug of the product that the shop's story is about. */
const PRODUCT = "kewra-bloom";

/** Returns the product of the story, if the shop features it. */
export const useStoryProduct = () => useShop().footerProducts.find(({ slug }) => slug === PRODUCT);
