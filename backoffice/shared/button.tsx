import type { ComponentProps } from "react";

interface ButtonProps extends Omit<ComponentProps<"button">, "aria-disabled" | "formAction"> {
  /** Whether a press does nothing, as while a request runs. */
  disabled?: boolean;
}

/**
 * A button that keeps the focus while it is disabled, as during its own request: `disabled` of HTML would drop the focus, and the next Tab
 * would begin at the top of the page. A submit that is disabled sends nothing, also by Enter in a field.
 */
export function Button({ disabled = false, onClick, ...button }: ButtonProps) {
  return (
    <button
      {...button}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
