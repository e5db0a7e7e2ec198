import * as z from "zod/mini";
import { emailField } from "../accounts/schemas.ts";
import { textField } from "../text.ts";

/** Maximum length in characters. */
export const MAX_MESSAGE_LENGTH = 2000;

/** The contact form; messages say what to do about a missing value. */

/** A single-line value. */
const line = (max: number, missing: string) =>
  textField({ max, missing, error: `Please use at most ${max} characters.` });

export const contactMessage = z.object({
  name: line(100, "Please tell us your name."),
  email: emailField({
    missing: "Please enter your email address.",
    error: "Please check the email address: it should look like name@example.com.",
  }),
  // Ten digits in India; with a country code up to fifteen. Spaces, hyphens and brackets are how people write them.
  phone: textField({
    missing: "Please enter your phone number.",
    max: 40,
    pattern: /^\+?(?:[\s()-]*\d){10,15}[\s()-]*$/,
    error: "Please check the phone number: it needs at least 10 digits.",
    tooLong: "Please use at most 40 characters.",
  }),
  address: line(300, "Please enter your address."),
  message: z.prefault(
    textField({
      mayBeEmpty: true,
      multiline: true,
      max: MAX_MESSAGE_LENGTH,
      error: `Please use at most ${MAX_MESSAGE_LENGTH} characters.`,
    }),
    "",
  ),
});

/** The reference that the sender quotes, for example M-7Q4M2XKD. */
export const messageReference = z.object({ reference: z.string() });
export type ContactMessage = z.infer<typeof contactMessage>;
