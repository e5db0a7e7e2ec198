import { connect } from "node:net";

/**
 * Sends requests without a full HTTP client: one in JavaScript takes several times as long for a cached page as the server, and would
 * measure itself. Only status and length of a response are read.
 */
export interface LoadRequest {
  url: string;
  /** Paths that each connection requests in turn. */
  paths: string[];
  connections: number;
  headers?: Record<string, string>;
  /** The JSON body of a POST; a GET if omitted. */
  body?: object;
}

export interface ReceivedResponse {
  /** The index of its path in the list. */
  path: number;
  status: number;
  /** Number of bytes of head and body. */
  bytes: number;
  milliseconds: number;
}

/**
 * Requests paths over persistent connections as fast as possible. Resolves when every connection has stopped.
 * @param onResponse returns whether the connection continues after this response
 * @throws Error for a response without Content-Length, or a connection that the server closes
 */
export async function sendRequests(
  { url, paths, connections, headers, body }: LoadRequest,
  onResponse: (response: ReceivedResponse) => boolean,
): Promise<void> {
  const { hostname, port, host } = new URL(url);
  const text = body ? JSON.stringify(body) : "";
  const bodyHeaders = { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) };
  const lines = Object.entries({ host, ...headers, ...(body && bodyHeaders) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const method = body ? "POST" : "GET";
  const requests = paths.map((path) => Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`));
  await Promise.all(Array.from({ length: connections }, (_, index) => runConnection(index)));

  function runConnection(index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      let path = index % requests.length;
      let startedAt = 0;
      let status = 0;
      /** Number of bytes still to come; negative until the head is complete. */
      let remaining = -1;
      let bytes = 0;
      let head = "";
      const send = () => {
        [status, remaining, bytes, head] = [0, -1, 0, ""];
        startedAt = performance.now();
        socket.write(requests[path] as Buffer);
      };
      socket.on("connect", send);
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        if (remaining >= 0) remaining -= chunk.length;
        else {
          head += chunk.toString("latin1");
          const end = head.indexOf("\r\n\r\n");
          if (end < 0) return;
          const length = /\r\ncontent-length: (\d+)/i.exec(head);
          if (!length) return socket.destroy(new Error("Response without Content-Length."));
          status = Number(head.slice(9, 12));
          remaining = end + 4 + Number(length[1]) - head.length;
        }
        if (remaining > 0) return;
        const continues = onResponse({ path, status, bytes, milliseconds: performance.now() - startedAt });
        path = (path + 1) % requests.length;
        if (continues) return send();
        resolve();
        socket.end();
      });
      socket.on("error", reject);
      socket.on("close", () => reject(new Error("The server closed a connection.")));
    });
  }
}
