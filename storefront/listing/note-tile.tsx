import { Link } from "react-router";
import type { Facets, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { atLeast } from "../shared/numbers.ts";
import { Picture } from "../shared/picture.tsx";
import { type Choices, writeChoices } from "./choices.ts";

interface NoteTileProps {
  path: string;
  choices: Choices;
  facets: Facets;
  /** The products loaded so far, a few of which it shows. */
  products: readonly ProductSummary[];
}

const SHOWN = 3;

/** A break between the cards: the note that most of the products share and that is not filtered by already. */
export function NoteTile({ path, choices, facets, products }: NoteTileProps) {
  const note = facets.notes.find(({ name }) => !choices.notes.includes(name));
  if (!note) return null;
  const pictures = products.flatMap(({ notes, images }) => (notes.includes(note.name) ? images.slice(0, 1) : []));
  return (
    <li className="col-span-full">
      <Link
        to={path + writeChoices({ ...choices, notes: [note.name] })}
        className="group flex min-h-40 items-center justify-between gap-6 rounded-picture bg-leaf-deep p-6 text-cream sm:pl-10"
      >
        <span className="flex flex-wrap items-center gap-x-10 gap-y-4">
          <span>
            <span className="block wrap-anywhere font-display text-hero text-white italic leading-none">
              {note.name}
            </span>
            <span className="mt-2 block font-display sm:text-lead">
              You’ll find it in {atLeast(note.count, facets.relation)} of these.
            </span>
          </span>
          <span className="button-light group-hover:bg-white">See them</span>
        </span>
        <span className="flex shrink-0 gap-4 max-sm:hidden">
          {pictures.slice(0, SHOWN).map((picture) => (
            <Picture
              key={picture.path}
              picture={picture}
              alt=""
              sizes="128px"
              className="max-xl:nth-3:hidden"
              imageClassName="size-32 rounded-picture object-cover"
            />
          ))}
        </span>
      </Link>
    </li>
  );
}
