import { formatDay } from "../../../contract/dates.ts";
import { NOTICE_PARTS, type NoticePart, type RequestKind } from "../../../contract/privacy/schemas.ts";
import { heading, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

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

/** The headings of a notice's parts, in the order of rule 7 (1). */
const PART_HEADINGS: Readonly<Record<NoticePart, string>> = {
  nature: "What happened",
  consequences: "What it may mean for you",
  measures: "What we are doing about it",
  advice: "What you can do",
  contact: "Whom you can ask",
};

/** Composes a notice about an incident from staff's texts. One of an earlier release is a single text. */
export function incidentEmail(
  sender: MailSender,
  { subject, text = "", ...parts }: Record<NoticePart, string> & { subject: string; text?: string },
): RenderedEmail {
  const hasParts = parts.nature !== "";
  return renderEmail(sender, {
    subject,
    preview: (hasParts ? parts.nature : text).slice(0, 120),
    heading: subject,
    blocks: hasParts
      ? [
          ...NOTICE_PARTS.flatMap((part) => [heading(PART_HEADINGS[part]), ...paragraphsOf(parts[part])]),
          note(
            "You get this email because the law asks us to tell you. It isn’t advertising, so it comes even if you’ve unsubscribed.",
          ),
        ]
      : [...paragraphsOf(text), ...contact(sender)],
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
