/**
 * The oldest browsers that the shop supports, from `browserslist` in package.json: the target of the builds, and what the check of used
 * features, the README and the tests compare with.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Browser {
  name: string;
  /** Such as `15.6`. */
  version: string;
  /** Its names in the browser compatibility data; an app's web view has the version of its browser. */
  compatNames: string[];
  /** Its name among the targets of a build; without one, another browser of the list has the same engine. */
  buildName?: string;
}

const KNOWN: Record<string, Pick<Browser, "name" | "compatNames" | "buildName">> = {
  chrome: { name: "Chrome", compatNames: ["chrome", "chrome_android", "webview_android"], buildName: "chrome" },
  edge: { name: "Edge", compatNames: ["edge"], buildName: "edge" },
  samsung: { name: "Samsung Internet", compatNames: ["samsunginternet_android"] },
  firefox: { name: "Firefox", compatNames: ["firefox", "firefox_android"], buildName: "firefox" },
  safari: { name: "Safari", compatNames: ["safari"], buildName: "safari" },
  ios_saf: { name: "Safari on iOS", compatNames: ["safari_ios", "webview_ios"], buildName: "ios" },
};

/**
 * Reads entries such as `safari >= 15.6`.
 * @throws for other queries: no tool here evaluates them
 */
export function readBrowsers(queries: readonly string[]): Browser[] {
  return queries.map((query) => {
    const [, id = "", version] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(query) ?? [];
    const known = KNOWN[id];
    if (!known || version === undefined)
      throw new Error(`browserslist in package.json: "${query}" is not of the form "chrome >= 106".`);
    return { ...known, version };
  });
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
export const BROWSERS = readBrowsers(manifest.browserslist);

/** The `build.target` of Vite: down to which browsers it translates syntax and CSS. */
export const BUILD_TARGET = BROWSERS.flatMap(({ buildName, version }) =>
  buildName === undefined ? [] : [`${buildName}${version}`],
);
