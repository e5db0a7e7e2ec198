/** Actions of staff on reviews. */

import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { ReviewState } from "../../../contract/reviews/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { customer, product, review } from "../../platform/database/schema.ts";
import type { RenderedEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { reviewPublishedEmail, reviewRejectedEmail } from "./emails.ts";
import { publishReviews } from "./reviews.ts";

const columns = {
  id: review.id,
  state: review.state,
  note: review.note,
  rating: review.rating,
  title: review.title,
  text: review.text,
  images: review.images,
  videos: review.videos,
  verifiedBuyer: review.verifiedBuyer,
  createdAt: review.createdAt,
  changedAt: review.changedAt,
  productTitle: product.title,
  productSlug: product.slug,
  authorName: customer.name,
  authorEmail: customer.email,
};

const reviewsForStaff = (db: Database) =>
  db
    .select(columns)
    .from(review)
    .innerJoin(product, eq(product.id, review.productId))
    .innerJoin(customer, eq(customer.id, review.customerId));
export type ReviewForStaff = Awaited<ReturnType<typeof reviewsForStaff>>[number];

/** Reviews of a state in the order in which they wait, by keyset. @param after the id of the last review of the previous page */
export async function listReviewQueue(
  db: Database,
  { state, after, max }: { state: ReviewState; after: number | undefined; max: number },
): Promise<ReviewForStaff[]> {
  const [oldest, changed] = [state === "held", sql`(${review.changedAt}, ${review.id})`];
  const last = sql`(select ${review.changedAt}, ${review.id} from ${review} where ${review.id} = ${after ?? null})`;
  const isFurther: SQL | undefined =
    after === undefined ? undefined : sql`${changed} ${sql.raw(oldest ? ">" : "<")} ${last}`;
  const inOrder = oldest ? [review.changedAt, review.id] : [desc(review.changedAt), desc(review.id)];
  return reviewsForStaff(db)
    .where(and(eq(review.state, state), isFurther))
    .orderBy(...inOrder)
    .limit(max);
}

/** A decision about a review: its author, and the reason for the reviewer. */
interface Decision {
  actor: Actor;
  sender: MailSender;
  reason: string;
  /** When the review that staff has read was last changed; a later change is a conflict. Missing for a command. */
  changedAt?: Date | undefined;
}

/** @throws ApiError (404) */
export async function findAnyReview(db: Database, id: number): Promise<ReviewForStaff> {
  const [found] = await reviewsForStaff(db).where(eq(review.id, id));
  if (!found) throw new ApiError("not_found", `There is no review ${id}.`);
  return found;
}

/**
 * Publishes a review, whose text then counts as accepted, and emails its author.
 * @throws ApiError (404), (409) as `Decision` says
 */
export async function publishReview(
  db: Database,
  id: number,
  { actor, sender, changedAt }: Omit<Decision, "reason">,
): Promise<void> {
  await decide(db, id, { state: "published", note: "", actor, changedAt }, (author) =>
    reviewPublishedEmail(sender, author),
  );
}

/**
 * Rejects a review, even a published one: only its author still sees it. Emails the author.
 * @throws ApiError (404), (409) as `Decision` says
 */
export async function rejectReview(
  db: Database,
  id: number,
  { actor, sender, changedAt, reason }: Decision,
): Promise<void> {
  await decide(db, id, { state: "rejected", note: reason, actor, changedAt }, (author) =>
    reviewRejectedEmail(sender, author, reason),
  );
}

/** Stores a decision, and emails the author unless nothing changes or the account is deleted. */
async function decide(
  db: Database,
  id: number,
  { state, note, actor, changedAt }: { state: ReviewState; note: string } & Pick<Decision, "actor" | "changedAt">,
  renderMail: (author: { name: string; productTitle: string; productSlug: string }) => RenderedEmail,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [before] = await trx
      .select({
        state: review.state,
        note: review.note,
        productId: review.productId,
        changedAt: review.changedAt,
        name: customer.name,
        email: customer.email,
        closedAt: customer.closedAt,
        productTitle: product.title,
        productSlug: product.slug,
      })
      .from(review)
      .innerJoin(product, eq(product.id, review.productId))
      .innerJoin(customer, eq(customer.id, review.customerId))
      .where(eq(review.id, id))
      .for("update", { of: review });
    if (!before) throw new ApiError("not_found", `There is no review ${id}.`);
    if (changedAt && before.changedAt.getTime() !== changedAt.getTime())
      throw new ApiError("conflict", "Its author has changed this review meanwhile. Please reload it.");
    if (before.state === state && before.note === note) return;
    await trx.update(review).set({ state, note }).where(eq(review.id, id));
    publishReviews(trx, [before.productId]);
    const now = new Date();
    const change = { before: { state: before.state }, after: { state, ...(note && { reason: note }) } };
    const subject = { type: "review" as const, id: String(id) };
    await recordAudit(trx, actor, { action: `review.${state}`, subject, ...change }, now);
    if (before.closedAt) return;
    await queueMail(trx, { to: before.email, ...renderMail(before) }, now);
  });
}
