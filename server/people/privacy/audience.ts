/** Who gets a notice of an incident: their emails, each once, and the people without one. */

import { type SQL, sql } from "drizzle-orm";
import { endOfDayInIndia, startOfDayInIndia } from "../../../contract/dates.ts";
import { type NoticeAudience, PERSON_KINDS, type PersonKind } from "../../../contract/privacy/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { column, type RowOf, rowsOf } from "../../platform/database/rows.ts";
import { customer, customerOrder } from "../../platform/database/schema.ts";
import { CONTACT_SOURCES, selectPeople } from "./contact-points.ts";

export interface Audience {
  audience: NoticeAudience;
  kinds: readonly PersonKind[];
  orderedFrom?: string | null | undefined;
  orderedTo?: string | null | undefined;
  emails: readonly string[];
}

/**
 * Selects the people of an audience: kind, email, name, mobile, address. Somebody appears once for each row that names them.
 * @throws ApiError (422) for an incomplete audience
 */
export function selectAudience({ audience, kinds, orderedFrom, orderedTo, emails }: Audience): SQL {
  if (audience === "listed") {
    if (emails.length === 0) throw ApiError.ofField("emails", "Please list at least one email.");
    const listed = JSON.stringify(emails.map(canonicalEmail));
    return sql`select 'listed' as kind, value as email, null::text as name, null::text as mobile, null::text as address
      from jsonb_array_elements_text(${listed}::jsonb) as value`;
  }
  if (audience === "ordered") return selectBuyers(orderedFrom, orderedTo);
  if (audience === "kinds" && kinds.length === 0) throw ApiError.ofField("kinds", "Please choose at least one.");
  return unionOf(audience === "all" ? PERSON_KINDS : kinds);
}

const unionOf = (kinds: readonly PersonKind[]) =>
  sql.join(
    kinds.flatMap((kind) => CONTACT_SOURCES[kind].map((source) => selectPeople(kind, source))),
    sql` union all `,
  );

/** Selects who ordered between two days, in India, with the current email of their account, and who got their gifts. */
function selectBuyers(from: string | null | undefined, to: string | null | undefined): SQL {
  if (!from) throw ApiError.ofField("orderedFrom", "Please choose the first day.");
  if (!to || to < from) throw ApiError.ofField("orderedTo", "Please choose a last day that is not before the first.");
  const between = sql`${customerOrder.createdAt} >= ${startOfDayInIndia(from).toISOString()}::timestamptz
    and ${customerOrder.createdAt} < ${endOfDayInIndia(to).toISOString()}::timestamptz`;
  const buyers = sql`${customer.id} in (select ${customerOrder.customerId} from ${customerOrder} where ${between})`;
  const { accounts, orders, gift_receivers: receivers } = CONTACT_SOURCES;
  return sql.join(
    [
      selectPeople("accounts", accounts[0], buyers),
      selectPeople("orders", orders[0], between),
      selectPeople("gift_receivers", receivers[0], between),
    ],
    sql` union all `,
  );
}

/** Without an email, a mobile number and a name make a person; without a number, a name and a postal address. */
const PERSON_WITHOUT_EMAIL = sql`concat_ws(' ', coalesce(mobile, address), lower(name))`;

export interface AudienceCounts {
  /** People of each kind that has any. */
  kinds: { kind: PersonKind; people: number; withoutEmail: number }[];
  emails: number;
  /** How many of the emails the shop does not have; only of listed ones. */
  unknown: number;
  withoutEmail: number;
}

/** @throws ApiError (422) for an incomplete audience */
export async function countAudience(db: DatabaseOrTransaction, audience: Audience): Promise<AudienceCounts> {
  const rows = await rowsOf(
    db,
    { kind: column<PersonKind | "listed" | null>("string?"), emails: "number", others: "number" },
    sql`select kind, count(distinct email)::int as emails,
        (count(distinct ${PERSON_WITHOUT_EMAIL}) filter (where email is null))::int as others
      from (${selectAudience(audience)}) as people group by grouping sets ((kind), ())`,
  );
  const total = rows.find(({ kind }) => kind === null);
  const counts = new Map(rows.map((row) => [row.kind, row]));
  return {
    kinds: PERSON_KINDS.flatMap((kind) => {
      const row = counts.get(kind);
      return row ? [{ kind, people: row.emails + row.others, withoutEmail: row.others }] : [];
    }),
    emails: total?.emails ?? 0,
    unknown: audience.audience === "listed" ? await countUnknown(db, audience) : 0,
    withoutEmail: total?.others ?? 0,
  };
}

async function countUnknown(db: DatabaseOrTransaction, audience: Audience): Promise<number> {
  const [row] = await rowsOf(
    db,
    { unknown: "number" },
    sql`with listed as (select distinct email from (${selectAudience(audience)}) as people)
      select ((select count(*) from listed) - (select count(distinct known.email) from (${unionOf(PERSON_KINDS)}) as known
        where known.email in (select email from listed)))::int as unknown`,
  );
  return row?.unknown ?? 0;
}

const PERSON = { kind: "string", name: "string?", email: "string?", mobile: "string?", address: "string?" } as const;
export type Person = RowOf<typeof PERSON>;

/** Reads the people of an audience without an email, each once, with the address that is theirs. */
export const readWithoutEmail = (db: DatabaseOrTransaction, audience: Audience): Promise<Person[]> =>
  rowsOf(
    db,
    PERSON,
    sql`select distinct on (${PERSON_WITHOUT_EMAIL}) kind, name, email, mobile, address
      from (${selectAudience(audience)}) as people where email is null
      order by ${PERSON_WITHOUT_EMAIL}, address nulls last`,
  );

/** Reads what the shop has of people by their emails, to reach them in another way. An email may have several rows, or none. */
export const readByEmails = (db: DatabaseOrTransaction, emails: readonly string[]): Promise<Person[]> =>
  rowsOf(
    db,
    PERSON,
    sql`select distinct kind, name, email, mobile, address from (${unionOf(PERSON_KINDS)}) as people
      where email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))
        and (mobile is not null or address is not null)
      order by email, kind`,
  );
