import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DeploymentSettings } from "../config/config.ts";
import type { OpenDatabase } from "../database/database.ts";

/** How long open requests may take to end. Then those waiting for the database fail, and finally the process ends anyway. */
const CUT_OFF_AFTER_MS = 8000;
const EXIT_AFTER_MS = 12_000;
/** How long a load balancer has to notice that /readyz returns 503, unless DRAIN_MS is set. */
const DRAIN_BEHIND_PROXY_MS = 5000;
/** A second signal within this time counts as the same one: systemd signals every process of the shop, and npm start signals again. */
const SAME_SIGNAL_MS = 1000;

export interface OpenShop {
  app: FastifyInstance;
  database: OpenDatabase;
}

/** Stops the shop on signals: at once on Ctrl-C or when its terminal is closed, after draining on SIGTERM; a second signal ends the draining. */
export function stopOnSignal(settings: DeploymentSettings, openedShop: () => OpenShop | undefined): void {
  const skipDraining = new AbortController();
  let signalledAt: number | undefined;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    const shop = openedShop();
    if (!shop) process.exit(0);
    if (signalledAt !== undefined) {
      if (performance.now() - signalledAt >= SAME_SIGNAL_MS) skipDraining.abort();
      return;
    }
    signalledAt = performance.now();
    // Prevents npm start from restarting it, even if it ends with an error (scripts/run.mjs).
    if (process.connected) process.send?.("closing");
    const { app, database } = shop;
    app.startDraining();
    const drainMs = settings.DRAIN_MS ?? (settings.TRUST_PROXY.length > 0 ? DRAIN_BEHIND_PROXY_MS : 0);
    if (signal === "SIGTERM" && drainMs > 0) {
      print(`Draining: /readyz says 503, requests are answered for another ${drainMs / 1000} s.`);
      await pause(drainMs, undefined, { signal: skipDraining.signal }).catch(() => {});
    }
    print("Closing: open requests end, then the database closes.");
    setTimeout(() => database.cutOff(), CUT_OFF_AFTER_MS).unref();
    setTimeout(() => exit(1), EXIT_AFTER_MS).unref();
    // Closes connections as soon as their last request ends; otherwise they would stay open for another.
    setInterval(() => app.server.closeIdleConnections(), 100).unref();
    await app.close();
    exit(0);
  }
  process.on("SIGINT", stop).on("SIGHUP", stop).on("SIGTERM", stop);
  // npm start was killed.
  process.once("disconnect", () => void stop("SIGINT"));
}

/** A file of settings that was changed, as it was before. */
export interface FormerFile {
  file: string;
  /** Null if there was no file. */
  text: string | null;
}

/** What the shop can ask of npm start, which has started it (scripts/run.mjs). */
export interface Parent {
  /** The key of the link of setup, which stays when the shop is started again. */
  token: string;
  /** Why npm start has restored the settings of before, with which this process runs; null if it has not. */
  undone: string | null;
  /** Ends the shop, after draining, and starts it again with its changed settings; with the former ones if it does not open. */
  restart(former: FormerFile): void;
}

/** Returns the process that starts the shop again when it asks for it; null if there is none. */
export function parentOf(environment: Readonly<Record<string, string | undefined>>): Parent | null {
  const { SHOP_SETUP_TOKEN: token, SHOP_UNDONE: undone = null } = environment;
  if (!token || !process.send) return null;
  return {
    token,
    undone,
    restart(former) {
      process.send?.({ restart: former });
      // Not sent to the process, which on Windows would end at once.
      process.emit("SIGTERM", "SIGTERM");
    },
  };
}

/** Tells the process that has started the shop why it does not open. */
export function reportProblem(problem: string, sent: () => void = () => {}): void {
  if (process.connected) process.send?.({ problem }, sent);
  else sent();
}

/** Ends this process. npm start kills it if it does not end: Node has hung in its exit now and then (nodejs/node#54918). */
function exit(code: number): void {
  if (process.connected) process.send?.({ closed: code });
  process.exit(code);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
