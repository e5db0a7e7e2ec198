import { Link } from "react-router";
import Bestsellers from "../product-card/bestsellers.tsx";
import { NOTE_FAMILIES } from "../shared/product/note-families.ts";
import { NoteDot } from "./note-dot.tsx";

/** Suggests where to continue if nothing matches: a note of each family, and best sellers once they are loaded. */
export function NoResultSuggestions() {
  return (
    <div className="container-page pt-6">
      <ul aria-label="Notes to search for" className="chip-row">
        {NOTE_FAMILIES.map(({ notes: [note], color }) => (
          <li key={note} className="shrink-0">
            <Link to={`/products?search=${note}`} className="chip">
              <NoteDot color={color} />
              {note}
            </Link>
          </li>
        ))}
      </ul>
      <Bestsellers className="mt-12 md:mt-16" />
    </div>
  );
}
