import type { z } from "zod";
import { OperatorError } from "../../base/errors.ts";
import { AGENTS } from "./agents.ts";
import { CASH_ON_DELIVERY } from "./cash-on-delivery.ts";
import { FEEDS } from "./feeds.ts";
import { IDENTITY } from "./identity.ts";
import { INTEGRATIONS } from "./integrations.ts";
import { MEASUREMENT } from "./measurement.ts";
import { MESSAGES } from "./messages.ts";
import { ORDERS } from "./orders.ts";
import { PAGES_AND_MEDIA } from "./pages-and-media.ts";
import { SERVER } from "./server.ts";
import type { Setting } from "./setting.ts";
import { STORAGE } from "./storage.ts";
import { STOREFRONT } from "./storefront.ts";

/** Every setting of the shop; each is defined in its subject's file in config/. */
export const SETTINGS = {
  ...SERVER,
  ...STORAGE,
  ...PAGES_AND_MEDIA,
  ...INTEGRATIONS,
  ...IDENTITY,
  ...STOREFRONT,
  ...ORDERS,
  ...CASH_ON_DELIVERY,
  ...FEEDS,
  ...AGENTS,
  ...MEASUREMENT,
  ...MESSAGES,
} as const;

/** `process.env`, or an environment of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type SettingName = keyof typeof SETTINGS;
type NamesOf<Scope> = {
  [Name in SettingName]: (typeof SETTINGS)[Name]["scope"] extends Scope ? Name : never;
}[SettingName];
/** The names of the owner's settings. */
export type ShopSettingName = NamesOf<"shop">;
type SettingsOf<Scope> = { readonly [Name in NamesOf<Scope>]: z.output<(typeof SETTINGS)[Name]["schema"]> };
/** The settings of the deployment: read once at start-up, from the environment. */
export type DeploymentSettings = SettingsOf<"deployment">;
/** The owner's settings: they change while the shop is open (see settings/shop-settings.ts). */
export type ShopSettings = SettingsOf<"shop">;

export const settingNames = Object.keys(SETTINGS) as SettingName[];

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
export const isShopSetting = (name: SettingName): name is ShopSettingName => SETTINGS[name].scope === "shop";

/** Lists the settings that the environment sets by their former names, each with its current name. */
export function formerNamesIn(environment: Record<string, string | undefined>): { formerName: string; name: string }[] {
  return settingNames.flatMap((name) => {
    const { formerName }: Setting = SETTINGS[name];
    return formerName && environment[formerName] !== undefined ? [{ formerName, name }] : [];
  });
}

/** Returns why `text` is not a valid value of the setting, in a sentence without a full stop; undefined if it is valid. */
export function settingProblem(name: SettingName, text: string): string | undefined {
  const read = SETTINGS[name].schema.safeParse(text);
  return read.success ? undefined : `The setting ${name} ${read.error.issues[0]?.message ?? "is not right"}`;
}

/**
 * Parses a setting.
 * @throws OperatorError that names the setting, its format and its present value
 */
export function readSetting<Name extends SettingName>(
  name: Name,
  text: string,
): z.output<(typeof SETTINGS)[Name]["schema"]> {
  const read = SETTINGS[name].schema.safeParse(text);
  if (read.success) return read.data as z.output<(typeof SETTINGS)[Name]["schema"]>;
  const setting: Setting = SETTINGS[name];
  throw new OperatorError(`${settingProblem(name, text)}.${setting.secret ? "" : ` It is now "${text}".`}`);
}

/**
 * Reads the deployment's settings from the environment, else their defaults.
 * @throws OperatorError for the first invalid one
 */
export function readSettings(environment: Environment): DeploymentSettings {
  return readScope("deployment", environment);
}

/**
 * Reads the owner's settings from the environment, else from `stored`, else their defaults.
 * @throws OperatorError for the first invalid one
 */
export function readShopSettings(
  environment: Environment,
  stored: ReadonlyMap<string, string> = new Map(),
): ShopSettings {
  return readScope("shop", environment, stored);
}

function readScope<Scope extends Setting["scope"]>(
  scope: Scope,
  environment: Environment,
  stored: ReadonlyMap<string, string> = new Map(),
): SettingsOf<Scope> {
  const values: Record<string, unknown> = {};
  for (const name of settingNames) {
    const setting: Setting = SETTINGS[name];
    if (setting.scope !== scope) continue;
    const { formerName = name } = setting;
    const text =
      environment[name] ?? environment[formerName] ?? stored.get(name) ?? stored.get(formerName) ?? setting.default;
    values[name] = readSetting(name, setting.repair?.(text) ?? text);
  }
  return Object.freeze(values) as SettingsOf<Scope>;
}
