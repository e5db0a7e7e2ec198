import { AsyncLocalStorage } from "node:async_hooks";
import type { TracingChannel } from "node:diagnostics_channel";
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";

export interface SpanStart {
  name: string;
  kind?: SpanKind;
  attributes?: Attributes;
  /** Whether it starts a trace. Any other span is recorded only within one, so that polling the database makes no traces. */
  isRoot?: boolean;
}

export interface Spans {
  /** Starts a span within the active one; undefined if it is not recorded. */
  start(start: SpanStart): Span | undefined;
  /** Runs a function in which the span is active. */
  runIn<Result>(span: Span, run: () => Result): Result;
  /**
   * Records each operation of a channel as a span.
   * @returns ends the subscription
   */
  subscribe<Operation extends object>(
    channel: TracingChannel<unknown, Operation>,
    spanOf: (operation: Operation) => SpanStart,
  ): () => void;
}

export function createSpans(tracer: Tracer): Spans {
  const active = new AsyncLocalStorage<unknown>();

  function start({ name, kind, attributes, isRoot = false }: SpanStart): Span | undefined {
    const parent = isRoot ? undefined : (active.getStore() as Span | undefined);
    if (!isRoot && !parent) return undefined;
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    return tracer.startSpan(name, { ...(kind !== undefined && { kind }), ...(attributes && { attributes }) }, context);
  }

  return {
    start,
    runIn: (span, run) => active.run(span, run),
    subscribe(channel, spanOf) {
      const open = new WeakMap<object, Span>();
      const fail = (operation: unknown) =>
        failSpan(open.get(operation as object), (operation as { error: unknown }).error);
      const end = (operation: unknown) => open.get(operation as object)?.end();
      channel.start.bindStore(active, (operation) => {
        const span = start(spanOf(operation));
        if (span) open.set(operation, span);
        return span;
      });
      channel.error.subscribe(fail);
      channel.asyncEnd.subscribe(end);
      return () => {
        channel.start.unbindStore(active);
        channel.error.unsubscribe(fail);
        channel.asyncEnd.unsubscribe(end);
      };
    },
  };
}

/** Marks a span as failed. Omits the error's message, which may contain the parameters of a statement. */
export function failSpan(span: Span | undefined, error?: unknown): void {
  span?.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) span?.setAttribute("error.type", error.name);
}
