import { sql } from "drizzle-orm";
import { priceChange, variant } from "../database/schema.ts";

/** Planned and running price changes of the query's `variant`, and those that failed within a month, as JSON. */
export const openPriceChanges = sql`(
  select coalesce(json_agg(json_build_object('_id', ${priceChange.id}::text, 'price', ${priceChange.pricePaise},
    'originalPrice', ${priceChange.originalPricePaise}, 'startsAt', starts_at, 'endsAt', ends_at, 'state', ${priceChange.state}, 'message', message)
    order by starts_at, ${priceChange.id}), '[]')
  from ${priceChange} where ${priceChange.variantId} = ${variant.id}
    and (${priceChange.state} in ('planned', 'running') or (${priceChange.state} = 'failed' and starts_at > now() - interval '30 days'))
)`;

/** The next time at which a planned price of the query's `variant` starts or ends, and the price from then on, as JSON. */
export const nextPrice = sql`(
  select json_build_object('at', next.at, 'price', next.price) from (
    select starts_at as at, ${priceChange.pricePaise} as price from ${priceChange}
      where ${priceChange.variantId} = ${variant.id} and ${priceChange.state} = 'planned'
    union all
    select ends_at, before_price_paise from ${priceChange}
      where ${priceChange.variantId} = ${variant.id} and ${priceChange.state} = 'running'
    order by at limit 1
  ) as next
)`;
