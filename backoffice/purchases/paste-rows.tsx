import { useState } from "react";
import type { ReadLine } from "../../contract/admin/purchases.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { TextArea } from "../shared/text-area.tsx";
import { useAction } from "../shared/use-action.ts";

/** Takes rows of a spreadsheet. What cannot be read is named, and stays here to be corrected. */
export function PasteRows({ onRead }: { onRead: (lines: readonly ReadLine[]) => void }) {
  const [text, setText] = useState("");
  const { run, busy, error } = useAction();
  const read = () =>
    run(async () => {
      const lines = await call("readPurchaseRows", { file: new Blob([text], { type: "text/csv" }) });
      onRead(lines);
      setText("");
    });
  return (
    <details>
      <summary className="cursor-pointer font-semibold">Paste rows of a spreadsheet</summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2">
        <TextArea
          label="Rows, with their headings"
          rows={5}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint="Columns sku (or barcode), quantity and cost; if you like gst, lot, made on, use before or expiry."
        />
        {error && (
          <div className="whitespace-pre-line">
            <Problem error={error} otherwise={error.errors[0]?.message} />
          </div>
        )}
        <Button
          type="button"
          className="button-quiet justify-self-start"
          disabled={busy || text.trim() === ""}
          onClick={() => void read()}
        >
          Add these rows
        </Button>
      </div>
    </details>
  );
}
