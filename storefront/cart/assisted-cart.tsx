import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { api } from "../api/api.ts";
import { useRequest } from "../shared/form/use-request.ts";
import { SpinnerIcon } from "../shared/icons.tsx";
import { useStore } from "../shared/store.ts";
import { cartStore } from "./cart.ts";
import { cartSync } from "./cart-sync.ts";

/** Asks whether what an assistant has put into a cart of its own is to be added to the customer's. */
export function AssistedCart() {
  const { cart = "" } = useParams();
  const { count } = useStore(cartStore);
  const { running, start } = useRequest();
  const navigate = useNavigate();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = () =>
    void start(() => api.takeAssistedCart({ params: { cart } }), {
      onSuccess({ problems: left }) {
        cartSync.changedByServer();
        if (left.length === 0) void navigate("/cart", { replace: true });
        setProblems(left);
      },
      onError: ({ message }) => setProblems([message]),
    });
  return (
    <div className="container-page min-h-svh py-6 md:py-12">
      <h1 className="text-heading text-balance">Your assistant’s choice</h1>
      <p className="mt-3 max-w-prose text-bark">
        Your assistant has put products together for you.{" "}
        {count > 0 ? "What you have in your cart stays there." : "Add them to your cart to see and buy them."}
      </p>
      {problems.length > 0 && (
        <ul role="alert" className="mt-4 max-w-prose list-disc pl-4 text-terracotta wrap-anywhere">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {problems.length === 0 && (
          <button
            type="button"
            aria-disabled={running}
            onClick={add}
            className="button-primary relative min-h-12 aria-disabled:opacity-60"
          >
            {running ? "Adding to your cart…" : "Add to my cart"}
            {running && <SpinnerIcon width="18" height="18" className="absolute right-3 animate-spin" />}
          </button>
        )}
        <Link to="/cart" className={problems.length === 0 ? "button-quiet" : "button-primary"}>
          Go to cart
        </Link>
      </p>
    </div>
  );
}
