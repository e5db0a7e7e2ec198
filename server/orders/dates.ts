const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });

/** The day of a moment in India: 21 Nov 2026. */
export function dayInIndia(moment: Date): string {
  return day.format(moment);
}

/** As Canada writes it, too. */
const date = new Intl.DateTimeFormat("en-CA", { dateStyle: "short", timeZone: "Asia/Kolkata" });

/** The same day for a file: 2026-11-21. */
export function dateInIndia(moment: Date): string {
  return date.format(moment);
}
