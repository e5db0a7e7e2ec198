import compatData from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier } from "@mdn/browser-compat-data";
import { lackingBrowsers } from "./compat-data.ts";

const { regular_expressions: syntax, builtins } = compatData.javascript;

/** Syntax of regular expressions: how to recognise it, and its entry in the data. A browser that lacks it cannot read the whole file. */
const SYNTAX: { feature: string; pattern: RegExp; entry: Identifier | undefined }[] = [
  { feature: "regular expression lookbehind", pattern: /\(\?<[=!]/, entry: syntax?.lookbehind_assertion },
  { feature: "regular expression modifiers", pattern: /\(\?[ims]*-?[ims]+:/, entry: syntax?.modifier },
  { feature: "regular expression flag v", pattern: /^\/[\s\S]*\/[a-z]*v[a-z]*$/, entry: builtins?.RegExp?.unicodeSets },
];

/**
 * Returns the syntax in a regular expression, or in a string that may become one, that a supported browser lacks.
 * @param text as in the source, with its slashes and flags or quotes
 */
export function regularExpressionFeatures(text: string): { feature: string; lacking: string[] }[] {
  return SYNTAX.filter(({ pattern }) => pattern.test(text))
    .map(({ feature, entry }) => ({ feature, lacking: lackingBrowsers(entry) }))
    .filter(({ lacking }) => lacking.length > 0);
}
