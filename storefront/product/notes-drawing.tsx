import type { NotePyramid } from "../../contract/catalogue/schemas.ts";
import { noteLevels } from "./notes.ts";

const WIDTH = 90;
const FILLS = ["fill-sand", "fill-[#cdb484]", "fill-brass"];

/** The notes as a small pyramid with a slice per level. A single level has no drawing. */
export function NotesDrawing({ pyramid }: { pyramid: NotePyramid }) {
  const levels = noteLevels(pyramid);
  if (levels.length === 0) return null;
  return (
    <dl
      className={`grid gap-x-4 ${levels.length > 1 ? "grid-cols-[min(5.5rem,27%)_4rem_minmax(0,1fr)]" : "grid-cols-[0_4rem_minmax(0,1fr)] gap-x-0!"}`}
    >
      {levels.map(({ name, notes }, index) => (
        <div key={name} className="group col-span-3 grid min-h-11 grid-cols-subgrid">
          <dt className="eyebrow col-span-2 grid grid-cols-subgrid text-[0.6875rem] text-bark">
            <svg
              viewBox={`0 0 ${WIDTH} 30`}
              preserveAspectRatio="none"
              aria-hidden="true"
              className="size-full border-paper border-b-2 group-last:border-b-0"
            >
              <polygon points={slice(index, levels.length)} className={FILLS[index + 3 - levels.length]} />
            </svg>
            <span className="-mr-4 flex items-center border-b border-sand group-last:border-b-0">
              {levels.length > 1 ? name : "Notes"}
            </span>
          </dt>
          <dd className="flex items-center wrap-anywhere border-b border-sand py-1.5 text-[0.9375rem] leading-snug group-last:border-b-0">
            {notes.join(", ")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The path of one of `count` slices of the triangle. */
function slice(index: number, count: number): string {
  const middle = WIDTH / 2;
  const upper = (middle * index) / count;
  const lower = (middle * (index + 1)) / count;
  return `${middle - upper},0 ${middle + upper},0 ${middle + lower},30 ${middle - lower},30`;
}
