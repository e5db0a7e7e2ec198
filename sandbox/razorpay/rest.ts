import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { collection } from "./entities.ts";
import { RazorpayError } from "./errors.ts";
import { list, listOfOrder, type PaymentRecord, read, responseOf } from "./ledger.ts";
import { createOrder } from "./orders.ts";
import { capturePayment } from "./payments.ts";
import { listRecon, reconQuery } from "./recon.ts";
import { createRefund } from "./refunds.ts";
import { readBody } from "./request-body.ts";
import { sendAsRazorpay } from "./responses.ts";
import { type Credentials, isAuthorized } from "./signatures.ts";

interface RestDeps {
  db: Database;
  credentials: Credentials;
  /** Milliseconds after which a refund is processed. */
  refundAfterMs: number;
  /** Wakes the worker after something was queued. */
  wake(): void;
}

const page = z.object({
  receipt: z.string().optional(),
  count: z.coerce
    .number("The count must be an integer.")
    .int("The count must be an integer.")
    .min(1, "The count must be at least 1.")
    .max(100, "The count may not be greater than 100.")
    .default(10),
  skip: z.coerce
    .number("The skip must be an integer.")
    .int("The skip must be an integer.")
    .min(0, "The skip must be at least 0.")
    .default(0),
});
const captureBody = z.strictObject({
  amount: z.int({ error: ({ input }) => (input === undefined ? undefined : "The amount must be an integer.") }),
  currency: z.string(),
});

/**
 * Serves the API for the shop's server: `/v1/orders`, `/v1/payments`, `/v1/refunds`, `/v1/disputes` and `/v1/settlements`, with the key as
 * basic authentication.
 */
export async function restRoutes(
  api: FastifyInstance,
  { db, credentials, refundAfterMs, wake }: RestDeps,
): Promise<void> {
  sendAsRazorpay(api);
  api.addHook("onRequest", async (request) => {
    if (!isAuthorized(request.headers.authorization, credentials))
      throw RazorpayError.rejected("Authentication failed", 401);
  });

  api.post("/orders", async (request) => responseOf(await createOrder(db, request.body, new Date())));
  api.get("/orders", async (request) =>
    collection((await list(db, "order", readBody(page, request.query))).map(responseOf)),
  );
  api.get("/orders/:id", async (request) => responseOf(await read(db, "order", idOf(request))));
  api.get("/orders/:id/payments", async (request) => {
    const { id } = await read(db, "order", idOf(request));
    return collection((await listOfOrder(db, "payment", id)).map(responseOf));
  });

  api.get("/payments/:id", async (request) =>
    paymentResponse(await read(db, "payment", idOf(request)), (request.query as Record<string, unknown>)["expand[]"]),
  );
  api.post("/payments/:id/capture", async (request) => {
    const payment = await capturePayment(db, idOf(request), readBody(captureBody, request.body), { now: new Date() });
    wake();
    return responseOf(payment);
  });
  api.post("/payments/:id/refund", async (request) => {
    const key = request.headers["x-refund-idempotency"];
    const refund = await createRefund(
      db,
      { paymentId: idOf(request), body: request.body, idempotencyKey: key === undefined ? undefined : String(key) },
      refundAfterMs,
      { now: new Date() },
    );
    wake();
    return responseOf(refund);
  });
  api.get("/payments/:id/refunds", async (request) => {
    const payment = await read(db, "payment", idOf(request));
    const refunds = await listOfOrder(db, "refund", payment.order_id);
    return collection(refunds.filter(({ payment_id }) => payment_id === payment.id).map(responseOf));
  });
  api.get("/settlements/recon/combined", async (request) =>
    collection(await listRecon(db, readBody(reconQuery, request.query))),
  );
  api.get("/disputes/:id", async (request) => responseOf(await read(db, "dispute", idOf(request))));
  api.get("/refunds/:id", async (request) => responseOf(await read(db, "refund", idOf(request))));

  api.all("/*", async () => {
    throw RazorpayError.rejected("The requested URL was not found on the server.");
  });
}

const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

/** Returns the response; `expand[]=card` adds the card's network and last digits. */
function paymentResponse(payment: PaymentRecord, expand: unknown): object {
  const { card } = payment.sandbox;
  return { ...responseOf(payment), ...(card && [expand].flat().includes("card") && { card }) };
}
