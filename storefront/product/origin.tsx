import type { Product } from "../../contract/catalogue/schemas.ts";
import { Picture } from "../shared/picture.tsx";

/** Says where the main ingredient comes from, beside a picture of the product among its ingredients. */
export function Origin({ product: { originPlace, originPlant, originStory, images } }: { product: Product }) {
  const picture = images[1] ?? images[0];
  if (!originPlace || originStory === "") return null;
  const [place, ...region] = originPlace.split(", ");
  return (
    <section aria-labelledby="origin" className="mt-section grid bg-leaf-deep text-[#e9e4d6] sm:grid-cols-[7fr_5fr]">
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="(min-width: 640px) 66vw, 100vw"
          className="relative aspect-4/3 sm:aspect-auto sm:min-h-112 lg:min-h-144"
          imageClassName="absolute inset-0 size-full object-cover object-[50%_66%]"
        />
      )}
      <div className="flex flex-col justify-center gap-5 px-gutter py-12 sm:py-16 lg:px-16">
        <p className="text-[#cfcab9]">Where it comes from</p>
        <h2 id="origin" className="text-display text-white">
          <em>{place}</em>
          {region.length > 0 && <span className="mt-2 block text-quote">{region.join(", ")}</span>}
        </h2>
        <p className="max-w-[34ch] font-display text-lead leading-normal lg:text-[1.375rem]">{originStory}</p>
        {originPlant && <em className="font-display text-lead text-[#cfcab9]">{originPlant}</em>}
      </div>
    </section>
  );
}
