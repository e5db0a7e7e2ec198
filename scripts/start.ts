/** `npm start`: builds the storefront if it has changed, then opens the shop. */

import { duration, print } from "./command.ts";
import { loadEnvFile } from "./env-file.ts";
import { buildStorefront, isBuilt } from "./storefront-build.ts";

loadEnvFile();
if (!isBuilt()) {
  print("Building the storefront …");
  const startedAt = Date.now();
  const built = await buildStorefront();
  if (!built.ok) {
    process.stderr.write(`${built.output}\nThe storefront could not be built; the reason is above.\n`);
    process.exit(1);
  }
  print(`Built it in ${duration(Date.now() - startedAt)}.`);
}
print("Opening the shop …");
// React reads it when it is loaded: its development build takes almost twice as long for a page (155 ms, 85).
process.env.NODE_ENV ??= "production";
await import("../server/main.ts");
