import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { build, defineConfig, type Plugin } from "vite";

/** Modules that only forms need: schemas, what checks by them, and what shows it. */
const OF_FORMS =
  /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?!limits|picture-variants|(\w+\/)?routes\.)|[\\/]shared[\\/]form[\\/](?!use-request)/;
/** What the screens of buying and of what was bought share. */
const OF_ORDERS = /[\\/]shared[\\/]order[\\/]/;
/** What comes when it is asked for, or with the session: a guest who looks around loads none of it. */
const LATE = /[\\/]cart[\\/]cart-(sync|changes)|[\\/]api[\\/]external-script\.|[\\/]shared[\\/]modal\./;

const TARGET = "es2022";

/**
 * The service worker: one file that shares none with the pages, so that an update of theirs is none of its own, at the root, since it
 * may see to nothing above its own address.
 */
const serviceWorker: Plugin = {
  name: "service-worker",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  async buildStart() {
    const built = await build({
      configFile: false,
      publicDir: false,
      logLevel: "warn",
      build: {
        write: false,
        target: TARGET,
        rolldownOptions: { input: "storefront/service-worker/worker.ts", output: { format: "iife" } },
      },
    });
    const [file] = "output" in built ? built.output : [];
    if (file?.type !== "chunk") return this.error("The service worker could not be built.");
    this.emitFile({ type: "asset", fileName: "service-worker.js", source: file.code });
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), serviceWorker],
  publicDir: "storefront/public",
  build: {
    target: TARGET,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              // A phone waits for each file: what most screens share comes in two, instead of twenty of a kilobyte each. Forms are
              // apart, with their validator, and so is what belongs to orders, so that whoever only looks around loads neither.
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                  priority: 3,
                },
                {
                  name: "shop",
                  test: (id) => ![OF_FORMS, OF_ORDERS, LATE].some((others) => others.test(id)),
                  minShareCount: 3,
                  priority: 2,
                },
                { name: "forms", test: OF_FORMS, minShareCount: 2, priority: 2 },
                { name: "orders", test: OF_ORDERS, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
  },
}));
