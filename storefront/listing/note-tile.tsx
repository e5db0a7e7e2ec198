import { Link } from "react-router";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import { assetUrl } from "../shared/assets-host.ts";
import { atLeast } from "../shared/numbers.ts";
import { type Choices, writeChoices } from "./choices.ts";
import spray from "./drawings/spray.svg?no-inline";

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
        className="group flex min-h-40 flex-col justify-center gap-1 rounded-picture bg-leaf-deep bg-[length:auto_110%] bg-[position:right_-6rem_center] bg-no-repeat p-6 text-[#e9e4d6] sm:min-h-60 sm:bg-[length:auto_112%] sm:bg-[position:right_-4rem_center] sm:px-10 lg:bg-[position:right_2rem_center] xl:min-h-72 xl:px-16"
        style={{ backgroundImage: `url(${assetUrl(spray)})` }}
      >
        <span className="font-display text-display leading-none text-white italic">{note.name}</span>
        <span className="mt-1 max-w-[16ch] font-display sm:max-w-none sm:text-lead">
          You’ll find it in {atLeast(note.count, facets.relation)} of these.
        </span>
        <span className="underline underline-offset-4 group-hover:text-white max-sm:text-small">See them</span>
      </Link>
    </li>
  );
}
