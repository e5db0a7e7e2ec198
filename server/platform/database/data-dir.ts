import { accessSync, constants, mkdirSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { sep } from "node:path";
import { OperatorError } from "../../base/errors.ts";
import { systemProblem } from "../../base/system-problem.ts";

/** The mode of the folder: only the account that runs the shop may enter. */
const PRIVATE = 0o700;

/**
 * Creates the folder for pictures, uploads and the shop's own PostgreSQL, if it is missing.
 * @returns why it cannot be written, or undefined when it can
 */
export function dataDirProblem(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: PRIVATE });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `DATA_DIR ${folder} cannot be written (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Turns an error of opening the shop's files into one with a remedy, if there is one. */
export function fileProblem(error: unknown, folder: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  const lacking = systemProblem(error);
  if (lacking === "disk_full") return new OperatorError(`The disk of DATA_DIR ${folder} is full; make space.`);
  if (lacking === "too_many_open_files")
    return new OperatorError("Too few files may be open; raise the limit to 1024 or above (ulimit -n, LimitNOFILE).");
  if (!`${path}${sep}`.startsWith(`${folder}${sep}`)) return error;
  return new OperatorError(
    `DATA_DIR ${folder} cannot be written (${code}); choose another folder or change its permissions.`,
  );
}

/** Bytes that the shop can still write, and all. */
export interface Space {
  free: number;
  size: number;
}

/** Reads the space on the disk of a folder. @returns null if the folder cannot be looked at */
export async function readSpace(folder: string): Promise<Space | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize };
}
