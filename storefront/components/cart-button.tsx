import { useLocation, useNavigate } from "react-router";
import { cartStore } from "../state/cart.ts";
import { useStore } from "../state/store.ts";

interface CartButtonProps {
  productId: string;
  title: string;
  available: boolean;
  className?: string;
}

/** ADD TO CART or REMOVE FROM CART (S4.33, S4.34). A guest is sent to /login, which remembers where they were (S4.32). */
export function CartButton({ productId, title, available, className = "" }: CartButtonProps) {
  const inCart = useStore(cartStore).productIds.includes(productId);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!available && !inCart) {
    return (
      <button type="button" disabled className={`button-quiet ${className}`}>
        OUT OF STOCK
      </button>
    );
  }
  return (
    <button
      type="button"
      className={`button-primary ${className}`}
      onClick={() => navigate("/login", { state: { from: pathname + search } })}
    >
      {inCart ? "REMOVE FROM CART" : "ADD TO CART"}
      <span className="sr-only">: {title}</span>
    </button>
  );
}
