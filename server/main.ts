import { createApp } from "./app.ts";
import { listenForCommands } from "./commands/socket.ts";
import { readSettings } from "./config.ts";
import { openDatabase } from "./database/open.ts";
import { StartupProblem } from "./failures.ts";
import { refuseHalfLive } from "./live.ts";
import { openStorefront } from "./pages/storefront.ts";
import { currentSettings } from "./settings/settings.ts";

/** Starts the shop and keeps it running until it is told to stop. */

const STOP_AFTER_MS = 10_000;

async function start(): Promise<void> {
  // Files of the shop (the embedded database, uploads, invoices) are for this account alone.
  process.umask(0o077);
  const settings = readSettings(process.env);
  refuseHalfLive(settings);
  const database = await openDatabase(settings);
  try {
    await currentSettings(database.db, process.env);
    if (settings.DEMO) {
      const { seedDemo } = await import("../demo/seed.ts");
      const seeded = await seedDemo(database.db, settings.DATA_DIR);
      if (seeded) say("Filled the empty database with the demo shop.");
    }
  } catch (error) {
    await database.close();
    throw error;
  }
  const app = await createApp({
    settings,
    database,
    storefront: await openStorefront(process.env),
    environment: process.env,
  });
  if (database.kind === "embedded") {
    const commands = await listenForCommands({ settings, database, environment: process.env });
    app.addHook("preClose", async () => commands?.close());
  }
  try {
    await app.listen({ port: settings.PORT, host: settings.HOST });
  } catch (error) {
    await app.close();
    throw listenProblem(error as NodeJS.ErrnoException, settings.HOST, settings.PORT);
  }
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : settings.PORT;
  const host = settings.HOST === "0.0.0.0" || settings.HOST === "::" ? "localhost" : settings.HOST;
  say(
    `The shop is open at http://${host}:${port} (${database.kind === "embedded" ? `embedded database in ${settings.DATA_DIR}` : "PostgreSQL"}).`,
  );
  say(`Calls are described at http://${host}:${port}/api/docs. Stop with Ctrl-C.`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say("Closing: open requests end, then the database closes.");
    setTimeout(() => process.exit(1), STOP_AFTER_MS).unref();
    // A connection whose last request ends only now would be kept open for another: it is closed as soon as it is idle.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    process.exit(0);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

function listenProblem(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartupProblem(
        `Port ${port} is taken by another program; stop that one, or set another PORT (for example PORT=${port + 1}).`,
      );
    case "EACCES":
      return new StartupProblem(`Port ${port} may not be used by this account; set a PORT of 1024 or above.`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new StartupProblem(`HOST ${host} is not an address of this machine; use localhost or 0.0.0.0.`);
    default:
      return error;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

start().catch((error: unknown) => {
  process.stderr.write(error instanceof StartupProblem ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
