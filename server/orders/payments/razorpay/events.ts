import { z } from "zod";
import { readForeignJson } from "../../../base/foreign-json.ts";
import type { InvalidEvent, ProviderEvent } from "../provider.ts";
import { EVENT_ID_HEADER, SIGNATURE_HEADER } from "./requests.ts";
import { isSigned } from "./signature.ts";

const MAX_ID_LENGTH = 100;

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) }).optional();
const eventBody = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      order: entity({ id: z.string() }),
      payment: entity({ id: z.string(), order_id: z.string().nullish() }),
      refund: entity({ id: z.string(), payment_id: z.string() }),
      dispute: entity({ id: z.string().max(MAX_ID_LENGTH) }),
    })
    .optional(),
});

/** Reads a webhook of Razorpay's. @param secrets the current webhook secret and, while it is being changed, the previous one */
export function readEvent(
  secrets: readonly string[],
  raw: Buffer,
  headers: Readonly<Record<string, unknown>>,
): ProviderEvent | InvalidEvent {
  const id = String(headers[EVENT_ID_HEADER] ?? "").slice(0, MAX_ID_LENGTH);
  if (!isSigned(secrets, raw, String(headers[SIGNATURE_HEADER] ?? ""))) return { id, invalid: "bad_signature" };
  const { success, data } = eventBody.safeParse(readForeignJson(raw));
  if (!success || !id) return { id, invalid: "unreadable" };
  const { order, payment, refund, dispute } = data.payload ?? {};
  return {
    id,
    name: data.event,
    providerOrderId: order?.entity.id ?? payment?.entity.order_id ?? null,
    providerPaymentId: payment?.entity.id ?? null,
    refund: refund
      ? { id: refund.entity.id, providerPaymentId: refund.entity.payment_id, hasFailed: data.event === "refund.failed" }
      : null,
    providerDisputeId: dispute?.entity.id ?? null,
  };
}
