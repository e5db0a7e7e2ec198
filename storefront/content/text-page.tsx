import { Link, useLoaderData } from "react-router";
import type { ContentPage } from "../../contract/content/schemas.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { Picture } from "../shared/picture.tsx";
import { anchorsOf, ContentsList } from "./contents-list.tsx";
import { TextWithLinks } from "./text-with-links.tsx";

const MIN_SECTIONS_FOR_CONTENTS = 4;

const STORY_OPENING = "font-display text-quote leading-snug";

/** The layout of About Us and the policies. */
export function TextPage() {
  const { title, summary, sections, image, updatedOn } = useLoaderData<ContentPage>();
  const anchors = anchorsOf(sections.map(({ heading }) => heading));
  const hasContents = sections.length >= MIN_SECTIONS_FOR_CONTENTS;
  return (
    <article>
      {image && (
        <Picture
          picture={image}
          sizes="100vw"
          priority
          imageClassName="aspect-4/3 max-h-[68svh] w-full object-cover object-[46%_60%] sm:aspect-2/1"
        />
      )}
      <header className="container-page grid gap-x-14 gap-y-4 pt-10 pb-8 md:pt-16 md:pb-12 lg:grid-cols-[15rem_1fr]">
        <div className="lg:col-start-2">
          <h1 className="text-display">{title}</h1>
          <p className={`mt-5 max-w-[42rem] ${image ? STORY_OPENING : "text-lead text-bark"}`}>{summary}</p>
        </div>
        <p className="text-small text-bark lg:col-start-1 lg:row-start-1 lg:self-end lg:pb-1">
          Last updated <time dateTime={updatedOn}>{formatCalendarDay(updatedOn)}</time>
        </p>
      </header>
      <div className="container-page">
        <div className="grid gap-x-14 border-sand border-t pt-8 md:pt-12 lg:grid-cols-[15rem_1fr]">
          <div>{hasContents && <ContentsList sections={sections} anchors={anchors} />}</div>
          <div className="min-w-0 max-w-[42rem]">
            {sections.map(({ heading, paragraphs, points }, index) => (
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
                {paragraphs.map((paragraph) => (
                  <p key={paragraph} className="mt-4">
                    <TextWithLinks text={paragraph} />
                  </p>
                ))}
                {points.length > 0 && (
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
                )}
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
