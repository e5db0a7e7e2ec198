import { EmptyPane } from "./empty-pane.tsx";

/** The products kept in the account (S2.216). Hearts stay in the browser that they were given in, so the account holds none. */
export function WishlistPane() {
  return (
    <>
      <p className="eyebrow text-bark">Wishlist</p>
      <h1 className="mt-2 mb-7 text-heading">All Products</h1>
      <EmptyPane>Nothing is kept in your account yet. The hearts that you give stay in this browser.</EmptyPane>
    </>
  );
}
