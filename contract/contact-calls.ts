import { nothing } from "./accounts.ts";
import { answerOf } from "./answers.ts";
import type { Call } from "./call.ts";
import { contactMessage, messageReference } from "./contact.ts";
import { newsletterBody, newsletterToken } from "./newsletter.ts";

/** The calls with which a visitor reaches the shop, and asks to be reached by it. */
export const contactCalls = {
  sendMessage: {
    method: "POST",
    path: "/contact",
    summary: "Send the contact form: it is stored and mailed to the shop, and its sender is sent the reference",
    tag: "Contact",
    body: contactMessage,
    refusals: [429],
    answer: answerOf(messageReference),
  },
  signUpForNewsletter: {
    method: "POST",
    path: "/newsletter",
    summary: "Mail a link that confirms a sign-up; the answer is the same whether or not the address is on the list",
    tag: "Contact",
    body: newsletterBody,
    refusals: [429],
    answer: answerOf(nothing),
  },
  confirmNewsletter: {
    method: "POST",
    path: "/newsletter/confirm",
    summary: "Put an address on the list, with the token of the mailed link; again is harmless",
    tag: "Contact",
    body: newsletterToken,
    answer: answerOf(nothing),
  },
  unsubscribeFromNewsletter: {
    method: "POST",
    path: "/newsletter/unsubscribe",
    summary: "Take an address off the list, with the token that every issue carries; again is harmless",
    tag: "Contact",
    body: newsletterToken,
    answer: answerOf(nothing),
  },
} as const satisfies Record<string, Call>;
