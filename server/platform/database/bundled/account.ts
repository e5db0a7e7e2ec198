import { execFileSync } from "node:child_process";
import { OperatorError } from "../../../base/errors.ts";

/** The account to run PostgreSQL, for `spawn`. */
export type Account = { uid: number; gid: number } | Record<string, never>;

/** Tried in this order; the second exists on every Linux and BSD. */
const UNPRIVILEGED = ["postgres", "nobody"];

/**
 * PostgreSQL does not run as root, so root uses another account; other users run it themselves.
 * @throws OperatorError
 */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  for (const name of UNPRIVILEGED) {
    const [uid, gid] = [idOf("-u", name), idOf("-g", name)];
    if (uid && gid) return { uid, gid };
  }
  throw new OperatorError(
    "PostgreSQL does not run as root and this machine has no account postgres; make one (useradd --system postgres), use another account, or set DATABASE_URL.",
  );
}

function idOf(which: "-u" | "-g", name: string): number | undefined {
  try {
    return Number(execFileSync("id", [which, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch {
    return undefined;
  }
}
