import { attarsAndSetsReviews } from "./reviews/attars-and-sets.ts";
import { bodyAndHairReviews } from "./reviews/body-and-hair.ts";
import { faceCareReviews } from "./reviews/face-care.ts";
import { floralPerfumesReviews } from "./reviews/floral-perfumes.ts";
import { otherPerfumesReviews } from "./reviews/other-perfumes.ts";
import type { DemoReview } from "./shapes.ts";

export const demoReviews: DemoReview[] = [
  ...floralPerfumesReviews,
  ...otherPerfumesReviews,
  ...attarsAndSetsReviews,
  ...faceCareReviews,
  ...bodyAndHairReviews,
];
