import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import type { CourierAccount } from "../../contract/admin/couriers.ts";
import { formatDateTime, isoDayInIndia } from "../../contract/dates.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { AccountForm, PROVIDER_NAMES } from "./account-form.tsx";
import { PushAddress } from "./push-address.tsx";
import { ScanProblems } from "./scan-problems.tsx";

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const [accounts, problems, unclear] = await Promise.all([
      call("listCourierAccounts", {}),
      call("listScanProblems", {}),
      call("listUnclearBookings", {}),
    ]);
    return { accounts, problems, unclear };
  });

/** Below this many rupees a few bookings empty a prepaid account. */
const LOW_BALANCE = 500;

/** Lists the accounts with couriers, tries their logins, and asks for pick-ups. */
export default function CouriersPage() {
  const { accounts, problems, unclear } = useLoaderData<typeof clientLoader>();
  const mayChange = useMay("edit_settings");
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<CourierAccount | "new" | null>(null);
  return (
    <>
      <title>Couriers</title>
      <PageHead
        title="Couriers"
        about="With an account, parcels are booked on the order’s page or from the list of orders, and carry the courier’s own label. Without one, ship as before: enter courier and AWB by hand."
      >
        {mayChange && (
          <button type="button" className="button-primary" onClick={() => setEdited("new")}>
            Add an account…
          </button>
        )}
      </PageHead>
      <ScanProblems problems={problems} unclear={unclear} />
      {accounts.length === 0 ? (
        <p className="panel p-4 text-bark">No account yet.</p>
      ) : (
        <ul className="panel divide-y divide-sand">
          {accounts.map((account) => (
            <Account key={account._id} account={account} mayChange={mayChange} onEdit={() => setEdited(account)} />
          ))}
        </ul>
      )}
      {edited && (
        <Dialog
          title={edited === "new" ? "Add an account with a courier" : `Change ${edited.label}`}
          onClose={() => setEdited(null)}
        >
          <AccountForm
            account={edited === "new" ? null : edited}
            onDone={async () => {
              setEdited(null);
              await revalidate();
            }}
            onClose={() => setEdited(null)}
          />
        </Dialog>
      )}
    </>
  );
}

function Account({ account, mayChange, onEdit }: { account: CourierAccount; mayChange: boolean; onEdit: () => void }) {
  const { _id: id, provider, label, pickupPlace, pickupPincode, isConnected, isEnabled, balance } = account;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState("");
  const check = () =>
    run(async () => {
      setSaid("");
      const { places, isKnown } = await call("checkCourierAccount", { params: { id } });
      const names = places.map(({ name, pincode }) => `${name} (${pincode})`).join(", ") || "none";
      setSaid(
        places.length === 0
          ? `The login works. The courier does not list its pick-up places: compare ${pickupPlace} with its panel, letter by letter.`
          : isKnown
            ? `The login works, and ${pickupPlace} is a pick-up place there.`
            : `The login works, but ${pickupPlace} is no pick-up place there. It has: ${names}.`,
      );
      await revalidate();
    });
  const collect = () =>
    run(async () => {
      setSaid("");
      const day = isoDayInIndia(shopNow());
      const requested = await call("requestPickup", { params: { id }, body: { day } });
      setSaid(
        `${requested.parcels === 1 ? "1 parcel is" : `${requested.parcels} parcels are`} collected on ${requested.day}.`,
      );
    });
  return (
    <li className="grid gap-2 p-4">
      <p className="flex flex-wrap items-center gap-x-2">
        <strong>{label}</strong>
        <span className="text-bark">{PROVIDER_NAMES[provider]}</span>
        {!isEnabled && <Badge>Switched off</Badge>}
        {!isConnected && <Badge>No keys</Badge>}
      </p>
      <p className="wrap-anywhere text-small">
        Collects at {pickupPlace}, {pickupPincode}. {account.surfaceOnly ? "By surface only." : "By surface or air."}{" "}
        {balance !== null && (
          <span className={balance < LOW_BALANCE ? "text-terracotta" : ""}>
            Balance {formatMoney(balance)}
            {account.balanceAt && `, ${formatDateTime(account.balanceAt)}`}.
          </span>
        )}
      </p>
      <p className="text-bark text-small">
        {account.lastPushAt
          ? `Last report from the courier ${formatDateTime(account.lastPushAt)}.`
          : "No report from the courier yet."}{" "}
        {account.lastPollAt && `Last asked ${formatDateTime(account.lastPollAt)}.`}
      </p>
      {account.refusedSince !== null && (
        <p className="text-terracotta">
          It refuses the shop since {formatDateTime(account.refusedSince)}, so nothing is booked or followed with it.
          Try the login, which says what is wrong.
        </p>
      )}
      {!isConnected && (
        <p className="text-small">
          {provider === "shiprocket"
            ? "Its keys belong into the shop’s settings: SHIPROCKET_EMAIL and SHIPROCKET_PASSWORD, of an API user that you make in Shiprocket’s panel."
            : "Its key belongs into the shop’s settings: DELHIVERY_TOKEN."}{" "}
          An owner enters them under Connected services, or the person who runs the shop’s machine adds them to .env.
        </p>
      )}
      <div role="status" className="empty:hidden">
        {said}
      </div>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
      <div className="flex flex-wrap gap-2">
        {isConnected && isEnabled && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => void collect()}>
            Ask for a pick-up today<span className="sr-only">, {label}</span>
          </Button>
        )}
        {mayChange && isConnected && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => void check()}>
            Try the login<span className="sr-only">, {label}</span>
          </Button>
        )}
        {mayChange && (
          <button type="button" className="button-quiet" onClick={onEdit}>
            Change…<span className="sr-only">, {label}</span>
          </button>
        )}
      </div>
      {mayChange && isConnected && <PushAddress account={account} />}
    </li>
  );
}
