import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import type { Cart } from "../../contract/cart/schemas.ts";
import { api } from "../api/api.ts";
import { announce } from "../shared/announcer.tsx";
import { useRequest } from "../shared/form/use-request.ts";
import { AlertIcon } from "../shared/icons.tsx";
import { cartSync } from "./cart-sync.ts";

/** Shows the code in the cart with its Remove button and why it does not apply; without a code, a collapsed field to enter one. */
export function OfferCode({ code }: Pick<Cart, "code">) {
  const { running, start } = useRequest();
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const enter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = input.current?.value ?? "";
    setProblem(null);
    void start(() => api.enterCode({ body: { code: typed } }), {
      onSuccess({ code: entered, problem: why }) {
        announce(why ?? `The code ${entered} was applied.`);
        cartSync.changedByServer();
      },
      onError(failed) {
        setProblem(failed.errorResponse?.errors?.[0]?.message ?? failed.message);
        input.current?.focus();
      },
    });
  };
  const remove = () =>
    void start(() => api.removeCode(), {
      onSuccess() {
        announce("The code was removed.");
        cartSync.changedByServer();
      },
      onError: (failed) => setProblem(failed.message),
    });

  if (code) {
    return (
      <div className="mt-4 text-small">
        <p className="flex items-center justify-between gap-x-3">
          <span className="wrap-anywhere">
            Code <strong className="font-semibold">{code.code}</strong>
          </span>
          <button
            type="button"
            aria-disabled={running}
            onClick={remove}
            className="min-h-11 px-1 font-semibold text-leaf text-link aria-disabled:opacity-60"
          >
            {running ? "Removing…" : "Remove"}
            <span className="sr-only"> code {code.code}</span>
          </button>
        </p>
        <Problem text={problem ?? code.problem} />
      </div>
    );
  }
  return (
    <details className="mt-3">
      <summary className="standalone-link cursor-pointer font-semibold text-leaf text-small">Have a code?</summary>
      <form method="dialog" noValidate onSubmit={enter} className="mt-1">
        <label htmlFor={id} className="mb-1.5 block text-small">
          Code
        </label>
        <div className="flex gap-2">
          <input
            ref={input}
            id={id}
            name="code"
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-rule ${id}-problem` : `${id}-rule`}
            onChange={() => problem && setProblem(null)}
            className="field min-w-0 flex-1 uppercase"
          />
          <button type="submit" aria-disabled={running} className="button-quiet aria-disabled:opacity-60">
            {running ? "Applying…" : "Apply"}
          </button>
        </div>
        <p id={`${id}-rule`} className="mt-1.5 text-bark text-small">
          One code per order.
        </p>
        <Problem id={`${id}-problem`} text={problem} />
      </form>
    </details>
  );
}

/** Shows the problem, and scrolls it into view: in a narrow window Checkout sticks to the bottom and would cover it. */
function Problem({ id, text }: { id?: string; text: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text) box.current?.scrollIntoView({ block: "nearest" });
  }, [text]);
  return (
    <div ref={box} aria-live="polite">
      {text && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-small text-terracotta wrap-anywhere">
          <AlertIcon width="18" height="18" className="mt-px shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
