const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long ago something was, in the shop's own words: the number is rounded down and the words never change with
 * it. A week has 7 days here, a month 30 and a year 365. What lies ahead, as with a clock that is slow, was just now.
 */
export function relativeTime(moment: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - moment) / 1000));
  const days = Math.floor(seconds / DAY);
  if (seconds < MINUTE) return `${seconds} sec ago`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)} min ago`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)} hour ago`;
  if (days < 7) return `${days} days ago`;
  if (days < 30) return `${Math.floor(days / 7)} weeks ago`;
  if (days < 365) return `${Math.floor(days / 30)} months ago`;
  return `${Math.floor(days / 365)} years ago`;
}
