import { Link } from "react-router";

/** The way to what sells below its MRP. */
export function DealsLink() {
  return (
    <aside aria-label="Crazy Deals" className="container-page pb-14 md:pb-20">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 rounded-picture bg-linen px-5 py-5 md:px-8 md:py-6">
        <p>
          <span className="block font-display text-title text-terracotta">Crazy Deals</span>
          Perfumes, attars and skincare below their MRP, while they last.
        </p>
        <Link to="/crazy-deals" className="button-quiet">
          See the deals
        </Link>
      </div>
    </aside>
  );
}
