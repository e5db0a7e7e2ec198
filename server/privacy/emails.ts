import { formatDay } from "../../contract/dates.ts";
import type { RequestKind } from "../../contract/privacy/schemas.ts";
import { note, paragraph } from "../mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../mail/email-template.ts";
import type { MailSender } from "../mail/sender.ts";

const ASKED: Readonly<Record<RequestKind, string>> = {
  export: "for a copy of the data we hold about you",
  erasure: "us to erase your account and what belongs to it",
};

interface Asked {
  name: string;
  reference: string;
  kind: RequestKind;
}

/** Confirms a request, and says what an erasure retains. */
export function requestReceivedEmail(
  sender: MailSender,
  { name, reference, kind, dueAt }: Asked & { dueAt: Date },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your request ${reference}`,
    preview: `We’ll answer by ${formatDay(dueAt)} at the latest.`,
    heading: "We’ve received your request",
    blocks: [
      paragraph(
        `Hello ${name}, you’ve asked ${ASKED[kind]}. Your reference is ${reference}. We’ll answer by ${formatDay(dueAt)} at the latest, and usually much sooner.`,
      ),
      ...(kind === "erasure"
        ? [
            paragraph(
              "Tax law asks us to keep orders and invoices for eight years. Everything else goes, once your open orders are done.",
            ),
          ]
        : []),
      ...contact(sender),
    ],
  });
}

export function requestRejectedEmail(sender: MailSender, { name, reference, reason }: Asked & { reason: string }) {
  return renderEmail(sender, {
    subject: `Your request ${reference}`,
    preview: reason.slice(0, 120),
    heading: "Our answer to your request",
    blocks: [
      paragraph(`Hello ${name}, we can’t do what you asked for in your request ${reference}. This is why:`),
      ...paragraphsOf(reason),
      paragraph(
        "If you disagree, please reply to us; after that you can complain to the Data Protection Board of India.",
      ),
      ...contact(sender),
    ],
  });
}

/** Composes a notice about an incident from staff's text. */
export function incidentEmail(sender: MailSender, { subject, text }: { subject: string; text: string }): RenderedEmail {
  return renderEmail(sender, {
    subject,
    preview: text.slice(0, 120),
    heading: subject,
    blocks: [...paragraphsOf(text), ...contact(sender)],
  });
}

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== "")
    .map(paragraph);

const contact = ({ email, phone }: MailSender) => [
  note(`Questions about your data? Write to us at ${email}${phone ? ` or call ${phone}` : ""}.`),
];
