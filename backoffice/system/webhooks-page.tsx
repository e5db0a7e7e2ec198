import { useLoaderData } from "react-router";
import { MAX_WAITING } from "../../contract/admin/home.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { ResourceList } from "../shared/resource-list.tsx";
import { SystemFrame } from "./system-frame.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("listProviderEvents", {}));

export default function ProviderWebhooksPage() {
  const events = useLoaderData<typeof clientLoader>();
  return (
    <SystemFrame
      current="Provider webhooks"
      about="What the payment provider has reported in the last month. Each report makes the shop ask the provider for the payment’s state, by a job; one that fails is among the jobs."
    >
      <ResourceList
        label="Webhooks"
        rows={events}
        keyOf={({ _id }) => _id}
        columns={[
          { name: "Event", cell: ({ event }) => event, phone: "title" },
          { name: "Id", cell: ({ _id }) => <code className="wrap-anywhere">{_id}</code>, phone: "below" },
          { name: "Received", cell: ({ at }) => formatShortDateTime(at), phone: "right" },
        ]}
        empty="The provider has reported nothing yet. A live shop’s webhook is created in Razorpay’s dashboard."
      />
      {events.length >= MAX_WAITING && <p className="mt-2 text-bark">These are the newest {MAX_WAITING}.</p>}
    </SystemFrame>
  );
}
