import type { FastifyInstance } from "fastify";

export type InProcessFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Returns a `fetch` that calls the app without a port. */
export function fetchFrom(app: FastifyInstance): InProcessFetch {
  return async (url, { method = "GET", headers, body, signal } = {}) => {
    signal?.throwIfAborted();
    const { pathname, search } = new URL(url);
    const response = await app.inject({
      method: method as "GET" | "POST",
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { payload: String(body) }),
      ...(signal && { signal }),
    });
    const responseHeaders = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value].flat()) if (each !== undefined) responseHeaders.append(name, String(each));
    return new Response(response.rawPayload.length > 0 ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: responseHeaders,
    });
  };
}
