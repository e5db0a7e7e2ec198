import { once } from "node:events";
import { createServer } from "node:http";
import { listenProblem } from "../../platform/http/port.ts";

interface PrivateServer {
  host: string;
  port: number;
  /** Reads the metrics as text, with their content type. */
  read(): Promise<{ text: string; contentType: string }>;
  onError(error: unknown): void;
}

/**
 * Serves the metrics at `/metrics` on a port of their own, which the proxy in front of the shop does not forward.
 * @returns closes it
 * @throws OperatorError if it cannot listen there
 */
export async function openPrivateServer({ host, port, read, onError }: PrivateServer): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    const send = (status: number, text: string, contentType = "text/plain; charset=utf-8") =>
      response.writeHead(status, { "content-type": contentType }).end(text);
    const isMetrics = request.method === "GET" && request.url?.split("?")[0] === "/metrics";
    if (!isMetrics) return send(404, "See /metrics\n");
    read().then(
      ({ text, contentType }) => send(200, text, contentType),
      (error) => {
        onError(error);
        send(500, "The metrics could not be read; see the log.\n");
      },
    );
  });
  try {
    server.listen({ host, port });
    await once(server, "listening");
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, host, port, "METRICS_");
  }
  return async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
}
