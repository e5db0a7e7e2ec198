import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The SQL expression of the mailbox behind a stored email, of which one person may have many: without a tag, and at Gmail without dots and
 * under one domain. An account's email stays as typed; the mailbox only tells who has had an offer or a block before.
 */
export function mailboxOf(email: AnyColumn | SQL): SQL {
  const untagged = sql`regexp_replace(${email}, '(.)[+][^@]*@', '\\1@')`;
  return sql`(case when ${email} ~ '@(gmail|googlemail)[.]com$'
    then replace(split_part(${untagged}, '@', 1), '.', '') || '@gmail.com' else ${untagged} end)`;
}
