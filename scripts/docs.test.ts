import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../server/commands/registry.ts";
import { ROOT } from "./command.ts";

const read = (file: string) => readFileSync(file, "utf8");
const FILES = ["README.md", ...globSync("docs/**/*.md", { cwd: ROOT })].map((name) => join(ROOT, name));

/** Anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function brokenLinksOf(file: string): string[] {
  return [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = ""]) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? file : resolve(dirname(file), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor));
    })
    .map((link) => `${relative(ROOT, file)}: ${link}`);
}

it("every link between the docs leads to a file, and to a heading that is there", () => {
  expect(FILES.flatMap(brokenLinksOf)).toEqual([]);
});

it("every npm script that the docs name is there", () => {
  const { scripts } = JSON.parse(read(join(ROOT, "package.json"))) as { scripts: Record<string, string> };
  const named = FILES.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name]) => name),
  );
  expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
});

it("the systemd unit runs what npm start runs", () => {
  const { scripts } = JSON.parse(read(join(ROOT, "package.json"))) as { scripts: { start: string } };
  expect(read(join(ROOT, "docs/operate.md"))).toContain(`\nExecStart=/usr/bin/${scripts.start}\n`);
});

it("README names every command", () => {
  const readme = read(join(ROOT, "README.md"));
  expect(Object.keys(COMMANDS).filter((name) => !new RegExp(`\`(npm run )?${name}\\b`).test(readme))).toEqual([]);
});
