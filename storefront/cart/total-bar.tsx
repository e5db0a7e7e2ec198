import { type ReactNode, useEffect, useRef } from "react";
import { announce } from "../shared/announcer.tsx";

/** The id of the total, by which the button that goes on with it is described. */
export const TOTAL_ID = "total";

interface TotalBarProps {
  total: string;
  /** Whether the total is that of what is shown; otherwise it is about to change. */
  isSettled: boolean;
  /** Classes of the amount. */
  amountClassName?: string;
  /** Shown above them. */
  note?: ReactNode;
  /** The button. */
  children: ReactNode;
}

/**
 * The total and the button that goes on with it. In a narrow window they stick to its bottom along the whole page. A new total is
 * announced, whatever has changed it.
 */
export function TotalBar({ total, isSettled, amountClassName = "", note, children }: TotalBarProps) {
  const heard = useRef(total);
  useEffect(() => {
    if (!isSettled || heard.current === total) return;
    heard.current = total;
    announce(`Total ${total}.`);
  }, [isSettled, total]);
  return (
    <div
      data-bottom-bar
      className="bottom-0 z-20 mt-5 @max-tablet:order-1 border-sand border-t bg-paper pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] @max-tablet:sticky @max-tablet:-mx-gutter @max-tablet:px-gutter @tablet:bg-transparent @tablet:pb-0"
    >
      {note}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 @tablet:block">
        <p
          id={TOTAL_ID}
          className="flex flex-col @tablet:mb-5 @tablet:flex-row @tablet:flex-wrap @tablet:items-baseline @tablet:justify-between"
        >
          <span className="text-bark @max-tablet:text-small @tablet:font-semibold @tablet:text-ink">Total</span>{" "}
          <strong className={`font-display font-normal text-title tabular-nums ${amountClassName}`}>{total}</strong>
        </p>
        {children}
      </div>
    </div>
  );
}
