import { sql } from "drizzle-orm";

/** Longer than any unpaid order holds its stock: an owner may let one for cash on delivery wait a week for its confirmation. */
export const LONGEST_HOLD = sql`interval '8 days'`;
