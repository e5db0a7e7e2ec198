/**
 * `npm run browsers`, after a build: fails if the shop or the back office uses something that one of the browsers in package.json lacks and
 * that `accepted.ts` does not list.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { print, ROOT } from "../command.ts";
import { BUILT_FILES } from "../storefront-build.ts";
import { ACCEPTED_IN_BUILD, ACCEPTED_IN_FILES, ACCEPTED_IN_MARKUP, ACCEPTED_IN_STYLES } from "./accepted.ts";
import { BROWSERS } from "./browsers.ts";
import { scriptUses } from "./build-uses.ts";
import { sourceUses } from "./source-uses.ts";
import { styleUses } from "./style-uses.ts";

/** The built files; the sandbox's payment window is not built. */
const SANDBOX = "sandbox/razorpay/browser";
const SERVED: string[] = [
  ...JSON.parse(readFileSync(BUILT_FILES, "utf8")),
  "build/client/service-worker.js",
  ...readdirSync(join(ROOT, SANDBOX)).map((name) => `${SANDBOX}/${name}`),
];

const problems: string[] = [];
/** Which entries of the lists are needed. */
const needed = new Set<string>();
const report = (where: string, feature: string, lacking: string[], accepted: boolean, key: string) => {
  if (accepted) needed.add(key);
  else problems.push(`${where}: ${feature} is missing in ${lacking.join(", ")}.`);
};

const inSource = new Set<string>();
for (const { file, line, feature, lacking } of sourceUses("tsconfig.browser.json")) {
  inSource.add(feature);
  if (Object.hasOwn(ACCEPTED_IN_MARKUP, feature)) report(file, feature, lacking, true, feature);
  else
    report(
      `${file}:${line}`,
      feature,
      lacking,
      ACCEPTED_IN_FILES[file]?.features.includes(feature) ?? false,
      `${file} ${feature}`,
    );
}
for (const file of SERVED) {
  const content = readFileSync(join(ROOT, file), "utf8");
  if (file.endsWith(".js"))
    for (const [feature, lacking] of scriptUses(file, content))
      if (!inSource.has(feature)) report(file, feature, lacking, Object.hasOwn(ACCEPTED_IN_BUILD, feature), feature);
  if (file.endsWith(".css"))
    for (const [feature, lacking] of styleUses(content)) {
      // A property stands for its values.
      const key = [feature, feature.replace(/(?<=\w):.*/, "")].find((name) => Object.hasOwn(ACCEPTED_IN_STYLES, name));
      report(file, feature, lacking, key !== undefined, `css ${key}`);
    }
}

const listed = [
  ...Object.entries(ACCEPTED_IN_FILES).flatMap(([file, { features }]) =>
    features.map((feature) => `${file} ${feature}`),
  ),
  ...Object.keys(ACCEPTED_IN_MARKUP),
  ...Object.keys(ACCEPTED_IN_BUILD),
  ...Object.keys(ACCEPTED_IN_STYLES).map((feature) => `css ${feature}`),
];
for (const entry of listed)
  if (!needed.has(entry)) problems.push(`scripts/browser-support/accepted.ts: "${entry}" is not used any more.`);

const names = BROWSERS.map(({ name, version }) => `${name} ${version}`).join(", ");
if (problems.length > 0) {
  print([...new Set(problems)].join("\n"));
  print(
    `Do without, test for it before, or say in scripts/browser-support/accepted.ts what these browsers do instead.`,
  );
  process.exit(1);
}
print(`Everything used works in ${names}.`);
