/** Requests of the load, each recorded. */

export type Kind = "page" | "api" | "file" | "picture" | "purchase";

export interface Sample {
  kind: Kind;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** Milliseconds until the end of the response. */
  tookMs: number;
  /** Why it has failed: a status from 500 on or a missing file; null if it has not. */
  failure: string | null;
}

const TIMEOUT_MS = 15_000;

export function createClient(origin: string) {
  const samples: Sample[] = [];

  /** @returns null if it failed */
  async function send(
    kind: Kind,
    url: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string } | null> {
    const at = Date.now();
    let failure: string | null = null;
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const text = await response.text();
      const { status } = response;
      if (status >= 500 || (kind !== "purchase" && status >= 400))
        failure = `${status} ${new URL(url).pathname} ${sentBy(text)}`;
      return failure ? null : { status, text };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      failure = cause?.code ?? message;
      return null;
    } finally {
      samples.push({ kind, at, tookMs: Date.now() - at, failure });
    }
  }

  return {
    samples,
    get: (kind: Kind, path: string) => send(kind, origin + path, { headers: { "accept-encoding": "gzip, br" } }),
    post: (path: string, token: string, body: object) =>
      send("purchase", origin + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      }),
  };
}

/** Who sent an error, as its text shows. */
function sentBy(text: string): string {
  if (/No server is available|taking too long/.test(text)) return "(HAProxy)";
  if (/Backend fetch failed|Guru Meditation/i.test(text)) return "(Varnish)";
  return "";
}

export type Client = ReturnType<typeof createClient>;
