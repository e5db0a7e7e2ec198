import { REQUEST_TIMEOUT_MS } from "../../contract/limits.ts";
import { rejectSession, sessionToken } from "../state/session.ts";
import { type ApiRequest, RequestFailed, RequestTimedOut, requestFailure, type Send } from "./request.ts";

/**
 * How a call leaves the browser: with the session's token where there is one (S7.03, S7.04), given up after two minutes (S7.02). An
 * answer that says 401 or 403 ends the session, whatever was asked (S8.02, S8.03).
 */
export const browserSend: Send = async (request) => {
  const { response, bearer } = await leave(request, "application/json");
  return { status: response.status, body: await readResponse(response, request, bearer) };
};

/**
 * Fetches a file in the same way.
 * @throws CallFailed
 */
export async function browserDownload(path: string): Promise<Blob> {
  const request: ApiRequest = { method: "GET", path };
  const { response, bearer } = await leave(request, "*/*");
  if (!response.ok) throw requestFailure(response.status, await readResponse(response, request, bearer));
  return response.blob().catch(() => {
    throw new RequestFailed(0);
  });
}

async function leave({ method, path, body, token, outlivesPage, signal }: ApiRequest, accept: string) {
  const bearer = token ?? (await sessionToken());
  const json = body !== undefined && !(body instanceof FormData);
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const response = await fetch(`/api/${path}`, {
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

async function readResponse(
  response: Response,
  { token, endsSession = false }: ApiRequest,
  bearer: string | undefined,
): Promise<unknown> {
  const reply: unknown = await response.json().catch(() => null);
  // What is said of a session that was replaced meanwhile says nothing of the new one.
  if (!endsSession && isErrorResponse(reply) && (token !== undefined || bearer === (await sessionToken())))
    rejectSession();
  return reply;
}

const isErrorResponse = (reply: unknown) =>
  [401, 403].includes((reply as { statusCode?: number } | null)?.statusCode ?? 0);
