import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "../../../base/errors.ts";

/** The 10,000 most common passwords that are long enough, and all known ones that staff could have, in lower case, one per line; see make.ts. */
export const LIST_FILE = join(import.meta.dirname, "list.txt");
let list: Promise<ReadonlySet<string>> | undefined;

/** Rejects a common password. @throws ApiError (422) */
export async function rejectCommonPassword(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw tooCommon();
}

export const tooCommon = () =>
  ApiError.ofField(
    "password",
    "This password is too common. Please choose one that is harder to guess.",
    "password_too_common",
  );

/** A password in the spelling of the list. */
export const normalized = (password: string) => password.trim().normalize("NFKC").toLowerCase();

/** Whether a password is on the list, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  return (await list).has(normalized(password));
}

/** Cached at the first use; an error is not cached. */
async function readList(): Promise<ReadonlySet<string>> {
  try {
    return new Set((await readFile(LIST_FILE, "utf8")).trimEnd().split("\n"));
  } catch (error) {
    list = undefined;
    throw error;
  }
}
