import { noData } from "../accounts/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { newsletterBody, newsletterToken } from "./newsletter.ts";
import { contactRoutes } from "./routes.ts";
import { contactForm, messageQuery, messageReference, messageState } from "./schemas.ts";

/** Endpoints of the contact form and the newsletter. */
export const contactEndpoints = {
  sendMessage: {
    ...contactRoutes.sendMessage,
    repeat: "key_or_same",
    summary: "Send a message: it is stored and mailed to the shop, and its sender gets the reference",
    tag: "Contact",
    body: contactForm,
    errorStatuses: [429],
    response: responseOf(messageReference),
  },
  readMessageState: {
    ...contactRoutes.readMessageState,
    repeat: "harmless",
    summary:
      "How far a message of the contact form is, by its reference and its sender’s email; by POST, so that neither is in a URL",
    tag: "Contact",
    body: messageQuery,
    errorStatuses: [404, 429],
    response: responseOf(messageState),
  },
  signUpForNewsletter: {
    ...contactRoutes.signUpForNewsletter,
    repeat: "key",
    summary: "Mail a confirmation link; the response is the same whether or not the email is subscribed",
    tag: "Contact",
    body: newsletterBody,
    errorStatuses: [429],
    response: responseOf(noData),
  },
  confirmNewsletter: {
    ...contactRoutes.confirmNewsletter,
    repeat: "harmless",
    summary: "Confirm a newsletter sign-up with the token of the emailed link; idempotent",
    tag: "Contact",
    body: newsletterToken,
    response: responseOf(noData),
  },
  unsubscribeFromNewsletter: {
    ...contactRoutes.unsubscribeFromNewsletter,
    repeat: "harmless",
    summary: "Unsubscribe from the newsletter with the token of every issue; idempotent",
    tag: "Contact",
    body: newsletterToken,
    response: responseOf(noData),
  },
} as const satisfies Record<string, Endpoint>;
