import { useState } from "react";
import { type BulkResult, MAX_BULK } from "../../contract/admin/order-bulk.ts";
import type { ParcelRow } from "../../contract/admin/order-files.ts";
import { call } from "../api/client.ts";
import { TextArea } from "../shared/text-area.tsx";
import { ParcelFile } from "./parcel-file.tsx";

/** Marks the orders as delivered whose AWBs a courier's file, or a pasted column, has. */
export function DeliverFile() {
  const [awbs, setAwbs] = useState("");
  return (
    <ParcelFile
      button="Upload delivered AWBs…"
      title="Mark the orders of a courier’s file as delivered"
      explanation="A courier’s CSV file with a column of AWBs, or AWBs that you paste. If it has a column of states, only parcels that it calls delivered are taken. You see them before anything changes."
      fileLabel="File"
      typed={awbs.trim() === "" ? null : new Blob([awbs], { type: "text/csv" })}
      done="marked as delivered"
      undoes="delivered"
      submitLabel={(orders) => `Mark ${orders} as delivered`}
      check={async (file) => (await call("checkDeliveredFile", { file })).parcels}
      apply={deliverOrders}
      fields={({ forget }) => (
        <TextArea
          label="Or AWBs, one in each line"
          rows={4}
          spellCheck={false}
          value={awbs}
          onChange={(event) => {
            forget();
            setAwbs(event.target.value);
          }}
        />
      )}
    />
  );
}

/** Marks orders as delivered, as many in a request as it may have. @throws RequestError; what was sent before it is delivered */
async function deliverOrders(parcels: readonly ParcelRow[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < parcels.length; at += MAX_BULK) {
    const numbers = parcels.slice(at, at + MAX_BULK).map(({ number }) => number);
    results.push(...(await call("deliverOrders", { body: { numbers } })).results);
  }
  return results;
}
