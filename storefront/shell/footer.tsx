import { type CSSProperties, type ReactNode, useState } from "react";
import { Link, useLocation } from "react-router";
import { NewsletterBox } from "../newsletter/newsletter-box.tsx";
import { Mark, WordmarkBand } from "../shared/brand.tsx";
import { ChevronDownIcon } from "../shared/icons.tsx";
import { PaymentMarks } from "../shared/payment-marks.tsx";
import { useRootData } from "../shared/shop-context.ts";
import { SocialLinks } from "../shared/social-links.tsx";
import { WhatsAppLink } from "../shared/whatsapp-link.tsx";
import { useFooterColumns } from "./menu.ts";

/** Pages with a task, on which the footer omits what would distract from it. */
const TASKS = /^\/(cart|checkout|login|signup|profile|tracking|forgot|change|otp|verify|newsletter)/;

/** On a phone its lists are folded, so that a short page does not consist mostly of the footer; at checkout on every window. */
export function Footer() {
  const { shop, renderedAt } = useRootData();
  const columns = useFooterColumns();
  const { pathname } = useLocation();
  const isTask = TASKS.test(pathname);
  // Who confirms a sign-up is not asked to sign up, and who pays is not asked for anything else.
  const hasNewsletter = !pathname.startsWith("/newsletter/confirm");
  return (
    <footer
      data-folded={pathname === "/checkout" || undefined}
      className={`later on-leaf overflow-hidden bg-leaf-deep text-cream text-small ${isTask ? "mt-10" : "mt-18"}`}
    >
      <div
        className="container-page grid gap-x-8 pt-8 pb-4 sm:grid-cols-(--tablet) sm:gap-y-5 xl:pt-10 xl:grid-cols-(--desktop) xl:gap-x-12"
        style={gridOf(
          columns.map(({ links }) => links.length),
          hasNewsletter,
        )}
      >
        {hasNewsletter && (
          <section
            aria-labelledby="footer-newsletter"
            className="items-center gap-x-8 max-sm:mb-6 sm:max-xl:col-span-full sm:max-xl:mb-4 sm:max-xl:grid sm:max-xl:grid-cols-2"
          >
            <div className="flex items-start gap-4">
              <Mark className="-mt-2 size-12 shrink-0 text-straw max-sm:hidden" strokeWidth="1.2" />
              <div>
                <h2 id="footer-newsletter" className="text-quote text-white">
                  {shop.newsletter.title}
                </h2>
                {!isTask && <p className="mt-1.5 text-balance">{shop.newsletter.text}</p>}
              </div>
            </div>
            <NewsletterBox />
          </section>
        )}

        {columns.map(({ title, links }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same title
          <FooterGroup key={at} id={`footer-column-${at + 1}`} title={title} isNavigation>
            <FooterList count={links.length}>
              {links.map(({ label, to }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two links may have the same label and URL
                <FooterLink key={index} to={to}>
                  {label}
                </FooterLink>
              ))}
            </FooterList>
          </FooterGroup>
        ))}

        <FooterGroup id="footer-office" title="Our office">
          <address className="not-italic wrap-anywhere">
            {shop.address.map((line) => (
              <span key={line} className={OFFICE_LINE}>
                {line}
              </span>
            ))}
          </address>
          <p className={OFFICE_LINE}>{shop.openingHours}</p>
        </FooterGroup>
      </div>

      <div className="container-page flex flex-wrap items-center justify-between gap-x-8 py-2">
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-1 sm:flex-initial sm:gap-x-6">
          <SocialLinks className="-ml-3" />
          <WhatsAppLink className="text-white" />
        </div>
        <PaymentMarks className="min-h-11 items-center" />
        <p className="py-2.5">
          © {new Date(renderedAt).getFullYear()} {shop.name}. All prices and MRPs are in Indian rupees, inclusive of all
          taxes.
        </p>
      </div>
      {!isTask && <WordmarkBand className="container-page mt-1 -mb-1 block text-white/[0.07]" />}
    </footer>
  );
}

/** A line of the office's address, level with the links beside it. */
const OFFICE_LINE = "block min-h-7 content-center leading-snug";

/** A titled part of the footer. On a phone the title unfolds it; without JavaScript it is unfolded. */
function FooterGroup({ id, title, isNavigation = false, children }: FooterGroupProps) {
  const [open, setOpen] = useState(false);
  const Part = isNavigation ? "nav" : "section";
  return (
    <Part aria-labelledby={id} className="border-white/15 max-sm:border-t max-sm:last:border-b">
      <h2 id={id} className="eyebrow border-white/15 text-white sm:border-b sm:pb-2">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={`${id}-parts`}
          className="flex min-h-12 w-full items-center justify-between text-left unfolded:hidden noscript:hidden"
          onClick={() => setOpen(!open)}
        >
          {title}
          <ChevronDownIcon
            width="18"
            height="18"
            className={`transition-transform duration-200 ease-calm ${open ? "rotate-180" : ""}`}
          />
        </button>
        <span className="hidden unfolded:block noscript:block! max-sm:noscript:py-3">{title}</span>
      </h2>
      <div
        id={`${id}-parts`}
        className={`max-sm:pb-3 sm:mt-2.5 noscript:block! ${open ? "" : "hidden unfolded:block"}`}
      >
        {children}
      </div>
    </Part>
  );
}

interface FooterGroupProps {
  id: string;
  title: string;
  /** Whether the part is a list of links. */
  isNavigation?: boolean;
  children: ReactNode;
}

/** More links than these are in two columns. */
const MAX_ROWS = 6;

/** Columns of these relative widths, which large text does not widen beyond the window. */
const tracks = (widths: readonly number[]) => widths.map((width) => `minmax(0, ${width}fr)`).join(" ");

/** The footer's columns, which the owner edits, between the newsletter and the office. @param counts the links of each */
function gridOf(counts: readonly number[], hasNewsletter: boolean): CSSProperties {
  const widths = (narrow: number, wide: number) => counts.map((count) => (count > MAX_ROWS ? wide : narrow));
  return {
    "--tablet": tracks(counts.length > 2 ? [1, 1] : [...widths(1, 1.7), 1.3]),
    "--desktop": tracks([...(hasNewsletter ? [1.7] : []), ...widths(0.9, 1.5), 1.2]),
  } as CSSProperties;
}

function FooterList({ count, children }: { count: number; children: ReactNode }) {
  if (count <= MAX_ROWS) return <ul className="grid">{children}</ul>;
  const rows = { gridTemplateRows: `repeat(${Math.ceil(count / 2)}, minmax(0, 1fr))` };
  return (
    <div className="@container">
      {/* With large text in one column. */}
      <ul className="grid grid-cols-none auto-cols-[minmax(0,auto)] gap-x-6 @min-[12rem]:grid-flow-col" style={rows}>
        {children}
      </ul>
    </div>
  );
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center leading-snug wrap-anywhere underline-offset-4 hover:text-white hover:underline sm:min-h-7"
      >
        {children}
      </Link>
    </li>
  );
}
