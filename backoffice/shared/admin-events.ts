/** Receives changes of the shop by one stream of server-sent events, which all listeners share. It is closed while the tab is hidden. */

import { useEffect, useEffectEvent } from "react";

const TOPICS = ["orders", "messages"] as const;
export type AdminTopic = (typeof TOPICS)[number];

const listeners = new Set<(topic: AdminTopic) => void>();
let source: EventSource | null = null;

function update(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === "visible";
  if (isWanted && !source) {
    source = new EventSource("/admin/api/events");
    for (const topic of TOPICS)
      source.addEventListener(topic, () => {
        for (const listener of listeners) listener(topic);
      });
  } else if (!isWanted && source) {
    source.close();
    source = null;
  }
}

/** Calls back when something of this kind has changed, and when the tab is shown again, since events may have been missed meanwhile. */
export function useAdminEvents(topics: readonly AdminTopic[], onEvent: () => void): void {
  const notify = useEffectEvent((topic: AdminTopic | null) => {
    if (topic === null || topics.includes(topic)) onEvent();
  });
  useEffect(() => {
    const listener = (topic: AdminTopic) => notify(topic);
    const onVisibility = () => {
      update();
      if (document.visibilityState === "visible") notify(null);
    };
    listeners.add(listener);
    document.addEventListener("visibilitychange", onVisibility);
    update();
    return () => {
      listeners.delete(listener);
      document.removeEventListener("visibilitychange", onVisibility);
      update();
    };
  }, []);
}
