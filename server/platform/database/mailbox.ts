import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/**
 * The SQL expression of the mailbox of a stored email. Several emails reach one mailbox: those that differ by a `+tag`, and at Gmail by dots or
 * by its two domains. An account keeps the email as typed; mailboxes are compared to find who has used an offer or is blocked.
 */
export function mailboxOf(email: AnyColumn | SQL): SQL {
  const untagged = sql`regexp_replace(${email}, '(.)[+][^@]*@', '\\1@')`;
  return sql`(case when ${email} ~ '@(gmail|googlemail)[.]com$'
    then replace(split_part(${untagged}, '@', 1), '.', '') || '@gmail.com' else ${untagged} end)`;
}
