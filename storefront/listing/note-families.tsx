import type { Facets } from "../../contract/catalogue/schemas.ts";
import { NOTE_FAMILIES } from "../shared/product/note-families.ts";

interface NoteFamiliesProps {
  available: Facets["notes"];
  selected: readonly string[];
  onChange: (notes: readonly string[]) => void;
}

/** Shows a chip per family of notes, which selects all its notes or none. Families without a note in this listing are omitted. */
export function NoteFamilies({ available, selected, onChange }: NoteFamiliesProps) {
  const here = new Set(available.map(({ name }) => name));
  const families = NOTE_FAMILIES.map((family) => ({ ...family, notes: family.notes.filter((note) => here.has(note)) }));
  return (
    <ul className="mt-3 grid grid-cols-2 gap-2 md:grid-cols-3">
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
                className="flex size-full min-h-11 items-center gap-2 rounded-control border border-control/60 px-2.5 text-left text-small leading-tight hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf aria-pressed:text-white"
              >
                <span
                  aria-hidden="true"
                  style={{ backgroundColor: color }}
                  className="size-4 shrink-0 rounded-full ring-1 ring-paper"
                />
                {name}
              </button>
            </li>
          );
        })}
    </ul>
  );
}
