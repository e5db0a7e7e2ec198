/** Which features the supported browsers lack, from the browser compatibility data of MDN. */

import compatData from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier, SimpleSupportStatement, SupportStatement } from "@mdn/browser-compat-data";
import { BROWSERS } from "./browsers.ts";

/** The browsers that lack a feature, each once, such as `["Safari 15.6"]`; none if nothing is known about it. */
export function lackingBrowsers(feature: Identifier | undefined): string[] {
  const support = feature?.__compat?.support;
  if (!support) return [];
  return BROWSERS.filter(({ compatNames, version }) =>
    compatNames.some((name) => {
      const statement = support[name as keyof typeof support];
      return statement !== undefined && !hasFeature(statement, version);
    }),
  ).map(({ name, version }) => `${name} ${version}`);
}

function hasFeature(statement: SupportStatement, version: string): boolean {
  const statements = (Array.isArray(statement) ? statement : [statement]) as SimpleSupportStatement[];
  return statements.some(
    ({ version_added, version_removed, flags, alternative_name }) =>
      flags === undefined &&
      alternative_name === undefined &&
      isReached(version_added, version) &&
      !isReached(version_removed ?? false, version),
  );
}

function isReached(since: string | boolean | null | undefined, version: string): boolean {
  if (typeof since !== "string") return since === true;
  if (since === "preview") return false;
  return compareVersions(version, since.replace("≤", "")) >= 0;
}

function compareVersions(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major - otherMajor || minor - otherMinor;
}

/** A function, property, class or global of JavaScript or of the browser. */
export interface ScriptFeature {
  /** Such as `AbortSignal.any`, `Array.prototype.with`, `BroadcastChannel`. */
  id: string;
  name: string;
  /** The class or namespace; "" for a global. */
  owner: string;
  isStatic: boolean;
  lacking: string[];
}

/** Namespaces of JavaScript, whose members are all static. */
const NAMESPACES = new Set(["Math", "JSON", "Reflect", "Atomics", "Intl"]);
/** Statics of JavaScript's classes have no mark in the data; these can tell without a list. */
const isStaticBuiltin = (owner: string, name: string): boolean =>
  NAMESPACES.has(owner) ||
  Object.hasOwn((globalThis as Record<string, unknown>)[owner] ?? {}, name) ||
  NEW_STATICS.has(`${owner}.${name}`);
/** Statics that the Node.js which runs the check may lack. */
const NEW_STATICS = new Set([
  "Iterator.concat",
  "Iterator.zip",
  "Iterator.zipKeyed",
  "Math.sumPrecise",
  "Error.isError",
]);

/** Every script feature by name. */
export const scriptFeatures: ReadonlyMap<string, readonly ScriptFeature[]> = indexScriptFeatures();

function indexScriptFeatures(): Map<string, ScriptFeature[]> {
  const features = new Map<string, ScriptFeature[]>();
  const add = (owner: string, name: string, isStatic: boolean, feature: Identifier) => {
    const id = owner === "" ? name : isStatic ? `${owner}.${name}` : `${owner}.prototype.${name}`;
    const all = features.get(name) ?? [];
    features.set(name, [...all, { id, name, owner, isStatic, lacking: lackingBrowsers(feature) }]);
  };
  const addMembers = (owner: string, members: Identifier, isStatic: (name: string) => boolean) => {
    for (const [name, feature] of Object.entries(members)) {
      // Constructors repeat their class; the data also has entries about behaviour, with an underscore, and symbols.
      if (name === owner || name === "__compat" || name.startsWith("@@")) continue;
      const plain = name.replace(/_static$/, "");
      // A window's are globals, added below.
      if (owner === "Window" && !plain.endsWith("_event")) continue;
      if (/^[\w$]+$/.test(plain) && (!plain.includes("_") || plain.endsWith("_event")))
        add(owner, plain, isStatic(name), feature as Identifier);
    }
  };
  const { builtins } = compatData.javascript;
  for (const [owner, members] of Object.entries(builtins ?? {}) as [string, Identifier][]) {
    if (owner === "__compat") continue;
    add("", owner, false, members);
    addMembers(owner, members, (name) => isStaticBuiltin(owner, name));
    if (owner !== "Intl") continue;
    for (const [type, ofType] of Object.entries(members))
      if (/^[A-Z]/.test(type)) addMembers(type, ofType as Identifier, (name) => name === "supportedLocalesOf");
  }
  for (const [owner, members] of Object.entries(compatData.api) as [string, Identifier][]) {
    if (owner === "__compat") continue;
    add("", owner, false, members);
    addMembers(owner, members, (name) => name.endsWith("_static"));
  }
  // What a window has is global.
  for (const [name, feature] of Object.entries(compatData.api.Window ?? {}))
    if (/^[a-zA-Z]\w*$/.test(name) && !name.includes("_")) add("", name, false, feature as Identifier);
  return features;
}
