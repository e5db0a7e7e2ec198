import { type SettingName, settingNames } from "../config.ts";
import { StartupProblem } from "../failures.ts";
import { readOverview, type SettingNow } from "../settings/overview.ts";
import { clearSetting, storeSetting } from "../settings/settings.ts";
import { runCommand, say, withShop } from "./run.ts";

/**
 * `npm run settings` lists every setting; `npm run settings -- NAME VALUE` stores one of the owner's, and
 * `npm run settings -- NAME --default` goes back to its default. Running instances hear of it at once.
 */

const USAGE = "npm run settings -- NAME VALUE, or NAME --default; without a name all settings are listed";

runCommand(async () => {
  const [name, value, ...more] = process.argv.slice(2);
  if (name === undefined) return list();
  if (!isSettingName(name)) throw new StartupProblem(`There is no setting ${name}; npm run settings lists them.`);
  if (value === undefined) throw new StartupProblem(`Say what ${name} is to be: ${USAGE}.`);
  if (more.length > 0)
    throw new StartupProblem(
      `A value with blanks goes in quotation marks: npm run settings -- ${name} "${[value, ...more].join(" ")}"`,
    );
  return value === "--default" ? clear(name) : store(name, value);
});

async function list(): Promise<number> {
  const settings = await withShop(({ db }) => readOverview(db, process.env));
  for (const setting of settings) {
    say(`${setting.name} = ${setting.shown}`);
    say(`    ${setting.meaning} (${originOf(setting)})`);
  }
  return 0;
}

function originOf({ source, scope }: SettingNow): string {
  switch (source) {
    case "environment":
      return "set in the environment";
    case "stored":
      return "set by the owner";
    case "default":
      return scope === "deployment" ? "default; the environment sets it" : "default";
  }
}

async function store(name: SettingName, value: string): Promise<number> {
  await withShop(({ db }) => storeSetting(db, name, value));
  say(`${name} is now "${value}".${overridden(name)}`);
  return 0;
}

async function clear(name: SettingName): Promise<number> {
  await withShop(({ db }) => clearSetting(db, name));
  say(`${name} has its default again.${overridden(name)}`);
  return 0;
}

function overridden(name: SettingName): string {
  return process.env[name] === undefined
    ? ""
    : ` The environment sets it to "${process.env[name]}", though, and that counts.`;
}

function isSettingName(name: string): name is SettingName {
  return (settingNames as readonly string[]).includes(name);
}
