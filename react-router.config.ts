import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "storefront",
  // scripts/storefront-build.ts builds beside the build in use.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  // Pages are small enough for one file each.
  splitRouteModules: false,
  // The first page lists all routes: a dozen lines, and no request before a navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
