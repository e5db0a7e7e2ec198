/** Messages of JSON-RPC 2.0, and how the revisions of the Model Context Protocol carry them over HTTP. Pure. */

/** Revisions whose clients say their version once, by `initialize`, the newest first. */
const BY_INITIALIZE = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"] as const;
/** Revisions whose clients say their version in `_meta` of each request, and repeat version, method and name in headers. */
const BY_REQUEST = ["2026-07-28"] as const;

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo";

export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

export type RequestId = string | number | null;

export interface RpcRequest {
  id: RequestId;
  method: string;
  params: Readonly<Record<string, unknown>>;
  /** Whether the client says its version with each request. */
  isModern: boolean;
}

/** An error with the HTTP status that goes with it. Its text is sent to the client. */
export class RpcError extends Error {
  readonly code: number;
  readonly status: number;
  readonly data: unknown;

  constructor(code: number, message: string, { status = 400, data }: { status?: number; data?: unknown } = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The id of a message that may be none, for the error that answers it. */
export function idOf(body: unknown): RequestId {
  const id = isObject(body) ? body.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}

/**
 * Reads a request; null for a notification or a response, which get no answer.
 * @param header returns a header of the HTTP request, undefined if it has none
 * @throws RpcError
 */
export function readMessage(body: unknown, header: (name: string) => string | undefined): RpcRequest | null {
  if (Array.isArray(body))
    throw new RpcError(RPC.invalidRequest, "Batches of messages are not supported. Send one message a request.");
  if (!isObject(body) || body.jsonrpc !== "2.0")
    throw new RpcError(RPC.invalidRequest, 'Send one JSON-RPC message with "jsonrpc": "2.0".');
  const { id, method, params = {} } = body;
  if (method === undefined && ("result" in body || "error" in body)) return null;
  if (typeof method !== "string") throw new RpcError(RPC.invalidRequest, "method must be a string.");
  if (id === undefined) return null;
  if (typeof id !== "string" && typeof id !== "number")
    throw new RpcError(RPC.invalidRequest, "id must be a string or a number.");
  if (!isObject(params)) throw new RpcError(RPC.invalidParams, "params must be an object.");
  return { id, method, params, isModern: readVersion(method, params, header) };
}

/** Checks the client's version, and that headers and body agree. @returns whether the version comes with each request */
function readVersion(
  method: string,
  params: Readonly<Record<string, unknown>>,
  header: (name: string) => string | undefined,
): boolean {
  const meta = params._meta;
  const claimed = isObject(meta) ? meta[VERSION_KEY] : undefined;
  const stated = header("mcp-protocol-version");
  if (claimed === undefined) {
    if (stated !== undefined && isListed(BY_REQUEST, stated))
      throw new RpcError(RPC.invalidParams, `params._meta must have ${VERSION_KEY}.`, {
        data: { envelope: { missing: [isObject(meta) ? VERSION_KEY : "_meta"] } },
      });
    // `initialize` says its version in its own parameters, which are negotiated.
    if (stated !== undefined && method !== "initialize" && !isListed(BY_INITIALIZE, stated)) throw unsupported(stated);
    return false;
  }
  if (typeof claimed !== "string") throw new RpcError(RPC.invalidParams, `${VERSION_KEY} must be a string.`);
  if (stated !== undefined && stated !== claimed) throw mismatch("MCP-Protocol-Version");
  if (!isListed(BY_REQUEST, claimed)) throw unsupported(claimed);
  if (stated === undefined) throw mismatch("MCP-Protocol-Version");
  if (header("mcp-method") !== method) throw mismatch("Mcp-Method");
  if (method === "tools/call" && typeof params.name === "string" && decoded(header("mcp-name")) !== params.name)
    throw mismatch("Mcp-Name");
  return true;
}

const isListed = (versions: readonly string[], version: string) => versions.includes(version);

const mismatch = (name: string) =>
  new RpcError(RPC.headerMismatch, `The header ${name} is missing or differs from the body.`);

const unsupported = (requested: string) =>
  new RpcError(RPC.unsupportedVersion, "This version of MCP is not supported.", {
    data: { supported: [...BY_REQUEST, ...BY_INITIALIZE], requested: requested.slice(0, 40) },
  });

/** Reads a header that may be in Base64, as names beyond ASCII are. */
function decoded(value: string | undefined): string | undefined {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? "") ?? [];
  return base64 === undefined ? value?.trim() : Buffer.from(base64, "base64").toString();
}

/** The version that is answered to `initialize`: the client's, if it is known. */
export const negotiatedVersion = (requested: unknown): string =>
  typeof requested === "string" && isListed(BY_INITIALIZE, requested) ? requested : BY_INITIALIZE[0];

/** Those that `server/discover` lists. */
export const DISCOVERED_VERSIONS: readonly string[] = BY_REQUEST;

export interface ServerInfo {
  name: string;
  title: string;
  version: string;
}

/** The result as the client's revision has it. @param ttlMs how long a list may be cached; undefined for what may not */
export function resultOf(
  { id, isModern }: RpcRequest,
  result: Readonly<Record<string, unknown>>,
  { serverInfo, ttlMs }: { serverInfo: ServerInfo; ttlMs?: number | undefined },
): object {
  const modern = isModern && {
    resultType: "complete",
    _meta: { [SERVER_INFO_KEY]: serverInfo },
    ...(ttlMs !== undefined && { ttlMs, cacheScope: "public" }),
  };
  return { jsonrpc: "2.0", id, result: { ...result, ...modern } };
}

export const errorOf = (id: RequestId, { code, message, data }: { code: number; message: string; data?: unknown }) => ({
  jsonrpc: "2.0",
  id,
  error: { code, message, ...(data !== undefined && { data }) },
});
