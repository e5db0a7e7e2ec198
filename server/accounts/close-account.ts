import { and, desc, eq, exists, inArray, isNull, ne, or } from "drizzle-orm";
import type { CloseAccountBody } from "../../contract/accounts.ts";
import type { OrderState } from "../../contract/orders.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import {
  address,
  cartItem,
  customer,
  customerOrder,
  knownNetwork,
  oneTimeCode,
  refund,
  resetToken,
  review,
  reviewUpload,
  wishlistItem,
} from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import type { Customer } from "../http/sessions.ts";
import { queueMail } from "../mail/outbox.ts";
import { unsubscribeEmail } from "../newsletter/unsubscribe.ts";
import { announceAuthor } from "../reviews/reviews.ts";
import { dropUploads, type UploadParts } from "../reviews/uploads.ts";
import { fromAddress, mailsTo, wrongCurrentPasswords } from "./allowances.ts";
import { CODE_MINUTES, consumeCode, minutesAfter, replaceCode, tryCode } from "./codes.ts";
import { spendGuess } from "./guess-limits.ts";
import { giveBack, spendAllowance } from "./limits.ts";
import { closeAccountMail } from "./mails.ts";
import { accountClosedMail } from "./notice-mails.ts";
import { checkPassword, refuseWhenBusy } from "./passwords.ts";
import { dropProfileImage } from "./profile-image.ts";
import { type CodeUse, hashCode, newCode } from "./secrets.ts";
import { logSecurityEvent } from "./security-events.ts";
import { endAllSessions } from "./sessions.ts";
import type { Visit } from "./visit.ts";

/**
 * Deleting an account. What orders and kept reviews refer to stays as a row without anything personal; orders and invoices keep their own
 * copies of name and addresses for as long as the law asks. Whatever else is the customer's goes. Requests that are under way when it
 * happens store nothing any more: triggers see to it (migration accounts_guarded).
 */

/** What stands beside a review whose author has deleted the account. */
const FORMER_NAME = "Former customer";
/** Orders about which the shop still has to reach its customer. */
const OPEN_STATES: OrderState[] = [
  "pending",
  "paid",
  "processing",
  "packed",
  "shipped",
  "out_for_delivery",
  "return_requested",
];

const closeOf = (email: string): CodeUse => ({ email, purpose: "close" });

/**
 * Mails a code that confirms the deletion, for whoever has no password.
 * @throws Refusal (429) when it was asked for too soon or too often
 */
export async function sendCloseCode(db: Database, { name, email }: Customer, visit: Visit): Promise<void> {
  await spendAllowance(db, fromAddress("send", visit.ip, visit.attemptsPerAddress), visit.now);
  await db.transaction(async (trx) => {
    await spendAllowance(trx, mailsTo(closeOf(email)), visit.now);
    const code = newCode();
    await replaceCode(trx, closeOf(email), hashCode(visit.codeSecret, closeOf(email), code), visit.now);
    const expiresAt = minutesAfter(visit.now, CODE_MINUTES);
    await queueMail(trx, { to: email, ...closeAccountMail(visit.sender, { name, code }), expiresAt }, visit.now);
  });
}

/**
 * Deletes the account of a logged-in customer, confirmed with the password or a mailed code.
 * @throws Refusal (409) while an order is open, (422) when password or code are not right, (429) after too many wrong ones
 */
export async function closeAccount(
  parts: UploadParts,
  { id, email }: Customer,
  body: CloseAccountBody,
  visit: Visit,
): Promise<void> {
  const { db, media, log } = parts;
  const proof = await prove(db, { id, email }, body, visit);
  const { files, portrait } = await db.transaction(async (trx) => {
    // Codes before the customer, as everywhere: two that end them at once then wait for each other.
    if (proof.codeHash) await consumeCode(trx, closeOf(email), proof.codeHash);
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
    if (!owner) throw new Refusal("unauthorized");
    // Changed since it was compared.
    if (proof.passwordHash && owner.passwordHash !== proof.passwordHash) throw wrongPassword();
    await refuseOpenOrders(trx, id);

    await announceAuthor(trx, id);
    const files = body.reviews === "delete" ? await deleteReviews(trx, id) : [];
    await endAllSessions(trx, id);
    for (const table of [address, cartItem, wishlistItem, knownNetwork])
      await trx.delete(table).where(eq(table.customerId, id));
    await unsubscribeEmail(trx, email, visit.now);
    await queueMail(trx, { to: email, ...accountClosedMail(visit.sender, owner.name) }, visit.now);
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
        closedAt: visit.now,
      })
      .where(eq(customer.id, id));
    return { files, portrait: owner.profileImage };
  });
  logSecurityEvent(visit, "account_deleted", { customerId: id });
  await dropUploads(parts, files);
  if (portrait === null) return;
  await dropProfileImage(media, portrait).catch((error: unknown) =>
    log.warn({ err: error }, "the profile picture of a deleted account was not deleted"),
  );
}

/** What has shown that it is the owner who asks, to be compared again where it counts. */
async function prove(
  db: Database,
  { id, email }: { id: number; email: string },
  { password, otp }: CloseAccountBody,
  visit: Visit,
): Promise<{ codeHash?: string; passwordHash?: string }> {
  if (otp !== undefined) return { codeHash: await tryCode(db, closeOf(email), otp, visit) };
  if (password === undefined) throw Refusal.ofField("password", "Password is required.");
  refuseWhenBusy();
  const limit = wrongCurrentPasswords(email);
  await spendGuess(db, [limit], { email, kind: "current password", visit });
  const [kept] = await db.select({ passwordHash: customer.passwordHash }).from(customer).where(eq(customer.id, id));
  const check = await checkPassword(password, kept?.passwordHash ?? null);
  if (!kept?.passwordHash || check === "wrong") {
    logSecurityEvent(visit, "login_failed", { customerId: id }, { method: "current password" });
    throw wrongPassword();
  }
  await giveBack(db, limit);
  return { passwordHash: kept.passwordHash };
}

async function refuseOpenOrders(trx: DatabaseOrTransaction, customerId: number): Promise<void> {
  const unpaidRefund = trx
    .select({ id: refund.id })
    .from(refund)
    .where(and(eq(refund.orderId, customerOrder.id), ne(refund.state, "processed")));
  const open = await trx
    .select({ number: customerOrder.number, state: customerOrder.state })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        or(inArray(customerOrder.state, OPEN_STATES), exists(unpaidRefund)),
      ),
    )
    .orderBy(desc(customerOrder.id));
  const [first, ...others] = open;
  if (!first) return;
  const which =
    others.length === 0
      ? `Order ${first.number} is still open.`
      : `${open.length} of your orders are still open, ${first.number} among them.`;
  throw new Refusal(
    "conflict",
    `${which} You can delete your account once every order has been delivered, cancelled or refunded.`,
  );
}

/** @returns the files of the reviews, for `dropUploads` */
async function deleteReviews(trx: DatabaseOrTransaction, customerId: number): Promise<string[]> {
  const files = await trx
    .select({ path: reviewUpload.path })
    .from(reviewUpload)
    .where(eq(reviewUpload.customerId, customerId))
    .for("update");
  await trx.delete(review).where(eq(review.customerId, customerId));
  return files.map(({ path }) => path);
}

const wrongPassword = () => Refusal.ofField("password", "Your current password isn’t right.");
