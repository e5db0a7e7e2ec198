import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { stopUnused } from "../../server/platform/database/bundled/bundled.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";

/** The real server in its own process. */
export interface RunningServer {
  process: ChildProcess;
  /** Its messages to the parent process so far. */
  messages: unknown[];
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Its URL. Rejects if the server exits instead. */
  url: Promise<string>;
  /** Its exit. */
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
}

/**
 * Starts server/main.ts as a shop without the demo, on any free port, by default with an empty
 * shop on its own PostgreSQL. Both end with the test.
 * @param stdout a file that receives its output instead; then the URL is never known
 */
export function startServer(
  environment: Record<string, string | undefined> = {},
  stdout: number | "pipe" = "pipe",
): RunningServer {
  const dataDir = environment.DATA_DIR ?? (environment.DATABASE_URL ? freshFolder() : emptyShop());
  const server = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "../../server/main.ts")],
    {
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        DEMO: "false",
        // Required by a live shop; these tests mail and pay nothing.
        SMTP_URL: "smtp://127.0.0.1:9",
        CODE_SECRET: "of the tests, 32 characters or more",
        SHOP_ORIGIN: "https://shop.example",
        RAZORPAY_KEY_ID: "rzp_live_ofthetests",
        RAZORPAY_KEY_SECRET: "a secret of the tests",
        RAZORPAY_WEBHOOK_SECRETS: "another secret of the tests",
        PORT: "0",
        ...environment,
        DATA_DIR: dataDir,
      },
      stdio: ["ignore", stdout, "pipe", "ipc"],
    },
  );
  const messages: unknown[] = [];
  let closed: number | undefined;
  server.on("message", (message) => {
    messages.push(message);
    if (typeof message !== "object" || message === null || !("closed" in message)) return;
    closed = Number(message.closed);
    // As npm start does: Node may hang in its exit.
    setTimeout(() => server.kill("SIGKILL"), LONGEST_WAIT_MS / 5).unref();
  });
  let printed = "";
  let stderr = "";
  server.stderr?.on("data", (part) => {
    stderr += part;
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    server.once("close", (code, signal) =>
      resolve(closed === undefined ? { code, signal } : { code: code ?? closed, signal: null }),
    );
  });
  const url = new Promise<string>((resolve, reject) => {
    server.stdout?.on("data", (part) => {
      printed += part;
      const [, found] = /open at (http:\/\/\S+)/.exec(printed) ?? [];
      if (found) resolve(found);
    });
    exited.then(({ code }) => reject(new Error(`The server exited with code ${code}: ${stderr}`)));
  });
  url.catch(() => {});
  onTestFinished(async () => {
    server.kill("SIGKILL");
    await exited;
    if (!environment.DATABASE_URL) await stopUnused(dataDir).catch(() => {});
  });
  return { process: server, messages, stdout: () => printed, stderr: () => stderr, url, exited };
}

/** A port of 127.0.0.1 that nothing has. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  return port;
}

/** A folder that is deleted after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shop-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A DATA_DIR for this test, with an empty shop. */
export function emptyShop(): string {
  const folder = freshFolder();
  // With their owner: PostgreSQL's files may be another account's.
  execFileSync("cp", ["-a", `${inject("emptyShop")}/.`, folder]);
  return folder;
}
