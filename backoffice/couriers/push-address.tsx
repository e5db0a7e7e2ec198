import { useState } from "react";
import type { CourierAccount } from "../../contract/admin/couriers.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

const WHERE = {
  shiprocket: "Enter it in Shiprocket’s panel under Settings, API, Webhooks, and switch it on.",
  delhivery: "Send it to your account manager at Delhivery, who sets it up within some working days.",
} as const;

/** Makes the address that a courier reports to, and shows it once. */
export function PushAddress({ account: { _id: id, provider, label } }: { account: CourierAccount }) {
  const [made, setMade] = useState<{ url: string; problem: string } | null>(null);
  const { run, busy, error } = useAction();
  return (
    <div className="grid gap-2">
      <Button
        type="button"
        className="button-quiet justify-self-start"
        disabled={busy}
        onClick={() => void run(async () => setMade(await call("renewPushAddress", { params: { id } })))}
      >
        New address for reports<span className="sr-only">, {label}</span>
      </Button>
      <div role="status" className="grid gap-1 empty:hidden">
        {made && (
          <>
            <p className="select-all wrap-anywhere rounded-control bg-linen p-2 text-small">{made.url}</p>
            <p className="text-small">
              The courier reports what becomes of its parcels to this address, which is shown only now; the former one
              has ended. {WHERE[provider]} Without it the shop asks every half hour.
            </p>
            {made.problem && <p className="text-small text-terracotta">{made.problem}</p>}
          </>
        )}
      </div>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </div>
  );
}
