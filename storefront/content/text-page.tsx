import { Fragment } from "react";
import { Link, useLoaderData } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { LeafShadow } from "../shared/leaf-shadow.tsx";
import { Picture } from "../shared/picture.tsx";
import { anchorsOf, ContentsList } from "./contents-list.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

const MIN_SECTIONS_FOR_CONTENTS = 4;

/** Matches a point that begins with a number: "14 people in Lucknow". */
const NUMBER = /^(\d[\d,]*)\s+(.+)$/;

const STORY_OPENING = "font-display text-quote leading-snug";

/** The layout of About Us and the policies. */
export function TextPage() {
  const { title, summary, sections, image, updatedOn } = useLoaderData<ContentPage>();
  const anchors = anchorsOf(sections.map(({ heading }) => heading));
  const hasContents = sections.length >= MIN_SECTIONS_FOR_CONTENTS;
  return (
    <article>
      {image && (
        <div className="relative overflow-hidden">
          <Picture
            picture={image}
            sizes="100vw"
            priority
            imageClassName="aspect-4/3 max-h-[76svh] w-full object-cover object-[46%_60%] sm:aspect-2/1"
          />
          <LeafShadow />
        </div>
      )}
      <header className="container-page grid gap-x-14 gap-y-4 pt-10 pb-8 sm:grid-cols-[11rem_1fr] md:pt-16 md:pb-12 sm:max-lg:gap-x-9 lg:grid-cols-[15rem_1fr]">
        <div className="sm:col-start-2">
          <h1 className="text-display">{title}</h1>
          <p className={`mt-5 max-w-[42rem] ${image ? STORY_OPENING : "text-lead text-bark"}`}>{summary}</p>
        </div>
        <p className="text-small text-bark sm:col-start-1 sm:row-start-1 sm:self-end sm:pb-1">
          Last updated{" "}
          <time dateTime={updatedOn} className="whitespace-nowrap">
            {formatCalendarDay(updatedOn)}
          </time>
        </p>
      </header>
      <div className="container-page">
        <div className="grid gap-x-14 border-sand border-t pt-8 sm:grid-cols-[11rem_1fr] md:pt-12 sm:max-lg:gap-x-9 lg:grid-cols-[15rem_1fr]">
          <div>{hasContents && <ContentsList sections={sections} anchors={anchors} />}</div>
          <div className="min-w-0 max-w-[42rem]">
            {sections.map(({ heading, paragraphs, points, pictures = [] }, index) => (
              <section
                key={anchors[index]}
                id={anchors[index]}
                aria-labelledby={`${anchors[index]}-heading`}
                tabIndex={-1}
                className="mb-10 scroll-mt-36 outline-none md:mb-12"
              >
                <h2 id={`${anchors[index]}-heading`} className="text-[clamp(1.375rem,1.25rem+0.6vw,1.75rem)]">
                  {heading}
                </h2>
                <Pictures of={pictures} after={0} />
                {paragraphs.map((paragraph, at) => (
                  <Fragment key={paragraph}>
                    <p className="mt-4">
                      <TextWithLinks text={paragraph} />
                    </p>
                    <Pictures of={pictures} after={at + 1} />
                  </Fragment>
                ))}
                <Points points={points} />
              </section>
            ))}
            <aside className="mt-4 flex flex-wrap items-center justify-between gap-4 border-sand border-t pt-6">
              <p>Something unclear? We’re here every day.</p>
              <Link to="/contact" className="button-quiet">
                Contact us
              </Link>
            </aside>
          </div>
        </div>
      </div>
    </article>
  );
}

type PlacedPictures = NonNullable<ContentPage["sections"][number]["pictures"]>;

/** The pictures after this number of paragraphs. */
function Pictures({ of, after }: { of: PlacedPictures; after: number }) {
  return of
    .filter((placed) => placed.after === after)
    .map(({ picture }) => (
      <Picture
        key={picture.path}
        picture={picture}
        sizes="(min-width: 768px) 42rem, 94vw"
        imageClassName="mt-6 mb-2 h-auto w-full rounded-picture"
      />
    ));
}

/** Shows a list; with large numbers if every point begins with one. */
function Points({ points }: { points: string[] }) {
  if (points.length === 0) return null;
  const numbers = points.map((point) => NUMBER.exec(point));
  if (numbers.every((number) => number !== null))
    return (
      <ul className="mt-8 grid gap-x-8 gap-y-5 sm:grid-cols-3">
        {numbers.map(([point, number, what]) => (
          <li key={point} className="flex items-baseline gap-4 border-sand border-t pt-4 sm:block">
            <span className="block min-w-[2ch] font-display text-hero leading-none">{number}</span>{" "}
            <span className="mt-2 block text-bark text-small">{what}</span>
          </li>
        ))}
      </ul>
    );
  return (
    <ul className="mt-4 grid gap-2.5">
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
