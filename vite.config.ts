import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/** Modules that only forms need: schemas, what checks by them, and what shows it. */
const OF_FORMS =
  /node_modules[\\/]zod[\\/]|[\\/]contract[\\/](?!limits|picture-variants)|[\\/]components[\\/]form[\\/]/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  publicDir: "storefront/public",
  build: {
    target: "es2022",
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              // A phone waits for each file: what most screens share comes in two, instead of twenty of a kilobyte each. Forms are
              // apart, with their validator, so that whoever only looks around does not load them.
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                  priority: 3,
                },
                { name: "shop", test: (id) => !OF_FORMS.test(id), minShareCount: 3, priority: 2 },
                { name: "forms", test: OF_FORMS, minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
  },
}));
