import pg from "pg";
import { statementChannel } from "../../base/traced-operations.ts";
import { nameRepeatedInsert } from "./repeated-inserts.ts";

/** A connection whose statements can be traced, and that prepares repeated insertions. */
export class TracedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads it for callbacks, promises and query objects
  override query(...args: any[]): any {
    const query = super.query as (...args: unknown[]) => Promise<unknown>;
    if (typeof args[0]?.text === "string") args[0] = nameRepeatedInsert(args[0]);
    if (!statementChannel.start.hasSubscribers) return query.apply(this, args);
    const [first] = args;
    const context = { sql: typeof first === "string" ? first : String(first?.text ?? "") };
    return typeof args.at(-1) === "function"
      ? statementChannel.traceCallback(query, -1, context, this, ...args)
      : statementChannel.tracePromise(query, context, this, ...args);
  }
}
