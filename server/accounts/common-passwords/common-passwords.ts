import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../../errors.ts";

/** The 10,000 most common passwords that are long enough to be taken, in small letters, one a line; see make.ts. */
export const LIST_FILE = join(import.meta.dirname, "list.txt");
/** The shortest password that the shop takes; a shorter one needs no list. */
export const MIN_LENGTH = 6;

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a new password that attackers try first.
 * @param field of the form that the message belongs to
 * @throws ApiError (422)
 */
export async function rejectCommonPassword(password: string, field = "password"): Promise<void> {
  if (await isCommonPassword(password))
    throw ApiError.ofField(
      field,
      "This password is too common. Please choose one that is harder to guess.",
      "password_too_common",
    );
}

/** Whether a password is among the most common ones, in whatever capitals. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(password.trim().normalize("NFKC").toLowerCase());
}

/** Read when the first password is set; an error is not kept. */
async function readList(): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readFile(LIST_FILE, "utf8")).trimEnd().split("\n"));
  } catch (error) {
    list = undefined;
    throw error;
  }
}
