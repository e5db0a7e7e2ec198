import { registerHooks } from "node:module";

/**
 * Loaded before every program of the shop (run.mjs): takes more than half a second from each start.
 *
 * For every import Node reads the description of the package anew, to find the file and to learn whether it is an ES module. That of
 * drizzle-orm lists 180 KB of exports; the shop names it in eighty files and loads a hundred of its own. So it is asked once for each
 * name, and what a file of it imports from beside itself is an ES module as well.
 */
const found = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes("import")) return next(specifier, context);
    if (/^drizzle-orm(\/|$)/.test(specifier)) {
      if (!found.has(specifier)) found.set(specifier, next(specifier, context));
      return { ...found.get(specifier), shortCircuit: true };
    }
    const isBeside = specifier.startsWith(".") && specifier.endsWith(".js");
    if (!isBeside || !context.parentURL?.includes("/node_modules/drizzle-orm/")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
