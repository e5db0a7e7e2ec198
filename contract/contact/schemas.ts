import * as z from "zod/mini";
import { emailField } from "../accounts/schemas.ts";
import { textField } from "../text.ts";
import { shopCode, withLatinDigits } from "../written-numbers.ts";

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
  // Ten digits in India; with a country code up to fifteen, between which people write spaces, hyphens, dots and brackets.
  phone: textField({
    missing: "Please enter your phone number.",
    max: 40,
    pattern: /^\+?(?:[\s().-]*\d){10,15}[\s().-]*$/,
    rewrite: (typed) =>
      withLatinDigits(typed)
        .replace(/\p{Pd}/gu, "-")
        .replace(/\p{Cf}/gu, ""),
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

/** What the contact form sends. */
export const contactForm = z.object({
  ...contactMessage.shape,
  /** Whether the sender calls it a complaint: it is in the register of grievances, and its deadlines run. */
  complaint: z._default(z.boolean("complaint must be true or false."), false),
});
export type ContactForm = z.infer<typeof contactForm>;

/** The reference that the sender quotes, for example M-7Q4M2XKD. */
export const messageReference = z.object({ reference: z.string() });

/** The reference and the email of a message whose state is asked for. */
export const messageQuery = z.object({
  reference: textField({
    max: 10,
    pattern: /^M-[0-9A-HJKMNP-TV-Z]{8}$/,
    missing: "Please enter the reference from our email.",
    error: "A reference looks like M-7Q4M2XKD.",
    rewrite: shopCode,
  }),
  email: contactMessage.shape.email,
});

/** How far a message is. Nothing of what it says or who sent it. */
export const messageState = z.object({
  reference: z.string(),
  isComplaint: z.boolean(),
  receivedAt: z.string(),
  /** When staff first opened it. */
  openedAt: z.nullable(z.string()),
  /** When it was first answered. */
  answeredAt: z.nullable(z.string()),
  /** When staff closed it, with or without an answer; null again once staff has opened it again. */
  closedAt: z.nullable(z.string()),
  /** By when a complaint is resolved; null for any other message. */
  resolveBy: z.nullable(z.string()),
});
export type MessageState = z.infer<typeof messageState>;

/** The page that follows a message, with its reference filled in. */
export const messagePage = (reference: string) => `/contact?reference=${reference}#follow`;
export type ContactMessage = z.infer<typeof contactMessage>;
