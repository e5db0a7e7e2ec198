import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Span, SpanKind } from "@opentelemetry/api";
import { failSpan, type Spans } from "./spans.ts";

/** The events that Node's fetch publishes (undici's diagnostics channels). */
interface FetchEvent {
  request: { method: string; origin: string | URL };
  response?: { statusCode: number };
  error?: unknown;
}

/**
 * Records requests to external services, such as the payment provider, by host: paths contain ids.
 * @returns ends the subscription
 */
export function traceFetch(spans: Spans): () => void {
  const open = new WeakMap<object, Span>();
  const handlers = {
    "undici:request:create": ({ request }: FetchEvent) => {
      const { host } = new URL(request.origin);
      const span = spans.start({
        name: `${request.method} ${host}`,
        kind: SpanKind.CLIENT,
        attributes: { "http.request.method": request.method, "server.address": host },
      });
      if (span) open.set(request, span);
    },
    "undici:request:headers": ({ request, response }: FetchEvent) => {
      if (response) open.get(request)?.setAttribute("http.response.status_code", response.statusCode);
    },
    "undici:request:trailers": ({ request }: FetchEvent) => open.get(request)?.end(),
    "undici:request:error": ({ request, error }: FetchEvent) => {
      failSpan(open.get(request), error);
      open.get(request)?.end();
    },
  };
  const entries = Object.entries(handlers) as [string, (message: unknown) => void][];
  for (const [channel, handler] of entries) subscribe(channel, handler);
  return () => {
    for (const [channel, handler] of entries) unsubscribe(channel, handler);
  };
}
