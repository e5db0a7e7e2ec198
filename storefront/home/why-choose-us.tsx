import { assetUrl } from "../shared/assets-host.ts";
import affordableLuxury from "./drawings/affordable-luxury.svg?no-inline";
import crueltyFree from "./drawings/cruelty-free.svg?no-inline";
import fragranceForward from "./drawings/fragrance-forward.svg?no-inline";
import genderNeutral from "./drawings/gender-neutral.svg?no-inline";

const POINTS = [
  {
    drawing: crueltyFree,
    title: "Cruelty free",
    text: "Nothing we make, and nothing in it, is tested on animals.",
  },
  {
    drawing: fragranceForward,
    title: "Fragrance forward",
    text: "The scent comes first: high oil content, and notes that stay.",
  },
  { drawing: affordableLuxury, title: "Affordable luxury", text: "Fine materials, no middlemen, everyday prices." },
  {
    drawing: genderNeutral,
    title: "Gender neutral",
    text: "Flowers, woods and spices belong to anyone who wears them.",
  },
];

export function WhyChooseUs() {
  return (
    <section aria-labelledby="why-choose-us" className="container-page py-section">
      <h2 id="why-choose-us" className="text-heading">
        Why choose us
      </h2>
      <ul className="mt-8 grid gap-x-8 sm:grid-cols-2 sm:gap-y-10 md:mt-12 lg:grid-cols-4">
        {POINTS.map(({ drawing, title, text }) => (
          <li key={title} className="grid grid-cols-[5rem_1fr] gap-x-5 border-t border-sand py-6 sm:block sm:pb-0">
            <img
              src={assetUrl(drawing)}
              alt=""
              width="88"
              height="88"
              loading="lazy"
              className="row-span-2 size-20 sm:size-22"
            />
            <h3 className="self-end text-title sm:mt-6">{title}</h3>
            <p className="mt-1.5 max-w-[30ch] text-small text-bark">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
