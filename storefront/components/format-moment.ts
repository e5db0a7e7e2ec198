/** A moment as this device's clock shows it: "21 Nov 2026, 3:30 pm". For what is shown once the page is alive. */
export function formatMoment(moment: string): string {
  return new Date(moment).toLocaleString("en-IN", { dateStyle: "medium", timeStyle: "short" });
}

/** The day alone: "21 Nov 2026". */
export function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString("en-IN", { dateStyle: "medium" });
}
