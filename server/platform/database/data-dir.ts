import { accessSync, constants, mkdirSync } from "node:fs";

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
