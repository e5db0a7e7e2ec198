/** Made with the first day that is written: it takes a phone longer than the rest of its module. */
let format: Intl.DateTimeFormat | undefined;

/** `2026-09-01` as "1 September 2026", the same on the server and in every time zone. */
export function formatDay(isoDay: string): string {
  format ??= new Intl.DateTimeFormat("en-IN", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  return format.format(new Date(`${isoDay}T00:00:00Z`));
}
