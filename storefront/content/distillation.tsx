import { assetUrl } from "../shared/assets-host.ts";
import { useStoryProduct } from "../shared/story-product.ts";
import drawing from "./drawings/distillation.svg?no-inline";

const STEPS = [
  { title: "Flowers", text: "On the day they are picked, they go into the still with water." },
  { title: "Deg", text: "The copper pot. Its lid is sealed with clay, and a small fire does the rest." },
  { title: "Chonga", text: "A bamboo pipe carries the steam, and with it the scent." },
  { title: "Bhapka", text: "Cooled in water, the steam becomes drops, and the oil keeps them." },
] as const;

/** Draws the traditional distillation of an attar, if the shop features its story's product. The drawings are parts of one sprite. */
export function Distillation() {
  if (!useStoryProduct()) return null;
  return (
    <section aria-labelledby="distillation" className="mb-9 rounded-picture bg-linen p-5 sm:p-8 md:mb-12">
      <h3 id="distillation" className="text-quote">
        Deg and <em>bhapka</em>
      </h3>
      <ol className="mt-6 grid gap-x-4 gap-y-6 sm:grid-cols-4 lg:gap-x-8">
        {STEPS.map(({ title, text }, index) => (
          // The line on which a drawing stands begins where its words do.
          <li key={title} className="grid grid-cols-[min(7rem,30%)_minmax(0,1fr)] items-center gap-x-5 sm:block">
            <svg
              viewBox={`${index * 220} 0 220 200`}
              className="-ml-[min(9%,1.25rem)] row-span-2 w-full max-w-55"
              aria-hidden="true"
            >
              <image href={assetUrl(drawing)} width="880" height="200" />
            </svg>
            <h4 className="self-end font-display text-title italic sm:mt-4">{title}</h4>
            <p className="mt-1 max-w-[32ch] self-start text-bark text-small">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
