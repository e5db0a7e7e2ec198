/** The owner's content besides the catalogue. */

import * as z from "zod/mini";
import { picture } from "../pictures.ts";
import { textField } from "../text.ts";

export const faq = z.object({
  question: z.string(),
  /** May contain links, see `links.ts`. */
  answer: z.string(),
  /** The heading that it is below. */
  group: z.optional(z.string()),
});
export type Faq = z.infer<typeof faq>;

/** `hero` banners rotate in the carousel, `promo` banners are shown side by side below New Arrivals, `app` offers the shop's app. */
export const PLACEMENTS = ["hero", "promo", "app"] as const;
export type Placement = (typeof PLACEMENTS)[number];

/** Where a banner shows its text; `top` suits narrow pictures. */
export const TEXT_SIDES = ["left", "right", "top"] as const;

export const banner = z.object({
  _id: z.string(),
  image: picture,
  placement: z.enum(PLACEMENTS),
  eyebrow: z.string(),
  title: z.string(),
  text: z.string(),
  action: z.string(),
  link: z.string(),
  textSide: z.enum(TEXT_SIDES),
});
export type Banner = z.infer<typeof banner>;
export const bannerQuery = z.object({
  mobile_banner: z._default(z.enum(["true", "false"], "mobile_banner must be true or false."), "false"),
  /** Comma-separated placements; by default only `hero`. */
  placement: z.optional(
    z.pipe(
      z.pipe(
        textField({ max: 100, error: "placement must be at most 100 characters." }),
        z.transform((text: string) => text.split(",")),
      ),
      z.array(z.enum(PLACEMENTS, `placement must name ${PLACEMENTS.join(", ")}.`)),
    ),
  ),
});

export const testimonial = z.object({
  id: z.string(),
  image: picture,
  name: z.string(),
  review: z.string(),
  designation: z.string(),
  rating: z.number(),
});
export type Testimonial = z.infer<typeof testimonial>;

export const brandImage = z.object({ id: z.string(), name: z.string(), image: picture, link: z.nullable(z.string()) });
export type BrandImage = z.infer<typeof brandImage>;

export const contentPage = z.object({
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  sections: z.array(
    z.object({
      heading: z.string(),
      /** These and the points may contain links, see `links.ts`. */
      paragraphs: z.array(z.string()),
      points: z.array(z.string()),
      /** Each is shown after that many of the paragraphs. */
      pictures: z.optional(z.array(z.object({ after: z.number(), picture }))),
    }),
  ),
  image: z.nullable(picture),
  updatedOn: z.string(),
});
export type ContentPage = z.infer<typeof contentPage>;
