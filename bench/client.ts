import { connect } from "node:net";

/**
 * A response of sendRequests. Only status and length are read: a full HTTP client in JavaScript takes several times as long for a cached
 * page as the server, and would measure itself.
 */
export interface ReceivedResponse {
  /** Index of its path in the list. */
  path: number;
  status: number;
  /** Head and body. */
  bytes: number;
  milliseconds: number;
}

interface LoadRequest {
  url: string;
  /** Requested in turn by each connection. */
  paths: string[];
  connections: number;
  headers: Record<string, string>;
  /** Posted as JSON; without one it is a GET. */
  body?: object;
  /** Returns whether the connection continues after this response. */
  onResponse(response: ReceivedResponse): boolean;
}

/**
 * Requests paths over persistent connections as fast as possible. Resolves when every connection has stopped. Rejects for an unreadable
 * response or a broken connection.
 */
export async function sendRequests({ url, paths, connections, headers, body, onResponse }: LoadRequest): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const text = body ? JSON.stringify(body) : "";
  const bodyHeaders = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  const lines = Object.entries({ host, ...headers, ...(body && bodyHeaders) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const method = body ? "POST" : "GET";
  const requests = paths.map((path) => Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`));
  await Promise.all(Array.from({ length: connections }, (_, place) => runConnection(place)));

  function runConnection(place: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let path = place % requests.length;
      let startedAt = 0;
      let status = 0;
      let missing = -1;
      let bytes = 0;
      let head = "";
      const send = () => {
        [status, missing, bytes, head] = [0, -1, 0, ""];
        startedAt = performance.now();
        socket.write(requests[path] as Buffer);
      };
      socket.on("connect", send);
      socket.on("data", (part) => {
        bytes += part.length;
        if (missing >= 0) missing -= part.length;
        else {
          head += part.toString("latin1");
          const end = head.indexOf("\r\n\r\n");
          if (end < 0) return;
          const length = /\r\ncontent-length: (\d+)/i.exec(head);
          if (!length) return socket.destroy(new Error("A response has no Content-Length."));
          status = Number(head.slice(9, 12));
          missing = end + 4 + Number(length[1]) - head.length;
        }
        if (missing > 0) return;
        const continues = onResponse({ path, status, bytes, milliseconds: performance.now() - startedAt });
        path = (path + 1) % requests.length;
        if (continues) send();
        else socket.end();
      });
      socket.on("error", reject);
      socket.on("close", () => resolve());
    });
  }
}
