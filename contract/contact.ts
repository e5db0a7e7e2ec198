import * as z from "zod/mini";
import { emailField } from "./accounts.ts";
import { textField } from "./text.ts";

/** What the contact form asks for, with the sentence that says what to do where something is missing. */

/** A value of one line. */
const line = (max: number, missing: string) =>
  textField({ max, missing, error: `Please use at most ${max} characters.` });

export const contactMessage = z.object({
  name: line(100, "Please tell us your name."),
  email: emailField({
    missing: "Please give your email address, so that we can answer.",
    error: "Please check the email address: it should look like name@example.com.",
  }),
  // Ten digits in India; with a country code up to fifteen. Spaces, hyphens and brackets are how people write them.
  phone: textField({
    missing: "Please give your phone number.",
    max: 40,
    pattern: /^\+?(?:[\s()-]*\d){10,15}[\s()-]*$/,
    error: "Please check the phone number: it needs at least 10 digits.",
    tooLong: "Please use at most 40 characters.",
  }),
  address: line(300, "Please give your address: city and pincode are enough."),
});
export type ContactMessage = z.infer<typeof contactMessage>;
