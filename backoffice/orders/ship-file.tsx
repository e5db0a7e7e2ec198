import { useState } from "react";
import { call } from "../api/client.ts";
import { Field } from "../shared/field.tsx";
import { fieldMessage } from "../shared/use-action.ts";
import { ParcelFile } from "./parcel-file.tsx";
import { shipParcels } from "./ship-parcels.ts";

/** Ships the orders of a courier's file. */
export function ShipFile() {
  const [courier, setCourier] = useState("");
  return (
    <ParcelFile
      button="Upload AWBs…"
      title="Ship the orders of a courier’s file"
      explanation="A CSV file with a column for the order and one for the AWB, such as couriers’ panels write it. You see what is shipped before it is."
      fileLabel="File"
      done="shipped"
      undoes="shipped"
      submitLabel={(orders) => `Ship ${orders}`}
      check={async (file) =>
        (await call("checkParcelFile", { query: { courier: courier.trim() || undefined }, file })).parcels
      }
      apply={shipParcels}
      fields={({ error, forget }) => (
        <Field
          label="Courier of rows that name none"
          value={courier}
          onChange={(event) => {
            forget();
            setCourier(event.target.value);
          }}
          autoComplete="off"
          error={fieldMessage(error, "courier")}
        />
      )}
    />
  );
}
