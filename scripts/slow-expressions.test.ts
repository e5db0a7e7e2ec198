import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { expect, it } from "vitest";
import { ROOT } from "./command.ts";

/** Expressions that take quadratic time, on texts that are short or have no such runs. */
const SHORT = new Map([
  ["/\\.+$/", "an email of at most 254 characters"],
  ["/^(?:\\d\\d){2,}|(?:\\d\\d){2,}$|(?:\\d\\d){3,}(?!\\d)|./gs", "an AWB or Order ID"],
  ["/^(.+?)\\1+$/u", "a password"],
  ["/^[^\\p{L}]+|[^\\p{L}]+$/gu", "a password"],
  ["/=+$/", "Base64 of a hash"],
  ["/\\/+$/", "a setting or the name of a folder"],
  ["/^\\s*--.*$/gm", "our own migrations"],
  ["/^-+|-+$/g", "a text in which hyphens do not follow each other"],
  ["/\\0+$/", "4 KB of a video"],
  ["/(?<=[aeiouAIU][^aeiouAIU]+)A(?=[^aeiouAIU]h?[aeiouAIU])/g", "a word of a search"],
  ["/:.*@$/", "a setting"],
  ["/[?#].*$/", "a link of a menu, of one line"],
]);

it("no regular expression takes more than linear time on a long text", () => {
  const slow = globSync("{contract,server}/**/*.ts", { cwd: ROOT })
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) =>
      expressionsIn(readFileSync(join(ROOT, file), "utf8"))
        .filter((expression) => !SHORT.has(`/${expression.pattern}/${expression.flags}`) && isSlow(expression))
        .map(({ pattern, flags }) => `${file}: /${pattern}/${flags}`),
    );
  expect(slow).toEqual([]);
});

it.each(["/^\\W*(grand|sub)?\\W*total/", "/[^@]*@/"])("finds %s", (text) => {
  const [expression] = expressionsIn(text);
  expect(expression && isSlow(expression)).toBe(true);
});

interface Expression {
  pattern: string;
  flags: string;
}

const isSlow = ({ pattern, flags }: Expression) => analyse({ source: pattern, flags }).reports.length > 0;

/** Finds the literal regular expressions of a TypeScript file. */
function expressionsIn(source: string): Expression[] {
  const found: Expression[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    if ("regex" in node && node.regex) found.push(node.regex as Expression);
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseAst(source, { lang: "ts" }));
  return found;
}
