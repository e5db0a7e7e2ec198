import { registerHooks } from "node:module";

/**
 * Resolves imports of drizzle-orm without reading its package.json each time, whose 180 KB of exports Node would parse again for each
 * import: more than a second of each start (docs/decisions/2026-11-23-drizzle-import-hooks.md). Loaded before every program by run.mjs.
 */
const resolved = new Map();

registerHooks({
  resolve(specifier, context, next) {
    if (!context.conditions.includes("import")) return next(specifier, context);
    if (/^drizzle-orm(\/|$)/.test(specifier)) {
      if (!resolved.has(specifier)) resolved.set(specifier, next(specifier, context));
      return { ...resolved.get(specifier), shortCircuit: true };
    }
    const isRelative = specifier.startsWith(".") && specifier.endsWith(".js");
    if (!isRelative || !context.parentURL?.includes("/node_modules/drizzle-orm/")) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
  },
});
