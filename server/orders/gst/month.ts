/** A calendar month in India, as a GST return is made for it. */
export interface Month {
  /** `2026-10` */
  name: string;
  /** The first moment of it, and the first after it. */
  from: Date;
  to: Date;
}

/** The month that `2026-10` names; null for anything else. */
export function monthNamed(text: string): Month | null {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (!year || !month) return null;
  return { name: text, from: beginning(Number(year), Number(month)), to: beginning(Number(year), Number(month) + 1) };
}

/** India's clocks are five and a half hours ahead all year. @param month from 1; 13 is the next year's first */
function beginning(year: number, month: number): Date {
  return new Date(Date.UTC(year, month - 1, 1, -5, -30));
}
