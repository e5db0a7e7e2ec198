import { type RefObject, useEffect, useRef } from "react";
import { Link } from "react-router";
import { AlertIcon } from "../shared/icons.tsx";
import type { PaymentProblem } from "./payment/payment-problem.ts";

interface ProblemBoxProps {
  problem: PaymentProblem | null;
  /** A ref by which callers move the focus here. */
  box?: RefObject<HTMLDivElement | null>;
}

/** Shows why no payment was made, announced and scrolled into view, with a link to resolve it. */
export function ProblemBox({ problem, box: given }: ProblemBoxProps) {
  const own = useRef<HTMLDivElement>(null);
  const box = given ?? own;
  useEffect(() => {
    if (!problem) return;
    box.current?.scrollIntoView({ block: "nearest" });
    // The focused element, such as the payment window, was removed.
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, [problem, box]);
  return (
    <div ref={box} role="alert" tabIndex={-1} className="scroll-my-28 outline-offset-4">
      {problem && (
        <div className="mt-5 flex items-start gap-2.5 border-terracotta border-l-2 bg-white px-4 py-3 text-small text-terracotta">
          <AlertIcon width="20" height="20" className="mt-px shrink-0" />
          <div className="min-w-0 wrap-anywhere">
            <p>{problem.message}</p>
            {problem.details && (
              <ul className="mt-1.5 list-disc pl-4">
                {problem.details.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            )}
            {problem.action && (
              <Link to={problem.action.to} className="standalone-link -mb-2 font-semibold text-leaf">
                {problem.action.label}
              </Link>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
