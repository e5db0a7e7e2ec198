import { sql } from "drizzle-orm";
import type { AdminSize } from "../../../../contract/admin/products.ts";
import type { Paise } from "../../../base/money.ts";
import { priceChange, variant } from "../../../platform/database/schema.ts";
import type { PricesInPaise } from "../listing/prices-in-rupees.ts";

type ListedChange = Omit<AdminSize["plannedPrices"][number], "price" | "originalPrice"> & PricesInPaise;

/** Price changes of the query's `variant` that staff sees: planned and running ones, and those that failed within a month, as JSON. */
export const listedPriceChanges = sql<ListedChange[]>`(
  select coalesce(json_agg(json_build_object('_id', ${priceChange.id}::text, 'pricePaise', ${priceChange.pricePaise},
    'originalPricePaise', ${priceChange.originalPricePaise}, 'startsAt', starts_at, 'endsAt', ends_at, 'state', ${priceChange.state}, 'message', message)
    order by starts_at, ${priceChange.id}), '[]')
  from ${priceChange} where ${priceChange.variantId} = ${variant.id}
    and (${priceChange.state} in ('planned', 'running') or (${priceChange.state} = 'failed' and starts_at > now() - interval '30 days'))
)`;

/** The next time at which a planned price of the query's `variant` starts or ends, and the price from then on, as JSON. */
export const nextPrice = sql<{ at: string; pricePaise: Paise } | null>`(
  select json_build_object('at', next.at, 'pricePaise', next.price_paise) from (
    select starts_at as at, ${priceChange.pricePaise} as price_paise from ${priceChange}
      where ${priceChange.variantId} = ${variant.id} and ${priceChange.state} = 'planned'
    union all
    select ends_at, before_price_paise from ${priceChange}
      where ${priceChange.variantId} = ${variant.id} and ${priceChange.state} = 'running'
    order by at limit 1
  ) as next
)`;
