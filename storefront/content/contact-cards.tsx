import type { ReactNode } from "react";
import { MailIcon, PhoneIcon, ShareIcon } from "../shared/icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { SocialLinks } from "../shared/social-links.tsx";

/** Shows how to reach the shop, from its settings. */
export function ContactCards() {
  const { phone, whatsapp, email, social } = useShop();
  const link = "inline-flex min-h-11 items-center text-leaf text-link [overflow-wrap:anywhere]";
  return (
    <ul className="grid divide-sand border-sand border-y max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      <Card icon={<PhoneIcon />} title="Call or WhatsApp" text="For anything quick, or a photo of a parcel.">
        <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className={link}>
          <span className="sr-only">Call </span>
          {phone}
        </a>
        <a href={`https://wa.me/${whatsapp.replace(/\D/g, "")}`} rel="noopener" className={link}>
          WhatsApp {whatsapp}
        </a>
      </Card>
      <Card icon={<MailIcon />} title="Email" text="We answer within one working day.">
        <a href={`mailto:${email}`} className={link}>
          {email}
        </a>
      </Card>
      {social.length > 0 && (
        <Card icon={<ShareIcon />} title="Social" text="New batches, and how they are made.">
          <SocialLinks className="-ml-3 text-leaf" />
        </Card>
      )}
    </ul>
  );
}

function Card({ icon, title, text, children }: { icon: ReactNode; title: string; text: string; children: ReactNode }) {
  return (
    <li className="flex gap-5 py-7 sm:flex-col sm:gap-3 sm:px-5 md:px-8 md:py-9 sm:first:pl-0 sm:last:pr-0">
      <span className="text-brass">{icon}</span>
      <div>
        <h2 className="text-title">{title}</h2>
        <p className="mt-1.5 mb-2 text-bark text-small">{text}</p>
        <div className="flex flex-col items-start">{children}</div>
      </div>
    </li>
  );
}
