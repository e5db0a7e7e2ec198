/** The shop's own mark: a picture from which its pages, icons and emails draw it in one colour. */

import * as z from "zod/mini";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { responseOf } from "../responses.ts";
import type { AdminEndpoint } from "./endpoint.ts";

export const brandEndpoints = {
  uploadBrandMark: {
    method: "POST",
    path: "/brand-marks",
    repeat: "harmless",
    summary: "Store a mark, PNG, JPEG, WebP, AVIF or SVG, which the setting BRAND_MARK can then name",
    tag: "Settings",
    permission: "edit_settings",
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [429],
    response: responseOf(z.object({ path: z.string() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
