import { CALL_TIMEOUT_MS } from "../../contract/limits.ts";
import { refuseSession, sessionToken } from "../state/session.ts";
import { CallFailed, type Send } from "./call.ts";

/**
 * How a call leaves the browser: with the session's token where there is one (S7.03, S7.04), given up after two minutes (S7.02). An
 * answer that says 401 or 403 ends the session, whatever was asked (S8.02, S8.03).
 */
export const browserSend: Send = async ({ method, path, body, token, endsSession = false, outlivesPage, signal }) => {
  const bearer = token ?? (await sessionToken());
  const json = body !== undefined && !(body instanceof FormData);
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  const response = await fetch(`/api/${path}`, {
    method,
    headers: {
      accept: "application/json",
      ...(json && { "content-type": "application/json" }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: json ? JSON.stringify(body) : (body as FormData) }),
    ...(outlivesPage && { keepalive: true }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new CallFailed(0);
  });
  const answer: unknown = await response.json().catch(() => null);
  // What is said of a session that was replaced meanwhile says nothing of the new one.
  if (!endsSession && isRefusal(answer) && (token !== undefined || bearer === (await sessionToken()))) refuseSession();
  return { status: response.status, body: answer };
};

const isRefusal = (answer: unknown) => [401, 403].includes((answer as { statusCode?: number } | null)?.statusCode ?? 0);
