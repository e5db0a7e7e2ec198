import { useSyncExternalStore } from "react";
import { formatDay } from "../../../contract/dates.ts";
import { useRootData } from "../../shared/shop-context.ts";
import { relativeTime } from "./relative-time.ts";

const TICK_MS = 30_000;

/** "3 days ago". Reckoned from the moment when the page was made until the page is alive, and from then on by the shopper's clock. */
export function TimeAgo({ moment, className }: { moment: string; className?: string }) {
  const { renderedAt } = useRootData();
  const now = useSyncExternalStore(onTick, clock, () => null) ?? renderedAt;
  const date = new Date(moment);
  return (
    <time dateTime={moment} title={formatDay(date)} className={className}>
      {relativeTime(date.getTime(), now)}
    </time>
  );
}

let time = Date.now();
const clock = () => time;

function onTick(hear: () => void): () => void {
  time = Date.now();
  const timer = window.setInterval(() => {
    time = Date.now();
    hear();
  }, TICK_MS);
  return () => window.clearInterval(timer);
}
