import * as z from "zod/mini";

/** What the contact form asks for, with the sentence that says what to do where something is missing. */

const text = (max: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(max, `Please keep it below ${max} characters.`));

export const contactMessage = z.object({
  name: text(100, "Please tell us your name."),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please give your email address, so that we can answer."),
      z.maxLength(254, "Please keep it below 254 characters."),
      z.email("Please check the email address: it should look like name@example.com."),
    ),
  phone: z.string().check(
    z.trim(),
    z.minLength(1, "Please give your phone number."),
    // Ten digits in India; with a country code up to fifteen. Spaces, hyphens and brackets are how people write them.
    z.regex(/^\+?(?:[\s()-]*\d){10,15}[\s()-]*$/, "Please check the phone number: it needs at least 10 digits."),
  ),
  address: text(300, "Please give your address: city and pincode are enough."),
});
export type ContactMessage = z.infer<typeof contactMessage>;
