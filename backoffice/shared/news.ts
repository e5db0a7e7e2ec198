import { useEffect, useEffectEvent } from "react";

/** News from the shop, by one stream of server-sent events for all that listen. It is closed while the tab is hidden. */

const TOPICS = ["orders", "messages"] as const;
export type NewsTopic = (typeof TOPICS)[number];

const listeners = new Set<(topic: NewsTopic) => void>();
let source: EventSource | null = null;

function update(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === "visible";
  if (isWanted && !source) {
    source = new EventSource("/admin/api/news");
    for (const topic of TOPICS)
      source.addEventListener(topic, () => {
        for (const listener of listeners) listener(topic);
      });
  } else if (!isWanted && source) {
    source.close();
    source = null;
  }
}

/** Calls back when something of this kind has changed, and when the tab is shown again, since news may have been missed meanwhile. */
export function useNews(topics: readonly NewsTopic[], onNews: () => void): void {
  const tell = useEffectEvent((topic: NewsTopic | null) => {
    if (topic === null || topics.includes(topic)) onNews();
  });
  useEffect(() => {
    const listener = (topic: NewsTopic) => tell(topic);
    const onVisibility = () => {
      update();
      if (document.visibilityState === "visible") tell(null);
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
