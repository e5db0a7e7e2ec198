/** `npm run cluster` in its smallest form: whole where its programs are installed, otherwise what needs PostgreSQL only. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { findClusterPrograms } from "../../bench/cluster/programs.ts";

const SMALL = "--products 20 --orders 5 --rate 5 --buyers 1 --seconds 2 --minutes 10".split(" ");

const programs = findClusterPrograms();
const missing = "missing" in programs ? programs.missing.join(" ") : "";

async function cluster(...words: string[]): Promise<{ code: unknown; out: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../bench/cluster/cluster.ts"), ...SMALL, ...words],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out: `${err}${out}` };
}

it("two releases are built and one process sells, with PostgreSQL alone", { timeout: 600_000 }, async ({ skip }) => {
  if (!missing) skip("the whole cluster includes it");
  expect(await cluster("--alone")).toEqual({ code: 0, out: expect.stringContaining("| one process |") });
});

it("an instance is killed while customers buy, and no purchase is lost", { timeout: 600_000 }, async ({ skip }) => {
  if (missing) skip(missing);
  expect(await cluster("--events", "^an instance is killed$")).toEqual({
    code: 0,
    out: expect.stringMatching(/captured by the provider; lost: 0; paid twice: 0/),
  });
});
