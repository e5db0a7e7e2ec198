import * as z from "zod/mini";
import { MAX_REVIEW_TEXT_LENGTH, MAX_REVIEW_TITLE_LENGTH } from "../limits.ts";
import { textField } from "../text.ts";

const tooLong = (what: string, max: number) => `${what} can be up to ${max.toLocaleString("en")} characters.`;

/** The form's fields; the browser sends stars as the text of a radio button. */
export const reviewForm = z.object({
  rating: textField({ max: 1, pattern: /^[1-5]$/, error: "Please choose 1 to 5 stars." }),
  review_title: textField({
    missing: "Review title is required.",
    max: MAX_REVIEW_TITLE_LENGTH,
    error: tooLong("Review title", MAX_REVIEW_TITLE_LENGTH),
  }),
  review_text: textField({
    mayBeEmpty: true,
    max: MAX_REVIEW_TEXT_LENGTH,
    error: tooLong("Review", MAX_REVIEW_TEXT_LENGTH),
    multiline: true,
  }),
});
