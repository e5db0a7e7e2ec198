import { useEffect, useRef, useState } from "react";
import { RequestError } from "../../api/request.ts";
import { SearchIcon } from "../../shared/icons.tsx";
import { whenIdle } from "../../shared/later.tsx";
import { showError } from "../../shared/toasts/toasts.tsx";
import { usePart } from "../../shared/use-part.ts";

const loadSheet = () => import("./search-sheet.tsx").then(({ SearchSheet }) => SearchSheet);

/** Opens the search sheet. Where it is visible, its code is loaded once the page rests: a phone opens its keyboard only at once. */
export function SearchButton({ className }: { className: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Sheet, prepare] = usePart(loadSheet);

  useEffect(() => {
    if (button.current && getComputedStyle(button.current).display !== "none") void whenIdle().then(prepare);
  }, [prepare]);

  const open = async () => {
    if (Sheet || (await prepare())) setOpen(true);
    else void showError("We couldn’t open the search.", new RequestError(0));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`icon-button rounded-full hover:bg-linen noscript:hidden ${className}`}
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={open}
      >
        <SearchIcon />
      </button>
      {isOpen && Sheet && <Sheet onClose={() => setOpen(false)} />}
    </>
  );
}
