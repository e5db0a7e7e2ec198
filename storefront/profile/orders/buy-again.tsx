import type { ReactNode } from "react";
import { Link } from "react-router";
import { api } from "../../api/api.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { type ButtonLook, WaitingButton } from "./waiting-button.tsx";

interface BuyAgainProps {
  /** The order's number. */
  number: string;
  look?: ButtonLook;
  onStart: () => void;
  onError: (message: string) => void;
  onDone: (confirmation: ReactNode) => void;
}

/** Adds what was ordered to the cart, as far as it is available. */
export function BuyAgainButton({ number, look, onStart, onError, onDone }: BuyAgainProps) {
  const { running, start } = useRequest();
  const buy = () => {
    onStart();
    void start(() => api.buyAgain({ params: { number } }), {
      onSuccess({ problems }) {
        refreshCart();
        onDone(<BoughtAgainMessage problems={problems} />);
      },
      onError(failed) {
        if (failed.errorResponse) return onError(`Nothing was added to your cart. ${failed.message}`);
        // Without a response the change may still have been made.
        refreshCart();
        onError("We’re not sure what was added. Please check your cart before you try again.");
      },
    });
  };
  return (
    <WaitingButton running={running} doing="Adding to your cart…" onClick={buy} {...(look && { look })}>
      Buy again<span className="sr-only">, order {number}</span>
    </WaitingButton>
  );
}

function refreshCart(): void {
  void import("../../cart/cart-sync.ts").then(
    ({ cartSync }) => cartSync.changedByServer(),
    // The cart page shows the error.
    () => {},
  );
}

function BoughtAgainMessage({ problems }: { problems: readonly string[] }) {
  return (
    <>
      <p>
        {problems.length === 0 ? "Everything is back in your cart. " : "The available items are in your cart. "}
        <Link to="/cart" className="font-semibold text-link">
          Go to cart
        </Link>
      </p>
      {problems.length > 0 && (
        <ul className="mt-1 list-disc pl-4 text-terracotta wrap-anywhere">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}
