import { OperatorError } from "../../base/errors.ts";
import { readShopName } from "../../selling/settings/overview.ts";
import type { CommandContext } from "./context.ts";

/** Options of commands that delete data for good. */
export const CONFIRM_OPTIONS = {
  "yes-delete": { value: "NAME", summary: "the shop's name, for scripts: deletes without asking" },
} as const;

/**
 * Asks the caller to type the shop's name before anything is deleted.
 * @param what a sentence that says what will be deleted
 * @param given the value of the option --yes-delete
 * @throws OperatorError for another name
 */
export async function confirmDeletion(
  { db, environment, ask, note }: CommandContext,
  what: string,
  given: string | undefined,
): Promise<void> {
  const name = await readShopName(db, environment);
  note(what);
  const typed = given ?? (await ask(`Type the shop's name, ${name}, to continue:`));
  if (typed.trim() !== name)
    throw new OperatorError(`The shop is named "${name}", not "${typed.trim()}", so nothing was deleted.`);
}
