/** `npm run cluster` in its smallest form: whole where its programs are installed, otherwise what needs PostgreSQL only. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

const SMALL = "--products 20 --orders 5 --rate 5 --buyers 1 --seconds 2 --minutes 10".split(" ");

/** Its exit code without a program that it needs. */
const MISSING = 3;

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

it("an instance and then the writer is killed: no purchase is lost, and without the writer no page fails; without the programs one process sells", {
  timeout: 900_000,
}, async ({ skip }) => {
  const whole = await cluster("--events", "^(an instance is killed|the writer is lost)$");
  if (whole.code === MISSING) {
    expect(await cluster("--alone")).toEqual({ code: 0, out: expect.stringContaining("| one process |") });
    skip(whole.out.trim());
  }
  const sold =
    /When the writer is lost: 0 pages and product reads failed[\s\S]*captured by the provider; lost: 0; paid twice: 0/;
  expect(whole).toEqual({ code: 0, out: expect.stringMatching(sold) });
});
