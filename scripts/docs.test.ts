import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { COMMANDS } from "../server/operations/commands/registry.ts";
import { ROOT } from "./command.ts";

const read = (file: string) => readFileSync(file, "utf8");
const FILES = ["README.md", "CONTRIBUTING.md", ...globSync("docs/**/*.md", { cwd: ROOT })].map((name) =>
  join(ROOT, name),
);
const SOURCES = globSync("{contract,server,storefront,demo,sandbox,scripts,bench,tests}/**/*.{ts,tsx,mjs,css,sql}", {
  cwd: ROOT,
});

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
  return [
    ...read(file)
      .replace(/`[^`\n]*`/g, "")
      .matchAll(/\]\(([^)\s]+)\)/g),
  ]
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

it("finds every document that a comment names", () => {
  const missing = SOURCES.flatMap((source) =>
    [...read(join(ROOT, source)).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([path]) => !existsSync(join(ROOT, path)))
      .map(([path]) => `${source}: ${path}`),
  );
  expect(missing).toEqual([]);
});

it("finds every file that the architecture names", () => {
  const named = [...read(join(ROOT, "docs/architecture.md")).matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );
  const isOfRepository = (path: string) =>
    /^(contract|server|storefront|demo|sandbox|scripts|bench|deploy|tests|docs)\//.test(path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => isOfRepository(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

it("every npm script that the docs name is there", () => {
  const { scripts } = JSON.parse(read(join(ROOT, "package.json"))) as { scripts: Record<string, string> };
  const named = FILES.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:-s )?([a-z][a-z:]*)/g)].map(([, name]) => name),
  );
  expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
});

it("every npm run admin in the docs is a request that the contract takes", async () => {
  const { default: admin } = await import("../server/operations/commands/admin.ts");
  const found = FILES.flatMap((file) =>
    [...read(file).matchAll(/npm run (?:-s )?admin -- ([^`\n]+)/g)].map(([, line = ""]) => ({ file, line })),
  ).filter(({ line }) => !/^ENDPOINT|…/.test(line));
  const refused = found.flatMap(({ file, line }) => {
    const command = line.replace(/ +#.*/, "");
    const words = [...command.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"),
    );
    try {
      admin.parse?.(words);
      return [];
    } catch (error) {
      return [`${relative(ROOT, file)}: ${line}: ${(error as Error).message}`];
    }
  });
  expect(found.length).toBeGreaterThan(3);
  expect(refused).toEqual([]);
});

it("the systemd unit runs what npm start runs", () => {
  const { scripts } = JSON.parse(read(join(ROOT, "package.json"))) as { scripts: { start: string } };
  expect(read(join(ROOT, "deploy/systemd/shop.service"))).toContain(`\nExecStart=/usr/bin/${scripts.start}\n`);
});

it("README names every command", () => {
  const readme = read(join(ROOT, "README.md"));
  expect(Object.keys(COMMANDS).filter((name) => !new RegExp(`\`(npm run )?${name}\\b`).test(readme))).toEqual([]);
});
