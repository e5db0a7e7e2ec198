import { Fragment, type ReactNode } from "react";
import { useLoaderData } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { LeafShadow } from "../shared/leaf-shadow.tsx";
import { Picture } from "../shared/picture.tsx";
import { Section } from "../shared/section.tsx";
import { anchorsOf } from "./contents-list.tsx";
import { TextLayout } from "./text-layout.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

const MIN_SECTIONS_FOR_CONTENTS = 4;

/** Matches a point that begins with a number: "14 people in Lucknow". */
const NUMBER = /^(\d[\d,]*)\s+(.+)$/;
/** Matches a point that is a step: "1. Open the order". */
const STEP = /^\d+\.\s+(.+)$/s;
/** Matches a point that begins with a term: "Invoices: eight years". */
const TERM = /^([^:.]{2,40}):\s+(.+)$/s;
/** Matches a paragraph that is one quotation. */
const QUOTATION = /^“[^“”]+”$/;

/** The heading of the section that sums up a policy, on linen. */
const SUMMARY = "In short";
/** The headings of what readers of a policy look for: their text is a card. */
const CARDS = new Set(["How to return something", "Your rights", "Grievance officer"]);

interface TextPageProps {
  /** A drawing of 220 × 200 units beside the title, unless the page has a picture. */
  drawing?: string;
  /** Shown after the section with this heading, or after the last one. */
  illustration?: { heading: string; content: ReactNode };
}

/** The layout of About Us and the policies. */
export function TextPage({ drawing, illustration }: TextPageProps) {
  const { title, summary, sections, image, updatedOn } = useLoaderData<ContentPage>();
  const headings = sections.map(({ heading }) => heading);
  const anchors = anchorsOf(headings);
  const position = illustration ? headings.indexOf(illustration.heading) : -1;
  const illustrated = position < 0 ? headings.length - 1 : position;
  return (
    <article>
      {image && (
        <div className="relative overflow-hidden">
          <Picture
            picture={image}
            sizes="100vw"
            priority
            imageClassName="aspect-20/11 max-h-[76svh] w-full object-cover object-[31%_60%] sm:aspect-2/1"
          />
          <LeafShadow />
        </div>
      )}
      <TextLayout
        title={title}
        lead={
          image ? (
            <p className="text-balance font-display text-quote leading-snug">{summary}</p>
          ) : (
            <>
              <p className="text-balance text-lead text-bark">{summary}</p>
              <p className="mt-3 text-small text-bark">
                Last updated{" "}
                <time dateTime={updatedOn} className="inline-block">
                  {formatCalendarDay(updatedOn)}
                </time>
              </p>
            </>
          )
        }
        drawing={image ? undefined : drawing}
        contents={sections.length >= MIN_SECTIONS_FOR_CONTENTS ? sections : []}
        anchors={anchors}
      >
        <div className={image ? "" : "numbered-sections"}>
          {sections.map((section, index) => {
            const { heading, paragraphs, points, pictures = [] } = section;
            if (heading === SUMMARY) return <Summary key={anchors[index]} section={section} id={anchors[index]} />;
            const followsSummary = headings[index - 1] === SUMMARY;
            // Pictures that end a section have its whole width.
            const end = points.length === 0 ? paragraphs.length : undefined;
            return (
              <Fragment key={anchors[index]}>
                <Section id={anchors[index]} title={heading} className={followsSummary ? "border-none" : ""}>
                  <div
                    className={`grid max-w-[38rem] gap-4 ${CARDS.has(heading) ? "rounded-picture bg-linen p-5 sm:p-6" : ""}`}
                  >
                    {end !== 0 && <Pictures of={pictures} after={0} />}
                    {paragraphs.map((paragraph, at) => (
                      <Fragment key={paragraph}>
                        <Paragraph text={paragraph} />
                        {end !== at + 1 && <Pictures of={pictures} after={at + 1} />}
                      </Fragment>
                    ))}
                    <Points points={points} />
                  </div>
                </Section>
                {end !== undefined && <Pictures of={pictures} after={end} isWide />}
                {illustrated === index && illustration?.content}
              </Fragment>
            );
          })}
        </div>
      </TextLayout>
    </article>
  );
}

type TextSection = ContentPage["sections"][number];
type PlacedPictures = NonNullable<TextSection["pictures"]>;

