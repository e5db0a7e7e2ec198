import Fastify from "fastify";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { adminDocumentation } from "../../server/platform/http/admin-documentation.ts";
import { handleAdmin } from "../../server/platform/http/admin-endpoints.ts";
import { acceptStaff } from "../../server/platform/http/staff-sessions.ts";
import type { OpenApi } from "../documented.ts";

/** The OpenAPI document of the back office, which the shop itself shows to signed-in staff only. */
export async function readAdminDocument(): Promise<OpenApi> {
  const app = Fastify();
  let read: (() => unknown) | undefined;
  await app.register(
    async (admin) => {
      acceptStaff(admin, { findStaff: async () => null, findApiToken: async () => null, shopOrigin: "" });
      await adminDocumentation(admin);
      for (const endpoint of Object.values<AdminEndpoint>(adminEndpoints))
        handleAdmin(admin, endpoint, async () => {
          throw new Error("documents only");
        });
      read = () => admin.swagger();
    },
    { prefix: "/admin/api" },
  );
  await app.ready();
  return read?.() as OpenApi;
}
