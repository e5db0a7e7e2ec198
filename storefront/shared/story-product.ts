import { useShop } from "./shop-context.ts";

/** The product that the shop's story is about. */
const PRODUCT = "kewra-bloom";

/** The product of the story, if the shop features it. */
export const useStoryProduct = () => useShop().footerProducts.find(({ slug }) => slug === PRODUCT);
