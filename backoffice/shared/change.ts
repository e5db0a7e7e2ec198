/** Formats "+12 %", or "×12" from ten times the former value; empty if the former value is 0. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return "";
  if (now >= before * 10) return `×${Math.round(now / before)}`;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} %`;
}
