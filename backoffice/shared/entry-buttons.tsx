import { type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from "react";
import { announce } from "./announcer.tsx";
import { Button } from "./button.tsx";
import { focusPlace, placeOf } from "./focus-place.ts";

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
  ref?: Ref<HTMLButtonElement>;
  onClick: (event: MouseEvent<HTMLButtonElement>) => void;
}

function IconButton({ action, of, ...button }: IconButtonProps) {
  return (
    <Button type="button" className="button-icon" aria-label={`${action}: ${of}`} title={action} {...button}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current" strokeWidth="1.5">
        {ICONS[action]}
      </svg>
    </Button>
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

/**
 * The buttons of an entry of an edited list: moves it, and removes it. At the end of the list the button that led there hands the focus to
 * its opposite; the next entry takes it from a removed one.
 */
export function EntryButtons({
  of,
  onMove,
  isFirst = false,
  isLast = false,
  isRow = false,
  onRemove,
  busy = false,
}: EntryButtonsProps) {
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const active = document.activeElement;
    if (isFirst && !isLast && active === up.current) down.current?.focus();
    if (isLast && !isFirst && active === down.current) up.current?.focus();
  }, [isFirst, isLast]);
  const remove = ({ currentTarget }: MouseEvent) => {
    const place = placeOf(currentTarget);
    onRemove?.();
    announce(`${of.charAt(0).toUpperCase()}${of.slice(1)} removed, not saved yet.`);
    // Rows without a key of their own stay, with the next entry in them.
    setTimeout(() => focusPlace(place));
  };
  return (
    <span className="flex gap-1">
      {onMove && (
        <>
          <IconButton
            ref={up}
            action={isRow ? "Earlier" : "Up"}
            of={of}
            disabled={isFirst || busy}
            onClick={() => onMove(-1)}
          />
          <IconButton
            ref={down}
            action={isRow ? "Later" : "Down"}
            of={of}
            disabled={isLast || busy}
            onClick={() => onMove(1)}
          />
        </>
      )}
      {onRemove && <IconButton action="Remove" of={of} disabled={busy} onClick={remove} />}
    </span>
  );
}
