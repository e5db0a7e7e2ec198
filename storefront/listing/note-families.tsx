import type { Facets } from "../../contract/catalogue/schemas.ts";
import { NOTE_FAMILIES } from "../shared/product/note-families.ts";
import { NoteDot } from "./note-dot.tsx";

interface NoteFamiliesProps {
  available: Facets["notes"];
  selected: readonly string[];
  onChange: (notes: readonly string[]) => void;
}

/** Shows a chip per family of notes, which selects all its notes or none, above the single notes. Omits families without a note here. */
export function NoteFamilies({ available, selected, onChange }: NoteFamiliesProps) {
  const here = new Set(available.map(({ name }) => name));
  const families = NOTE_FAMILIES.map((family) => ({ ...family, notes: family.notes.filter((note) => here.has(note)) }));
  if (available.length === 0) return null;
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3">
        {families
          .filter(({ notes }) => notes.length > 0)
          .map(({ name, color, notes }) => {
            const pressed = notes.every((note) => selected.includes(note));
            const others = selected.filter((note) => !notes.includes(note));
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={pressed}
                  onClick={() => onChange(pressed ? others : [...others, ...notes])}
                  className="filter-choice"
                >
                  <NoteDot color={color} />
                  {name}
                </button>
              </li>
            );
          })}
      </ul>
      <p className="mt-5 mb-2 text-bark text-small">Single notes</p>
    </>
  );
}
