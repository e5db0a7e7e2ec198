/** `npm run admin` and the shop's other commands, with the settings of the environment and of `.env`, like npm start. */

import { loadEnvFile } from "./env-file.ts";

loadEnvFile();
await import("../server/commands.ts");
