import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { type PaymentProvider, ProviderProblem, providerOrder, providerPayment, providerRefund } from "../provider.ts";

/** Reaches the provider: `fetch`, or a stand-in's way to itself within this process. */
export type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RazorpayAccount {
  keyId: string;
  keySecret: string;
  /** Where its API is, without a slash at the end. */
  api: string;
  /** How long one question may take, tries included, in milliseconds. */
  timeoutMs: number;
  fetch?: ProviderFetch;
}

/** Money that is promised is taken at once; what cannot be taken within so many minutes goes back to the buyer by itself. */
const CAPTURE = { capture: "automatic", capture_options: { automatic_expiry_period: 12, refund_speed: "normal" } };
/** What the provider answers is small; more is no answer of its own. */
const MAX_CHARACTERS = 1024 * 1024;
/** Network and last digits, which else are left out: the buyer knows the card by them. */
const WITH_CARD = "?expand[]=card";
/** How often a question is put again to a provider that is asked too much. */
const RETRIES = 2;
const RETRY_AFTER_MS = 400;

const errorBody = z.object({ error: z.object({ description: z.string() }) });

/** Razorpay's REST API. Every answer is checked; whatever is not as its documentation says counts as no answer. */
export function createRazorpay({
  keyId,
  keySecret,
  api,
  timeoutMs,
  fetch = globalThis.fetch,
}: RazorpayAccount): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function ask<T>(schema: z.ZodType<T>, method: "GET" | "POST", path: string, sent: Sent = {}): Promise<T> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let tries = 0; ; tries++) {
      const { status, text } = await send(signal, method, path, sent);
      if (status === 429 && tries < RETRIES) {
        await pause(RETRY_AFTER_MS * 2 ** tries * (0.5 + Math.random()));
        continue;
      }
      return readResponse(schema, status, text);
    }
  }

  async function send(signal: AbortSignal, method: string, path: string, { body, headers }: Sent) {
    try {
      const response = await Promise.race([
        fetch(`${api}${path}`, {
          method,
          headers: {
            authorization,
            accept: "application/json",
            ...(body !== undefined && { "content-type": "application/json" }),
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          // Nobody else is told the key.
          redirect: "manual",
          signal,
        }),
        // A way that does not hear the signal is left behind all the same.
        new Promise<never>((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
      ]);
      return { status: response.status, text: await readText(response) };
    } catch (error) {
      throw new ProviderProblem("unreachable", `the payment provider cannot be reached (${(error as Error).message})`);
    }
  }

  return {
    createOrder: ({ amount, receipt, notes }) =>
      ask(providerOrder, "POST", "/v1/orders", {
        body: { amount, currency: "INR", receipt, notes, payment: CAPTURE },
      }),
    findOrders: async (receipt) =>
      (await ask(listOf(providerOrder), "GET", `/v1/orders?receipt=${encodeURIComponent(receipt)}`)).items,
    listPayments: async (orderId) =>
      (await ask(listOf(providerPayment), "GET", `/v1/orders/${encodeURIComponent(orderId)}/payments`)).items,
    fetchPayment: (id) => ask(providerPayment, "GET", `/v1/payments/${encodeURIComponent(id)}${WITH_CARD}`),
    capturePayment: (id, amount) =>
      ask(providerPayment, "POST", `/v1/payments/${encodeURIComponent(id)}/capture`, {
        body: { amount, currency: "INR" },
      }),
    createRefund: (paymentId, { amount, key, receipt }) =>
      ask(providerRefund, "POST", `/v1/payments/${encodeURIComponent(paymentId)}/refund`, {
        body: { amount, speed: "normal", receipt },
        headers: { "x-refund-idempotency": key },
      }),
    listRefunds: async (paymentId) =>
      (await ask(listOf(providerRefund), "GET", `/v1/payments/${encodeURIComponent(paymentId)}/refunds?count=100`))
        .items,
    fetchRefund: (id) => ask(providerRefund, "GET", `/v1/refunds/${encodeURIComponent(id)}`),
  };
}

interface Sent {
  body?: object;
  headers?: Record<string, string>;
}

const listOf = <T>(item: z.ZodType<T>) => z.object({ items: z.array(item) });

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new Error("its answer has no end");
  }
  return text;
}

function readResponse<T>(schema: z.ZodType<T>, status: number, text: string): T {
  const body = parse(text);
  if (status >= 200 && status < 300) {
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    throw new ProviderProblem(
      "unreachable",
      `the payment provider answered ${status} with something else than it says`,
    );
  }
  const description = errorBody.safeParse(body).data?.error.description ?? "";
  // 409: the same refund is still being worked on.
  const refused = status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
  throw new ProviderProblem(
    refused ? "refused" : "unreachable",
    `the payment provider answered ${status}${description && `: ${description}`}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
