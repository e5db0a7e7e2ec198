import { Link } from "react-router";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import { atLeast } from "../shared/numbers.ts";
import { type Choices, writeChoices } from "./choices.ts";

interface NoteTileProps {
  path: string;
  choices: Choices;
  facets: Facets;
}

/** A break between the cards: the note that most of the products share and that is not filtered by already. */
export function NoteTile({ path, choices, facets }: NoteTileProps) {
  const note = facets.notes.find(({ name }) => !choices.notes.includes(name));
  if (!note) return null;
  return (
    <li className="col-span-full">
      <Link
        to={path + writeChoices({ ...choices, notes: [note.name] })}
        className="group flex min-h-40 flex-col gap-x-10 gap-y-2 rounded-picture bg-leaf-deep p-6 text-[#e9e4d6] max-sm:justify-center sm:min-h-60 sm:flex-row sm:items-center sm:justify-between sm:px-10 xl:px-16"
      >
        <span className="wrap-anywhere font-display text-hero leading-none text-white italic">{note.name}</span>
        <span>
          <span className="block font-display sm:text-lead">
            You’ll find it in {atLeast(note.count, facets.relation)} of these.
          </span>
          <span className="mt-2 inline-block underline underline-offset-4 group-hover:text-white max-sm:text-small">
            See them
          </span>
        </span>
      </Link>
    </li>
  );
}
