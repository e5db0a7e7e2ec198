import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "storefront",
  // scripts/storefront-build.ts has it built beside the build that is in use.
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  ssr: true,
  // A screen is small enough to come in one file.
  splitRouteModules: false,
  // All routes are named in the first page: a dozen lines, and no call before a navigation.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
