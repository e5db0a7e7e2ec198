import { Link } from "react-router";
import type { ProductList } from "../../contract/catalogue/schemas.ts";
import { atLeast } from "../shared/numbers.ts";
import { noteColor } from "../shared/product/note-families.ts";
import { type Choices, writeChoices } from "./choices.ts";
import { NoteDot } from "./note-dot.tsx";
import { namesNote } from "./searched-note.ts";

const SHOWN = 5;

interface SearchNotesProps {
  path: string;
  choices: Choices;
  found: ProductList;
}

/** Links that narrow a search's results to one of their notes: first those that it names, then the most frequent. */
export function SearchNotes({ path, choices, found: { facets, totalData } }: SearchNotesProps) {
  const { notes, relation } = facets;
  const others = notes.filter(({ name, count }) => !choices.notes.includes(name) && count < totalData);
  const isNamed = ({ name }: { name: string }) => namesNote(choices.search, name);
  const shown = others.sort((a, b) => Number(isNamed(b)) - Number(isNamed(a))).slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Notes in these products" className="chip-row">
      {shown.map(({ name, count }) => (
        <li key={name} className="shrink-0">
          <Link
            to={path + writeChoices({ ...choices, notes: [...choices.notes, name] })}
            rel="nofollow"
            className="chip"
          >
            <NoteDot color={noteColor(name)} />
            {name} <span className="text-small text-bark tabular-nums">({atLeast(count, relation)})</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
