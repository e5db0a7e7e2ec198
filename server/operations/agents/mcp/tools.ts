/** The operations as tools of MCP, for agents that choose them by their descriptions. Pure. */

import * as z from "zod/mini";
import type { Operation } from "../operations.ts";

const metaOf = ({ needsKey }: Operation) => ({
  type: "object",
  description: "Who calls: the address of the platform’s UCP profile.",
  required: ["ucp-agent", ...(needsKey ? ["idempotency-key"] : [])],
  properties: {
    "ucp-agent": {
      type: "object",
      required: ["profile"],
      properties: { profile: { type: "string", format: "uri" } },
    },
    "idempotency-key": {
      type: "string",
      format: "uuid",
      description: "A repeat with the same key is done once.",
    },
  },
});

/** Every response has the envelope; what else it has depends on the negotiated version, whose published schemas describe it. */
const OUTPUT = { type: "object", required: ["ucp"], properties: { ucp: { type: "object", required: ["version"] } } };

export const hasId = ({ path }: Pick<Operation, "path">): boolean => path.includes("/:id");

/** Lists the tools. */
export async function listTools(operations: readonly Operation[]): Promise<object[]> {
  return Promise.all(
    operations.map(async (operation) => {
      const { name, description, payload, writes, request } = operation;
      const fields = {
        meta: metaOf(operation),
        ...(hasId(operation) && { id: { type: "string", description: "The id that its response had." } }),
        ...(payload !== null && { [payload]: request ? toJsonSchema(await request()) : { type: "object" } }),
      };
      return {
        name,
        description,
        inputSchema: { type: "object", required: Object.keys(fields), properties: fields },
        outputSchema: OUTPUT,
        annotations: { readOnlyHint: !writes, openWorldHint: false },
      };
    }),
  );
}

function toJsonSchema(schema: z.core.$ZodType): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return described;
}
