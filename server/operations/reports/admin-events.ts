/** Server-sent events for the open pages of the back office. An event says which topic has changed, so that pages read it again. */

import type { Permission } from "../../../contract/admin/permissions.ts";

/** Topics of change events that are sent to staff, each with the permission that it needs. */
const PERMISSIONS = { orders: "view_orders", messages: "answer_messages" } as const satisfies Record<
  string,
  Permission
>;
export type AdminTopic = keyof typeof PERMISSIONS;

export const isAdminTopic = (topic: string): topic is AdminTopic => Object.hasOwn(PERMISSIONS, topic);

/** How often a heartbeat is sent: proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 25_000;
/** The lifetime of a stream, after which the page reconnects if its session is still open. */
const STREAM_MS = 5 * 60_000;
/** Minimum interval between events of one topic. */
const PAUSE_MS = 1000;
/** Maximum number of open streams of this instance. */
const MAX_STREAMS = 200;
const RETRY_LATER_MS = 60_000;

export interface AdminEvents {
  publish(topic: AdminTopic): void;
  /** Streams the lines of server-sent events until the stream's lifetime is over or the shop stops. */
  stream(permissions: ReadonlySet<Permission>): AsyncGenerator<string>;
  /** Closes every stream. */
  close(): void;
}

export function createAdminEvents(): AdminEvents {
  const listeners = new Set<(topic: AdminTopic | null) => void>();

  async function* stream(permissions: ReadonlySet<Permission>): AsyncGenerator<string> {
    if (listeners.size >= MAX_STREAMS) {
      yield `retry: ${RETRY_LATER_MS}\n\n`;
      return;
    }
    const waiting = new Set<AdminTopic>();
    let isClosed = false;
    let wake = () => {};
    const listener = (topic: AdminTopic | null) => {
      if (topic === null) isClosed = true;
      else if (permissions.has(PERMISSIONS[topic])) waiting.add(topic);
      wake();
    };
    listeners.add(listener);
    const endsAt = performance.now() + STREAM_MS;
    try {
      yield "retry: 3000\n\n";
      while (!isClosed && performance.now() < endsAt) {
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
    publish: (topic) => {
      for (const listener of listeners) listener(topic);
    },
    stream,
    close: () => {
      for (const listener of listeners) listener(null);
    },
  };
}
