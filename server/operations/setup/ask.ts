import { OperatorError } from "../../base/errors.ts";
import { isShopSetting, readSetting, SETTINGS } from "../../platform/config/config.ts";
import { SETTING_FORMS } from "../../selling/settings/setting-forms.ts";
import { isSecret, type Known, optionName, type Question } from "./questions.ts";

/** The sources of answers: options and environment, proposals, the owner. */
export interface Answers {
  /** The command's options, by name. */
  options: Readonly<Record<string, string | boolean | undefined>>;
  /** Asks the owner; missing in scripts. */
  ask?: (question: string, options?: { secret?: boolean }) => Promise<string>;
  note(line: string): void;
}

/**
 * Answers a question: by the option, else by the generated value or the one that suits every shop, else by asking the owner until the answer is valid.
 * @param known the settings so far
 * @param check rejects an answer that matches the schema by throwing; the owner must then correct it
 * @returns undefined without an answer
 * @throws OperatorError for an invalid option
 */
export async function answer(
  { name, propose, generate, isSettled }: Question,
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
  if (!ask || isSettled) return proposal;
  const label = isShopSetting(name) ? SETTING_FORMS[name].label : name;
  const { meaning } = SETTINGS[name];
  note(meaning.startsWith(label) ? meaning : `${label}: ${meaning}`);
  for (;;) {
    const hint = proposal === undefined ? " (Enter: later)" : ` [${proposal === "" ? "none" : proposal}]`;
    const typed = (await ask(`${label}${hint}:`, { secret: isSecret(name) })).trim();
    if (typed === "" && proposal === undefined) return undefined;
    const value = typed === "" ? (proposal ?? "") : typed;
    try {
      readSetting(name, value);
      await check(value);
      return value;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      note(error.message);
    }
  }
}
