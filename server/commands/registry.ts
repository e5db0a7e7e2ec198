import type { Command } from "./declare.ts";

/** Commands on the shop's database by their name in `npm run NAME`, loaded on use. */
export const COMMANDS: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  cash: () => import("./cash.ts"),
  "catalogue:export": () => import("./catalogue-export.ts"),
  "catalogue:import": () => import("./catalogue-import.ts"),
  "categories:export": () => import("./categories-export.ts"),
  "categories:import": () => import("./categories-import.ts"),
  "content:export": () => import("./content-export.ts"),
  "content:import": () => import("./content-import.ts"),
  "demo:clear": () => import("../../demo/clear.ts"),
  "demo:reset": () => import("../../demo/reset.ts"),
  golive: () => import("./golive.ts"),
  gst: () => import("./gst.ts"),
  jobs: () => import("./jobs.ts"),
  mails: () => import("./mails.ts"),
  messages: () => import("./messages.ts"),
  migrate: () => import("./migrate.ts"),
  newsletter: () => import("./newsletter.ts"),
  offers: () => import("./offers.ts"),
  order: () => import("./order.ts"),
  refunds: () => import("./refunds.ts"),
  review: () => import("./review.ts"),
  sessions: () => import("./sessions.ts"),
  shipping: () => import("./shipping.ts"),
  setup: () => import("./setup.ts"),
  settings: () => import("./settings.ts"),
};
