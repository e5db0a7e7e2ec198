import { REQUEST_TIMEOUT_MS } from "../../contract/limits.ts";
import { rejectSession, sessionToken } from "../account/session.ts";
import { type ApiRequest, failureOf, RequestFailed, RequestTimedOut, type Send } from "./request.ts";

/**
 * Sends a request with `fetch`: with the session's token if there is one, for at most two minutes. A response with
 * statusCode 401 or 403 ends the session.
 */
export const browserSend: Send = async (request) => {
  const { response, bearer } = await fetchApi(request, "application/json");
  return { status: response.status, body: await readJson(response, request, bearer) };
};

/**
 * Downloads a file.
 * @throws RequestFailed
 */
export async function browserDownload(path: string): Promise<Blob> {
  const request: ApiRequest = { method: "GET", path };
  const { response, bearer } = await fetchApi(request, "*/*");
  if (!response.ok) throw failureOf(response.status, await readJson(response, request, bearer));
  return response.blob().catch(() => {
    throw new RequestFailed(0);
  });
}

async function fetchApi({ method, path, body, token, outlivesPage, signal }: ApiRequest, accept: string) {
  const bearer = token ?? (await sessionToken());
  const json = body !== undefined && !(body instanceof FormData);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      accept,
      ...(json && { "content-type": "application/json" }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
    ...(outlivesPage && { keepalive: true }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw timeout.aborted ? new RequestTimedOut() : new RequestFailed(0);
  });
  return { response, bearer };
}

async function readJson(
  response: Response,
  { token, endsSession = false }: ApiRequest,
  bearer: string | undefined,
): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  // A 401 for a session that was replaced meanwhile does not concern the new one.
  if (!endsSession && isUnauthorized(body) && (token !== undefined || bearer === (await sessionToken())))
    rejectSession();
  return body;
}

const isUnauthorized = (body: unknown) =>
  [401, 403].includes((body as { statusCode?: number } | null)?.statusCode ?? 0);
