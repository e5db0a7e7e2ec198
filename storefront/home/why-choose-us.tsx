import type { Reason, ReasonIcon } from "../../contract/content/claims.ts";
import { assetUrl } from "../shared/assets-host.ts";
import affordableLuxury from "./drawings/affordable-luxury.svg?no-inline";
import crueltyFree from "./drawings/cruelty-free.svg?no-inline";
import fragranceForward from "./drawings/fragrance-forward.svg?no-inline";
import genderNeutral from "./drawings/gender-neutral.svg?no-inline";

const DRAWINGS: Readonly<Record<ReasonIcon, string>> = {
  "cruelty-free": crueltyFree,
  "fragrance-forward": fragranceForward,
  "affordable-luxury": affordableLuxury,
  "gender-neutral": genderNeutral,
};

/** The owner's claims about the shop: the setting WHY_CHOOSE_US. */
export function WhyChooseUs({ reasons }: { reasons: readonly Reason[] }) {
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="why-choose-us" className="container-page py-section">
      <h2 id="why-choose-us" className="text-heading">
        Why choose us
      </h2>
      <ul className="mt-8 grid gap-x-8 sm:grid-cols-2 sm:gap-y-10 md:mt-12 lg:grid-cols-4">
        {reasons.map(({ icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-5 border-t border-sand py-6 sm:block sm:pb-0"
          >
            <img
              src={assetUrl(DRAWINGS[icon])}
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
