import { type FormEvent, useState } from "react";
import { useShop } from "./shop-context.ts";

/**
 * The footer's e-mail sign-up (S2.59). Signing up is not yet possible here, and the box says so instead of pretending;
 * `method="dialog"` keeps the address out of the page's address where no script runs.
 */
export function NewsletterBox() {
  const { email } = useShop();
  const [asked, setAsked] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
  };
  return (
    <form className="mt-4" method="dialog" onSubmit={submit}>
      <div className="flex">
        <label htmlFor="footer-email" className="sr-only">
          Email address
        </label>
        <input
          id="footer-email"
          name="email"
          type="email"
          inputMode="email"
          required
          autoComplete="email"
          placeholder="Your email address"
          className="h-12 min-w-0 flex-1 rounded-l-control border border-white/45 border-r-0 bg-transparent px-4 text-white placeholder:text-[#cfcab9]"
        />
        <button
          type="submit"
          className="h-12 rounded-r-control bg-paper px-5 font-semibold text-[0.9375rem] text-leaf-deep transition-colors duration-150 hover:bg-white"
        >
          Sign up
        </button>
      </div>
      <p role="status" className="text-small [&:not(:empty)]:mt-3">
        {asked && (
          <>
            Signing up here is not possible yet. Write to{" "}
            <a href={`mailto:${email}?subject=Newsletter`} className="text-white text-link">
              {email}
            </a>{" "}
            and we put you on the list.
          </>
        )}
      </p>
    </form>
  );
}
