import { and, eq, isNotNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, customerOrder, type privacyRequest } from "../../platform/database/schema.ts";

type Account = typeof customer.$inferSelect;

/** Whom a request is about, as the shop knows them now. */
export interface Person {
  /** Null without an account. That of a request may be deleted. */
  account: Account | null;
  /** In lower case. */
  email: string;
  /** A receiver's number that staff has confirmed; empty without one. */
  mobile: string;
  /** Deleted accounts that ordered with this email. Their orders and reviews remain. */
  formerIds: readonly number[];
}

/** Finds the person of a request; one without an account has an account if it was created meanwhile. */
export async function personOf(
  db: DatabaseOrTransaction,
  request: Pick<typeof privacyRequest.$inferSelect, "customerId" | "email" | "mobile" | "identification">,
): Promise<Person> {
  const { customerId, email } = request;
  const [account = null] = await db
    .select()
    .from(customer)
    .where(customerId === null ? eq(customer.email, email ?? "") : eq(customer.id, customerId));
  return toPerson(db, {
    account,
    email: email ?? account?.email ?? "",
    mobile: request.identification === "" ? "" : request.mobile,
  });
}

/** Finds the person of an account; null if there is none. */
export async function personOfAccount(db: DatabaseOrTransaction, id: number): Promise<Person | null> {
  const [account] = await db.select().from(customer).where(eq(customer.id, id));
  return account ? toPerson(db, { account, email: account.email, mobile: "" }) : null;
}

async function toPerson(db: DatabaseOrTransaction, known: Omit<Person, "formerIds">): Promise<Person> {
  const former = await db
    .selectDistinct({ id: customerOrder.customerId })
    .from(customerOrder)
    .innerJoin(customer, eq(customer.id, customerOrder.customerId))
    .where(and(eq(customerOrder.email, known.email), isNotNull(customer.closedAt)));
  return { ...known, formerIds: former.map(({ id }) => id) };
}

/** The accounts of somebody, past and present. */
export const accountIdsOf = ({ account, formerIds }: Person): number[] =>
  account ? [account.id, ...formerIds] : [...formerIds];

/** Whether a request by email has got an account meanwhile. */
export const hasNewAccount = ({ customerId }: Pick<typeof privacyRequest.$inferSelect, "customerId">, person: Person) =>
  customerId === null && person.account !== null;

export const NEW_ACCOUNT =
  "This email has got an account since the request. Reject the request, and refer its owner to “Delete account” in the profile.";
