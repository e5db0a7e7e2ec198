/** Formats "+12 %", or "×12" from ten times the former value; empty if the former value is 0. */
export function changeOf(now: number, before: number): string {
  if (before === 0) return "";
  if (now >= before * 10) return `×${Math.round(now / before)}`;
  const percent = Math.round(((now - before) / before) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : "±"}${Math.abs(percent)} %`;
}

interface ChangeProps {
  now: number;
  before: number;
  /** Whether more is worse, as of returns. */
  isBadUp?: boolean;
}

/** Shows how a figure has changed: its arrow and colour tell whether it is good, its sign and number by how much. */
export function Change({ now, before, isBadUp = false }: ChangeProps) {
  const text = changeOf(now, before);
  if (!text || now === before) return <span className="text-bark text-small">{text}</span>;
  const isUp = now > before;
  return (
    <span className={`whitespace-nowrap font-medium text-small ${isUp === isBadUp ? "text-on-danger" : "text-leaf"}`}>
      <span aria-hidden="true">{isUp ? "↑" : "↓"} </span>
      {text}
    </span>
  );
}
