import type { ReactNode } from "react";

interface TotalBarProps {
  total: string;
  /** Classes of the amount. */
  amountClassName?: string;
  /** Shown above them. */
  note?: ReactNode;
  /** The button. */
  children: ReactNode;
}

/** The total and the button that goes on with it. In a narrow window they stick to its bottom along the whole page. */
export function TotalBar({ total, amountClassName = "", note, children }: TotalBarProps) {
  return (
    <div className="bottom-0 z-20 mt-5 border-sand border-t bg-paper pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] @max-tablet:sticky @max-tablet:-mx-gutter @max-tablet:px-gutter @tablet:bg-transparent @tablet:pb-0">
      {note}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 @tablet:block">
        <p className="flex flex-col @tablet:mb-5 @tablet:flex-row @tablet:flex-wrap @tablet:items-baseline @tablet:justify-between">
          <span className="text-bark @max-tablet:text-small @tablet:font-semibold @tablet:text-ink">Total</span>
          <strong className={`font-display font-normal text-title tabular-nums ${amountClassName}`}>{total}</strong>
        </p>
        {children}
      </div>
    </div>
  );
}
