import { Fragment } from "react";
import { Link } from "react-router";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { noteColor } from "../shared/product/note-families.ts";
import { type NoteLevel, noteLevels } from "./notes.ts";

const [WIDTH, HEIGHT] = [300, 80];

/**
 * Draws the notes along the hours that a scent lasts, with a hill per level. Without a duration, or with one level, it only lists the
 * notes.
 */
export function ScentLine({ product }: { product: Pick<Product, "notePyramid" | "longevity"> }) {
  const levels = noteLevels(product.notePyramid);
  if (levels.length === 0) return null;
  const colors = hillColors(levels);
  const drawn = levels.length > 1 && product.longevity !== null;
  return (
    <div className="@container mt-3">
      {drawn && (
        <>
          <h2 className="text-title">
            How it wears<span className="sr-only"> over {product.longevity}</span>
          </h2>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="hills mt-4 block h-16 w-full border-b border-ink/60 lg:h-20"
          >
            {levels.map((level, index) => (
              <path key={level.name} d={hill(index, levels.length)} fill={colors[index]} />
            ))}
          </svg>
          <p aria-hidden="true" className="mt-1.5 flex justify-between text-tiny text-bark tabular-nums">
            <span>On the skin</span>
            <span>{product.longevity}</span>
          </p>
        </>
      )}
      <dl
        className={`grid grid-cols-none auto-cols-fr gap-x-2 gap-y-1.5 sm:gap-x-4 ${drawn ? "mt-3 @narrow:grid-flow-col" : ""}`}
      >
        {levels.map((level) => (
          <Level
            key={level.name}
            level={level}
            title={levels.length === 1 ? "Notes" : level.name}
            className={drawn ? "@narrow:block" : ""}
          />
        ))}
      </dl>
    </div>
  );
}

/** Its notes are links to the products with the same note. */
function Level({ level: { notes }, title, className }: { level: NoteLevel; title: string; className: string }) {
  return (
    <div className={`flex items-baseline gap-4 ${className}`}>
      <dt className="eyebrow w-10 shrink-0 text-bark">{title}</dt>
      <dd className="min-w-0 font-display leading-snug wrap-anywhere sm:text-item">
        {notes.map((note, index) => (
          <Fragment key={note}>
            {/* The comma does not begin a line. */}
            <span className="inline-block max-w-full">
              <Link
                to={`/products?notes=${encodeURIComponent(note)}`}
                className="underline-offset-4 hover:text-leaf hover:underline inline-block py-0.5"
              >
                {note}
              </Link>
              {index < notes.length - 1 && ","}
            </span>{" "}
          </Fragment>
        ))}
      </dd>
    </div>
  );
}

const UNKNOWN_COLOR = "#cdbf9f";

/** Returns for each level the colour of its first note that differs from those of the levels before. */
function hillColors(levels: readonly NoteLevel[]): string[] {
  const chosen: string[] = [];
  for (const { notes } of levels) {
    const colors = notes.flatMap((note) => noteColor(note) ?? []);
    chosen.push(colors.find((color) => !chosen.includes(color)) ?? colors[0] ?? UNKNOWN_COLOR);
  }
  return chosen;
}

/**
 * Returns the path of one of `count` hills: steep before its peak, slow after it, and each lower than the previous one. The first begins and
 * the last ends with the drawing.
 */
function hill(index: number, count: number): string {
  const width = WIDTH / (count + 1.15);
  const start = width * index;
  const peak = start + width * 0.65;
  const end = start + width * 2.15;
  const top = 4 + index * 10;
  return [
    `M${start} ${HEIGHT}`,
    `C${start + width * 0.35} ${HEIGHT} ${peak - width * 0.35} ${top} ${peak} ${top}`,
    `C${peak + width * 0.5} ${top} ${peak + width * 0.55} ${HEIGHT} ${end} ${HEIGHT}Z`,
  ].join("");
}
