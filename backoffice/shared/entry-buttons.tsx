import type { ReactNode } from "react";

const ICONS = {
  Up: <path d="M8 13V3M3.5 7.5 8 3l4.5 4.5" />,
  Down: <path d="M8 3v10M3.5 8.5 8 13l4.5-4.5" />,
  Earlier: <path d="M13 8H3M7.5 3.5 3 8l4.5 4.5" />,
  Later: <path d="M3 8h10M8.5 3.5 13 8l-4.5 4.5" />,
  Remove: <path d="m4 4 8 8M12 4l-8 8" />,
} as const satisfies Record<string, ReactNode>;

interface IconButtonProps {
  action: keyof typeof ICONS;
  /** What it acts on, for screen readers: "Up: Attars". */
  of: string;
  disabled?: boolean;
  onClick: () => void;
}

function IconButton({ action, of, ...button }: IconButtonProps) {
  return (
    <button type="button" className="button-icon" aria-label={`${action}: ${of}`} title={action} {...button}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current" strokeWidth="1.5">
        {ICONS[action]}
      </svg>
    </button>
  );
}

interface EntryButtonsProps {
  of: string;
  /** Moves the entry; missing where the order does not matter. */
  onMove?: ((by: -1 | 1) => void) | undefined;
  isFirst?: boolean;
  isLast?: boolean;
  /** Whether entries lie beside each other rather than below. */
  isRow?: boolean;
  onRemove?: () => void;
  busy?: boolean;
}

/** The buttons of an entry of an edited list: moves it, and removes it. */
export function EntryButtons({
  of,
  onMove,
  isFirst = false,
  isLast = false,
  isRow = false,
  onRemove,
  busy = false,
}: EntryButtonsProps) {
  return (
    <span className="flex gap-1">
      {onMove && (
        <>
          <IconButton action={isRow ? "Earlier" : "Up"} of={of} disabled={isFirst || busy} onClick={() => onMove(-1)} />
          <IconButton action={isRow ? "Later" : "Down"} of={of} disabled={isLast || busy} onClick={() => onMove(1)} />
        </>
      )}
      {onRemove && <IconButton action="Remove" of={of} disabled={busy} onClick={onRemove} />}
    </span>
  );
}
