import type { Permission } from "../../contract/admin/permissions.ts";

/** News for the open pages of the back office: what kind of thing has changed, so that they read it again. */

/** Topics of change events that are news, each with who may know. */
const PERMISSIONS = { orders: "view_orders", messages: "answer_messages" } as const satisfies Record<
  string,
  Permission
>;
export type NewsTopic = keyof typeof PERMISSIONS;

export const isNews = (topic: string): topic is NewsTopic => Object.hasOwn(PERMISSIONS, topic);

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** Then the page connects again, if its session is still open. */
const STREAM_MS = 5 * 60_000;
/** News of one kind come at most this often. */
const PAUSE_MS = 1000;
/** Open streams of this instance. */
const MAX_STREAMS = 200;
const RETRY_LATER_MS = 60_000;

export interface News {
  announce(topic: NewsTopic): void;
  /** The lines of a stream of server-sent events, until it has lasted a while or the shop stops. */
  stream(permissions: ReadonlySet<Permission>): AsyncGenerator<string>;
  /** Ends every stream. */
  close(): void;
}

export function createNews(): News {
  const listeners = new Set<(topic: NewsTopic | null) => void>();

  async function* stream(permissions: ReadonlySet<Permission>): AsyncGenerator<string> {
    if (listeners.size >= MAX_STREAMS) {
      yield `retry: ${RETRY_LATER_MS}\n\n`;
      return;
    }
    const waiting = new Set<NewsTopic>();
    let isClosed = false;
    let wake = () => {};
    const listener = (topic: NewsTopic | null) => {
      if (topic === null) isClosed = true;
      else if (permissions.has(PERMISSIONS[topic])) waiting.add(topic);
      wake();
    };
    listeners.add(listener);
    const endsAt = Date.now() + STREAM_MS;
    try {
      yield "retry: 3000\n\n";
      while (!isClosed && Date.now() < endsAt) {
        if (waiting.size === 0)
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, HEARTBEAT_MS).unref();
            wake = () => {
              clearTimeout(timer);
              resolve();
            };
          });
        const topics = [...waiting];
        waiting.clear();
        yield topics.length === 0 ? ":\n\n" : topics.map((topic) => `event: ${topic}\ndata:\n\n`).join("");
        if (topics.length > 0 && !isClosed) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
      }
    } finally {
      listeners.delete(listener);
    }
  }

  return {
    announce: (topic) => {
      for (const listener of listeners) listener(topic);
    },
    stream,
    close: () => {
      for (const listener of listeners) listener(null);
    },
  };
}
