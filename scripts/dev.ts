/** `npm run dev`: Vite updates the storefront in the browser; the server restarts when one of its files changes. */

import { join } from "node:path";
import { print, ROOT } from "./command.ts";
import { loadEnvFile } from "./env-file.ts";
import { runAndRestart } from "./restarting.ts";

loadEnvFile();
const { stop } = runAndRestart({
  command: [join(ROOT, "server/main.ts")],
  folders: ["server", "contract", "demo", "sandbox"].map((folder) => join(ROOT, folder)),
  environment: { ...process.env, STOREFRONT: "vite" },
  print,
});
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    process.exit(await stop());
  });
