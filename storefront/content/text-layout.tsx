import type { ReactNode } from "react";
import { Link } from "react-router";
import { DrawnBand } from "../shared/drawn-band.tsx";
import { PhoneIcon } from "../shared/rare-icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { telUrl } from "../shared/tel-url.ts";
import { unbroken } from "../shared/unbroken.ts";
import { WhatsAppLink } from "../shared/whatsapp-link.tsx";
import { ContentsList } from "./contents-list.tsx";

interface TextLayoutProps {
  title: string;
  lead: ReactNode;
  /** See {@link DrawnBand}. A page without one tells a story, so it does not end with how to reach the shop. */
  drawing?: string;
  /** The headings of the table of contents; none without one. */
  contents: { heading: string }[];
  anchors: string[];
  /** See {@link ContentsList}. */
  hasChips?: boolean;
  children: ReactNode;
}

/** The layout of pages to read: title and summary, then sections with the table of contents above them; on a desktop, unless the page tells a story, at their right. */
export function TextLayout({ title, lead, drawing, contents, anchors, hasChips, children }: TextLayoutProps) {
  const heading = <h1 className="text-display">{title}</h1>;
  return (
    <>
      {drawing ? (
        <DrawnBand drawing={drawing}>
          {heading}
          <div className="mt-4 max-w-[38rem]">{lead}</div>
        </DrawnBand>
      ) : (
        <div className="container-page grid gap-x-9 gap-y-5 pt-10 pb-6 sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:pt-16 md:pb-8">
          {heading}
          {lead}
        </div>
      )}
      <div
        className={`container-page grid grid-cols-[minmax(0,1fr)] gap-x-14 sm:pt-8 ${drawing ? "lg:pt-12 xl:grid-cols-[minmax(0,1fr)_12rem]" : ""}`}
      >
        <div className={drawing ? "xl:order-1" : ""}>
          {contents.length > 0 && (
            <ContentsList sections={contents} anchors={anchors} asChips={hasChips} isBeside={drawing !== undefined} />
          )}
        </div>
        <div>
          {children}
          {drawing && <Reach />}
        </div>
      </div>
    </>
  );
}

function Reach() {
  const { phone, openingHours } = useShop();
  return (
    <aside className="grid items-center gap-x-8 gap-y-1 rounded-picture bg-linen p-5 sm:grid-cols-[minmax(0,auto)_auto] sm:justify-between sm:p-8 sm:pb-5">
      <p className="font-display text-quote">Something unclear?</p>
      <p className="text-bark">{unbroken(openingHours)}</p>
      <div className="flex flex-wrap gap-x-6">
        <a href={telUrl(phone)} className="standalone-link gap-2 text-small">
          <PhoneIcon width="18" height="18" className="shrink-0" />
          <span className="inline-block">{phone}</span>
        </a>
        <WhatsAppLink />
      </div>
      <Link to="/contact" className="button-quiet max-sm:mt-2 sm:col-start-2 sm:row-start-1 sm:justify-self-end">
        Contact us
      </Link>
    </aside>
  );
}
