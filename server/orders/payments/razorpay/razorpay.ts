import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { readForeignJson } from "../../../base/foreign-json.ts";
import { type PaymentProvider, ProviderError, type SettledItem } from "../provider.ts";
import { razorpayDispute, razorpayOrder, razorpayPayment, razorpayRefund, razorpaySettled } from "./entities.ts";
import { readEvent } from "./events.ts";
import { PROOF_FIELDS } from "./requests.ts";
import { isSigned, signedText } from "./signature.ts";

/** Sends a request: `fetch`, or the sandbox's own function within this process. */
type ProviderFetch = (url: string, init: RequestInit) => Promise<Response>;

/** The shop's account with Razorpay. */
export interface RazorpayAccount {
  keyId: string;
  keySecret: string;
  /** Whether a live shop takes test payments by it. */
  isTest?: boolean;
  webhookSecrets: readonly string[];
  /** Base URL of the API, without a trailing slash. */
  api: string;
  /** URL of the checkout script. */
  script: string;
  /** Timeout of one request, including retries, in milliseconds. */
  timeoutMs: number;
  fetch?: ProviderFetch;
}

/** Payments are captured as soon as they are authorized; one that cannot be captured within these minutes is refunded automatically. */
const CAPTURE = { capture: "automatic", capture_options: { automatic_expiry_period: 12, refund_speed: "normal" } };
/** Maximum length of a response: the API's are small, so a longer one comes from elsewhere. */
const MAX_CHARACTERS = 1024 * 1024;
/** Requests the card's network and last digits, by which the customer recognises it. */
const WITH_CARD = "?expand[]=card";
/** Rows per page of the settlements report, of about 600 characters each. */
const SETTLED_PAGE = 500;
/** How often a request is repeated after 429 Too Many Requests. */
const RETRIES = 2;
const RETRY_AFTER_MS = 400;

/** The error of a refund that exceeds the balance has no code of its own. */
const LOW_BALANCE = /not have enough balance/i;

const errorBody = z.object({ error: z.object({ description: z.string() }) });

/** Implements the provider by Razorpay's REST API. A response that does not match the documentation counts as missing. */
export function createRazorpay({
  keyId,
  keySecret,
  isTest = false,
  webhookSecrets,
  api,
  script,
  timeoutMs,
  fetch = globalThis.fetch,
}: RazorpayAccount): PaymentProvider {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;

  async function request<T>(schema: z.ZodType<T>, method: "GET" | "POST", path: string, sent: Sent = {}): Promise<T> {
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
          // A redirect would send the key elsewhere.
          redirect: "manual",
          signal,
        }),
        // An injected fetch may ignore the signal.
        new Promise<never>((_, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
        ),
      ]);
      return { status: response.status, text: await readText(response) };
    } catch (error) {
      throw new ProviderError(
        "no_usable_response",
        `the payment provider cannot be reached (${(error as Error).message})`,
      );
    }
  }

  const list = async <T>(item: z.ZodType<T>, path: string): Promise<T[]> =>
    (await request(z.object({ items: z.array(item) }), "GET", path)).items;

  return {
    name: "razorpay",
    isTest,
    window: { key: keyId, script },
    createOrder: ({ amountPaise, receipt }) =>
      request(razorpayOrder, "POST", "/v1/orders", {
        body: { amount: amountPaise, currency: "INR", receipt, notes: { order: receipt }, payment: CAPTURE },
      }),
    findOrders: (receipt) => list(razorpayOrder, `/v1/orders?receipt=${encodeURIComponent(receipt)}`),
    listPayments: (providerOrderId) =>
      list(razorpayPayment, `/v1/orders/${encodeURIComponent(providerOrderId)}/payments`),
    fetchPayment: (id) => request(razorpayPayment, "GET", `/v1/payments/${encodeURIComponent(id)}${WITH_CARD}`),
    capturePayment: (id, amount) =>
      request(razorpayPayment, "POST", `/v1/payments/${encodeURIComponent(id)}/capture`, {
        body: { amount, currency: "INR" },
      }),
    createRefund: (providerPaymentId, { amountPaise, key, receipt }) =>
      request(razorpayRefund, "POST", `/v1/payments/${encodeURIComponent(providerPaymentId)}/refund`, {
        body: { amount: amountPaise, speed: "normal", receipt },
        headers: { "x-refund-idempotency": key },
      }),
    fetchRefund: (id) => request(razorpayRefund, "GET", `/v1/refunds/${encodeURIComponent(id)}`),
    listRefunds: (providerPaymentId) =>
      list(razorpayRefund, `/v1/payments/${encodeURIComponent(providerPaymentId)}/refunds?count=100`),
    fetchDispute: (id) => request(razorpayDispute, "GET", `/v1/disputes/${encodeURIComponent(id)}`),
    async listSettled(day) {
      const [year, month, date] = day.split("-").map(Number);
      const settled: SettledItem[] = [];
      for (let skip = 0; ; skip += SETTLED_PAGE) {
        const query = new URLSearchParams({
          ...{ year: String(year), month: String(month), day: String(date) },
          ...{ count: String(SETTLED_PAGE), skip: String(skip) },
        });
        const rows = await list(razorpaySettled, `/v1/settlements/recon/combined?${query}`);
        settled.push(...rows.filter((row) => row !== null));
        if (rows.length < SETTLED_PAGE) return settled;
      }
    },
    hasValidSignature: (proof) => isSigned([keySecret], signedText(proof), proof.signature),
    proofFields: PROOF_FIELDS,
    readEvent: (raw, headers) => readEvent(webhookSecrets, raw, headers),
  };
}

interface Sent {
  body?: object;
  headers?: Record<string, string>;
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_CHARACTERS) throw new Error("its response has no end");
  }
  return text;
}

function readResponse<T>(schema: z.ZodType<T>, status: number, text: string): T {
  const body = readForeignJson(text);
  if (status >= 200 && status < 300) {
    const read = schema.safeParse(body);
    if (read.success) return read.data;
    throw new ProviderError("no_usable_response", `the payment provider responded ${status} with an undocumented body`);
  }
  const description = errorBody.safeParse(body).data?.error.description ?? "";
  // 409: the same refund is still in progress.
  const isRejected = status >= 400 && status < 500 && status !== 408 && status !== 409 && status !== 429;
  throw new ProviderError(
    !isRejected ? "no_usable_response" : LOW_BALANCE.test(description) ? "insufficient_balance" : "rejected",
    `the payment provider responded ${status}${description && `: ${description}`}`,
  );
}
