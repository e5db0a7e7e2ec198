import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Has React Router load the code of pages by contract/page-code.ts. Its own function reloads the page that is open when a file does not
 * arrive, and no option changes that ([decision](../docs/decisions/2026-11-29-a-page-waits-for-its-code.md)).
 */
export const pageCode = (): Plugin => {
  let isReplaced = false;
  return {
    name: "page-code",
    apply: "build",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId(source, importer) {
      if (source !== "./routeModules.js" || !importer?.includes("/react-router/dist/")) return;
      isReplaced = true;
      return join(import.meta.dirname, "../contract/page-code.ts");
    },
    buildEnd(error) {
      if (!error && !isReplaced)
        this.error("React Router loads the code of pages by another file than routeModules.js.");
    },
  };
};
