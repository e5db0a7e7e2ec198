import type { Command } from "./declare.ts";

/** Commands by their name in `npm run NAME`, loaded on use. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  admin: () => import("./admin.ts"),
  backup: () => import("./backup.ts"),
  "catalogue:export": () => import("./catalogue-export.ts"),
  "catalogue:import": () => import("./catalogue-import.ts"),
  "categories:export": () => import("./categories-export.ts"),
  "categories:import": () => import("./categories-import.ts"),
  "content:export": () => import("./content-export.ts"),
  "content:import": () => import("./content-import.ts"),
  "demo:clear": () => import("../../../demo/clear.ts"),
  "demo:reset": () => import("../../../demo/reset.ts"),
  golive: () => import("./golive.ts"),
  migrate: () => import("./migrate.ts"),
  restore: () => import("./restore.ts"),
  sales: () => import("./sales.ts"),
  setup: () => import("./setup.ts"),
  settings: () => import("./settings.ts"),
  staff: () => import("./staff.ts"),
};
