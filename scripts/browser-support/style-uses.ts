/** What the built CSS uses that a supported browser lacks. */

import compatData from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier } from "@mdn/browser-compat-data";
import postcss, { type AtRule, type Container, type Declaration, type Rule } from "postcss";
import { lackingBrowsers } from "./compat-data.ts";

const { properties, selectors, types, "at-rules": atRules } = compatData.css;

/** Functions and units in values, by how they are written. */
const FUNCTIONS: Record<string, Identifier | undefined> = {
  "color-mix": types?.color?.["color-mix"],
  oklch: types?.color?.oklch,
  oklab: types?.color?.oklab,
  lab: types?.color?.lab,
  lch: types?.color?.lch,
  "light-dark": types?.color?.["light-dark"],
  ...Object.fromEntries(
    [
      "clamp",
      "min",
      "max",
      "round",
      "mod",
      "rem",
      "abs",
      "sign",
      "sqrt",
      "pow",
      "hypot",
      "exp",
      "log",
      "sin",
      "cos",
      "tan",
    ].map((name) => [name, types?.[name]]),
  ),
  "calc-size": types?.["calc-size"],
  anchor: types?.anchor,
  attr: types?.attr?.["type-or-unit"] as Identifier | undefined,
};
const UNITS: [pattern: RegExp, name: string, feature: Identifier | undefined][] = [
  [/[\d.](dvh|dvw|dvmin|dvmax|dvi|dvb)\b/, "dynamic viewport units", types?.length?.viewport_percentage_units_dynamic],
  [/[\d.](svh|svw|svmin|svmax|svi|svb)\b/, "small viewport units", types?.length?.viewport_percentage_units_small],
  [/[\d.](lvh|lvw|lvmin|lvmax|lvi|lvb)\b/, "large viewport units", types?.length?.viewport_percentage_units_large],
  [/[\d.](cqw|cqh|cqi|cqb|cqmin|cqmax)\b/, "container query units", types?.length?.container_query_length_units],
  [/[\d.]lh\b/, "lh", types?.length?.lh],
  [/[\d.]rlh\b/, "rlh", types?.length?.rlh],
  [/[\d.]cap\b/, "cap", types?.length?.cap],
  [/[\d.]ic\b/, "ic", types?.length?.ic],
];

/**
 * Returns the lacking features of a style sheet, each once, with the browsers. Not those within `@supports`, nor a declaration with a fallback
 * before it.
 */
export function styleUses(css: string): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  const use = (name: string, feature: Identifier | undefined) => {
    const lacking = lackingBrowsers(feature);
    if (lacking.length > 0) uses.set(name, lacking);
  };
  const root = postcss.parse(css);
  root.walkAtRules((rule) => {
    if (isWithinSupports(rule) || rule.name === "supports") return;
    use(`@${rule.name}`, atRules?.[rule.name]);
    if (rule.name === "media" && /[<>]/.test(rule.params)) use("@media range", atRules?.media?.range_syntax);
  });
  root.walkRules((rule) => {
    if (isWithinSupports(rule)) return;
    for (const [, name = ""] of rule.selector.matchAll(/(?<!\\):+([a-z-]+)/g)) use(`:${name}`, selectors?.[name]);
    if (/(?<!\\)&/.test(rule.selector)) use("& nesting", selectors?.nesting);
  });
  root.walkDecls((declaration) => {
    if (isWithinSupports(declaration) || declaration.prop.startsWith("--") || hasFallback(declaration)) return;
    const property = properties?.[declaration.prop];
    use(declaration.prop, property);
    // Strings and URLs hold no keywords.
    const value = declaration.value.replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, "");
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g))
      if (property && Object.hasOwn(property, word)) use(`${declaration.prop}: ${word}`, property[word]);
    for (const [, name = ""] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)) use(`${name}()`, FUNCTIONS[name]);
    for (const [pattern, name, feature] of UNITS) if (pattern.test(value)) use(name, feature);
  });
  return uses;
}

/** Whether an earlier declaration of the rule sets the same property: what a browser cannot read, it skips. */
function hasFallback(declaration: Declaration): boolean {
  const siblings = (declaration.parent as Container | undefined)?.nodes ?? [];
  return siblings.some(
    (node) =>
      node.type === "decl" && node.prop === declaration.prop && siblings.indexOf(node) < siblings.indexOf(declaration),
  );
}

function isWithinSupports(node: AtRule | Rule | Declaration): boolean {
  for (let parent = node.parent as Container | undefined; parent; parent = parent.parent as Container | undefined)
    if (parent.type === "atrule" && (parent as unknown as AtRule).name === "supports") return true;
  return false;
}
