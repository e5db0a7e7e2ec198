import { and, eq, sql } from "drizzle-orm";
import type { MessageState } from "../../../contract/contact/schemas.ts";
import { canonicalEmail } from "../../base/canonical-email.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { contactMessage } from "../../platform/database/schema.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { resolveBy } from "./grievance-clock.ts";
import { stateOfMessage } from "./rate-limits.ts";

/**
 * Reads how far a message is.
 * @param query.email of its sender; another one is answered as an unknown reference is
 * @throws ApiError (404), (429) for too many from one network, or about one reference
 */
export async function readMessageState(
  db: Database,
  { reference, email }: { reference: string; email: string },
  { ip, attemptsPerIp, now }: Pick<RequestContext, "ip" | "attemptsPerIp" | "now">,
): Promise<MessageState> {
  await consume(db, perIp("message state", ip, attemptsPerIp), now);
  await consume(db, stateOfMessage(reference), now);
  const [found] = await db
    .select({
      createdAt: contactMessage.createdAt,
      openedAt: contactMessage.openedAt,
      grievanceAt: contactMessage.grievanceAt,
      answeredAt: contactMessage.answeredAt,
      closedAt: contactMessage.closedAt,
    })
    .from(contactMessage)
    .where(
      and(eq(contactMessage.reference, reference), eq(sql`lower(${contactMessage.email})`, canonicalEmail(email))),
    );
  if (!found)
    throw new ApiError(
      "not_found",
      "We couldn’t find a message with this reference and email. Please check both in our email to you.",
    );
  const { createdAt, openedAt, grievanceAt, answeredAt, closedAt } = found;
  const text = (at: Date | null) => at?.toISOString() ?? null;
  return {
    reference,
    isComplaint: grievanceAt !== null,
    receivedAt: createdAt.toISOString(),
    openedAt: text(openedAt),
    answeredAt: text(answeredAt),
    closedAt: text(closedAt),
    resolveBy: text(grievanceAt && resolveBy(createdAt)),
  };
}
