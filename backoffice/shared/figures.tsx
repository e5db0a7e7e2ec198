import type { ReactNode } from "react";

export interface Figure {
  name: string;
  value: ReactNode;
  /** What stands below it, such as its change. */
  more?: ReactNode;
}

/** The figures that a page is about, beside each other and large enough to be read at arm's length. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]">
      {figures.map(({ name, value, more }) => (
        // The values of a row meet, also below a name of two lines.
        <div key={name} className="row-span-2 grid grid-rows-subgrid gap-0">
          <dt className="self-end text-bark text-small">{name}</dt>
          <dd>
            <span className="block font-semibold text-[1.25rem] leading-tight">{value}</span>
            {more}
          </dd>
        </div>
      ))}
    </dl>
  );
}
