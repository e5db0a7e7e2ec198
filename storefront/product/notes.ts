import type { NotePyramid } from "../../contract/catalogue/schemas.ts";

export interface NoteLevel {
  name: "Top" | "Heart" | "Base";
  notes: string[];
}

/** Returns the levels that have notes, from top to base. */
export function noteLevels({ top, heart, base }: NotePyramid): NoteLevel[] {
  const levels: NoteLevel[] = [
    { name: "Top", notes: top },
    { name: "Heart", notes: heart },
    { name: "Base", notes: base },
  ];
  return levels.filter(({ notes }) => notes.length > 0);
}
