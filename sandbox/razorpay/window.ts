import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { fontRoutes } from "../page.ts";
import { RazorpayError } from "./errors.ts";
import { read, responseOf } from "./ledger.ts";
import { readBody } from "./request-body.ts";
import { sendAsRazorpay } from "./responses.ts";
import type { Credentials } from "./signatures.ts";
import { sendWindow } from "./window-page.ts";
import { cancel, confirmAtBank, confirmByCode, pay, type WindowResponse } from "./window-payments.ts";

interface WindowDeps {
  db: Database;
  credentials: Credentials;
  /** The path of the provider. */
  path: string;
  /** Wakes the worker after something was queued. */
  wake(): void;
}

/** Static files. */
const FILES = { "checkout.js": "text/javascript", "window.js": "text/javascript", "window.css": "text/css" };

const id = z.string().max(60);
const windowQuery = z.object({ key_id: id.default(""), order_id: id.default("") });
const otpBody = z.object({ payment_id: id, otp: z.string().max(40) });
const bankBody = z.object({ payment_id: id, outcome: z.enum(["success", "failure"]) });
const cancelBody = z.object({ payment_id: id });

/** Serves the checkout script, the payment window that it opens with its fonts, and the window's requests. */
export async function windowRoutes(app: FastifyInstance, { db, credentials, path, wake }: WindowDeps): Promise<void> {
  sendAsRazorpay(app);
  fontRoutes(app, "/fonts");
  for (const [name, type] of Object.entries(FILES)) {
    const content = readFileSync(join(import.meta.dirname, "browser", name));
    app.get(`/${name}`, (_request, reply) =>
      reply.header("cache-control", "no-cache").type(`${type}; charset=utf-8`).send(content),
    );
  }

  app.get("/window", async (request, reply) => {
    const { key_id: keyId, order_id: orderId } = readBody(windowQuery, request.query);
    const order = keyId === credentials.keyId ? await findOrder(orderId) : null;
    return sendWindow(reply, { path, order, keyId });
  });

  const withWake = async (work: Promise<WindowResponse>) => {
    const response = await work;
    wake();
    return response;
  };
  app.post("/window/pay", (request) => withWake(pay(db, credentials, request.body)));
  app.post("/window/otp", (request) => {
    const { payment_id: paymentId, otp } = readBody(otpBody, request.body);
    return withWake(confirmByCode(db, credentials, { paymentId, otp: otp.trim() }));
  });
  app.post("/window/bank", (request) => {
    const { payment_id: paymentId, outcome } = readBody(bankBody, request.body);
    return withWake(confirmAtBank(db, credentials, { paymentId, success: outcome === "success" }));
  });
  app.post("/window/cancel", (request) =>
    withWake(cancel(db, credentials, readBody(cancelBody, request.body).payment_id)),
  );

  async function findOrder(orderId: string) {
    try {
      return responseOf(await read(db, "order", orderId));
    } catch (error) {
      if (error instanceof RazorpayError) return null;
      throw error;
    }
  }
}
