const moment = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" });

/** A moment as the commands print it, by the clock of India. */
export const formatMoment = (when: string | Date) => moment.format(new Date(when));
