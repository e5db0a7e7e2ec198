import { Link, useLoaderData, useParams } from "react-router";
import { call } from "../api/client.ts";
import { hasFormDraft } from "../shared/form-draft.ts";
import { load } from "../shared/load.ts";
import { PageHead } from "../shared/page-head.tsx";
import { Tabs } from "../shared/tabs.tsx";
import { useLatest } from "../shared/use-latest.ts";
import { HolidaysForm } from "./holidays-form.tsx";
import { RulesForm } from "./rules-form.tsx";
import { TryPincode } from "./try-pincode.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readShipping", {}));

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Edits how parcels are shipped: methods, zones with their rates, and holidays. Shows what a pincode gets. */
export default function ShippingPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  const [shipping, onChanged] = useLatest(loaded);
  const isHolidays = useParams().section === "holidays";
  const unsaved = (name: string, key: string) => (hasFormDraft(key) ? `${name} (not saved)` : name);
  return (
    <>
      <title>Shipping</title>
      <PageHead title="Shipping" />
      <Tabs
        label="Parts of the shipping"
        tabs={[
          { name: unsaved("Methods and zones", "shipping rules"), to: "/shipping", isCurrent: !isHolidays },
          { name: unsaved("Holidays", "shipping holidays"), to: "/shipping/holidays", isCurrent: isHolidays },
        ]}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
        {isHolidays ? (
          <HolidaysForm key="holidays" shipping={shipping} onChanged={onChanged} />
        ) : (
          <RulesForm key="rules" shipping={shipping} onChanged={onChanged} />
        )}
        <div className="grid gap-4">
          <TryPincode />
          <p className="text-bark">
            Parcels leave and travel on {shipping.weekdays.map((day) => WEEKDAYS[day]).join(", ") || "no day"}, without
            the holidays.{" "}
            <Link to="/settings?q=working" className="text-link">
              Change the working days
            </Link>
          </p>
        </div>
      </div>
    </>
  );
}
