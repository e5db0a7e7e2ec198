import { useId, useState } from "react";
import type { Cart } from "../../contract/cart/schemas.ts";
import { toRequestError } from "../api/request.ts";
import { announce } from "../shared/announcer.tsx";
import { formatMoney } from "../shared/money.ts";
import { useShop } from "../shared/shop-context.ts";
import { cartPageStore, cartSync } from "./cart-sync.ts";
import { SampleSwatch } from "./sample-swatch.tsx";
import { UnavailableSamples } from "./unavailable-samples.tsx";

type Samples = NonNullable<Cart["samples"]>;

const chosenOf = (samples: Samples | null | undefined) =>
  samples?.options.filter(({ chosen }) => chosen).map(({ variant_id }) => variant_id) ?? [];

/** Shows the free samples of the cart: what is missing to earn them, or a choice, in which nothing is ticked at first. */
export function SampleChoice({ samples }: { samples: Samples }) {
  const { cartCurrencySymbol } = useShop();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const { name, max, missing, options, unavailable } = samples;
  const ids = chosenOf(samples);

  const toggle = async (variantId: string, title: string) => {
    // What is ticked at the click, not at the last render.
    const ticked = chosenOf(cartPageStore.get().cart?.samples);
    const isTicked = ticked.includes(variantId);
    if (!isTicked && ticked.length >= max) {
      setProblem(
        max === 1
          ? "Untick the other sample to change your choice."
          : `You’ve chosen ${max}. Untick one to change your choice.`,
      );
      return;
    }
    const wanted = isTicked ? ticked.filter((one) => one !== variantId) : [...ticked, variantId];
    setProblem(null);
    announce(`${title} was ${isTicked ? "removed from" : "added to"} your free samples: ${wanted.length} of ${max}.`);
    try {
      await cartSync.chooseSamples(wanted);
    } catch (error) {
      const failed = toRequestError(error);
      setProblem(failed.errorResponse?.errors?.[0]?.message ?? failed.message);
    }
  };

  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0 py-6">
      {/* A floated legend is inside the padding. */}
      <legend className="float-left w-full font-display text-item leading-tight">{name}</legend>
      <p id={`${id}-note`} className="clear-both pt-1 text-bark text-small">
        {missing > 0
          ? `Add ${formatMoney(missing, cartCurrencySymbol, "always")} more, and choose ${max === 1 ? "one" : max} for free.`
          : `Free with this order: ${ids.length} of ${max} chosen.`}
      </p>
      {missing === 0 && (
        // On a phone a row to scroll, which shows a part of the fifth.
        <ul className="-mx-gutter mt-2.5 flex gap-2 overflow-x-auto px-gutter py-1 @tablet:mx-0 @tablet:grid @tablet:grid-cols-5 @tablet:gap-y-4 @tablet:overflow-visible @tablet:px-0 @min-[70rem]:gap-4">
          {options.map((option) => (
            <SampleSwatch
              key={option.variant_id}
              sample={option}
              isChosen={ids.includes(option.variant_id)}
              onToggle={() => void toggle(option.variant_id, option.title)}
            />
          ))}
        </ul>
      )}
      <UnavailableSamples samples={unavailable} isChoice />
      <p aria-live="polite" className="text-small text-terracotta not-empty:mt-2">
        {problem}
      </p>
    </fieldset>
  );
}
