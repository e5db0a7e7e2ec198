import { auditEndpoints } from "./audit.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminOrderEndpoints } from "./orders.ts";
import { sessionEndpoints } from "./session.ts";
import { staffEndpoints } from "./staff.ts";

/** Every endpoint below `/admin/api`. The server validates and documents by these, the back office takes its types from them. */
export const adminEndpoints = {
  ...sessionEndpoints,
  ...staffEndpoints,
  ...auditEndpoints,
  ...adminOrderEndpoints,
} as const satisfies Record<string, AdminEndpoint>;

export type AdminEndpointName = keyof typeof adminEndpoints;
