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
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="font-display text-[1.0625rem] leading-tight">{name}</legend>
      <p id={`${id}-note`} className="mt-1 text-bark text-small">
        {missing > 0
          ? `Add ${formatMoney(missing, cartCurrencySymbol, "always")} more, and choose ${max === 1 ? "one" : max} for free.`
          : `Free with this order: ${ids.length} of ${max} chosen.`}
      </p>
      {missing === 0 && (
        <ul className="mt-3 grid grid-cols-5 gap-x-1 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-3">
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
