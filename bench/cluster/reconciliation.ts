/** Reconciles the payments of the load: compares the provider's records with the shop's. */

import { setTimeout as pause } from "node:timers/promises";
import type { Confirmed } from "./buyer.ts";
import { withClient } from "./template.ts";

export interface Reconciliation {
  /** Payments that the provider has captured. */
  captured: number;
  /** Payments that were captured, or confirmed to the customer, without a paid order. */
  lost: string[];
  /** Orders with more than one unrefunded payment. */
  paidTwice: string[];
  /** Paid orders without exactly one invoice number and one confirmation by mail. */
  incomplete: string[];
}

/** How long webhooks and the shop's checks may take to apply a payment. */
const APPLY_WITHIN_MS = 120_000;

interface Paid {
  payment: string;
  /** The shop's order; null if it knows none. */
  number: string | null;
  state: string | null;
  refunds: number;
}

/** The payments that the provider has captured so far. */
export async function readCaptured(provider: string): Promise<string[]> {
  return withClient(provider, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from sandbox.payment_entity where kind = 'payment' and (body ->> 'captured')::boolean`,
    );
    return rows.map(({ id }) => id);
  });
}

/**
 * @param shop the writer's database
 * @param captured by the provider from this shop's customers
 * @param confirmed to the customers
 * @param since when the load began; earlier orders were filled in without mails
 */
export async function reconcilePayments(
  shop: string,
  captured: string[],
  confirmed: Confirmed[],
  since: Date,
): Promise<Reconciliation> {
  let paid = await readPaid(shop, captured);
  for (const until = Date.now() + APPLY_WITHIN_MS; lostOf(paid, confirmed).length > 0 && Date.now() < until; ) {
    await runPendingChecks(shop);
    await pause(1000);
    paid = await readPaid(shop, captured);
  }
  const payments = Map.groupBy(
    paid.filter(({ number, refunds }) => number !== null && refunds === 0),
    ({ number }) => number,
  );
  const paidTwice = [...payments].filter(([, of]) => of.length > 1).map(([number]) => String(number));
  return {
    captured: captured.length,
    lost: lostOf(paid, confirmed),
    paidTwice,
    incomplete: await readIncomplete(shop, since),
  };
}

const isPaid = ({ state, refunds }: Paid) =>
  (state !== null && state !== "pending" && state !== "expired") || refunds > 0;

function lostOf(paid: Paid[], confirmed: Confirmed[]): string[] {
  const known = new Set(paid.filter(isPaid).map(({ payment }) => payment));
  const all = [...paid.map(({ payment }) => payment), ...confirmed.map(({ payment }) => payment)];
  return [...new Set(all)].filter((payment) => !known.has(payment));
}

async function readPaid(shop: string, captured: string[]): Promise<Paid[]> {
  return withClient(shop, async (client) => {
    const { rows } = await client.query<Paid>(
      `select captured.payment, o.number, o.state,
        (select count(*)::int from refund where payment_id = payment.id) as refunds
      from unnest($1::text[]) as captured (payment)
        left join payment on provider_payment_id = captured.payment and payment.state in ('captured', 'refunded')
        left join customer_order o on o.id = payment.order_id`,
      [captured],
    );
    return rows;
  });
}

async function readIncomplete(shop: string, since: Date): Promise<string[]> {
  return withClient(shop, async (client) => {
    const { rows } = await client.query<{ number: string }>(
      `with confirmation as (select subject, count(*) as mails from mail where created_at >= $1 group by subject)
      select number from customer_order o left join confirmation on subject = 'Order confirmed: ' || number
      where state = 'paid' and o.created_at >= $1 and (invoice_number is null or mails is distinct from 1
        or (select count(*) from order_event where order_id = o.id and state = 'paid') <> 1)`,
      [since],
    );
    return rows.map(({ number }) => number);
  });
}

/** Makes waiting checks run now, and ends the claims of killed instances. */
async function runPendingChecks(shop: string): Promise<void> {
  await withClient(shop, async (client) => {
    await client.query(
      `update job set locked_at = now() - interval '2 minutes' where locked_at < now() - interval '5 seconds'`,
    );
    await client.query(
      `update job set run_at = least(run_at, now()), revision = revision + 1 where task_identifier = 'check_order'
        and (payload ->> 'orderId')::bigint in (select id from customer_order where paid_at is null)`,
    );
  });
}
