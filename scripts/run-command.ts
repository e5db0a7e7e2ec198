import { loadEnvFile } from "./env-file.ts";

/** `npm run order` and the other commands of the shop: with the settings of the environment and of `.env`, as npm start has them. */

loadEnvFile();
await import("../server/commands/main.ts");
