import { Link } from "react-router";
import { ArrowIcon } from "../shared/icons.tsx";
import { isDark, isWide, Picture } from "../shared/picture.tsx";
import { useRootData } from "../shared/shop-context.ts";

/** A number of cards that fills the last row in two, three and four columns. */
const WHOLE_ROWS = 12;

interface NextCategoryProps {
  /** Number of cards before it. */
  cards: number;
  /** Columns in the widest window; a tablet has three, a phone two. */
  columns: 3 | 4;
  /** The category after which it is the next one; otherwise it is the first one. */
  after?: string;
}

/** Fills the rest of a grid's last row with a link to another category: its picture, its name and, if there is room, its description. */
export function NextCategory({ cards, columns, after }: NextCategoryProps) {
  const { categories } = useRootData();
  const next = categories[(categories.findIndex(({ slug }) => slug === after) + 1) % categories.length];
  if (!next?.image || next.slug === after) return null;
  const lastWord = next.name.lastIndexOf(" ") + 1;
  return (
    <li
      className={`next-category in-${columns} ${isWide(next.image) ? "is-wide" : ""} ${isDark(next.image.color) ? "is-dark" : ""}`}
      data-cards={cards % WHOLE_ROWS}
    >
      <Link to={`/category/${next.slug}`}>
        <Picture picture={next.image} alt="" sizes="(min-width: 640px) 66rem, 150vw" />
        <div>
          <p>Next on the shelf</p>
          <strong>
            {next.name.slice(0, lastWord)}
            <span className="whitespace-nowrap">
              {next.name.slice(lastWord)} <ArrowIcon />
            </span>
          </strong>
          <p>{next.description}</p>
        </div>
      </Link>
    </li>
  );
}
