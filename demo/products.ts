import { attars } from "./products/attars.ts";
import { bodyCare } from "./products/body-care.ts";
import { faceCare } from "./products/face-care.ts";
import { giftSets } from "./products/gift-sets.ts";
import { hairCare } from "./products/hair-care.ts";
import { floralPerfumes } from "./products/perfumes-floral.ts";
import { otherPerfumes } from "./products/perfumes-other.ts";
import type { DemoProduct } from "./shapes.ts";

export const demoProducts: DemoProduct[] = [
  ...floralPerfumes,
  ...otherPerfumes,
  ...attars,
  ...giftSets,
  ...faceCare,
  ...bodyCare,
  ...hairCare,
];
