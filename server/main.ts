import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { listenForCommands } from "./commands/socket.ts";
import { type DeploymentSettings, formerNamesIn, readSettings } from "./config.ts";
import { dataDirProblem } from "./database/data-dir.ts";
import type { OpenDatabase } from "./database/database.ts";
import { openDatabase } from "./database/open.ts";
import { OperatorError } from "./errors.ts";
import { requireMatchingDatabase } from "./live/database-state.ts";
import { requireSafeSettings, settingWarnings } from "./live/unsafe-settings.ts";
import { openStorefront, type Storefront } from "./pages/storefront.ts";
import { listenProblem, requireFreePort } from "./port.ts";
import { readStored } from "./settings/shop-settings.ts";
import { whenDatabaseIsAvailable } from "./wait-for-database.ts";

/** Starts the shop and runs it until a signal stops it. */

/** Time for open requests to end; then those waiting for the database fail, and finally the process ends anyway. */
const CUT_OFF_AFTER_MS = 8000;
const EXIT_AFTER_MS = 12_000;
/** Time for a load balancer to notice that /readyz returns 503, unless DRAIN_MS is set. */
const DRAIN_BEHIND_PROXY_MS = 5000;
/** A second signal within this time is the same one: systemd signals every process of the shop, and npm start signals again. */
const SAME_SIGNAL_MS = 1000;

interface OpenShop {
  app: FastifyInstance;
  database: OpenDatabase;
}

async function start(): Promise<void> {
  // Only this account can read the shop's files (the embedded database, uploads, invoices).
  process.umask(0o077);
  let shop: OpenShop | undefined;
  const settings = readSettings(process.env);
  stopOnSignal(settings, () => shop);
  requireSafeSettings(settings);
  for (const warning of settingWarnings(settings)) warn(warning);
  for (const { formerName, name } of formerNamesIn(process.env))
    warn(`The setting ${formerName} is now called ${name}; the old name stops working with the next release.`);
  warnOfUnwritableFiles(settings);
  const storefront = await openStorefront(process.env, settings.ASSETS_HOST);
  const { PORT: port, HOST: host } = settings;
  await requireFreePort(host, port);
  try {
    const opened = await whenDatabaseIsAvailable(() => openShop(settings, storefront), { port, host, print: warn });
    await opened.app.listen({ port, host }).catch(async (error) => {
      await opened.app.close();
      throw error;
    });
    shop = opened;
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, host, port);
  }
  const { app, database } = shop;
  const address = app.server.address();
  const shownPort = typeof address === "object" && address ? address.port : port;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  print(
    `The shop is open at http://${shownHost}:${shownPort} (${database.kind === "embedded" ? `embedded database in ${settings.DATA_DIR}` : "PostgreSQL"}).`,
  );
  print(`API documentation: http://${shownHost}:${shownPort}/api/docs. Stop with Ctrl-C.`);
  // npm start restarts a shop that dies after this message (scripts/run.mjs).
  process.send?.("open");
}

/** With PostgreSQL the shop works without its folder; the embedded database does not open without it. */
function warnOfUnwritableFiles({ DATABASE_URL: url, DATA_DIR: folder, MEDIA_STORE }: DeploymentSettings): void {
  const problem = url === "" ? undefined : dataDirProblem(folder);
  if (problem)
    warn(
      `${problem}: no picture or video can be ${MEDIA_STORE === "s3" ? "received" : "stored"} there. Choose another folder or change its permissions.`,
    );
}

async function openShop(settings: DeploymentSettings, storefront: Storefront): Promise<OpenShop> {
  const database = await openDatabase(settings);
  try {
    // Throws for an invalid stored setting.
    await readStored(database.db, process.env);
    await requireMatchingDatabase(database.db, settings);
    if (settings.DEMO) {
      const { seedDemo } = await import("../demo/seed.ts");
      const seeded = await seedDemo(database.db, settings);
      if (seeded) print("Filled the empty database with the demo shop.");
    }
    const app = await createApp({ settings, database, storefront, environment: process.env });
    if (database.kind === "embedded") {
      const commands = await listenForCommands({ settings, database, environment: process.env }).catch((error) => {
        warn(`Commands cannot reach the open shop (${error.message}); close it to run one.`);
        return null;
      });
      app.addHook("preClose", async () => commands?.close());
    }
    return { database, app };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Ctrl-C closes the shop at once, SIGTERM after draining; a second signal ends the draining. */
function stopOnSignal(settings: DeploymentSettings, openedShop: () => OpenShop | undefined): void {
  const skipDraining = new AbortController();
  let signalledAt: number | undefined;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const shop = openedShop();
    if (!shop) process.exit(0);
    if (signalledAt !== undefined) {
      if (Date.now() - signalledAt >= SAME_SIGNAL_MS) skipDraining.abort();
      return;
    }
    signalledAt = Date.now();
    const { app, database } = shop;
    app.startDraining();
    const drainMs = settings.DRAIN_MS ?? (settings.TRUST_PROXY.length > 0 ? DRAIN_BEHIND_PROXY_MS : 0);
    if (signal === "SIGTERM" && drainMs > 0) {
      print(`Draining: /readyz says 503, requests are answered for another ${drainMs / 1000} s.`);
      await pause(drainMs, undefined, { signal: skipDraining.signal }).catch(() => {});
    }
    print("Closing: open requests end, then the database closes.");
    setTimeout(() => database.cutOff(), CUT_OFF_AFTER_MS).unref();
    setTimeout(() => process.exit(1), EXIT_AFTER_MS).unref();
    // Closes connections as soon as their last request ends; otherwise they would stay open for another.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    process.exit(0);
  }
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(error instanceof OperatorError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
