import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";

/** After so many issues in a row that were refused, the subscriber gets none. */
const MAX_REFUSALS = 2;
/** The enhanced status codes of RFC 3463 and RFC 7505 for a mailbox or domain that takes no mail, ever. */
const NO_MAILBOX = "(^|[^0-9.])5[.]1[.](1|10)([^0-9]|$)";

/**
 * Notes how the emails of an issue fared: a mailbox that does not exist is set aside after the second issue in a row, and one that took the
 * email counts from the beginning. Call it once an issue.
 * @returns how many are set aside by it
 */
export async function noteRefusals(trx: DatabaseOrTransaction, campaignId: number, now: Date): Promise<number> {
  const noted = await rowsOf(
    trx,
    { isSetAside: "boolean" },
    sql`with answered as (
        select recipient, bool_or(state = 'failed' and last_error ~ ${NO_MAILBOX}) as is_refused from mail
        where campaign_id = ${campaignId} and state in ('sent', 'failed') group by recipient
      )
      update newsletter_subscriber as subscriber
      set refusals = case when is_refused then refusals + 1 else 0 end,
        set_aside_at = case when is_refused and refusals + 1 >= ${MAX_REFUSALS}
          then coalesce(set_aside_at, ${now.toISOString()}::timestamptz) else set_aside_at end
      from answered
      where subscriber.email = answered.recipient and state = 'confirmed' and set_aside_at is null
        and (is_refused or refusals > 0)
      returning set_aside_at is not null as "isSetAside"`,
  );
  return noted.filter(({ isSetAside }) => isSetAside).length;
}
