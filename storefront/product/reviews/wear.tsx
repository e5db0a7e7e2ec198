import type { Product } from "../../../contract/catalogue/schemas.ts";
import { Bar } from "./bar.tsx";

/** The duration that fills the whole bar. */
const FULL_HOURS = 12;
const SILLAGES: Record<string, number> = { soft: 1 / 3, moderate: 2 / 3, strong: 1 };

/** Shows how long a scent lasts and how far it carries, as bars; a text without a measure has no bar. */
export function Wear({ longevity, sillage }: Pick<Product, "longevity" | "sillage">) {
  const bars = [
    { name: "Longevity", text: longevity, share: longevity === null ? undefined : shareOfHours(longevity) },
    { name: "Sillage", text: sillage, share: SILLAGES[sillage?.toLowerCase() ?? ""] },
  ].filter(({ text }) => text !== null);
  if (bars.length === 0) return null;
  return (
    <dl className="flex w-full flex-col gap-3 border-sand border-t pt-5 text-small sm:max-lg:border-none sm:max-lg:pt-2">
      {bars.map(({ name, text, share }) => (
        <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
          <dt>{name}</dt>
          <dd className="text-bark">{text}</dd>
          {share !== undefined && (
            <dd aria-hidden="true" className="col-span-2">
              <Bar share={share} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

/** Reads ten hours from "8 to 10 hours", as a share of the bar. */
export function shareOfHours(longevity: string): number | undefined {
  const hours = longevity.match(/\d+/g)?.at(-1);
  return hours === undefined ? undefined : Math.min(1, Number(hours) / FULL_HOURS);
}
