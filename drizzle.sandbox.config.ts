import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./server/database/schema/sandbox.ts",
  out: "./server/database/sandbox-migrations",
  casing: "snake_case",
});
