import type { ReactNode } from "react";
import { Link } from "react-router";
import { ContentsList } from "./contents-list.tsx";

interface TextLayoutProps {
  title: string;
  lead: ReactNode;
  /** The headings of the table of contents; none without one. */
  contents: { heading: string }[];
  anchors: string[];
  /** See {@link ContentsList}. */
  hasChips?: boolean;
  children: ReactNode;
}

/**
 * The layout of pages to read: the table of contents, the headings and the text in three columns. The title is above the first two, its
 * summary above the text. A narrower window has two columns, a phone one.
 */
export function TextLayout({ title, lead, contents, anchors, hasChips, children }: TextLayoutProps) {
  return (
    <div className="container-page grid gap-x-9 pt-10 sm:grid-cols-[11rem_minmax(0,1fr)] md:pt-16 lg:gap-x-14 xl:grid-cols-[11rem_16rem_minmax(0,1fr)]">
      <h1 className="text-display sm:max-xl:col-start-2 xl:col-span-2">{title}</h1>
      <div className="mt-5 max-w-[36rem] sm:max-xl:col-start-2 xl:mt-3">{lead}</div>
      <div className="mt-8 border-sand border-t sm:row-start-3 sm:pt-8 md:mt-12 xl:row-start-2">
        {contents.length > 0 && <ContentsList sections={contents} anchors={anchors} asChips={hasChips} />}
      </div>
      <div className="sm:row-start-3 sm:mt-8 md:mt-12 xl:col-span-2 xl:row-start-2">
        {children}
        <aside className="flex flex-wrap items-center justify-between gap-4 border-sand border-t pt-6">
          <p>Something unclear? We’re here every day.</p>
          <Link to="/contact" className="button-quiet">
            Contact us
          </Link>
        </aside>
      </div>
    </div>
  );
}
