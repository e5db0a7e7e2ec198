import { useSyncExternalStore } from "react";
import { formatDay } from "../../../contract/dates.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { useRootData } from "../../shared/shop-context.ts";

const TICK_MS = 30_000;

/** Shows "3 days ago": relative to the time of rendering until hydration, then to the shop's clock. */
export function TimeAgo({ timestamp, className }: { timestamp: string; className?: string }) {
  const { renderedAt } = useRootData();
  const now = useSyncExternalStore(onTick, clock, () => null) ?? renderedAt;
  const date = new Date(timestamp);
  return (
    <time dateTime={timestamp} title={formatDay(date)} className={className}>
      {relativeTime(date.getTime(), now)}
    </time>
  );
}

let time = shopNow().getTime();
const clock = () => time;

function onTick(listener: () => void): () => void {
  time = shopNow().getTime();
  const timer = window.setInterval(() => {
    time = shopNow().getTime();
    listener();
  }, TICK_MS);
  return () => window.clearInterval(timer);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The specification's wording: the number is rounded down, and the words do not change with it. A week has 7 days, a month 30, a year 365.
 * A time in the future, as with a slow clock, is "just now".
 */
export function relativeTime(timestamp: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - timestamp) / 1000));
  const days = Math.floor(seconds / DAY);
  if (seconds < MINUTE) return `${seconds} sec ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} hour ago`;
  if (days < 7) return `${days} days ago`;
  if (days < 30) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 365) return `${Math.floor(days / 30)} months ago`;
  return `${Math.floor(days / 365)} years ago`;
}
