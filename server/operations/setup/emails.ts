import { formatDateTime } from "../../../contract/dates.ts";
import { note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

/** @param names what was changed, each with its article */
export function connectionsChangedEmail(
  sender: MailSender,
  { names, by, at }: { names: readonly string[]; by: string; at: Date },
): RenderedEmail {
  const what = new Intl.ListFormat("en-IN").format(names);
  return renderEmail(sender, {
    subject: `${by} changed what ${sender.name} is connected to`,
    preview: `Changed on ${formatDateTime(at)}: ${what}.`,
    heading: "The shop’s connections were changed",
    blocks: [
      paragraph(`On ${formatDateTime(at)} ${by} changed ${what} in the back office of ${sender.name}.`),
      note(
        "If you don’t know of it, ask them right away, remove them from the staff if it wasn’t them, and change the keys at the payment provider and the mail server.",
      ),
    ],
  });
}
