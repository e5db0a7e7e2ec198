import type { FastifyInstance } from "fastify";
import type { AgentDeps } from "./deps.ts";
import { mcpRoutes } from "./mcp/mcp-routes.ts";
import { llmsRoute } from "./profile/llms.ts";
import { profileRoutes } from "./profile/profile-routes.ts";
import { keepRawBodies, restRoutes, sendTransportErrors } from "./rest-routes.ts";

/** What agents call: the shop's profile, and the operations of the Universal Commerce Protocol. */
export async function agentRoutes(app: FastifyInstance, deps: AgentDeps): Promise<void> {
  profileRoutes(app, deps);
  llmsRoute(app, deps);
  await app.register(
    async (scope) => {
      keepRawBodies(scope);
      sendTransportErrors(scope);
      restRoutes(scope, deps);
      mcpRoutes(scope, deps);
    },
    { prefix: "/ucp" },
  );
}
