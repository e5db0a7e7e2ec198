/** `npm run build`: builds and compresses storefront and back office into build/. */

import { duration, print } from "./command.ts";
import { buildStorefront } from "./storefront-build.ts";

const startedAt = Date.now();
const built = await buildStorefront();
if (!built.ok) {
  process.stderr.write(`${built.output}\nThe storefront could not be built; the reason is above.\n`);
  process.exit(1);
}
print(`Built the storefront into build/ in ${duration(Date.now() - startedAt)}.`);
