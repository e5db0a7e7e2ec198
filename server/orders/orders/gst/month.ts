/** A calendar month in India, the period of a GST return. */
export interface Month {
  /** `2026-10` */
  name: string;
  /** When it begins, and when the next month begins. */
  from: Date;
  to: Date;
}

/** Parses `2026-10`. @returns null for anything else */
export function monthNamed(text: string): Month | null {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) return null;
  return { name: text, from: beginning(Number(year), Number(month)), to: beginning(Number(year), Number(month) + 1) };
}

/** Returns when a month begins; India is always five and a half hours ahead of UTC. @param month from 1; 13 is January of the next year */
function beginning(year: number, month: number): Date {
  return new Date(Date.UTC(year, month - 1, 1, -5, -30));
}
