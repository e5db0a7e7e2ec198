/** Guards that no test's verdict depends on the speed of the machine: waiting for what is to happen takes as long as it takes. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./command.ts";

/** The shortest wait in milliseconds. A test that passes waits for none of it. */
const SHORTEST = 30_000;

const files = globSync("{contract,server,storefront,backoffice,demo,sandbox,scripts,bench,tests}/**/*.{ts,tsx}", {
  cwd: ROOT,
});

it("every wait of a test for something to happen may last half a minute", () => {
  const short = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return [...text.matchAll(/\b(?:vi\.wait(?:For|Until)|expect\s*\.poll|(?<=\}\))\.toPass)\(/g)]
      .filter(({ 0: call, index }) => {
        const words = argumentsAt(text, index + call.length);
        // Only vi.waitFor has a default of its own, of one second; the configuration sets the others'.
        const isWithoutOptions = call.startsWith("vi.") && words.length < 2;
        const [, given] = /(?:^|timeout: )([\d_]+)/.exec(words.at(-1) ?? "") ?? [];
        return isWithoutOptions || Number(given?.replaceAll("_", "") ?? SHORTEST) < SHORTEST;
      })
      .map(({ index }) => `${file}:${text.slice(0, index).split("\n").length}`);
  });
  expect(short).toEqual([]);
});

/** Returns the arguments of the call whose opening bracket ends at `start`. */
function argumentsAt(text: string, start: number): string[] {
  const found: string[] = [];
  let depth = 1;
  let quote = "";
  let from = start;
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote) {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if ("\"'`".includes(sign)) quote = sign;
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    if (depth === 0 || (depth === 1 && sign === "," && !quote)) {
      const words = text.slice(from, at).trim();
      if (words) found.push(words);
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return found;
}
