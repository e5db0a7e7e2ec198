import type { Facets } from "../../contract/catalogue/schemas.ts";
import { NOTE_FAMILIES } from "../shared/product/note-families.ts";

interface NoteFamiliesProps {
  available: Facets["notes"];
  selected: readonly string[];
  onChange: (notes: readonly string[]) => void;
}

/** Shows a swatch per family of notes, which selects all its notes or none. Families without a note in this listing are omitted. */
export function NoteFamilies({ available, selected, onChange }: NoteFamiliesProps) {
  const here = new Set(available.map(({ name }) => name));
  const families = NOTE_FAMILIES.map((family) => ({ ...family, notes: family.notes.filter((note) => here.has(note)) }));
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
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
                className="group flex min-h-11 items-center gap-2.5 text-[0.9375rem] hover:text-leaf aria-pressed:font-semibold"
              >
                <span
                  aria-hidden="true"
                  style={{ backgroundColor: color }}
                  className="size-6 rounded-full ring-ink ring-offset-2 ring-offset-paper group-aria-pressed:ring-1"
                />
                {name}
              </button>
            </li>
          );
        })}
    </ul>
  );
}
