/**
 * A machine on which an owner first runs `npm start`: the program in an empty folder, an https proxy before it, and beside it a mail server
 * and a payment provider. The provider is the sandbox, at its protocol, at the shop's origin and with keys of its own. Needs TLS_FOLDER with
 * key.pem and certificate.pem for localhost. Sends each email, and the link that npm start prints, to the process that started it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { RAZORPAY_PATH, registerRazorpaySandbox } from "../../sandbox/razorpay/register.ts";
import { openDatabase } from "../../server/platform/database/open.ts";
import { createSandboxTables } from "../../server/platform/database/sandbox-tables.ts";
import { mailServer } from "../api/mail-server.ts";
import { databaseOfThisProcess } from "./database.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What a start needs of the project, with the sources by which it knows that the storefront is built. */
const PROGRAM = [
  ...["server", "contract", "storefront", "backoffice", "sandbox", "demo", "scripts", "build"],
  ...["package.json", "package-lock.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"],
];

const folder = mkdtempSync(join(tmpdir(), "live-shop-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const certificate = join(process.env.TLS_FOLDER ?? "", "certificate.pem");
const tls = { key: readFileSync(join(process.env.TLS_FOLDER ?? "", "key.pem")), cert: readFileSync(certificate) };
const [keyId = "", keySecret = ""] = process.argv.slice(2);

const portOf = (server: Pick<Server, "address">) => (server.address() as AddressInfo).port;
const probe = createTcpServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const shopPort = portOf(probe);
probe.close();

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

const { db } = await openDatabase({ DATABASE_URL: await databaseOfThisProcess(), DATABASE_POOL: 4, DATA_DIR: "" });
await createSandboxTables(db);
/** The secret of the webhook that the owner has entered in the provider's dashboard. */
const credentials = { keyId, keySecret, webhookSecret: "" };
process.on("message", ({ webhookSecret }: { webhookSecret: string }) => {
  credentials.webhookSecret = webhookSecret;
});
const provider = Fastify();
await registerRazorpaySandbox(provider, {
  db,
  credentials,
  log: provider.log,
  async sendWebhook(body, headers) {
    const response = await fetch(`${origin}/api/webhooks/razorpay`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  },
});
await provider.listen({ port: 0, host: "localhost" });
const mails = await mailServer(0, undefined, (mail) => process.send?.({ mail }));

const program = join(folder, "shop");
for (const name of PROGRAM)
  cpSync(join(ROOT, name), join(program, name), { recursive: true, preserveTimestamps: true });
symlinkSync(join(ROOT, "node_modules"), join(program, "node_modules"), "junction");
// What the administrator of the machine sets: its proxy, and where the provider outside is.
const machine = {
  PORT: shopPort,
  TRUST_PROXY: "loopback",
  DRAIN_MS: 0,
  RAZORPAY_API: `${origin}${RAZORPAY_PATH}`,
  RAZORPAY_SCRIPT: `${origin}${RAZORPAY_PATH}/checkout.js`,
  PICTURE_EFFORT: 0,
  WARM_PICTURES: false,
};
const lines = Object.entries(machine).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(join(program, ".env"), lines.join(""), { mode: 0o600 });

const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
const { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE } = process.env;
const shop = spawn(process.execPath, scripts.start.split(" ").slice(1), {
  cwd: program,
  stdio: ["ignore", "pipe", "inherit"],
  env: { PATH, HOME, NODE_OPTIONS, NODE_COMPILE_CACHE, NODE_EXTRA_CA_CERTS: certificate },
});
let printed = "";
shop.stdout.on("data", (part) => {
  printed += part;
  const [, link] = /Set up your own shop: http:\/\/[^/]+(\/\S+)\n/.exec(printed) ?? [];
  if (!link) return;
  printed = "";
  process.send?.({ origin, setup: origin + link, smtpPort: mails.port });
});
shop.once("exit", (code) => process.exit(code ?? 1));
const stop = () => void shop.kill("SIGTERM");
process.on("disconnect", stop).on("SIGTERM", stop);
