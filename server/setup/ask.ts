import { readSetting, SETTINGS } from "../config.ts";
import { StartupError } from "../errors.ts";
import { isSecret, type Known, optionName, type Question } from "./questions.ts";

/** How answers are got: from options and the environment, by a proposal, or from the owner. */
export interface Answers {
  /** Options of the command, by their names. */
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Asks the owner; missing where nobody is to be asked. */
  ask?: (question: string, options?: { secret?: boolean }) => Promise<string>;
  note(line: string): void;
}

/**
 * The answer to a question: the option, else what is generated or proposed, else what the owner types, who is asked again until it is
 * right.
 * @param known the settings so far
 * @param check is given an answer of the right form; what it throws is the owner's to mend
 * @returns undefined when there is none
 * @throws StartupError for an option that is not right
 */
export async function answer(
  { name, propose, generate }: Question,
  { options, ask, note }: Answers,
  known: Known,
  check: (value: string) => Promise<void> = async () => {},
): Promise<string | undefined> {
  const given = options[optionName(name)];
  if (typeof given === "string") {
    readSetting(name, given);
    await check(given);
    return given;
  }
  if (generate) return generate();
  const proposal = propose?.(known);
  if (!ask) return proposal;
  note(`${name}: ${SETTINGS[name].meaning}`);
  for (;;) {
    const hint = proposal === undefined ? " (Enter: later)" : ` [${proposal === "" ? "none" : proposal}]`;
    const typed = (await ask(`${name}${hint}:`, { secret: isSecret(name) })).trim();
    if (typed === "" && proposal === undefined) return undefined;
    const value = typed === "" ? (proposal ?? "") : typed;
    try {
      readSetting(name, value);
      await check(value);
      return value;
    } catch (error) {
      if (!(error instanceof StartupError)) throw error;
      note(error.message);
    }
  }
}
