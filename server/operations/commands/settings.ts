import { OperatorError } from "../../base/errors.ts";
import { hasNumbers } from "../../orders/orders/invoice/document-series.ts";
import { isSettingName, SETTINGS, type SettingName } from "../../platform/config/config.ts";
import type { Setting } from "../../platform/config/setting.ts";
import { type CurrentSetting, readOverview } from "../../selling/settings/overview.ts";
import { clearSetting, storeSetting } from "../../selling/settings/settings.ts";
import { findUnknownCategories } from "../../shop/catalogue/categories.ts";
import { findUnknownSlugs } from "../../shop/catalogue/import/product-lookups.ts";
import type { CommandContext } from "./context.ts";
import { type Command, defineAction } from "./declare.ts";

/** Lists the settings and stores the owner's, which take effect at once. */
const command: Command = {
  name: "settings",
  summary: "lists the settings, and stores those of the owner",
  actions: [
    defineAction({
      arguments: ["[NAME]", "[VALUE]"],
      options: { default: { summary: "goes back to the default of NAME" } },
      summary: "stores VALUE as the setting NAME; without a name all settings are listed",
      async run(context, { arguments: [name, value], options }) {
        if (name === undefined) return list(context);
        if (!isSettingName(name)) throw new OperatorError(`There is no setting ${name}; npm run settings lists them.`);
        if ((value === undefined) !== options.default)
          throw new OperatorError(
            `Say what ${name} is to be: npm run settings -- ${name} VALUE, or ${name} --default.`,
          );
        return value === undefined ? clear(context, name) : store(context, name, value);
      },
    }),
  ],
};
export default command;

async function list({ db, environment, print }: CommandContext): Promise<void> {
  for (const setting of await readOverview(db, environment)) {
    print(`${setting.name} = ${setting.shown}`);
    print(`    ${setting.meaning} (${originOf(setting)})`);
  }
}

function originOf({ source, scope }: CurrentSetting): string {
  switch (source) {
    case "environment":
      return "set in the environment";
    case "stored":
      return "set by the owner";
    case "default":
      return scope === "deployment" ? "default; to be set in the environment" : "default";
  }
}

async function store(context: CommandContext, name: SettingName, value: string): Promise<void> {
  const findUnknown = { categories: findUnknownCategories, products: findUnknownSlugs };
  await storeSetting(context.db, name, value, { findUnknown, hasNumbers, deployment: context.settings });
  context.print(`${name} is ${isSecret(name) ? "set" : `now "${value}"`}.${overridden(context, name)}`);
}

const isSecret = (name: SettingName) => (SETTINGS[name] as Setting).secret === true;

async function clear(context: CommandContext, name: SettingName): Promise<void> {
  await clearSetting(context.db, name);
  context.print(`${name} has its default again.${overridden(context, name)}`);
}

function overridden({ environment }: CommandContext, name: SettingName): string {
  return environment[name] === undefined
    ? ""
    : ` The environment sets it${isSecret(name) ? "" : ` to "${environment[name]}"`}, though, and that counts.`;
}
