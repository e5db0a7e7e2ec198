import { type MouseEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { ChevronDownIcon } from "../shared/icons.tsx";

interface ContentsListProps {
  sections: { heading: string }[];
  anchors: string[];
  /** Whether a phone shows short headings at once, as chips. */
  asChips?: boolean;
  /** Whether a desktop has it sticky beside the text. */
  isBeside: boolean;
}

const ABOVE = {
  nav: "",
  parts: "sm:grid-cols-[13rem_minmax(0,1fr)] sm:pb-8 lg:grid-cols-[17rem_minmax(0,1fr)]",
  list: "sm:columns-2 sm:gap-x-9 sm:border-none lg:columns-3",
  link: "sm:ml-0 sm:border-none sm:pl-0",
};
const BESIDE = {
  nav: "xl:sticky xl:top-40",
  parts: "sm:max-xl:grid-cols-[13rem_minmax(0,1fr)] sm:max-xl:pb-8 lg:max-xl:grid-cols-[17rem_minmax(0,1fr)]",
  list: "sm:max-xl:columns-2 sm:max-xl:gap-x-9 sm:max-xl:border-none",
  link: "sm:max-xl:ml-0 sm:max-xl:border-none sm:max-xl:pl-0 xl:aria-[current]:border-leaf xl:aria-[current]:font-semibold xl:aria-[current]:text-leaf",
};

/** The table of contents: above the text, or on a desktop beside it; on a phone collapsed, unless it has chips. */
export function ContentsList({ sections, anchors, asChips = false, isBeside }: ContentsListProps) {
  const classes = isBeside ? BESIDE : ABOVE;
  const current = useCurrentSection(anchors);
  const links = (
    <ol className={`border-sand border-l ${classes.list}`}>
      {sections.map(({ heading }, index) => (
        <li key={anchors[index]}>
          <Link
            to={{ hash: `#${anchors[index]}` }}
            onClick={focusSection}
            aria-current={anchors[index] === current ? "location" : undefined}
            className={`-ml-px block border-transparent border-l-2 py-2.5 pl-4 text-compact leading-snug hover:border-leaf hover:text-leaf sm:py-1.5 ${classes.link}`}
          >
            {heading}
          </Link>
        </li>
      ))}
    </ol>
  );
  return (
    <nav aria-label="On this page" className={classes.nav}>
      {asChips ? (
        <div className="-mx-gutter bg-linen px-gutter pb-6 sm:hidden">
          <ol className="chip-row">
            {sections.map(({ heading }, index) => (
              <li key={anchors[index]} className="shrink-0">
                <Link
                  to={{ hash: `#${anchors[index]}` }}
                  onClick={focusSection}
                  className="inline-flex min-h-11 items-center rounded-full border border-control px-4 text-small"
                >
                  {heading}
                </Link>
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <details className="group -mx-gutter mb-6 border-sand border-t bg-linen px-gutter sm:hidden">
          <summary className="flex min-h-14 list-none items-center justify-between gap-3 font-semibold">
            On this page
            <ChevronDownIcon
              width="20"
              height="20"
              className="shrink-0 text-bark transition-transform duration-200 ease-calm group-open:rotate-180"
            />
          </summary>
          <div className="pt-1 pb-3">{links}</div>
        </details>
      )}
      <div className={`hidden gap-x-9 sm:grid lg:gap-x-14 ${classes.parts}`}>
        <p className="eyebrow mt-1.5 mb-3 text-bark">On this page</p>
        {links}
      </div>
    </nav>
  );
}

/** Returns the anchor of the section below the header, at first of the first one. */
function useCurrentSection(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(anchors[0]);
  const all = anchors.join(" ");
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id);
      },
      { rootMargin: "-20% 0% -79%" },
    );
    for (const anchor of all.split(" ")) {
      const section = document.getElementById(anchor);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [all]);
  return current;
}

/** Moves the focus to the section, so that the next Tab continues there. */
function focusSection(event: MouseEvent<HTMLAnchorElement>): void {
  const { hash } = event.currentTarget;
  document.getElementById(hash.slice(1))?.focus({ preventScroll: true });
}

/** Returns the ids of a page's sections, made from their headings; equal headings get a number. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headings.map((heading) => {
    const word =
      heading
        .normalize("NFKD")
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, "-")
        .replace(/^-+|-+$/g, "") || "section";
    const count = (seen.get(word) ?? 0) + 1;
    seen.set(word, count);
    // The prefix avoids conflicts with ids of the layout, such as "main".
    return `s-${count === 1 ? word : `${word}-${count}`}`;
  });
}
