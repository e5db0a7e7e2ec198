import { Link } from "react-router";
import { useMay } from "./session.ts";

/** Leads who has a shop elsewhere to Move in, wherever products are asked for. */
export function MoveInHint() {
  return (
    useMay("edit_products") && (
      <>
        Coming from Shopify, WooCommerce or another shop?{" "}
        <Link to="/moves" className="text-link">
          Move in
        </Link>
        .
      </>
    )
  );
}
