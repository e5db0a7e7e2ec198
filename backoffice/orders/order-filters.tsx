import { Link, useNavigate, useSearchParams } from "react-router";
import type { AdminOrderQuery } from "../../contract/admin/orders.ts";
import { changed } from "./order-query.ts";
import { Scan } from "./scan.tsx";

/** Filters apply at once, the search at Enter. */
export function FilterBar() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const apply = (name: keyof AdminOrderQuery, value: string) => void navigate(changed(search, { [name]: value }));
  return (
    <search className="mb-2 grid grid-cols-2 gap-2 md:flex">
      <form
        className="col-span-2 md:w-80"
        onSubmit={(event) => {
          event.preventDefault();
          apply("q", String(new FormData(event.currentTarget).get("q") ?? "").trim());
        }}
      >
        <input
          key={search.get("q")}
          type="search"
          name="q"
          defaultValue={search.get("q") ?? ""}
          aria-label="Search orders"
          placeholder="Order, AWB, email, phone or name"
          className="field"
        />
      </form>
      <select
        aria-label="Payment"
        value={search.get("payment") ?? ""}
        onChange={(event) => apply("payment", event.target.value)}
        className="field md:w-auto"
      >
        <option value="">Any payment</option>
        <option value="online">Online</option>
        <option value="cash_on_delivery">Cash on delivery</option>
      </select>
      <select
        aria-label="Sort by"
        value={search.get("sort") ?? "newest"}
        onChange={(event) => apply("sort", event.target.value === "newest" ? "" : event.target.value)}
        className="field md:w-auto"
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
      <Scan />
    </search>
  );
}

/** The filters in use, each of which can be removed. */
export function Badges() {
  const [search] = useSearchParams();
  const named: [keyof AdminOrderQuery, string][] = [
    ["q", `“${search.get("q")}”`],
    ["payment", search.get("payment") === "online" ? "Paid online" : "Cash on delivery"],
    ["state", `State: ${search.get("state")?.replaceAll("_", " ")}`],
    ["from", `From ${search.get("from")}`],
    ["to", `Until ${search.get("to")}`],
  ];
  const used = named.filter(([name]) => search.get(name));
  if (used.length === 0) return null;
  return (
    <ul aria-label="Filters in use" className="mb-2 flex flex-wrap gap-1.5">
      {used.map(([name, text]) => (
        <li key={name}>
          <Link to={changed(search, { [name]: undefined })} className="badge py-1 hover:border-ink">
            <span className="sr-only">Remove the filter </span>
            {text} <span aria-hidden="true">×</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
