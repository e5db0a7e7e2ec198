import type { ReactNode } from "react";
import { ChatIcon, ClockIcon, MailIcon } from "../shared/icons.tsx";
import { PhoneIcon, ShareIcon } from "../shared/rare-icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { SocialLinks } from "../shared/social-links.tsx";
import { telUrl } from "../shared/tel-url.ts";
import { unbroken } from "../shared/unbroken.ts";

/** The quickest ways to reach the shop, large enough for a thumb; beside each other where they fit. */
export function CallRows() {
  const { phone, whatsapp } = useShop();
  return (
    <ul
      aria-label="Call or WhatsApp"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11.25rem),1fr))] gap-2 lg:gap-3"
    >
      <CallRow icon={<PhoneIcon />} url={telUrl(phone)} title="Call" number={phone} />
      <CallRow
        icon={<ChatIcon />}
        url={`https://wa.me/${whatsapp.replace(/\D/g, "")}`}
        title="WhatsApp"
        number={whatsapp}
      />
    </ul>
  );
}

function CallRow({ icon, url, title, number }: { icon: ReactNode; url: string; title: string; number: string }) {
  return (
    <li>
      <a
        href={url}
        rel="noopener"
        className="flex min-h-16 items-center gap-3 rounded-picture bg-linen px-4 py-2 leading-snug transition-colors duration-150 hover:bg-sand lg:gap-4"
      >
        <span className="shrink-0 text-brass">{icon}</span>
        <span>
          <span className="block text-bark text-small">{title}</span>{" "}
          <span className="inline-block font-semibold">{number}</span>
        </span>
      </a>
    </li>
  );
}

/** The other ways to reach the shop, from its settings. */
export function ContactCards() {
  const { email, social, address, openingHours } = useShop();
  return (
    <ul className="grid divide-y divide-sand px-4 py-2 lg:px-8 lg:py-3">
      <Card icon={<MailIcon />} title="Email" text="For anything longer, or an invoice.">
        <a href={`mailto:${email}`} className="standalone-link text-leaf wrap-anywhere">
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