/** Sums up a policy in a card, its points in two columns where there is room. */
function Summary({ section: { heading, paragraphs, points }, id }: { section: TextSection; id?: string }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      tabIndex={-1}
      className="scroll-mt-36 rounded-picture bg-linen p-5 outline-none max-sm:mb-2 sm:mb-4 sm:p-8"
    >
      <h2 id={`${id}-heading`} className="text-quote">
        {heading}
      </h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className="mt-2 text-bark">
          <TextWithLinks text={paragraph} />
        </p>
      ))}
      <DashedList points={points} className="mt-4 gap-x-10 *:break-inside-avoid sm:block sm:columns-2 sm:*:mb-2.5" />
    </section>
  );
}

/** Shows a paragraph; a quotation in large type. */
function Paragraph({ text }: { text: string }) {
  if (QUOTATION.test(text))
    return (
      <blockquote className="my-5 pl-[0.42em] font-display text-heading text-leaf italic leading-[1.15] [text-indent:-0.42em] text-balance">
        <TextWithLinks text={text} />
      </blockquote>
    );
  return (
    <p>
      <TextWithLinks text={text} />
    </p>
  );
}

interface PicturesProps {
  of: PlacedPictures;
  after: number;
  /** Whether they are below the section instead of within its text. */
  isWide?: boolean;
}

/** The pictures after this number of paragraphs: one as it is, on a phone cut to 4:3; several beside each other, cut to squares. */
function Pictures({ of, after, isWide = false }: PicturesProps) {
  const here = of.filter((placed) => placed.after === after);
  if (here.length === 0) return null;
  const isAlone = here.length === 1;
  const width = isWide ? 76 : 38;
  return (
    <div className={`grid gap-4 ${isWide ? "pb-9 md:pb-12 lg:gap-6" : "my-2"} ${isAlone ? "" : "grid-cols-2"}`}>
      {here.map(({ picture }) => (
        <Picture
          key={picture.path}
          picture={picture}
          sizes={
            isAlone
              ? `(min-width: 1280px) ${width}rem, (min-width: 640px) 94vw, 140vw`
              : `(min-width: 1280px) ${width / 2}rem, 46vw`
          }
          imageClassName={`w-full rounded-picture object-cover ${isAlone ? "h-auto max-sm:aspect-4/3" : "aspect-square"}`}
        />
      ))}
    </div>
  );
}

/** Shows a list: of large numbers, of steps or of terms, if every point begins with one. */
function Points({ points }: { points: string[] }) {
  if (points.length === 0) return null;
  const numbers = points.map((point) => NUMBER.exec(point));
  if (numbers.every((number) => number !== null))
    return (
      <ul className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {numbers.map(([point, number, what = ""]) => (
          <li key={point} className="flex items-baseline gap-4 border-sand border-t pt-4 sm:block">
            <span className="block min-w-[2ch] font-display text-hero leading-none">{number}</span>{" "}
            <span className="mt-2 block text-bark text-small">
              <TextWithLinks text={what} />
            </span>
          </li>
        ))}
      </ul>
    );
  const steps = points.map((point) => STEP.exec(point)?.[1]);
  if (steps.every((step) => step !== undefined))
    return (
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-baseline gap-x-4">
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full border border-brass font-semibold text-bark text-small leading-none"
            >
              {index + 1}
            </span>
            <span>
              <TextWithLinks text={step} />
            </span>
          </li>
        ))}
      </ol>
    );
  const terms = points.map((point) => TERM.exec(point));
  if (terms.every((term) => term !== null))
    return (
      <ul className="grid gap-3">
        {terms.map(([point, term = "", text = ""]) => (
          <li
            key={point}
            className="grid gap-x-6 sm:grid-cols-[8.5rem_minmax(0,1fr)] lg:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <strong className="font-semibold">
              <TextWithLinks text={term} />
              <span className="sr-only">: </span>
            </strong>
            <span>
              <TextWithLinks text={text} />
            </span>
          </li>
        ))}
      </ul>
    );
  return <DashedList points={points} />;
}

function DashedList({ points, className = "" }: { points: string[]; className?: string }) {
  return (
    <ul className={`grid gap-y-2.5 ${className}`}>
      {points.map((point) => (
        <li
          key={point}
          className="relative pl-6 before:absolute before:top-[0.8em] before:left-0 before:h-px before:w-3 before:bg-brass"
        >
          <TextWithLinks text={point} />
        </li>
      ))}
    </ul>
  );
}
