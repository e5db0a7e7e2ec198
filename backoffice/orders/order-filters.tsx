import { useNavigate, useSearchParams } from "react-router";
import type { AdminOrderQuery, PaymentFilter } from "../../contract/admin/orders.ts";
import { ORDER_BADGES } from "../../contract/orders/badges.ts";
import type { OrderState, PaymentMethod } from "../../contract/orders/schemas.ts";
import { DayInputs } from "../shared/day-inputs.tsx";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { orderQuery } from "./order-query.ts";
import { Scan } from "./scan.tsx";

const PAYMENTS: Readonly<Record<PaymentMethod, string>> = { online: "Online", cash_on_delivery: "Cash on delivery" };

const PAYMENT_STATES: Readonly<Record<PaymentFilter, string>> = {
  paid: "Paid",
  unpaid: "Not paid",
  refunded: "Refunded, all or some of it",
};

/** The filters that are used less, below the others. */
const FURTHER = [
  "payment",
  "from",
  "to",
  "state",
  "paymentState",
  "item",
  "deliveryState",
  "pincode",
  "phone",
  "agent",
  "shippedFrom",
  "shippedTo",
] as const satisfies readonly (keyof AdminOrderQuery)[];

const nameOf = (method: string | null) => Object.entries(PAYMENTS).find(([known]) => known === method)?.[1] ?? method;

/** The search and filters of the list; each applies at once. */
export function FilterBar() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
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
        aria-label="Sort by"
        value={search.get("sort") ?? "newest"}
        onChange={({ target: { value } }) =>
          void navigate(orderQuery.changed(search, { sort: value === "newest" ? "" : value }))
        }
        className="field md:w-auto"
      >
        <option value="newest">Newest first</option>
        <option value="oldest">Oldest first</option>
      </select>
      <Scan />
      <FurtherFilters />
    </search>
  );
}

/** Open as long as one of them is in use. */
function FurtherFilters() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const queryFor = (name: keyof AdminOrderQuery) => (value: string) => orderQuery.changed(search, { [name]: value });
  const choice = (name: keyof AdminOrderQuery, label: string, any: string, names: Readonly<Record<string, string>>) => (
    <select
      aria-label={label}
      value={search.get(name) ?? ""}
      onChange={(event) => void navigate(queryFor(name)(event.target.value))}
      className="field md:w-auto"
    >
      <option value="">{any}</option>
      {Object.entries(names).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
  const field = (name: keyof AdminOrderQuery, label: string, className = "w-full md:w-52") => (
    <SearchField label={label} placeholder={label} name={name} className={className} queryFor={queryFor(name)} />
  );
  return (
    <details className="self-center open:col-span-2 md:open:basis-full" open={FURTHER.some((name) => search.has(name))}>
      <summary className="text-link w-fit py-1">More filters</summary>
      <div className="mt-2 grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
        {choice("payment", "Payment", "Any payment", PAYMENTS)}
        {choice("state", "State", "Any state", ORDER_BADGES)}
        {choice("paymentState", "State of the payment", "Paid or not", PAYMENT_STATES)}
        {choice("phone", "Phone", "Any phone", { missing: "No phone number" })}
        {field("item", "Product or SKU")}
        {field("deliveryState", "State of delivery", "w-full md:w-44")}
        {field("pincode", "Pincode or its start", "w-full md:w-44")}
        {field("agent", "Agent, or any", "w-full md:w-44")}
        <DayInputs queryFor={(change) => orderQuery.changed(search, change)} />
        <DayInputs
          names={["shippedFrom", "shippedTo"]}
          labels={["Shipped from", "Shipped until"]}
          queryFor={(change) => orderQuery.changed(search, change)}
        />
      </div>
    </details>
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
    ["state", `State: ${ORDER_BADGES[search.get("state") as OrderState] ?? search.get("state")}`],
    ["paymentState", PAYMENT_STATES[search.get("paymentState") as PaymentFilter] ?? search.get("paymentState") ?? ""],
    ["item", `Product: “${search.get("item")}”`],
    ["deliveryState", `To ${search.get("deliveryState")}`],
    ["pincode", `Pincode ${search.get("pincode")}`],
    ["agent", search.get("agent") === "any" ? "By agents" : `By the agent ${search.get("agent")}`],
    ["from", `From ${search.get("from")}`],
    ["to", `Until ${search.get("to")}`],
    ["shippedFrom", `Shipped from ${search.get("shippedFrom")}`],
    ["shippedTo", `Shipped until ${search.get("shippedTo")}`],
  ];
  return (
    <FilterBadges
      filters={named.map(
        ([name, text]) => search.get(name) && { text, without: orderQuery.changed(search, { [name]: undefined }) },
      )}
    />
  );
}
