import type { Product } from "../../../contract/catalogue/schemas.ts";
import { Bar } from "./bar.tsx";

/** The duration that fills all dots. */
const FULL_HOURS = 12;
const SILLAGES: Record<string, number> = { soft: 1 / 3, moderate: 2 / 3, strong: 1 };

/** Shows how long a scent lasts and how far it carries, as dots of five, unlike the bars of votes; a text without a measure has none. */
export function Wear({ longevity, sillage }: Pick<Product, "longevity" | "sillage">) {
  const measures = [
    { name: "Longevity", text: longevity, share: longevity === null ? undefined : shareOfHours(longevity) },
    { name: "Sillage", text: sillage, share: SILLAGES[sillage?.toLowerCase() ?? ""] },
  ].filter(({ text }) => text !== null);
  if (measures.length === 0) return null;
  return (
    <dl className="grid w-full gap-y-2 border-sand border-t pt-5 text-small sm:max-lg:border-none sm:max-lg:pt-2">
      {measures.map(({ name, text, share }) => (
        <div key={name} className="flex flex-wrap items-center gap-x-4">
          <dt className="w-17">{name}</dt>
          {share !== undefined && (
            <dd>
              <Bar share={Math.round(share * 5) / 5} className="five-dots" />
            </dd>
          )}
          <dd className="text-bark">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Reads ten hours from "8 to 10 hours", as a share of the longest. */
function shareOfHours(longevity: string): number | undefined {
  const hours = longevity.match(/\d+/g)?.at(-1);
  return hours === undefined ? undefined : Math.min(1, Number(hours) / FULL_HOURS);
}
