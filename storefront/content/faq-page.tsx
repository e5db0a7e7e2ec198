import { Link } from "react-router";
import { withoutLinks } from "../../contract/content/links.ts";
import type { Faq } from "../../contract/content/schemas.ts";
import { BusyButton } from "../shared/form/busy-button.tsx";
import { AlertIcon } from "../shared/icons.tsx";
import { JsonLd } from "../shared/json-ld.tsx";
import { OpenSign } from "../shared/open-sign.tsx";
import { Section } from "../shared/section.tsx";
import { anchorsOf } from "./contents-list.tsx";
import bell from "./drawings/bell.svg?no-inline";
import { TextLayout } from "./text-layout.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

interface FaqPageProps {
  /** Null if they could not be loaded. */
  faqs: Faq[] | null;
  retrying: boolean;
  onRetry: () => void;
}

export function FaqPage({ faqs, retrying, onRetry }: FaqPageProps) {
  const groups = groupsOf(faqs ?? []);
  const anchors = anchorsOf(groups.map(({ heading }) => heading));
  return (
    <TextLayout
      title="Frequently Asked Questions"
      lead={
        <p className="text-balance text-lead text-bark">
          Delivery, payment, returns and what’s in the bottle. Can’t find your answer?{" "}
          <Link to="/contact" className="inline-block text-leaf text-link">
            Just ask us.
          </Link>
        </p>
      }
      drawing={bell}
      contents={groups.length > 1 ? groups : []}
      anchors={anchors}
      hasChips
    >
      {faqs === null && <Failed retrying={retrying} onRetry={onRetry} />}
      {faqs?.length === 0 && <Empty />}
      {faqs && faqs.length > 0 && <Questions faqs={faqs} groups={groups} anchors={anchors} />}
    </TextLayout>
  );
}

interface Group {
  /** Empty for questions without a group. */
  heading: string;
  faqs: Faq[];
}

/** The groups in the order of their first questions; one without a heading if no question has a group. */
function groupsOf(faqs: readonly Faq[]): Group[] {
  const groups = new Map<string, Faq[]>();
  for (const faq of faqs) groups.set(faq.group ?? "", [...(groups.get(faq.group ?? "") ?? []), faq]);
  const isGrouped = groups.size > 1;
  return [...groups].map(([heading, all]) => ({ heading: heading || (isGrouped ? OTHERS : ""), faqs: all }));
}

const OTHERS = "More questions";

function Questions({ faqs, groups, anchors }: { faqs: Faq[]; groups: readonly Group[]; anchors: readonly string[] }) {
  return (
    <>
      {groups.map(({ heading, faqs: questions }, at) =>
        heading === "" ? (
          <Accordion key={heading} faqs={questions} level="h2" className="border-sand border-t" />
        ) : (
          <Section key={heading} id={anchors[at]} title={heading} className={at === 0 ? "max-sm:border-none" : ""}>
            {/* The first question is level with the heading beside it. */}
            <Accordion faqs={questions} level="h3" className="@tablet:-mt-5 @desktop:-mt-4" />
          </Section>
        ),
      )}
      <JsonLd
        data={
          import.meta.env.SSR && {
            "@type": "FAQPage",
            mainEntity: faqs.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: withoutLinks(answer) },
            })),
          }
        }
      />
    </>
  );
}

interface AccordionProps {
  faqs: readonly Faq[];
  level: "h2" | "h3";
  className: string;
}

function Accordion({ faqs, level: Heading, className }: AccordionProps) {
  return (
    <ul className={`divide-y divide-sand ${className}`}>
      {faqs.map(({ question, answer }) => (
        <li key={question}>
          <details className="group">
            <summary className="flex min-h-14 list-none items-start justify-between gap-6 py-4 hover:text-leaf md:py-5">
              <Heading className="font-sans font-semibold text-item leading-snug tracking-normal">{question}</Heading>
              <OpenSign />
            </summary>
            <p className="max-w-[34rem] pb-6 text-bark">
              <TextWithLinks text={answer} />
            </p>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <div className="grid justify-items-center gap-5 border-sand border-t py-16 text-center">
      <svg
        viewBox="0 0 96 96"
        width="96"
        height="96"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="text-brass"
        aria-hidden="true"
      >
        <path d="M14 22h50a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H36L22 72V60h-8a6 6 0 0 1-6-6V28a6 6 0 0 1 6-6Z" />
        <path d="M78 38h4a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6h-6v10L62 74H46" />
        <path d="M26 41h.1M39 41h.1M52 41h.1" strokeWidth="3" />
      </svg>
      <p className="font-display text-title">No Data Found</p>
      <p className="max-w-sm text-bark">There’s nothing here yet. Ask us anything; we’re here every day.</p>
      <Link to="/contact" className="button-primary">
        Ask a question
      </Link>
    </div>
  );
}

function Failed({ retrying, onRetry }: { retrying: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 border-sand border-t py-12">
      <p className="flex items-start gap-2.5 text-lead">
        <AlertIcon className="mt-0.5 shrink-0 text-terracotta" />
        We couldn’t load the questions. Please check your connection and try again in a moment.
      </p>
      <BusyButton running={retrying} className="button-primary min-w-[min(9rem,100%)]" onClick={onRetry}>
        {retrying ? "Trying…" : "Try again"}
      </BusyButton>
    </div>
  );
}
