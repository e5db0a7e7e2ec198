import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./server/platform/database/schema/sandbox.ts",
  out: "./server/platform/database/sandbox-migrations",
  casing: "snake_case",
});
