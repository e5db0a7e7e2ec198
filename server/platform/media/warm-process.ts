/** The process that makes renditions ahead of time (warm.ts). It ends when its work is done, or with the shop that started it. */

import { once } from "node:events";
import { createMediaLibrary } from "./media-library.ts";
import type { WarmJob } from "./warm.ts";

process.on("disconnect", () => process.exit());
const [{ settings, pictures }] = (await once(process, "message")) as [WarmJob];
const media = createMediaLibrary(settings);
await media.warm(pictures);
await media.close();
process.disconnect();
