import type { ReactNode } from "react";

const MARKS: readonly { name: string; drawing: ReactNode }[] = [
  {
    name: "UPI",
    drawing: (
      <>
        <Letters x={17}>UPI</Letters>
        <path d="m30 7.5 3.5 4.5-3.5 4.500m3-9 3.5 4.5-3.5 4.5" fill="none" stroke="currentColor" strokeWidth="1.3" />
      </>
    ),
  },
  { name: "RuPay", drawing: <Letters x={22}>RuPay</Letters> },
  { name: "Visa", drawing: <Letters x={22}>VISA</Letters> },
  {
    name: "Mastercard",
    drawing: (
      <g fill="none" stroke="currentColor" strokeWidth="1.3">
        <circle cx="18" cy="12" r="6" />
        <circle cx="26" cy="12" r="6" />
      </g>
    ),
  },
];

/** Shows the payment methods, drawn in the text's colour. */
export function PaymentMarks({ className = "" }: { className?: string }) {
  return (
    <div
      role="img"
      aria-label={MARKS.map(({ name }) => name).join(", ")}
      className={`flex flex-wrap gap-2 ${className}`}
    >
      {MARKS.map(({ name, drawing }) => (
        <svg key={name} viewBox="0 0 44 24" width="44" height="24" aria-hidden="true">
          <rect x="0.5" y="0.5" width="43" height="23" rx="2" fill="none" stroke="currentColor" opacity="0.4" />
          {drawing}
        </svg>
      ))}
    </div>
  );
}

function Letters({ x, children }: { x: number; children: string }) {
  return (
    <text
      x={x}
      y="15.6"
      textAnchor="middle"
      fontSize="10"
      fontStyle="oblique 12deg"
      fontWeight="700"
      fill="currentColor"
      className="font-sans"
    >
      {children}
    </text>
  );
}
