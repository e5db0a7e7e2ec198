import compatData from "@mdn/browser-compat-data" with { type: "json" };
import type { Identifier } from "@mdn/browser-compat-data";
import { lackingBrowsers } from "./compat-data.ts";

/**
 * Returns an attribute in JSX if a supported browser lacks it.
 * @param element a tag; components, with a capital, have no attributes
 */
export function attributeFeature(element: string, attribute: string): { feature: string; lacking: string[] } | null {
  if (!/^[a-z]/.test(element)) return null;
  const name = attribute.toLowerCase();
  const own = (compatData.html.elements?.[element] as Identifier | undefined)?.[name];
  const entry = own ?? compatData.html.global_attributes?.[name];
  const lacking = lackingBrowsers(entry as Identifier | undefined);
  return lacking.length === 0 ? null : { feature: own ? `<${element} ${name}>` : name, lacking };
}
