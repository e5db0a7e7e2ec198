/** `npm run deps`: fails when an import breaks a rule of .dependency-cruiser.mjs. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { print, ROOT, runQuietly } from "./command.ts";

const FOLDERS = ["contract", "server", "sandbox", "storefront", "backoffice", "demo", "scripts", "tests", "bench"];

const inputs = [
  ...FOLDERS.filter((name) => existsSync(join(ROOT, name))),
  ...readdirSync(ROOT).filter((name) => name.endsWith(".ts")),
];
const { code, output } = await runQuietly("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
  "--output-type",
  "err-long",
  ...inputs,
]);
print(output.trim());
process.exit(code === 0 ? 0 : 1);
