import { type ReactNode, type Ref, useId } from "react";

interface SectionProps {
  title: string;
  /** For links to it; otherwise it has one of its own. */
  id?: string;
  headingRef?: Ref<HTMLHeadingElement>;
  className?: string;
  children: ReactNode;
}

/** A section of a page below a hairline. Its heading is beside the content, if there is room; otherwise above it. */
export function Section({ title, id, headingRef, className = "", children }: SectionProps) {
  const own = useId();
  const heading = `${id ?? own}-heading`;
  return (
    <section
      id={id}
      aria-labelledby={heading}
      tabIndex={id ? -1 : undefined}
      className={`@container scroll-mt-36 border-sand border-t pt-6 pb-9 outline-none md:pt-8 md:pb-12 ${className}`}
    >
      <div className="grid gap-x-9 gap-y-4 @tablet:grid-cols-[13rem_minmax(0,1fr)] @desktop:grid-cols-[17rem_minmax(0,1fr)] @desktop:gap-x-14">
        <div>
          <h2
            ref={headingRef}
            id={heading}
            tabIndex={headingRef ? -1 : undefined}
            className="text-quote outline-none @tablet:@max-desktop:text-title"
          >
            {title}
          </h2>
        </div>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  );
}
