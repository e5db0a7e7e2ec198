import { and, desc, eq, inArray, isNull, or } from "drizzle-orm";
import type { CloseAccountBody } from "../../contract/accounts/schemas.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import {
  address,
  cartCode,
  cartItem,
  cartSample,
  customer,
  customerNote,
  customerOrder,
  knownNetwork,
  oneTimeCode,
  orderNote,
  orderReturn,
  orderReturnPhoto,
  resetToken,
  review,
  reviewUpload,
  wishlistItem,
} from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { Customer } from "../http/sessions.ts";
import { queueMail } from "../mail/outbox.ts";
import { queueRemoval } from "../media/removal.ts";
import { unsubscribeEmail } from "../newsletter/unsubscribe.ts";
import { OPEN_STATES } from "../orders/lifecycle.ts";
import { hasOpenRefund } from "../payment-records/refunds.ts";
import { mailsTo, perIp, wrongCurrentPasswords } from "../rate-limits/account-limits.ts";
import { consume, undoConsume } from "../rate-limits/limits.ts";
import type { RequestContext } from "../request-context.ts";
import { publishAuthor, publishReviews } from "../reviews/reviews.ts";
import { deleteUploads } from "../reviews/uploads.ts";
import { type CodeBinding, hashCode, newCode } from "../secrets.ts";
import { minutesAfter } from "../time.ts";
import { consumeAttempt } from "./attempt-limits.ts";
import { CODE_MINUTES, checkCode, consumeCode, replaceCode } from "./codes.ts";
import { closeAccountMail } from "./mails.ts";
import { accountClosedMail } from "./notice-mails.ts";
import { checkPassword, rejectWhenBusy } from "./passwords.ts";
import { deleteProfileImage } from "./profile-image.ts";
import { logSecurityEvent } from "./security-events.ts";
import { endSessionsOf } from "./sessions.ts";

/**
 * Deletes an account. The customer's row, which orders and remaining reviews refer to, stays without personal data; orders and invoices
 * retain their copies of name and addresses as the law requires. Everything else is deleted. Triggers reject concurrent requests that would
 * store something afterwards.
 */

/** The author's name on remaining reviews. */
const FORMER_NAME = "Former customer";
const closeBinding = (email: string): CodeBinding => ({ email, purpose: "close" });

/**
 * Mails a code that confirms the deletion, for a customer without a password.
 * @throws ApiError (429) when requested too soon or too often
 */
export async function sendCloseCode(db: Database, { name, email }: Customer, context: RequestContext): Promise<void> {
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), context.now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(closeBinding(email)), context.now);
    const code = newCode();
    await replaceCode(trx, closeBinding(email), hashCode(context.codeSecret, closeBinding(email), code), context.now);
    const expiresAt = minutesAfter(context.now, CODE_MINUTES);
    await queueMail(trx, { to: email, ...closeAccountMail(context.sender, { name, code }), expiresAt }, context.now);
  });
}

/**
 * Deletes the account of a logged-in customer, confirmed by the password or a mailed code.
 * @throws ApiError (409) while an order is open, (422) for a wrong password or code, (429) after too many wrong ones
 */
