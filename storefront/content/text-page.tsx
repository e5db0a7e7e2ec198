import { Fragment } from "react";
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
/** Matches a paragraph that is one quotation. */
const QUOTATION = /^“[^“”]+”$/;

/** The heading of the section that sums up a policy, on linen. */
const SUMMARY = "In short";

const STORY_OPENING = "font-display text-quote leading-snug";

/** The layout of About Us and the policies. */
export function TextPage() {
  const { title, summary, sections, image, updatedOn } = useLoaderData<ContentPage>();
  const anchors = anchorsOf(sections.map(({ heading }) => heading));
  return (
    <article>
      {image && (
        <div className="relative overflow-hidden">
          <Picture
            picture={image}
            sizes="(min-width: 640px) 100vw, 137vw"
            priority
            imageClassName="aspect-4/3 max-h-[76svh] w-full object-cover object-[46%_60%] sm:aspect-2/1"
          />
          <LeafShadow />
        </div>
      )}
      <TextLayout
        title={title}
        lead={
          <>
            <p className={image ? STORY_OPENING : "text-lead text-bark"}>{summary}</p>
            <p className="mt-3 text-small text-bark">
              Last updated{" "}
              <time dateTime={updatedOn} className="whitespace-nowrap">
                {formatCalendarDay(updatedOn)}
              </time>
            </p>
          </>
        }
        contents={sections.length >= MIN_SECTIONS_FOR_CONTENTS ? sections : []}
        anchors={anchors}
      >
        {sections.map(({ heading, paragraphs, points, pictures = [] }, index) => (
          <Section key={anchors[index]} id={anchors[index]} title={heading}>
            <div
              className={`grid max-w-[34rem] gap-4 ${heading === SUMMARY ? "rounded-picture bg-linen p-5 sm:p-6" : ""}`}
            >
              <Pictures of={pictures} after={0} />
              {paragraphs.map((paragraph, at) => (
                <Fragment key={paragraph}>
                  <Paragraph text={paragraph} />
                  <Pictures of={pictures} after={at + 1} />
                </Fragment>
              ))}
              <Points points={points} />
            </div>
          </Section>
        ))}
      </TextLayout>
    </article>
  );
}

type PlacedPictures = NonNullable<ContentPage["sections"][number]["pictures"]>;

/** Shows a paragraph; a quotation in large type. */
function Paragraph({ text }: { text: string }) {
  if (QUOTATION.test(text))
    return (
      <blockquote className="my-5 pl-[0.42em] font-display text-heading text-leaf italic leading-[1.15] [text-indent:-0.42em] text-balance">
        {text}
      </blockquote>
    );
  return (
    <p>
      <TextWithLinks text={text} />
    </p>
  );
}

/** The pictures after this number of paragraphs: one as it is, several beside each other, cut to squares. */
function Pictures({ of, after }: { of: PlacedPictures; after: number }) {
  const here = of.filter((placed) => placed.after === after);
  if (here.length === 0) return null;
  const isAlone = here.length === 1;
  return (
    <div className={`my-2 grid gap-4 ${isAlone ? "" : "grid-cols-2"}`}>
      {here.map(({ picture }) => (
        <Picture
          key={picture.path}
          picture={picture}
          sizes={isAlone ? "(min-width: 768px) 34rem, 94vw" : "(min-width: 768px) 17rem, 46vw"}
          imageClassName={`w-full rounded-picture ${isAlone ? "h-auto" : "aspect-square object-cover"}`}
        />
      ))}
    </div>
  );
}

/** Shows a list; with large numbers if every point begins with one, numbered if every point is a step. */
function Points({ points }: { points: string[] }) {
  if (points.length === 0) return null;
  const numbers = points.map((point) => NUMBER.exec(point));
  if (numbers.every((number) => number !== null))
    return (
      <ul className="mt-4 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {numbers.map(([point, number, what]) => (
          <li key={point} className="flex items-baseline gap-4 border-sand border-t pt-4 sm:block">
            <span className="block min-w-[2ch] font-display text-hero leading-none">{number}</span>{" "}
            <span className="mt-2 block text-bark text-small">{what}</span>
          </li>
        ))}
      </ul>
    );
  const steps = points.map((point) => STEP.exec(point)?.[1]);
  if (steps.every((step) => step !== undefined))
    return (
      <ol className="grid gap-4">
        {steps.map((step, index) => (
          <li key={step} className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline gap-x-3">
            <span aria-hidden="true" className="font-display text-heading text-brass leading-none">
              {index + 1}
            </span>
            <span>
              <TextWithLinks text={step} />
            </span>
          </li>
        ))}
      </ol>
    );
  return (
    <ul className="grid gap-2.5">
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
