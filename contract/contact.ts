import * as z from "zod/mini";
import { EMAIL, withoutControls } from "./accounts.ts";

/** What the contact form asks for, with the sentence that says what to do where something is missing. */

/** A value of one line: what would begin another one, as in a mail's header, becomes a blank. */
const line = (max: number, missing: string) =>
  z
    .string(missing)
    .check(
      withoutControls(),
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(max, `Please use at most ${max} characters.`),
    );

export const contactMessage = z.object({
  name: line(100, "Please tell us your name."),
  email: line(254, "Please give your email address, so that we can answer.").check(
    z.regex(EMAIL, "Please check the email address: it should look like name@example.com."),
  ),
  // Ten digits in India; with a country code up to fifteen. Spaces, hyphens and brackets are how people write them.
  phone: line(40, "Please give your phone number.").check(
    z.regex(/^\+?(?:[\s()-]*\d){10,15}[\s()-]*$/, "Please check the phone number: it needs at least 10 digits."),
  ),
  address: line(300, "Please give your address: city and pincode are enough."),
});
export type ContactMessage = z.infer<typeof contactMessage>;
