const day = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });

/** The day of a moment in India: 21 Nov 2026. */
export function dayInIndia(moment: Date): string {
  return day.format(moment);
}
