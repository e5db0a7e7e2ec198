import Fastify from "fastify";
import { expect, it } from "vitest";
import type { AdminEndpoint } from "../../../contract/admin/endpoint.ts";
import { handleAdmin } from "./admin-endpoints.ts";

it.each([undefined, "", "view_everything", "toString"])(
  "an endpoint with the permission %j is not registered",
  (name) => {
    const endpoint = { method: "GET", path: "/secrets", summary: "Secrets", tag: "Staff", permission: name };
    // The type rejects it, too.
    const register = () => handleAdmin(Fastify(), endpoint as unknown as AdminEndpoint, async () => ({}) as never);
    expect(register).toThrow("GET /secrets names no permission");
  },
);
