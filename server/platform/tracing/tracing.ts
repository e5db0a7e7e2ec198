/**
 * Traces for OpenTelemetry: one for each request and job, with the pages, endpoints, statements and requests to external services inside
 * it. docs/monitoring.md describes them. Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set.
 */

import { randomUUID } from "node:crypto";
import { SpanKind } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { endpointChannel, jobChannel, pageChannel, statementChannel } from "../../base/traced-operations.ts";
import type { DeploymentSettings } from "../config/config.ts";
import { traceFetch } from "./fetch-spans.ts";
import { traceRequests } from "./request-spans.ts";
import { createSpans, type SpanStart } from "./spans.ts";

/** Time limit of one export with its retries; the last export delays the end of the process. */
const EXPORT_MS = 3000;

type TracingSettings = Pick<
  DeploymentSettings,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;

/** Traces an app until it closes. Call it before routes are added: hooks do not apply to plugins registered earlier. */
export function startTracing(
  app: FastifyInstance,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TracingSettings,
): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": name, "service.instance.id": randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: warnOfFailures(exporter, app.log) })],
  });
  const spans = createSpans(provider.getTracer("kewra"));
  traceRequests(app, spans);
  const stops = [
    spans.subscribe(jobChannel, ({ task, id }) => ({
      name: `job ${task}`,
      attributes: { "kewra.job.id": id },
      isRoot: true,
    })),
    spans.subscribe(pageChannel, ({ path }) => ({
      name: "render page",
      attributes: { "url.path": path.split("?")[0] },
    })),
    spans.subscribe(endpointChannel, ({ name }) => ({ name: `endpoint ${name}` })),
    spans.subscribe(statementChannel, statementSpan),
    traceFetch(spans),
  ];
  app.addHook("onClose", async () => {
    for (const stop of stops) stop();
    await provider.shutdown().catch(() => {});
  });
}

/** Names a statement's span by OpenTelemetry's conventions for databases. */
function statementSpan({ sql }: { sql: string }): SpanStart {
  const operation = /^\w+/.exec(sql.trimStart())?.[0].toUpperCase() ?? "SQL";
  return {
    name: operation,
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.operation.name": operation, "db.query.text": sql },
  };
}

/** Logs only the first of consecutive failures, because batches are exported every few seconds. */
function warnOfFailures(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result;
        if (error && !isFailing) log.warn({ err: error }, "traces could not be exported");
        isFailing = error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}
