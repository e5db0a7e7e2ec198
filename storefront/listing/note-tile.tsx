import { Link } from "react-router";

interface NoteTileProps {
  note: string;
  /** Its number of products, as text. */
  count: string;
  /** The listing filtered by the note. */
  to: string;
}

/** A break between the cards: a note that several of the products share. */
export function NoteTile({ note, count, to }: NoteTileProps) {
  return (
    <Link to={to} className="group @container block h-full rounded-picture bg-leaf-deep text-[#e9e4d6]">
      <span className="flex h-full min-h-56 flex-col justify-between gap-8 p-4 @3xs:p-6 @md:p-8">
        <span className="block font-display text-quote leading-none text-white italic wrap-anywhere @3xs:text-heading @md:text-display">
          {note}
        </span>
        <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <span className="font-display text-lead">You’ll find it in {count} of these.</span>
          <span className="underline underline-offset-4 group-hover:text-white">See them</span>
        </span>
      </span>
    </Link>
  );
}
