/**
 * A live shop as an owner first starts it: DEMO=false, an empty database, behind an https proxy, with a mail server and a payment provider.
 * The provider is the sandbox, at its protocol, at the shop's origin and with keys of its own. Needs TLS_FOLDER with key.pem and certificate.pem for localhost,
 * and NODE_EXTRA_CA_CERTS. Sends each email, and the shop's URL and database, to the process that started it.
 */

import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { RAZORPAY_PATH, registerRazorpaySandbox } from "../../sandbox/razorpay/register.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { createSandboxTables } from "../../server/platform/database/sandbox-tables.ts";
import { mailServer } from "../api/mail-server.ts";
import { asAdmin, databaseOfThisProcess } from "./database.ts";

const folder = mkdtempSync(join(tmpdir(), "live-shop-"));
process.on("disconnect", () => process.exit());
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const database = await databaseOfThisProcess();
const ofProvider = Object.assign(new URL(database), { pathname: `${new URL(database).pathname}_provider` }).href;
await asAdmin(database, `CREATE DATABASE ${new URL(ofProvider).pathname.slice(1)}`);

const tls = {
  key: readFileSync(join(process.env.TLS_FOLDER ?? "", "key.pem")),
  cert: readFileSync(join(process.env.TLS_FOLDER ?? "", "certificate.pem")),
};
const CREDENTIALS = { keyId: "rzp_live_OfThisOwner", keySecret: "d8Qp2mZx7LrT", webhookSecret: "W5nGk1sVb9Hy" };

const portOf = (server: Pick<Server, "address">) => (server.address() as AddressInfo).port;
let shopPort = 0;
const proxy = createServer(tls, (incoming, outgoing) => {
  const forwarded = { "x-forwarded-proto": "https", "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
  const { url = "/", method } = incoming;
  const headers = { ...incoming.headers, ...forwarded };
  const port = url.startsWith(`${RAZORPAY_PATH}/`) ? portOf(provider.server) : shopPort;
  const sent = request({ host: "localhost", port, path: url, method, headers }, (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(outgoing);
  });
  sent.on("error", () => outgoing.destroy());
  outgoing.on("close", () => sent.destroy());
  incoming.pipe(sent);
});
proxy.listen(0, "localhost");
await once(proxy, "listening");
const origin = `https://localhost:${portOf(proxy)}`;

const { db } = await openDatabase({ DATABASE_URL: ofProvider, DATABASE_POOL: 4, DATA_DIR: "" });
await createSandboxTables(db);
const provider = Fastify();
await registerRazorpaySandbox(provider, {
  db,
  credentials: CREDENTIALS,
  log: provider.log,
  async sendWebhook(body, headers) {
    const response = await fetch(`${origin}/api/webhooks/razorpay`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  },
});
await provider.listen({ port: 0, host: "localhost" });

const mails = await mailServer(0, undefined, (mail) => process.send?.({ mail }));

Object.assign(process.env, {
  NODE_ENV: "production",
  PORT: "0",
  HOST: "localhost",
  DATA_DIR: folder,
  DATABASE_URL: database,
  DEMO: "false",
  SHOP_ORIGIN: origin,
  TRUST_PROXY: "loopback",
  CODE_SECRET: "kD3vQ9xWm2LpZ7aRt5YcHu8NbE1sFgJ4",
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  RAZORPAY_KEY_ID: CREDENTIALS.keyId,
  RAZORPAY_KEY_SECRET: CREDENTIALS.keySecret,
  RAZORPAY_WEBHOOK_SECRETS: CREDENTIALS.webhookSecret,
  RAZORPAY_API: `${origin}${RAZORPAY_PATH}`,
  RAZORPAY_SCRIPT: `${origin}${RAZORPAY_PATH}/checkout.js`,
  PICTURE_EFFORT: "0",
  WARM_PICTURES: "false",
});
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((text: string | Uint8Array) => {
  const [, port] = /open at http:\/\/\S+:(\d+)/.exec(String(text)) ?? [];
  if (port) {
    shopPort = Number(port);
    process.send?.({ origin, database });
  }
  return write(text);
}) as typeof process.stdout.write;
await import("../../server/main.ts");
