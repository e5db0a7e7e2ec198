/** Makes a purchase of a customer who retries failed requests. */

import { setTimeout as pause } from "node:timers/promises";
import { payAtProvider, SHIPPING_ADDRESS } from "../paying.ts";
import type { Client } from "./client.ts";

export interface Confirmed {
  /** The provider's id of the payment. */
  payment: string;
  /** When the shop confirmed it, in milliseconds since 1970. */
  at: number;
}

interface Purchase {
  client: Client;
  provider: string;
  token: string;
  productId: string;
  /** Whether the customer closes the window after paying. */
  closes: boolean;
  isOver(): boolean;
}

/** How long a customer retries, and how often. */
const PATIENCE_MS = 90_000;
const AGAIN_MS = 300;

/** @returns null if nothing was confirmed */
export async function buyOnce({
  client,
  provider,
  token,
  productId,
  closes,
  isOver,
}: Purchase): Promise<Confirmed | null> {
  const post = async (path: string, body: object): Promise<{ status: number; text: string } | null> => {
    for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await pause(AGAIN_MS)) {
      const response = await client.post(path, token, body);
      if (response || isOver()) return response;
    }
    return null;
  };
  const added = await post("/api/cart", { product_id: productId, quantity: 1 });
  if (added?.status !== 200 && added?.status !== 201) return null;
  const opened = await post("/api/init/payment", { address: SHIPPING_ADDRESS });
  if (opened?.status !== 200 && opened?.status !== 201) return null;
  const payment = await payAtProvider(provider, JSON.parse(opened.text).data.id);
  if (closes) return null;
  const verified = await post("/api/verify/payment", payment);
  if (!verified || verified.status >= 300 || JSON.parse(verified.text).data.outcome !== "paid") return null;
  return { payment: payment.razorpay_payment_id, at: Date.now() };
}
