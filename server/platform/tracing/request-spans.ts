import { type Span, SpanKind } from "@opentelemetry/api";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestLabels } from "../http/route-label.ts";
import { failSpan, type Spans } from "./spans.ts";

/**
 * Records each request as the root of a trace, by the route's template: a path may contain an email or a token. A `traceparent` header is
 * ignored, because any visitor can send one.
 */
export function traceRequests(app: FastifyInstance, spans: Spans): void {
  const open = new WeakMap<FastifyRequest, Span>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { method, route } = requestLabels(request, 200);
    const span = spans.start({
      name: `${method} ${route}`,
      kind: SpanKind.SERVER,
      attributes: { "http.request.method": method, "http.route": route, "kewra.request.id": request.id },
      isRoot: true,
    });
    if (!span) return done();
    open.set(request, span);
    spans.runIn(span, done);
  });
  app.addHook("onResponse", (request, { statusCode }, done) => {
    const span = open.get(request);
    span?.setAttribute("http.response.status_code", statusCode);
    if (statusCode >= 500) failSpan(span);
    span?.end();
    done();
  });
}
