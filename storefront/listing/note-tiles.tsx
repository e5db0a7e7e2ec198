import type { ReactNode } from "react";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import { atLeast } from "../shared/numbers.ts";
import { type Choices, writeChoices } from "./choices.ts";
import { NoteTile } from "./note-tile.tsx";

/** Cards before the first tile, and from each to the next: whole rows in two, three and four columns. */
const FIRST = 6;
const STEP = 12;
/** A wide window's columns, and those that a tile takes of them. */
const COLUMNS = 4;
const TILE_COLUMNS = 2;

interface TileOptions {
  path: string;
  choices: Choices;
  facets: Facets;
  /** The number of cards so far. */
  count: number;
  isComplete: boolean;
}

/** The tiles of a listing, by the number of cards before them: its most frequent notes that are not filtered by already. */
export function noteTiles({ path, choices, facets, count, isComplete }: TileOptions): Map<number, ReactNode> {
  const notes = facets.notes.filter(({ name, count }) => count > 1 && !choices.notes.includes(name));
  return new Map(
    tilePlaces(count, isComplete).flatMap((place, index) => {
      const note = notes[index];
      if (!note) return [];
      const to = path + writeChoices({ ...choices, notes: [note.name] });
      const tile = (
        <li key={`tile-${place}`} className="col-span-full xl:col-span-2">
          <NoteTile note={note.name} count={atLeast(note.count, facets.relation)} to={to} />
        </li>
      );
      return [[place, tile] as const];
    }),
  );
}

/** The numbers of cards that a tile follows. The last tile of a complete listing is omitted if it would leave one card alone in a row. */
export function tilePlaces(count: number, isComplete: boolean): number[] {
  const places: number[] = [];
  for (let place = FIRST; place < count; place += STEP) places.push(place);
  const inLastRow = (count + places.length * TILE_COLUMNS) % COLUMNS;
  return isComplete && inLastRow === 1 ? places.slice(0, -1) : places;
}
