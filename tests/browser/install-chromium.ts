import { chromiumOrExit } from "./chromium.ts";

/** Sees to it that the browser tests find a Chromium; `npm test` fetches it while other tests run. */

chromiumOrExit();
