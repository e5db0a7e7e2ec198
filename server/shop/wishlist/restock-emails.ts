import { and, eq, inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customer, product, wishlistItem } from "../../platform/database/schema.ts";
import { button, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { isPublished } from "../../selling/variants/published.ts";

/**
 * Queues an email to each customer who saved one of these products, because it is back in stock; pages of sold-out products promise it.
 * @returns how many emails were queued
 */
export async function queueRestockEmails(
  trx: DatabaseOrTransaction,
  productIds: readonly number[],
  sender: MailSender,
  now: Date,
): Promise<number> {
  const saved = await trx
    .select({ email: customer.email, name: customer.name, title: product.title, slug: product.slug })
    .from(wishlistItem)
    .innerJoin(customer, eq(customer.id, wishlistItem.customerId))
    .innerJoin(product, eq(product.id, wishlistItem.productId))
    .where(and(inArray(wishlistItem.productId, [...productIds]), isPublished))
    .orderBy(wishlistItem.id);
  for (const { email, ...restocked } of saved)
    await queueMail(trx, { to: email, ...restockedEmail(sender, restocked) }, now);
  return saved.length;
}

interface Restocked {
  name: string;
  title: string;
  slug: string;
}

function restockedEmail(sender: MailSender, { name, title, slug }: Restocked): RenderedEmail {
  return renderEmail(sender, {
    subject: `${title} is back`,
    preview: `The new batch of ${title} is ready.`,
    heading: `${title} is back`,
    blocks: [
      paragraph(`Hello ${name}, the new batch of ${title} is ready.`),
      // Without SHOP_ORIGIN, a command does not know the shop's URL.
      ...(sender.origin ? [button(`Shop ${title}`, `${sender.origin}/product/${slug}`)] : []),
      note(
        "You get this email because the product is on your wishlist. Remove it there if you don’t want another one.",
      ),
    ],
  });
}
