/**
 * Change events. A transaction only collects the topics that it changes: a NOTIFY inside it would lock all other notifying transactions out
 * until its commit is durable. After the commit this instance applies them to its own caches at once, and sends them to the others merged
 * (docs/decisions/2026-11-23-change-events-after-commit.md).
 */

import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { BASE_TOPICS, type DatabaseOrTransaction, MAX_PAYLOAD_BYTES, type Topic } from "./database.ts";

/** At most ten notifications a second from each instance. */
const PAUSE_MS = 100;
/** The pause before a failed notification is retried. */
const RETRY_MS = 1000;

export interface ChangeEvents {
  /** Applies the topics of a committed change: here at once, and at the other instances soon after. */
  publish(topics: Iterable<Topic>): void;
  /** Applies the payload of a notification, unless this instance sent it. */
  receive(payload: string | undefined): void;
  /** Applies every topic here, since events may have been missed. */
  receiveAll(): void;
  subscribe(subscriber: (topic: Topic) => void): void;
  /** Sends pending notifications now. */
  flush(): Promise<void>;
}

/** @param send notifies the other instances; null if there are none */
export function createChangeEvents(send: ((payload: string) => Promise<unknown>) | null): ChangeEvents {
  const origin = `@${randomBytes(6).toString("base64url")}`;
  const subscribers: ((topic: Topic) => void)[] = [];
  const pending = new Set<Topic>();
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let nextAt = 0;
  // What a change causes does not belong to the request that made it, for example in traces.
  const outsideRequests = AsyncLocalStorage.snapshot();

  const apply = (topic: Topic) => {
    for (const subscriber of subscribers) subscriber(topic);
  };

  function schedule(): void {
    if (timer || sending || pending.size === 0) return;
    timer = setTimeout(() => void sendSome(), Math.max(0, nextAt - performance.now())).unref();
  }

  /** Sends as many topics as fit into one notification. @returns whether one was sent */
  async function sendSome(): Promise<boolean> {
    clearTimeout(timer);
    timer = undefined;
    const topics = firstThatFit(pending, MAX_PAYLOAD_BYTES - origin.length - 1);
    for (const topic of topics) pending.delete(topic);
    let isSent = true;
    sending = Promise.resolve(send?.([origin, ...topics].join(" "))).then(
      () => {},
      () => {
        isSent = false;
        for (const topic of topics) pending.add(topic);
      },
    );
    await sending;
    sending = undefined;
    nextAt = performance.now() + (isSent ? PAUSE_MS : RETRY_MS);
    schedule();
    return isSent;
  }

  return {
    publish: (topics) =>
      outsideRequests(() => {
        for (const topic of topics) {
          apply(topic);
          if (send) pending.add(topic);
        }
        schedule();
      }),
    receive(payload = "") {
      const [first, ...others] = payload.split(" ");
      if (first === origin) return;
      for (const word of first?.startsWith("@") ? others : [first, ...others]) if (isTopic(word)) apply(word);
    },
    receiveAll: () => BASE_TOPICS.forEach(apply),
    subscribe: (subscriber) => void subscribers.push(subscriber),
    async flush() {
      await sending;
      while (pending.size > 0 && (await sendSome()));
      clearTimeout(timer);
    },
  };
}

/** Returns the first topics whose texts, joined by spaces, have at most `maxBytes`. */
function firstThatFit(topics: Iterable<Topic>, maxBytes: number): Topic[] {
  const fitting: Topic[] = [];
  let bytes = 0;
  for (const topic of topics) {
    bytes += topic.length + 1;
    if (bytes > maxBytes) break;
    fitting.push(topic);
  }
  return fitting;
}

function isTopic(word: string | undefined): word is Topic {
  return (
    (BASE_TOPICS as readonly (string | undefined)[]).includes(word) || /^(?:product|stock):\d{1,19}$/.test(word ?? "")
  );
}

/** The collector of each database and transaction, to which `publishChange` adds topics. */
const collectors = new WeakMap<DatabaseOrTransaction, (topics: Topic[]) => void>();

/** Publishes a change: once the transaction has committed, or now if there is none. */
export function publishChange(db: DatabaseOrTransaction, ...topics: Topic[]): void {
  const collect = collectors.get(db);
  if (!collect) throw new Error("this database was not opened by openDatabase");
  collect(topics);
}

/** Sets the collector of a database or transaction for `publishChange`. */
export function collectChanges(db: DatabaseOrTransaction, collect: (topics: Topic[]) => void): void {
  collectors.set(db, collect);
}
