import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { PurchaseService } from "../../../contract/measurement.ts";
import { paise, sumPaise } from "../../base/money.ts";
import type { DeploymentSettings, ShopSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { customerOrder, orderItem, purchaseEvent } from "../../platform/database/schema.ts";
import { RetryJob, type Task, type TaskPayloads } from "../../platform/jobs/tasks.ts";
import { measurementOf } from "../../selling/settings/measurement.ts";
import { googlePurchase, metaPurchase, type Purchase } from "./purchase.ts";

const TIMEOUT_MS = 10_000;
/** About a day of attempts: both services take events of the last three days. */
const MAX_ATTEMPTS = 60;
const NAMES = { ga4: "Google Analytics", meta: "Meta" };

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "GA4_API" | "GA4_API_SECRET" | "META_API" | "META_CONVERSIONS">;
  readSettings: () => Promise<ShopSettings>;
}

type Event = typeof purchaseEvent.$inferSelect;

/**
 * Creates the task that tells a service of a purchase, once: a repeated event, after a lost response, has the same ids, by which the
 * services count it once. Without its row, because the customer's data were erased, and without the connection nothing is sent.
 */
export function sendPurchaseEventTask({ db, settings, readSettings }: Deps): Task<TaskPayloads["send_purchase_event"]> {
  return {
    concurrency: 2,
    maxAttempts: MAX_ATTEMPTS,
    async run({ orderId, service }) {
      const ofEvent = and(
        eq(purchaseEvent.orderId, orderId),
        eq(purchaseEvent.service, service),
        isNull(purchaseEvent.sentAt),
      );
      const [event] = await db.select().from(purchaseEvent).where(ofEvent);
      if (!event?.purchasedAt) return null;
      const shopSettings = await readSettings();
      const request = await requestOf(db, event, event.purchasedAt, { settings, shopSettings });
      if (request === null) {
        await db.delete(purchaseEvent).where(ofEvent);
        return null;
      }
      await send(service, request);
      await db.update(purchaseEvent).set({ sentAt: new Date(), clientId: null, userAgent: null }).where(ofEvent);
      return null;
    },
  };
}

interface ServiceRequest {
  url: string;
  body: object;
}

/** Null if the service is not connected any more, or the order was cancelled meanwhile. */
async function requestOf(
  db: Database,
  { orderId, service, clientId, userAgent }: Event,
  at: Date,
  { settings, shopSettings }: { settings: Deps["settings"]; shopSettings: ShopSettings },
): Promise<ServiceRequest | null> {
  const { GA4_API, GA4_API_SECRET, META_API, META_CONVERSIONS } = settings;
  if (!measurementOf(shopSettings, settings)?.purchases.includes(service)) return null;
  const purchase = await readPurchase(db, orderId, at);
  if (purchase === null) return null;
  if (service === "meta")
    return (
      META_CONVERSIONS && {
        url: `${META_API}/${META_CONVERSIONS.datasetId}/events`,
        body: { ...metaPurchase(purchase, userAgent), access_token: META_CONVERSIONS.token },
      }
    );
  const query = new URLSearchParams({
    measurement_id: shopSettings.ANALYTICS?.id ?? "",
    api_secret: GA4_API_SECRET,
  });
  return { url: `${GA4_API}/mp/collect?${query}`, body: googlePurchase(purchase, clientId ?? "") };
}

async function readPurchase(db: Database, orderId: number, at: Date): Promise<Purchase | null> {
  const [order] = await db.select().from(customerOrder).where(eq(customerOrder.id, orderId));
  if (!order || order.isTest || ["cancelled", "expired"].includes(order.state)) return null;
  const items = await db
    .select()
    .from(orderItem)
    .where(and(eq(orderItem.orderId, orderId), gt(orderItem.pricePaise, paise(0))))
    .orderBy(asc(orderItem.position));
  return {
    ...order,
    at,
    taxPaise: sumPaise(items.flatMap(({ cgstPaise, sgstPaise, igstPaise }) => [cgstPaise, sgstPaise, igstPaise])),
    items,
  };
}

/** Neither URL nor body is in an error: they contain keys. @throws RetryJob without a response of the service that accepts it */
async function send(service: PurchaseService, { url, body }: ServiceRequest): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => {
    throw new RetryJob(`${NAMES[service]} gave no response.`);
  });
  // Only the status counts; Meta's error may repeat the token.
  await response.body?.cancel();
  if (!response.ok) throw new RetryJob(`${NAMES[service]} responded with status ${response.status}.`);
}
