import * as z from "zod/mini";
import { MAX_REVIEW_TEXT_LENGTH, MAX_REVIEW_TITLE_LENGTH } from "./limits.ts";

const tooLong = (what: string, most: number) => `${what} may have at most ${most.toLocaleString("en")} characters.`;

/** The fields of the form; the browser sends stars as the text of a radio button. */
export const reviewForm = z.object({
  rating: z.string("Please choose 1 to 5 stars.").check(z.regex(/^[1-5]$/, "Please choose 1 to 5 stars.")),
  review_title: z.string("Review title is required.").check(
    // A title is one line.
    z.overwrite((text) => text.replace(/\p{Cc}+/gu, " ")),
    z.trim(),
    z.minLength(1, "Review title is required."),
    z.maxLength(MAX_REVIEW_TITLE_LENGTH, tooLong("Review title", MAX_REVIEW_TITLE_LENGTH)),
  ),
  review_text: z.string("Review must be a text.").check(
    z.overwrite((text) => text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n]+/gu, " ")),
    z.trim(),
    z.maxLength(MAX_REVIEW_TEXT_LENGTH, tooLong("Review", MAX_REVIEW_TEXT_LENGTH)),
  ),
});
export type ReviewForm = z.infer<typeof reviewForm>;
