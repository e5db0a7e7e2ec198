import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { expect, it } from "vitest";
import { logAsApiError } from "./errors.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });
const ofStatement = (code: string) => new DrizzleQueryError("insert into job", [], failure(code));
const BUSY = "The shop is busy right now. Please try again in a moment.";

it.each([
  [
    "a full disk",
    failure("ENOSPC"),
    "The shop’s disk is full, so this could not be stored. Please try again later.",
    "error",
  ],
  ["a read-only disk", failure("EROFS"), "The shop can’t store files right now. Please try again later.", "error"],
  ["a broken disk", failure("EIO"), "The shop can’t store files right now. Please try again later.", "error"],
  ["too many open files", failure("EMFILE"), BUSY, "error"],
  ["no connection left to open", ofStatement("EMFILE"), BUSY, "error"],
  ["a database whose disk is full", ofStatement("53100"), BUSY, "error"],
  ["a database at a limit of its configuration", ofStatement("53400"), BUSY, "error"],
  ["a database whose disk is broken", ofStatement("58030"), BUSY, "error"],
  ["a database that lacks one of its files", ofStatement("58P01"), BUSY, "error"],
  ["a database without memory", ofStatement("53200"), BUSY, "warn"],
  ["a database that restarts", ofStatement("57P01"), BUSY, "warn"],
])("%s is answered with 503, and told to who can mend it", (_what, error, message, level) => {
  const logged: string[] = [];
  const log = Object.fromEntries(["error", "warn", "info"].map((name) => [name, () => logged.push(name)]));
  const answer = logAsApiError(error, log as unknown as FastifyBaseLogger);
  expect(answer).toMatchObject({ statusCode: 503, retryAfter: 5, message });
  expect(logged).toEqual([level]);
});
