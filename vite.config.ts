import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

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
              // A phone waits for each file: what most screens share comes in two, instead of twenty of a kilobyte each.
              groups: [
                {
                  name: "framework",
                  test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
                  priority: 2,
                },
                { name: "shop", minShareCount: 3, priority: 1 },
              ],
            },
          },
        },
  },
}));
