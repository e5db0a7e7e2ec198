import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { BUILD_TARGET } from "../scripts/browser-support/browsers.ts";
import { pageCode } from "../scripts/page-code-plugin.ts";
import { textChildren } from "../scripts/text-children/plugin.ts";

export default defineConfig({
  root: import.meta.dirname,
  base: "/admin/",
  cacheDir: join(import.meta.dirname, "../node_modules/.cache/vite-backoffice"),
  plugins: [tailwindcss(), textChildren(), reactRouter(), pageCode()],
  publicDir: false,
  build: { target: BUILD_TARGET },
});
