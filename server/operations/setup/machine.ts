import { OperatorError } from "../../base/errors.ts";
import { readSetting, readSettings, SETTINGS, type SettingName } from "../../platform/config/config.ts";
import { openDatabase } from "../../platform/database/open.ts";
import { refusalOf } from "../../platform/live/unsafe-settings.ts";
import { type Answers, answer } from "./ask.ts";
import { storeInEnvFile } from "./env-file.ts";
import { isSecret, MACHINE, optionName } from "./questions.ts";

/**
 * Asks for the deployment's settings. Writes each into the file and into `environment` at once, so that nothing is lost when the owner
 * stops.
 * @param again also asks for settings that are set
 * @throws OperatorError for an invalid value, or without PostgreSQL
 */
export async function askMachineSettings(
  environment: Record<string, string | undefined>,
  { answers, file, again }: { answers: Answers; file: string; again: boolean },
): Promise<void> {
  const { note } = answers;
  note(`The machine (into ${file})`);
  const store = async (name: SettingName, value: string) => {
    await storeInEnvFile(file, { [name]: value });
    environment[name] = value;
  };
  await store("DEMO", "false");
  for (const question of MACHINE) {
    const { name, generate } = question;
    const current = environment[name];
    // An empty value counts as an answer if it is proposed.
    let refusal: string | undefined;
    const isSet = current !== undefined && (current !== "" || question.propose?.(new Map()) === "");
    if (isSet) {
      readSetting(name, current);
      if (name === "DATABASE_URL") await checkDatabase(current);
      refusal = refusalAs(name, current);
      // Stored, because a value of this shell would be missing in the next one.
      await store(name, current);
    }
    const isGiven = typeof answers.options[optionName(name)] === "string";
    if (refusal) note(`  refused  ${shown(name, current ?? "")}. ${refusal}`);
    if (isSet && !isGiven && !((again || refusal) && answers.ask && !generate)) {
      if (!refusal) note(`  done     ${shown(name, current)}`);
      continue;
    }
    const known = new Map(
      Object.entries(environment).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    );
    const check = async (value: string) => {
      if (name === "DATABASE_URL") await checkDatabase(value);
      const refused = refusalAs(name, value);
      if (refused) throw new OperatorError(refused);
    };
    const value = await answer(question, answers, known as Map<string, string>, check);
    if (value === undefined && isSet) continue;
    if (value === undefined && name === "DATABASE_URL") throw withoutDatabase();
    if (value === undefined) note(`  missing  ${name}: ${SETTINGS[name].meaning}`);
    else {
      await store(name, value);
      note(`  done     ${generate ? `${name} is set (generated)` : shown(name, value)}`);
      if (name === "RAZORPAY_WEBHOOK_SECRETS")
        note(`           enter it as the secret of the webhook in Razorpay's dashboard; ${file} has it`);
    }
  }
}

/** Why the shop would not start with this value. */
const refusalAs = (name: SettingName, value: string) => refusalOf(name, readSettings({ DEMO: "false", [name]: value }));

function withoutDatabase(): OperatorError {
  return new OperatorError(
    "A live shop needs a PostgreSQL: set DATABASE_URL, such as DATABASE_URL=postgres://shop:password@localhost/shop, and run setup again.",
  );
}

/** Opens the database once, which applies its migrations. */
async function checkDatabase(url: string): Promise<void> {
  const database = await openDatabase({ DATABASE_URL: url, DATABASE_POOL: 2, DATA_DIR: "" });
  await database.close();
}

export function shown(name: SettingName, value: string): string {
  return isSecret(name) ? `${name} is set` : `${name} = ${value === "" ? "(empty)" : value}`;
}
