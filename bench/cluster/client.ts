/** Sends the requests of the load, and records each. */

export type Kind = "page" | "api" | "file" | "picture" | "purchase";

export interface Sample {
  kind: Kind;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
  /** Milliseconds until the end of the response. */
  tookMs: number;
  /** Why it failed: a status from 500 or a missing file; null if it succeeded. */
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

/** Recognises from its text which program sent an error. */
function sentBy(text: string): string {
  if (/No server is available|taking too long/.test(text)) return "(HAProxy)";
  if (/Backend fetch failed|Guru Meditation/i.test(text)) return "(Varnish)";
  return "";
}

export type Client = ReturnType<typeof createClient>;
