import { count, desc, eq } from "drizzle-orm";
import type { ReviewState } from "../../contract/reviews/schemas.ts";
import type { Database } from "../database/database.ts";
import { customer, product, review } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { RenderedEmail } from "../mail/email-template.ts";
import { queueMail } from "../mail/outbox.ts";
import type { MailSender } from "../mail/sender.ts";
import { reviewPublishedMail, reviewRejectedMail } from "./mails.ts";
import { publishReviews } from "./reviews.ts";

/** Staff's actions on reviews. */

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

/** Reviews of a state, last changed first. @returns the first `max` of them, and their number */
export async function listAllReviews(
  db: Database,
  { state, max }: { state: ReviewState; max: number },
): Promise<{ reviews: ReviewForStaff[]; total: number }> {
  const which = eq(review.state, state);
  const reviews = await reviewsForStaff(db).where(which).orderBy(desc(review.changedAt), desc(review.id)).limit(max);
  const [counted] = await db.select({ total: count() }).from(review).where(which);
  return { reviews, total: counted?.total ?? 0 };
}

/** @throws ApiError (404) */
export async function findAnyReview(db: Database, id: number): Promise<ReviewForStaff> {
  const [found] = await reviewsForStaff(db).where(eq(review.id, id));
  if (!found) throw new ApiError("not_found", `There is no review ${id}.`);
  return found;
}

/** Publishes a review; its text is then accepted as it is. Mails the author. @throws ApiError (404) */
export async function publishReview(db: Database, id: number, sender: MailSender): Promise<void> {
  await decide(db, id, { state: "published", note: "" }, (author) => reviewPublishedMail(sender, author));
}

/**
 * Rejects a review, also a published one: only its author still sees it. Mails the author.
 * @param reason a sentence for the author
 * @throws ApiError (404)
 */
export async function rejectReview(db: Database, id: number, reason: string, sender: MailSender): Promise<void> {
  await decide(db, id, { state: "rejected", note: reason }, (author) => reviewRejectedMail(sender, author, reason));
}

/** Mails the author unless the decision changes nothing or the account is deleted. */
async function decide(
  db: Database,
  id: number,
  decision: { state: ReviewState; note: string },
  renderMail: (author: { name: string; productTitle: string; productSlug: string }) => RenderedEmail,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [before] = await trx
      .select({
        state: review.state,
        note: review.note,
        productId: review.productId,
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
    await trx.update(review).set(decision).where(eq(review.id, id));
    publishReviews(trx, [before.productId]);
    const isSame = before.state === decision.state && before.note === decision.note;
    if (isSame || before.closedAt) return;
    await queueMail(trx, { to: before.email, ...renderMail(before) }, new Date());
  });
}
