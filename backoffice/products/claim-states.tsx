import type { AdminProduct } from "../../contract/admin/products.ts";
import { DAY_MS, formatCalendarDay, isDay, isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";

/** How many days before its end a certificate should be renewed. */
const SOON_DAYS = 60;

/** Shows which claims shoppers see, while they are being typed. @param value the claims as JSON */
export function ClaimStates({ value }: { value: string }) {
  const claims = (JSON.parse(value) as AdminProduct["claims"]).filter(({ claim }) => claim.trim() !== "");
  return (
    <section aria-labelledby="claim-states" className="panel grid gap-2 p-4">
      <h2 id="claim-states">In the shop</h2>
      {claims.length === 0 && <p className="text-bark">Claims appear below the facts of the product.</p>}
      <ul className="grid gap-2">
        {claims.map(({ claim, validUntil }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
          <li key={at} className="wrap-anywhere">
            <span className="font-semibold">{claim}</span>: {stateOf(validUntil)}
          </li>
        ))}
      </ul>
      <p className="text-bark text-small">
        A claim whose certificate has ended is no longer shown, and Home counts its product. The setting “Claims on
        product pages” holds for every product; keep its proof elsewhere.
      </p>
    </section>
  );
}

function stateOf(validUntil: string): string {
  if (!isDay(validUntil)) return "shown, without an end";
  const [now, day] = [shopNow(), formatCalendarDay(validUntil)];
  if (validUntil < isoDayInIndia(now)) return `not shown, since its certificate ended on ${day}`;
  if (validUntil < isoDayInIndia(new Date(now.getTime() + SOON_DAYS * DAY_MS)))
    return `shown until ${day}: renew it soon`;
  return `shown until ${day}`;
}
