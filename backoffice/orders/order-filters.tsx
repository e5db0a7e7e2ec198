import { useNavigate, useSearchParams } from "react-router";
import type { AdminOrderQuery } from "../../contract/admin/orders.ts";
import type { PaymentMethod } from "../../contract/orders/schemas.ts";
import { DayInputs } from "../shared/day-inputs.tsx";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { orderQuery } from "./order-query.ts";
import { Scan } from "./scan.tsx";

const PAYMENTS: Readonly<Record<PaymentMethod, string>> = { online: "Online", cash_on_delivery: "Cash on delivery" };

const nameOf = (method: string | null) => Object.entries(PAYMENTS).find(([known]) => known === method)?.[1] ?? method;

/** The search and filters of the list; each applies at once. */
export function FilterBar() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const apply = (name: keyof AdminOrderQuery, value: string) =>
    void navigate(orderQuery.changed(search, { [name]: value }));
  return (
    <search className="mb-2 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <div className="col-span-2">
        <SearchField
          label="Search orders"
          placeholder="Order, AWB, email, phone or name"
          queryFor={(q) => orderQuery.changed(search, { q })}
        />
      </div>
      <select
        aria-label="Payment"
        value={search.get("payment") ?? ""}
        onChange={(event) => apply("payment", event.target.value)}
        className="field md:w-auto"
      >
        <option value="">Any payment</option>
        {Object.entries(PAYMENTS).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
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
      <DayInputs queryFor={(change) => orderQuery.changed(search, change)} />
      <Scan />
    </search>
  );
}

/** Lists the filters in use, each with a button that removes it. */
export function Badges() {
  const [search] = useSearchParams();
  const named: [keyof AdminOrderQuery, string][] = [
    ["q", `“${search.get("q")}”`],
    // An old link may name a payment method that no longer exists.
    ["payment", `Payment: ${nameOf(search.get("payment"))}`],
    ["phone", "Without a phone number"],
    ["state", `State: ${search.get("state")?.replaceAll("_", " ")}`],
    ["from", `From ${search.get("from")}`],
    ["to", `Until ${search.get("to")}`],
  ];
  return (
    <FilterBadges
      filters={named.map(
        ([name, text]) => search.get(name) && { text, without: orderQuery.changed(search, { [name]: undefined }) },
      )}
    />
  );
}
