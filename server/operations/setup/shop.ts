import { SETTINGS } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/database.ts";
import { readStoredTexts } from "../../selling/settings/overview.ts";
import { storeSetting } from "../../selling/settings/settings.ts";
import { type Answers, answer } from "./ask.ts";
import { shown } from "./machine.ts";
import { optionName, SHOP, stateOfGstin } from "./questions.ts";

/**
 * Asks for the owner's settings, and stores each at once.
 * @param again also asks for settings that are set
 * @throws OperatorError for an invalid value
 */
export async function askShopSettings(
  db: Database,
  environment: Record<string, string | undefined>,
  { answers, again }: { answers: Answers; again: boolean },
): Promise<void> {
  const { note } = answers;
  note("The shop (into the database)");
  const known = await readStoredTexts(db);
  for (const [name, value] of Object.entries(environment)) if (value !== undefined) known.set(name, value);
  for (const question of SHOP) {
    const { name, generate, isSettled } = question;
    const present = known.get(name);
    const isGiven = typeof answers.options[optionName(name)] === "string";
    if (present !== undefined && !isGiven && !(again && answers.ask && !generate)) {
      if (!isSettled) note(`  done     ${generate ? `${name} is set` : shown(name, present)}`);
      continue;
    }
    const withProposal = present === undefined ? question : { ...question, propose: () => present };
    const value = await answer(withProposal, answers, known);
    if (value === undefined) note(`  missing  ${name}: ${SETTINGS[name].meaning}`);
    else {
      await storeSetting(db, name, value);
      known.set(name, value);
      if (!isSettled) note(`  done     ${generate ? `${name} is set (generated)` : shown(name, value)}`);
    }
  }
  const [state, gstin] = [known.get("SELLER_STATE"), known.get("SELLER_GSTIN")];
  const expected = stateOfGstin(gstin ?? "");
  if (state && expected && state !== expected)
    note(`  check    SELLER_STATE is ${state}, but the GSTIN belongs to ${expected}.`);
}
