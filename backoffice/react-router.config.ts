import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: ".",
  // scripts/storefront-build.ts builds beside the build in use.
  buildDirectory: process.env.BACKOFFICE_BUILD_DIRECTORY ?? "../build/backoffice",
  // With the slash of Vite's `base`, with which React Router compares it.
  basename: "/admin/",
  // Everything needs a session, which only the browser has.
  ssr: false,
  routeDiscovery: { mode: "initial" },
} satisfies Config;