export async function closeAccount(
  db: Database,
  { id, email }: Customer,
  body: CloseAccountBody,
  context: RequestContext,
): Promise<void> {
  const proof = await requireProof(db, { id, email }, body, context);
  const files = await db.transaction(async (trx) => {
    // Locks codes before the customer, as everywhere, so that concurrent requests do not deadlock.
    if (proof.codeHash) await consumeCode(trx, closeBinding(email), proof.codeHash);
    await trx.delete(oneTimeCode).where(eq(oneTimeCode.email, email));
    await trx.delete(resetToken).where(eq(resetToken.email, email));
    const [owner] = await trx
      .select({
        name: customer.name,
        publicId: customer.publicId,
        profileImage: customer.profileImage,
        passwordHash: customer.passwordHash,
      })
      .from(customer)
      .where(and(eq(customer.id, id), isNull(customer.closedAt)))
      .for("update");
    if (!owner) throw new ApiError("unauthorized");
    // The password has changed since it was compared.
    if (proof.passwordHash && owner.passwordHash !== proof.passwordHash) throw wrongPassword();
    await requireNoOpenOrders(trx, id);

    await deleteReturnPhotos(trx, id);
    const orders = trx.select({ id: customerOrder.id }).from(customerOrder).where(eq(customerOrder.customerId, id));
    await trx.delete(orderNote).where(inArray(orderNote.orderId, orders));
    await publishAuthor(trx, id);
    const files = body.reviews === "delete" ? await deleteReviews(trx, id) : [];
    await endSessionsOf(trx, id);
    for (const table of [address, cartCode, cartSample, cartItem, customerNote, wishlistItem, knownNetwork])
      await trx.delete(table).where(eq(table.customerId, id));
    await unsubscribeEmail(trx, email, context.now);
    await queueMail(trx, { to: email, ...accountClosedMail(context.sender, owner.name) }, context.now);
    await trx
      .update(customer)
      .set({
        email: `closed-${owner.publicId}@closed.invalid`,
        name: FORMER_NAME,
        profileImage: null,
        passwordHash: null,
        googleSubject: null,
        dateOfBirth: null,
        mobile: "",
        street: "",
        city: "",
        state: "",
        pincode: "",
        closedAt: context.now,
      })
      .where(eq(customer.id, id));
    if (owner.profileImage !== null) await deleteProfileImage(trx, owner.profileImage);
    return files;
  });
  logSecurityEvent(context, "account_deleted", { customerId: id });
  await deleteUploads(db, files);
}

/** Checks the proof of identity; the transaction compares it again. */
async function requireProof(
  db: Database,
  { id, email }: { id: number; email: string },
  { password, otp }: CloseAccountBody,
  context: RequestContext,
): Promise<{ codeHash?: string; passwordHash?: string }> {
  if (otp !== undefined) return { codeHash: await checkCode(db, closeBinding(email), otp, context) };
  if (password === undefined) throw ApiError.ofField("password", "Password is required.");
  rejectWhenBusy();
  const limit = wrongCurrentPasswords(email);
  await consumeAttempt(db, [limit], { email, kind: "current password", context });
  const [account] = await db.select({ passwordHash: customer.passwordHash }).from(customer).where(eq(customer.id, id));
  const check = await checkPassword(password, account?.passwordHash ?? null);
  if (!account?.passwordHash || check === "wrong") {
    logSecurityEvent(context, "login_failed", { customerId: id }, { method: "current password" });
    throw wrongPassword();
  }
  await undoConsume(db, limit);
  return { passwordHash: account.passwordHash };
}

async function requireNoOpenOrders(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const open = await trx
    .select({ number: customerOrder.number, state: customerOrder.state })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        or(inArray(customerOrder.state, [...OPEN_STATES]), hasOpenRefund(trx)),
      ),
    )
    .orderBy(desc(customerOrder.id));
  const [first, ...others] = open;
  if (!first) return;
  const which =
    others.length === 0
      ? `Order ${first.number} is still open.`
      : `${open.length} of your orders are still open, ${first.number} among them.`;
  throw new ApiError(
    "open_orders",
    `${which} You can delete your account once every order has been delivered, cancelled or refunded.`,
  );
}

/** Deletes the photos of the customer's returns, with their files. */
async function deleteReturnPhotos(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const own = trx
    .select({ id: orderReturn.id })
    .from(orderReturn)
    .innerJoin(customerOrder, eq(customerOrder.id, orderReturn.orderId))
    .where(eq(customerOrder.customerId, customerId));
  const deleted = await trx
    .delete(orderReturnPhoto)
    .where(inArray(orderReturnPhoto.returnId, own))
    .returning({ path: orderReturnPhoto.path });
  await queueRemoval(
    trx,
    deleted.map(({ path }) => path),
  );
}

/** @returns the files of the reviews, for `deleteUploads` */
async function deleteReviews(trx: DatabaseOrTransaction, customerId: number): Promise<string[]> {
  const files = await trx
    .select({ path: reviewUpload.path })
    .from(reviewUpload)
    .where(eq(reviewUpload.customerId, customerId))
    .for("update");
  const deleted = await trx
    .delete(review)
    .where(eq(review.customerId, customerId))
    .returning({ productId: review.productId });
  publishReviews(
    trx,
    deleted.map(({ productId }) => productId),
  );
  return files.map(({ path }) => path);
}

const wrongPassword = () => ApiError.ofField("password", "Your current password isn’t right.", "password_wrong");
