/** Installs Chromium for the browser tests; `npm test` runs it beside other tests. */

import { chromiumOrExit } from "./chromium.ts";

chromiumOrExit();
