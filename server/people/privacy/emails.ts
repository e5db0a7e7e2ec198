import { formatDay } from "../../../contract/dates.ts";
import { NOTICE_PARTS, type NoticePart, type RequestKind } from "../../../contract/privacy/schemas.ts";
import { code, heading, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { CODE_VALIDITY, NOT_REQUESTED } from "../accounts/emails.ts";

const ASKED: Readonly<Record<RequestKind, string>> = {
  export: "for a copy of the data we hold about you",
  erasure: "us to erase your account and what belongs to it",
};
const ASKED_WITHOUT_ACCOUNT: typeof ASKED = { ...ASKED, erasure: "us to erase the data we hold about you" };

interface Asked {
  /** Null without an account. */
  name: string | null;
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
        `${hello(name)}, you’ve asked ${(name === null ? ASKED_WITHOUT_ACCOUNT : ASKED)[kind]}. Your reference is ${reference}. We’ll answer by ${formatDay(dueAt)} at the latest, and usually much sooner.`,
      ),
      ...(kind === "erasure"
        ? [
            paragraph(
              "Tax law asks us to keep orders and invoices for eight years. Almost everything else goes, once your open orders are done; our answer says what has to stay.",
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
      paragraph(`${hello(name)}, we can’t do what you asked for in your request ${reference}. This is why:`),
      ...paragraphsOf(reason),
      paragraph(
        "If you disagree, please reply to us; after that you can complain to the Data Protection Board of India.",
      ),
      ...contact(sender),
    ],
  });
}

/** Brings the copy, as an attachment, or says that there is none. */
export function copyEmail(
  sender: MailSender,
  { name, reference, isEmpty }: Pick<Asked, "name" | "reference"> & { isEmpty: boolean },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Our answer to your request ${reference}`,
    preview: isEmpty ? "We hold no data about you." : "A copy of your data is attached.",
    heading: isEmpty ? "We hold no data about you" : "A copy of your data",
    blocks: isEmpty
      ? [
          paragraph(
            `${hello(name)}, we’ve searched for this email and hold nothing about you, apart from your request ${reference} itself.`,
          ),
          ...contact(sender),
        ]
      : [
          paragraph(
            `${hello(name)}, the attached file has everything we hold about you. It’s a JSON file, which any text program opens.`,
          ),
          ...contact(sender),
        ],
  });
}

/** What an erasure had to leave. */
export interface Retained {
  /** Numbers of orders. */
  orders: readonly string[];
  /** References of messages. */
  messages: readonly string[];
  hasGifts: boolean;
  hasSubscription: boolean;
  /** Whether email or number stay on the list of those who cannot pay in cash. */
  isBlocked: boolean;
}

/** Says that everything is erased but what has to stay, to somebody without an account. */
export function erasedEmail(
  sender: MailSender,
  { reference, retained, wasEmpty }: { reference: string; retained: Retained; wasEmpty: boolean },
): RenderedEmail {
  const { orders, messages, hasGifts, hasSubscription, isBlocked } = retained;
  const left = [
    orders.length > 0 &&
      `Your orders and their invoices (${listed(orders)}), with name, email and address: tax law asks us to keep them for eight years.`,
    hasGifts && "Your name and postal address on the invoices of gifts that you received, for the same time.",
    messages.length > 0 && `Messages that are open, or complaints, which our register must have: ${listed(messages)}.`,
    hasSubscription && "When you signed up for our newsletter and left it, as proof of your consent.",
    isBlocked && "Your email or number on our list of buyers who can’t pay in cash on delivery, for one year.",
  ].filter((sentence) => sentence !== false);
  return renderEmail(sender, {
    subject: `Our answer to your request ${reference}`,
    preview: wasEmpty ? "We hold no data about you." : "Your data has been erased.",
    heading: wasEmpty ? "We hold no data about you" : "Your data has been erased",
    blocks: [
      paragraph(
        wasEmpty
          ? `Hello, we’ve searched for this email and hold nothing about you, so there was nothing to erase. Your reference was ${reference}.`
          : `Hello, we’ve erased what we held about you, as you asked in your request ${reference}.`,
      ),
      ...(left.length > 0 ? [paragraph("This has to stay:"), ...left.map(paragraph)] : []),
      ...contact(sender),
    ],
  });
}

/** How many numbers an email lists. */
const MAX_LISTED = 20;
const listed = (names: readonly string[]) =>
  names.length > MAX_LISTED
    ? `${names.slice(0, MAX_LISTED).join(", ")} and ${names.length - MAX_LISTED} more`
    : names.join(", ");

const hello = (name: string | null) => (name === null ? "Hello" : `Hello ${name}`);

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

/** Confirms that a request without an account is of the email's owner. */
export function privacyRequestEmail(sender: MailSender, digits: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Confirm your request about your data at ${sender.name}`,
    preview: `Enter ${digits} to send your request. ${CODE_VALIDITY}`,
    heading: "Is this request yours?",
    blocks: [
      paragraph(
        "Someone, most likely you, asked for a copy or the erasure of the data we hold about this email. Enter this code to send the request:",
      ),
      code(digits),
      note(NOT_REQUESTED),
      note(
        "If this wasn’t you, please don’t share the code. Nothing happens without it, so you can ignore this email.",
      ),
    ],
  });
}
