/** Compares responses with the OpenAPI document. */

import findMyWay from "find-my-way";

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, unknown> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
}

export interface ReceivedResponse {
  method: string;
  /** The path with its query. */
  url: string;
  status: number;
  contentType: string;
}

/** Returns what is undocumented in a response; null if nothing is, or if nothing is served there. */
export function undocumented(document: OpenApi): (response: ReceivedResponse) => string | null {
  const router = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 100_000 });
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations))
      router.on(method.toUpperCase() as "GET", path.replace(/\{(\w+)\}/g, ":$1"), () => {}, operation);

  return ({ method, url, status, contentType }) => {
    const operation = router.find(method as "GET", url.split("?")[0] ?? "")?.store as Operation | undefined;
    if (!operation) return null;
    const response = operation.responses[status];
    if (!response) return `${method} ${url.slice(0, 100)} answered ${status}, which is not documented`;
    const types = Object.keys(response.content ?? {});
    const type = contentType.split(";")[0] ?? "";
    return types.includes(type) || (types.length === 0 && type === "")
      ? null
      : `${method} ${url.slice(0, 100)} answered ${status} as "${type}", documented is ${types}`;
  };
}
