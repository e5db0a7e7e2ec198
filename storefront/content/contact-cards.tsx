import type { ReactNode } from "react";
import { ClockIcon, MailIcon, PhoneIcon, ShareIcon } from "../shared/icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { SocialLinks } from "../shared/social-links.tsx";
import { telUrl } from "../shared/tel-url.ts";
import { unbroken } from "../shared/unbroken.ts";

/** Shows how to reach the shop, from its settings. */
export function ContactCards() {
  const { phone, whatsapp, email, social, address, openingHours } = useShop();
  const link = "inline-flex min-h-11 items-center text-leaf text-link [overflow-wrap:anywhere]";
  return (
    <ul className="divide-y divide-sand px-4 py-2 lg:px-8 lg:py-3">
      <Card icon={<PhoneIcon />} title="Call or WhatsApp" text="For anything quick, or a photo of a parcel.">
        <a href={telUrl(phone)} className={link}>
          <span className="sr-only">Call </span>
          {phone}
        </a>
        <a href={`https://wa.me/${whatsapp.replace(/\D/g, "")}`} rel="noopener" className={link}>
          WhatsApp {whatsapp}
        </a>
      </Card>
      <Card icon={<MailIcon />} title="Email" text="For anything longer, or an invoice.">
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      </Card>
      {social.length > 0 && (
        <Card icon={<ShareIcon />} title="Social" text="New batches, and how they are made.">
          <SocialLinks className="-ml-3 text-leaf" />
        </Card>
      )}
      <Card icon={<ClockIcon />} title="Office and hours" text={unbroken(openingHours)}>
        <address className="not-italic sm:max-lg:text-small">
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      </Card>
    </ul>
  );
}

function Card({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 py-5 lg:gap-4">
      <span className="shrink-0 text-brass">{icon}</span>
      <div className="min-w-0">
        <h2 className="text-title">{title}</h2>
        <p className="mt-1 mb-1 text-bark text-small">{text}</p>
        <div className="flex flex-col items-start">{children}</div>
      </div>
    </li>
  );
}
