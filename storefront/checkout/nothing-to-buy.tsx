import { EmptyShelf } from "../shared/empty-shelf.tsx";
import { EmptyState } from "../shared/empty-state.tsx";
import type { PaymentProblem } from "./payment/payment-problem.ts";
import { ProblemBox } from "./problem-box.tsx";

/** The checkout of an empty cart: links to the shop, or to the reason. */
export function NothingToBuy({ problem }: { problem: PaymentProblem | null }) {
  return (
    <>
      <h1 className="text-heading">Checkout</h1>
      <ProblemBox problem={problem?.action ? problem : null} />
      <EmptyState drawing={<EmptyShelf />} title="Your cart is empty">
        There’s nothing to check out yet. Have a look at what’s in bloom.
      </EmptyState>
    </>
  );
}
