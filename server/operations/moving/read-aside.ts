/** Reads large files of a move in a process of its own, so that shoppers are answered meanwhile, and its memory is free afterwards. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../../base/errors.ts";
import { pick } from "../../base/pick.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { MoveFileProblem } from "./read-files.ts";
import { type ConvertWork, convertMove, type MovePreview, type PreviewWork, previewMove } from "./read-move.ts";

const NEEDED = [
  ...(["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL", "DATA_DIR"] as const),
  "CODE_SECRET",
] as const satisfies (keyof DeploymentSettings)[];

export interface ReadDeps {
  db: Database;
  /** Where the database is, and the secret of erased emails. */
  settings: Pick<DeploymentSettings, (typeof NEEDED)[number]>;
}

/** What the process receives. */
export interface AsideWork {
  settings: ReadDeps["settings"];
  work: PreviewWork | ConvertWork;
}
type AsideResult = { result: MovePreview | null } | { problem: string };
/** What the process sends. */
export type AsideMessage = AsideResult | { unavailable: string };

/** From how many bytes on the start of a process, about a second, is worth it. */
const LARGE = 4 * 1024 * 1024;

/**
 * Previews the files of a move, or converts its products.
 * @throws ApiError (422) for a file that cannot be read
 */
export async function readMoveAside(deps: ReadDeps, work: PreviewWork): Promise<MovePreview>;
export async function readMoveAside(deps: ReadDeps, work: ConvertWork): Promise<null>;
export async function readMoveAside(
  { db, settings }: ReadDeps,
  work: PreviewWork | ConvertWork,
): Promise<MovePreview | null> {
  const sizes = await Promise.all(work.files.map(({ path }) => stat(path)));
  const result =
    sizes.reduce((sum, { size }) => sum + size, 0) > LARGE
      ? await inProcess({ settings: pick(settings, NEEDED), work })
      : await readMove(db, settings.CODE_SECRET, work);
  if ("problem" in result) throw ApiError.ofField("file", result.problem);
  return result.result;
}

/** Does the work here. */
export async function readMove(db: Database, codeSecret: string, work: AsideWork["work"]): Promise<AsideResult> {
  try {
    if (!("convertTo" in work)) return { result: await previewMove(db, codeSecret, work) };
    await convertMove(db, work);
    return { result: null };
  } catch (error) {
    if (error instanceof MoveFileProblem) return { problem: error.message };
    throw error;
  }
}

async function inProcess(work: AsideWork): Promise<AsideResult> {
  const child = fork(join(import.meta.dirname, "read-process.ts"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  child.send(work);
  // Not its exit, in which Node may hang.
  const result = await Promise.race([
    once(child, "message").then(([message]) => message as AsideMessage),
    once(child, "close").then(([code]) => {
      throw new Error(`the process that reads a move ended with ${code}`);
    }),
  ]);
  if ("unavailable" in result) throw new DatabaseUnavailable(result.unavailable);
  return result;
}
