import { Link } from "react-router";
import { ArrowIcon } from "../shared/icons.tsx";
import { isWide, Picture } from "../shared/picture.tsx";
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

/** Fills the rest of a grid's last row with links to the next categories: a second one where three cells are empty. */
export function NextCategory({ cards, columns, after }: NextCategoryProps) {
  const { categories } = useRootData();
  const first = categories.findIndex(({ slug }) => slug === after) + 1;
  const next = [...categories.slice(first), ...categories.slice(0, first)].filter(({ slug }) => slug !== after);
  return next.slice(0, 2).map(({ slug, name, description, image }, index) => {
    if (!image) return null;
    const lastWord = name.lastIndexOf(" ") + 1;
    return (
      <li
        key={slug}
        className={`next-category in-${columns} ${isWide(image) ? "is-wide" : ""} ${index > 0 ? "is-second" : ""}`}
        data-cards={cards % WHOLE_ROWS}
      >
        <Link to={`/category/${slug}`}>
          <Picture picture={image} alt="" sizes="(min-width: 640px) 66rem, 150vw" />
          <div>
            <p>{index > 0 ? "And after that" : "Next on the shelf"}</p>
            <strong>
              {name.slice(0, lastWord)}
              <span className="inline-block">
                {name.slice(lastWord)} <ArrowIcon />
              </span>
            </strong>
            <p>{description}</p>
          </div>
        </Link>
      </li>
    );
  });
}
