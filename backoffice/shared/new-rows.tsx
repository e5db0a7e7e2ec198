import { useState } from "react";
import { useRevalidator } from "react-router";
import { type AdminTopic, useAdminEvents } from "./admin-events.ts";

interface NewRowsProps {
  topic: AdminTopic;
  /** Counts the rows that the list does not show yet. */
  count: () => Promise<number>;
  /** The noun: "order", "orders". */
  noun: readonly [one: string, many: string];
}

/** Announces new rows ("3 new orders") instead of making the list jump. */
export function NewRows({ topic, count, noun: [one, many] }: NewRowsProps) {
  const [rows, setRows] = useState(0);
  const { revalidate } = useRevalidator();
  // If counting fails, the next event counts again.
  useAdminEvents([topic], () => void count().then(setRows, () => {}));
  return (
    <div role="status">
      {rows > 0 && (
        <button
          type="button"
          className="button-quiet mb-2 border-leaf text-leaf"
          onClick={async () => {
            await revalidate();
            setRows(0);
          }}
        >
          {rows === 1 ? `1 new ${one}` : `${rows} new ${many}`}
        </button>
      )}
    </div>
  );
}
