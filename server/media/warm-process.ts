import { once } from "node:events";
import { createMediaStore } from "./store.ts";
import type { WarmJob } from "./warm.ts";

/** The process that makes scaled copies ahead (warm.ts). It ends with its work, or with the shop that has started it. */

process.on("disconnect", () => process.exit());
const [{ dataDir, effort, pictures }] = (await once(process, "message")) as [WarmJob];
const store = createMediaStore(dataDir, { effort });
await store.warm(pictures);
await store.close();
process.disconnect();
