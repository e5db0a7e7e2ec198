import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { fingerprint, replaceBuild, retainPreviousBuild } from "./storefront-build.ts";

const root = mkdtempSync(join(tmpdir(), "fingerprint-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "storefront/routes"), { recursive: true });
writeFileSync(join(root, "storefront/routes/home.tsx"), "home");
writeFileSync(join(root, "package-lock.json"), "{}");
const now = () => fingerprint(root, ["storefront", "package-lock.json", "vite.config.ts"]);

it("changes with a file's content, its name and its presence, and with nothing else", () => {
  const first = now();
  expect(now()).toBe(first);
  writeFileSync(join(root, "storefront/routes/home.test.ts"), "a test");
  writeFileSync(join(root, "elsewhere.ts"), "not an input");
  mkdirSync(join(root, "storefront/.react-router/types"), { recursive: true });
  writeFileSync(join(root, "storefront/.react-router/types/routes.ts"), "generated");
  expect(now()).toBe(first);

  const seen = new Set([first]);
  writeFileSync(join(root, "storefront/routes/home.tsx"), "home, sweet home");
  seen.add(now());
  renameSync(join(root, "storefront/routes/home.tsx"), join(root, "storefront/routes/start.tsx"));
  seen.add(now());
  writeFileSync(join(root, "vite.config.ts"), "new");
  seen.add(now());
  expect(seen.size).toBe(4);
});

it("retains files of earlier builds, which open pages still request", () => {
  const [last, next] = [join(root, "last"), join(root, "next")];
  for (const folder of [last, next]) mkdirSync(folder);
  const day = 24 * 60 * 60 * 1000;
  const today = Date.UTC(2026, 10, 22);
  const write = (folder: string, name: string, content: string, at: number) => {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), at / 1000, at / 1000);
  };
  write(last, "cart-1.js", "of the last build", today - 2 * day);
  write(last, "modal-0.js", "of one before", today - 3 * day);
  write(last, "cart-0.js", "of one before", today - 8 * day);
  write(last, "shop-1.js", "the same in both", today - 2 * day);
  write(next, "shop-1.js", "the same in both", today);
  write(next, "cart-2.js", "new", today);

  retainPreviousBuild(last, next, today - 7 * day, 1);
  expect(readdirSync(next).sort()).toEqual(["cart-1.js", "cart-2.js", "shop-1.js"]);
  expect(readFileSync(join(next, "cart-1.js"), "utf8")).toBe("of the last build");
  // Its time is still that of its build, else it would be retained forever.
  expect(statSync(join(next, "cart-1.js")).mtimeMs).toBe(today - 2 * day);
  expect(statSync(join(next, "shop-1.js")).mtimeMs).toBe(today);

  retainPreviousBuild(last, next, today - 7 * day);
  expect(readdirSync(next)).toContain("modal-0.js");
  expect(readdirSync(next)).not.toContain("cart-0.js");

  expect(() => retainPreviousBuild(join(root, "no build yet"), next, 0)).not.toThrow();
});

it("replaces the last build, or none, and leaves nothing else behind", () => {
  const build = join(root, "build");
  const next = join(build, "next");
  for (const made of ["first", "second"]) {
    for (const part of ["client/assets", "server", "backoffice/client/assets"]) {
      mkdirSync(join(next, part), { recursive: true });
      writeFileSync(join(next, part, `${made}.js`), made);
    }
    replaceBuild(next, build);
    expect(readdirSync(build).sort()).toEqual(["backoffice", "client", "server"]);
    expect(readdirSync(join(build, "client/assets"))).toEqual([`${made}.js`]);
    expect(readFileSync(join(build, "server", `${made}.js`), "utf8")).toBe(made);
  }
});
