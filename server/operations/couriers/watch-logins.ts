/** Notices that a courier no longer accepts the shop's login, and tells the owners once for each outage. */

import { and, eq, isNotNull } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { CourierProviderName } from "../../../contract/couriers.ts";
import { MINUTE_MS } from "../../../contract/dates.ts";
import { listOwnerEmails } from "../../people/staff/members.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount } from "../../platform/database/schema.ts";
import { paragraph } from "../../platform/mail/email-blocks.ts";
import { renderEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { CourierError, type CourierProvider, REFUSALS } from "./provider.ts";
import { COURIER_NAMES } from "./providers.ts";

/** For how long a courier may answer 403 before it counts: it does so, too, to more requests than it allows. */
const BLOCKED_FOR_MS = 30 * MINUTE_MS;

interface WatchDeps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
  log: FastifyBaseLogger;
}

/** The methods that use the login at every provider, so that a result proves that it works. */
const PROOFS = [
  "checkLogin",
  "book",
  "findBooked",
  "fetchLabel",
  "requestPickup",
  "cancel",
  "track",
  "answerFailure",
] as const;
type Proof = (typeof PROOFS)[number];

/** Returns the provider, which notes at each call whether its login is accepted. */
export function watchLogin(provider: CourierProvider, deps: WatchDeps): CourierProvider {
  const watched = Object.fromEntries(
    PROOFS.map((name) => [
      name,
      async (...given: unknown[]) => {
        try {
          const result = await (provider[name] as (...given: unknown[]) => Promise<unknown>)(...given);
          await note(() => noteAccepted(deps, provider.name));
          return result;
        } catch (error) {
          if (error instanceof CourierError && (error.reason === "credentials" || error.reason === "blocked"))
            await note(() => noteRefused(deps, provider.name, error, new Date()));
          throw error;
        }
      },
    ]),
  ) as Pick<CourierProvider, Proof>;
  /** A note that fails must not make a booking that has worked look as if it had not. */
  const note = (write: () => Promise<void>) =>
    write().catch((error: unknown) => deps.log.error(error, "whether a courier accepts the login could not be noted"));
  return { ...provider, ...watched };
}

async function noteAccepted({ db }: WatchDeps, name: CourierProviderName): Promise<void> {
  const recovered = await db
    .update(courierAccount)
    .set({ failingSince: null, warnedAt: null })
    .where(and(eq(courierAccount.provider, name), isNotNull(courierAccount.failingSince)))
    .returning({ id: courierAccount.id });
  if (recovered.length > 0) publishChange(db, "orders");
}

/** All accounts of a provider have its keys in common, so one email is about all of them. */
async function noteRefused(
  { db, readSender }: WatchDeps,
  name: CourierProviderName,
  error: CourierError,
  now: Date,
): Promise<void> {
  // Before the transaction, because it uses another connection.
  const sender = await readSender("");
  await db.transaction(async (trx) => {
    const accounts = await trx
      .select()
      .from(courierAccount)
      .where(and(eq(courierAccount.provider, name), eq(courierAccount.isEnabled, true)))
      .orderBy(courierAccount.id)
      .for("update");
    const [first] = accounts;
    if (!first || first.warnedAt !== null) return;
    const failingSince = first.failingSince ?? now;
    const isOutage = error.reason === "credentials" || now.getTime() - failingSince.getTime() >= BLOCKED_FOR_MS;
    await trx
      .update(courierAccount)
      .set({ failingSince, warnedAt: isOutage ? now : null })
      .where(and(eq(courierAccount.provider, name), eq(courierAccount.isEnabled, true)));
    if (!isOutage) return;
    publishChange(trx, "orders");
    const message = renderEmail(sender, refusedEmail(sender, COURIER_NAMES[name], error));
    for (const to of await listOwnerEmails(trx)) await queueMail(trx, { to, ...message }, now);
  });
}

const refusedEmail = ({ name }: MailSender, courier: string, { reason, detail }: CourierError) => ({
  subject: `${courier} refuses ${name}`,
  preview: "No parcel is booked or followed with it for now.",
  heading: `${courier} refuses the shop`,
  blocks: [
    paragraph(
      `${name} can’t use its account with ${courier}. ${REFUSALS[reason]}${detail && ` ${courier} says: ${detail}`}`,
    ),
    paragraph(
      `Parcels that are booked stay booked, and you can ship by hand meanwhile. Once it is put right, press “Try the login” in the back office, under Couriers.`,
    ),
  ],
});
