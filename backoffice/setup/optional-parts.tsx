import { Link } from "react-router";
import type { OptionalPart } from "../../contract/admin/go-live.ts";
import { Badge, type States } from "../shared/badge.tsx";

const PARTS: Readonly<Record<OptionalPart["part"], { name: string; to: string; about: string }>> = {
  couriers: {
    name: "Couriers",
    to: "/couriers",
    about: "Book Shiprocket or Delhivery from an order, with their labels. Without, you enter courier and AWB by hand.",
  },
  whatsapp: {
    name: "Messages by WhatsApp",
    to: "/integrations/messages",
    about: "Customers who agree read about their orders on WhatsApp. Emails are sent in any case.",
  },
  sms: {
    name: "Messages by SMS",
    to: "/integrations/messages",
    about: "The same by SMS, which in India needs a registration on DLT.",
  },
};

const STATES = {
  ready: { name: "Ready", tone: "done" },
  begun: { name: "Begun", tone: "attention" },
  unused: { name: "Not used", tone: "neutral" },
} satisfies States<OptionalPart["state"]>;

/** What a shop may have besides the steps, and what is missing of what was begun. */
export function OptionalParts({ parts }: { parts: readonly OptionalPart[] }) {
  return (
    <section aria-labelledby="optional" className="panel mt-3 p-4">
      <h2 id="optional">If you like</h2>
      <ul className="mt-2 divide-y divide-sand border-sand border-t">
        {parts.map(({ part, state, missing }) => (
          <li key={part} className="grid gap-1 py-2">
            <p className="flex flex-wrap items-baseline justify-between gap-2">
              <Link to={PARTS[part].to} className="text-link">
                {PARTS[part].name}
              </Link>
              <Badge tone={STATES[state].tone}>{STATES[state].name}</Badge>
            </p>
            <p className="text-bark max-md:text-small">{PARTS[part].about}</p>
            {missing.length > 0 && (
              <ul aria-label="Missing" className="list-disc pl-5 wrap-anywhere">
                {missing.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
