import { once } from "node:events";
import { createServer } from "node:http";
import { ApiError } from "../../base/errors.ts";
import { errorResponse, RETRY_AFTER_SECONDS } from "./errors.ts";
import { ALIVE, NO_DATABASE } from "./health.ts";
import { listenProblem } from "./port.ts";

/**
 * Listens on the shop's port while the shop waits for its database: responds 503 with Retry-After, and 200 at /healthz.
 * @returns closes it and frees the port
 * @throws OperatorError when the port is not available
 */
export async function openWaitingServer({ port, host }: { port: number; host: string }): Promise<() => Promise<void>> {
  const unavailable = new ApiError("unavailable");
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const send = (status: number, body: object | string) => {
      const isText = typeof body === "string";
      response.writeHead(status, {
        "content-type": isText ? "text/plain; charset=utf-8" : "application/json; charset=utf-8",
        "cache-control": "no-store",
        connection: "close",
        ...(status === unavailable.statusCode && { "retry-after": String(RETRY_AFTER_SECONDS) }),
      });
      response.end(request.method === "HEAD" ? undefined : isText ? body : JSON.stringify(body));
    };
    if (path === "/healthz") return send(200, ALIVE);
    if (path === "/readyz") return send(unavailable.statusCode, NO_DATABASE);
    return send(unavailable.statusCode, path.startsWith("/api/") ? errorResponse(unavailable) : unavailable.message);
  });
  server.listen(port, host);
  await once(server, "listening").catch((error) => {
    throw listenProblem(error, host, port);
  });
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}
