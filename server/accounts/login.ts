import { and, eq } from "drizzle-orm";
import type { Session } from "../../contract/accounts.ts";
import type { Database } from "../database/database.ts";
import { customer } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import { fromAddress, wrongPasswords } from "./allowances.ts";
import { giveBack, spendAllowance } from "./limits.ts";
import { checkPassword, hashPassword, refuseWhenBusy } from "./passwords.ts";
import { canonicalEmail } from "./secrets.ts";
import { openSession, ownerColumns } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/**
 * Logs in with email and password. An unknown address takes as long and is answered the same as a wrong password.
 * @throws Refusal (422) when they do not fit, (429) after too many wrong ones, (503) when the shop is busy
 */
export async function login(
  db: Database,
  { email: written, password }: { email: string; password: string },
  visit: Visit,
): Promise<Session> {
  refuseWhenBusy();
  const email = canonicalEmail(written);
  const limits = [fromAddress("login", visit.ip, visit.attemptsPerAddress), wrongPasswords(email)];
  for (const limit of limits) await spendAllowance(db, limit, visit.now);

  const [found] = await db
    .select({ ...ownerColumns, passwordHash: customer.passwordHash })
    .from(customer)
    .where(eq(customer.email, email));
  const check = await checkPassword(password, found?.passwordHash ?? null);
  if (!found || check === "wrong") throw wrongCredentials();

  for (const limit of limits) await giveBack(db, limit);
  const renewed = check === "outdated" ? await hashPassword(password) : undefined;
  return db.transaction(async (trx) => {
    // Whoever has changed the password since it was compared has ended every session; none may come after that.
    const unchanged = and(eq(customer.id, found.id), eq(customer.passwordHash, found.passwordHash ?? ""));
    const [owner] = renewed
      ? await trx.update(customer).set({ passwordHash: renewed }).where(unchanged).returning(ownerColumns)
      : await trx.select(ownerColumns).from(customer).where(unchanged).for("share");
    if (!owner) throw wrongCredentials();
    return openSession(trx, owner, visit.userAgent);
  });
}

const wrongCredentials = () => Refusal.ofField("password", "Email or password is not right.");
