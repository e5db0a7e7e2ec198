/** `npm run admin`: every endpoint of the back office as a command, made from the contract. */

import { ApiError, OperatorError } from "../../base/errors.ts";
import { callEndpoint } from "./admin-call.ts";
import { COMMAND_ENDPOINTS, isOfMembers } from "./admin-endpoints.ts";
import { parseRequest } from "./admin-request.ts";
import { lineOf, listEndpoints, usageOf } from "./admin-usage.ts";
import type { Command, ParsedWords } from "./declare.ts";

/** Does what a page of the back office does; see docs/backoffice.md. */
const command: Command = {
  name: "admin",
  summary: "does what a page of the back office does",
  actions: [],
  parse,
};
export default command;

/** @throws OperatorError that says what is not right, with the usage */
function parse([name, ...words]: readonly string[]): ParsedWords {
  if (name === undefined || name === "--help" || name === "-h") return { help: listEndpoints() };
  const endpoint = COMMAND_ENDPOINTS.get(name);
  if (!endpoint) throw new OperatorError(unknown(name));
  if (words.some((word) => word === "--help" || word === "-h")) return { help: usageOf(name, endpoint) };
  try {
    const typed = parseRequest(
      endpoint,
      words,
      `Write it like this: ${lineOf(name, endpoint)}; --help lists the rest.`,
    );
    return {
      action: {
        summary: endpoint.summary,
        ...(endpoint.method !== "GET" && { writes: true }),
        run: (context) => callEndpoint(context, endpoint, typed).catch(rethrow),
      },
      input: { arguments: [], options: {} },
    };
  } catch (error) {
    return rethrow(error);
  }
}

/** Names the code of an error, as the API does. */
function rethrow(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  const [first] = error.errors ?? [];
  throw new OperatorError(`${error.code}: ${first ? `${first.field}: ` : ""}${error.message}`);
}

function unknown(name: string): string {
  if (isOfMembers(name))
    return `${name} acts on a member’s own account, which a command does not have; sign in at /admin.`;
  const words = name.toLowerCase();
  const similar = [...COMMAND_ENDPOINTS.keys()].filter((each) => each.toLowerCase().includes(words)).slice(0, 8);
  const hint = similar.length > 0 ? `; there are ${similar.join(", ")}` : "";
  return `There is no endpoint ${name}${hint}. npm run admin lists all of them.`;
}
