import type { ReactNode } from "react";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import { atLeast } from "../shared/numbers.ts";
import { type Choices, writeChoices } from "./choices.ts";
import { NoteTile } from "./note-tile.tsx";

/** Cards before the first tile, and from each to the next: whole rows in two, three and four columns. */
const FIRST = 6;
const STEP = 12;
/** Fewer cards have no tile at the end. */
const MIN_CARDS = 3;

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
  const notes = facets.notes.filter((note) => note.count > 1 && !choices.notes.includes(note.name));
  const places = tilePlaces(count, isComplete);
  const tiles = places.map((place) => [place, "col-span-full xl:col-span-2"] as const);
  const last = isComplete && count >= MIN_CARDS ? [[count, lastTileClasses(count, places.length)] as const] : [];
  return new Map(
    [...tiles, ...last].flatMap(([place, className], index) => {
      const note = notes[index];
      if (!note) return [];
      const to = path + writeChoices({ ...choices, notes: [note.name] });
      const tile = (
        <li key={`tile-${place}`} className={className}>
          <NoteTile note={note.name} count={atLeast(note.count, facets.relation)} to={to} />
        </li>
      );
      return [[place, tile] as const];
    }),
  );
}

/** The numbers of cards that a tile of its own row follows. The last is omitted if it would leave one card alone in a wide window's row. */
export function tilePlaces(count: number, isComplete: boolean): number[] {
  const places: number[] = [];
  for (let place = FIRST; place < count; place += STEP) places.push(place);
  return isComplete && emptyCells(4, count + places.length * 2) === 3 ? places.slice(0, -1) : places;
}

/** Cells that the last row of a grid leaves empty. */
export const emptyCells = (columns: number, cells: number): number => (columns - (cells % columns)) % columns;

const PHONE = ["hidden", "block"];
const TABLET = ["sm:hidden", "sm:block sm:col-span-1", "sm:block sm:col-span-2"];
const DESKTOP = ["xl:hidden", "xl:block xl:col-span-1", "xl:block xl:col-span-2", "xl:block xl:col-span-3"];

/** The tile at the end fills what two, three or four columns leave of the last row. */
function lastTileClasses(count: number, tiles: number): string {
  return [PHONE[emptyCells(2, count)], TABLET[emptyCells(3, count)], DESKTOP[emptyCells(4, count + tiles * 2)]].join(
    " ",
  );
}
