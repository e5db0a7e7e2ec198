import { chromiumOrExit } from "./chromium.ts";

/** Installs Chromium for the browser tests; `npm test` runs it beside other tests. */

chromiumOrExit();
