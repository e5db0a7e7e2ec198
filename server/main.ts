/** Starts the shop and runs it until a signal stops it. */

import { createApp } from "./app.ts";
import { OperatorError } from "./base/errors.ts";
import { openStorefront, type Storefront } from "./operations/pages/storefront.ts";
import { canBeSetUp } from "./operations/setup/first-setup.ts";
import { createShopProcess, type ShopProcess } from "./operations/setup/shop-process.ts";
import { isAwaitingOwner } from "./people/staff/invitations.ts";
import { recordAudit, SHOP_ACTOR } from "./platform/audit/record-audit.ts";
import { type DeploymentSettings, formerNamesIn, readSettings } from "./platform/config/config.ts";
import { maskSecrets } from "./platform/config/mask-secrets.ts";
import { dataDirProblem, fileProblem } from "./platform/database/data-dir.ts";
import type { Database } from "./platform/database/database.ts";
import { openDatabase } from "./platform/database/open.ts";
import { limitConnections, maxConnectionsOf, readOpenFilesLimit } from "./platform/http/connection-limit.ts";
import { listenProblem, requireFreePort } from "./platform/http/port.ts";
import { whenDatabaseIsAvailable } from "./platform/http/wait-for-database.ts";
import { type OpenShop, parentOf, reportProblem, stopOnSignal } from "./platform/jobs/stop-on-signal.ts";
import { requireMatchingDatabase } from "./platform/live/database-state.ts";
import { openingProblem, requireSafeSettings, settingWarnings } from "./platform/live/unsafe-settings.ts";
import { readStored } from "./selling/settings/shop-settings.ts";

const MAX_PROBLEM = 500;

async function start(): Promise<void> {
  // Only this account may read the shop's files (its PostgreSQL, uploads, invoices).
  process.umask(0o077);
  // What cannot be printed, on a full disk for example, ends no shop.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  let shop: OpenShop | undefined;
  const settings = readSettings(process.env);
  stopOnSignal(settings, () => shop);
  requireSafeSettings(settings);
  for (const warning of settingWarnings(settings)) warn(warning);
  for (const { formerName, name } of formerNamesIn(process.env))
    warn(`The setting ${formerName} is now called ${name}; the old name stops working with the next release.`);
  warnOfUnwritableFiles(settings);
  const storefront = await openStorefront(process.env, settings);
  const { PORT: port, HOST: host } = settings;
  await requireFreePort(host, port);
  const parent = parentOf(process.env);
  const setupToken = parent && (!settings.DEMO || canBeSetUp(process.env)) ? parent.token : null;
  const { restart = null, undone = null } = parent ?? {};
  const shopProcess = createShopProcess({ restart, undone, setupToken });
  const opened = await whenDatabaseIsAvailable(() => openShop(settings, { storefront, shopProcess }), {
    port,
    host,
    print(line) {
      warn(line);
      reportProblem(shownProblem(line));
    },
  });
  const { app } = opened;
  const openFiles = await readOpenFilesLimit();
  if (openFiles !== null) limitConnections(app.server, maxConnectionsOf(openFiles), app.log);
  await app.listen({ port, host }).catch(async (error) => {
    await app.close();
    throw listenProblem(error, host, port);
  });
  shop = opened;
  const address = app.server.address();
  const shownPort = typeof address === "object" && address ? address.port : port;
  const shownHost = host === "0.0.0.0" || host === "::" ? "localhost" : host;
  print(
    `The shop is open at http://${shownHost}:${shownPort} (${settings.DATABASE_URL === "" ? `its own PostgreSQL in ${settings.DATA_DIR}` : "PostgreSQL"}).`,
  );
  print(`API documentation: http://${shownHost}:${shownPort}/api/docs. Stop with Ctrl-C.`);
  // npm start restarts a shop that dies after this message (scripts/run.mjs).
  process.send?.("open");
  // In the fragment, which browsers send to no server.
  if (setupToken && settings.DEMO)
    print(`Set up your own shop: http://${shownHost}:${shownPort}/admin/setup#${setupToken}`);
  else if (setupToken && (await isAwaitingOwner(opened.database.db)))
    print(`Make your account: ${settings.SHOP_ORIGIN}/admin/setup#${setupToken}`);
  if (parent && settings.MIGRATE_AT_START && (await opened.database.countOtherInstances()) > 0)
    warn(
      "This shop runs more than once on its database, so what it is connected to cannot be changed in the browser. Stop the others unless you want them.",
    );
}

/** Warns of an unwritable folder, without which a shop with DATABASE_URL works. Its own PostgreSQL does not start without it. */
function warnOfUnwritableFiles({ DATABASE_URL: url, DATA_DIR: folder, MEDIA_STORE }: DeploymentSettings): void {
  const problem = url === "" ? undefined : dataDirProblem(folder);
  if (problem)
    warn(
      `${problem}: no picture or video can be ${MEDIA_STORE === "s3" ? "received" : "stored"} there. Choose another folder or change its permissions.`,
    );
}

async function openShop(
  settings: DeploymentSettings,
  parts: { storefront: Storefront; shopProcess: ShopProcess },
): Promise<OpenShop> {
  const database = await openDatabase(settings);
  try {
    // Throws if a stored setting is invalid.
    const { SHOP_OPEN } = await readStored(database.db, process.env);
    const problem = SHOP_OPEN ? openingProblem(settings) : undefined;
    if (problem) throw new OperatorError(problem);
    await requireMatchingDatabase(database.db, settings);
    if (settings.DEMO) {
      const { seedDemo } = await import("../demo/seed.ts");
      const seeded = await seedDemo(database.db, settings);
      if (seeded) print("Filled the empty database with the demo shop.");
    }
    if (parts.shopProcess.undone !== null && !settings.DEMO) await recordUndone(database.db, parts.shopProcess.undone);
    const app = await createApp({ settings, database, environment: process.env, ...parts });
    return { database, app };
  } catch (error) {
    await database.close();
    throw fileProblem(error, settings.DATA_DIR);
  }
}

/** What was changed is in the audit log already. */
const recordUndone = (db: Database, reason: string) =>
  recordAudit(
    db,
    SHOP_ACTOR,
    { action: "shop.change_undone", subject: { type: "shop", id: "connections" }, after: { reason } },
    new Date(),
  );

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The start of a problem, without secrets, for the page that waits for the shop. */
const shownProblem = (problem: string) => maskSecrets(problem, process.env).slice(0, MAX_PROBLEM);

start().catch((error: unknown) => {
  const { message, stack = message } = error as Error;
  process.stderr.write(`${error instanceof OperatorError ? message : stack}\n`);
  reportProblem(shownProblem(message), () => process.exit(1));
});
