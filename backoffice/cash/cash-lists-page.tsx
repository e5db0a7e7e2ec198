import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { CASH_LISTS, type CashListing, MAX_CASH_REASON } from "../../contract/admin/cash.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { FilterBadges } from "../shared/filter-badges.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { useFormDraft } from "../shared/form-draft.ts";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { WhyField } from "../shared/why-field.tsx";
import { CashFrame } from "./cash-frame.tsx";

const query = listQueryOf(adminEndpoints.listCashListings.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () =>
    readList(call("listCashListings", { query: query.read(new URL(request.url).searchParams) }), {
      entries: [],
      hasMore: false,
    }),
  );

const KINDS: Readonly<Record<CashListing["kind"], string>> = {
  email: "Email",
  mobile: "Mobile number",
  pincode: "Pincode",
};
const LISTS: States<(typeof CASH_LISTS)[number]> = {
  blocked: { name: "Blocked", tone: "danger" },
  allowed: { name: "Allowed", tone: "done" },
};
const CHOICES = [
  { value: "blocked", name: "Block: never offer it" },
  { value: "allowed", name: "Allow: also after refused parcels" },
];

export default function CashListsPage() {
  const { entries, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const mayEdit = useMay("edit_customers");
  const remove = (subject: string) =>
    run(async () => {
      await call("removeCashListing", { params: { subject } });
      await revalidate();
    });
  const columns: [Column<CashListing>, ...Column<CashListing>[]] = [
    { name: "Who", phone: "title", cell: ({ value }) => <span className="font-semibold wrap-anywhere">{value}</span> },
    { name: "Kind", cell: ({ kind }) => KINDS[kind] },
    {
      name: "List",
      phone: "right",
      cell: ({ list }) => <StateBadge of={LISTS[list]} />,
    },
    {
      name: "Why",
      phone: "below",
      cell: ({ reason, author, at }) => (
        <>
          <span className="wrap-anywhere">{reason}</span>
          <span className="block text-bark text-small">{`${formatDay(at)}, ${author || "by a command"}`}</span>
        </>
      ),
    },
    ...(mayEdit
      ? [
          {
            name: "Remove",
            isAction: true,
            phone: "right-below",
            cell: ({ value }: CashListing) => (
              <Button type="button" className="text-link" disabled={busy} onClick={() => void remove(value)}>
                Remove<span className="sr-only"> {value}</span>
              </Button>
            ),
          } as const,
        ]
      : []),
  ];
  const list = CASH_LISTS.find((one) => one === search.get("list")) ?? null;
  const q = search.get("q");
  return (
    <CashFrame current="Blocked and allowed">
      <p className="mb-3 max-w-prose text-bark">
        A blocked email, mobile number or pincode is never offered cash on delivery. An allowed one is, also after
        refused parcels and for an excluded pincode. An entry for the customer overrides one for the pincode, and a
        block overrides an allowed entry.
      </p>
      {mayEdit && <ListingForm />}
      <search className="mb-3 grid gap-3 md:flex md:flex-wrap md:items-end">
        <SearchField
          label="Search the lists"
          placeholder="Beginning of an email, number or pincode"
          queryFor={(typed) => query.changed(search, { q: typed })}
        />
      </search>
      <FilterBadges
        filters={[
          q && { text: `“${q}”`, without: query.changed(search, { q: "" }) },
          list && {
            text: LISTS[list].name,
            without: query.changed(search, { list: undefined }),
          },
        ]}
      />
      <div className="mb-2 empty:hidden">
        <Problem error={error} />
      </div>
      <ResourceList
        label="Blocked and allowed"
        rows={entries}
        columns={columns}
        keyOf={({ value }) => value}
        empty={
          problemIn(problem) ||
          (q || list
            ? "Nobody matches. Remove a filter."
            : "Nobody is blocked or allowed: the settings decide for everybody.")
        }
      />
      <Pager label="More entries" hasMore={hasMore} last={entries.at(-1)?.value} />
    </CashFrame>
  );
}

function ListingForm() {
  const { values, set, sent } = useFormDraft("cash list", { subject: "", list: "blocked", reason: "" });
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  return (
    <form
      noValidate
      aria-label="Add to a list"
      className="panel mb-4 grid grid-cols-[minmax(0,1fr)] gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => {
          const { subject, reason } = values;
          const list = values.list === "allowed" ? "allowed" : "blocked";
          await call("addCashListing", { body: { subject, list, reason } });
          sent(`${subject} is on the list.`);
          await revalidate();
        });
      }}
    >
      <div className="grid gap-3 md:grid-cols-3">
        <Field
          label="Email, mobile number or pincode"
          value={values.subject}
          autoComplete="off"
          maxLength={254}
          onChange={(event) => set("subject", event.target.value)}
          error={fieldMessage(error, "subject")}
        />
        <SelectField label="List" value={values.list} options={CHOICES} onChange={(list) => set("list", list)} />
        <WhyField
          value={values.reason}
          onChange={(reason) => set("reason", reason)}
          maxLength={MAX_CASH_REASON}
          hint="For your colleagues; the customer does not read it."
          error={error}
        />
      </div>
      <Problem error={error} />
      <Button type="submit" className="button-primary justify-self-start" disabled={busy}>
        Add
      </Button>
    </form>
  );
}
