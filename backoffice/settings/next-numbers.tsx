import { useEffect, useState } from "react";
import { type DocumentSeries, documentNumber } from "../../contract/admin/document-series.ts";
import { call } from "../api/client.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { isWholeNumber } from "../shared/number-input.tsx";
import { Panel } from "../shared/panel.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const NAMES = { invoice: "Invoice", credit_note: "Credit note" } as const satisfies Record<
  DocumentSeries["document"],
  string
>;

/** Shows the next number of each series of documents, and sets it. @param version of the settings, whose prefixes begin the numbers */
export function NextNumbers({ version }: { version: number }) {
  const [series, setSeries] = useState<readonly DocumentSeries[]>([]);
  const [chosen, setChosen] = useState<DocumentSeries | null>(null);
  const { run, error } = useAction();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when a prefix has changed
  useEffect(() => {
    void run(async () => setSeries((await call("listDocumentSeries", {})).series));
  }, [version]);
  return (
    <div id="NEXT_NUMBERS" className="mt-6">
      <Panel title="Next numbers">
        <p className="mb-3 max-w-prose text-bark">
          Numbers are given one after another, and begin again on 1 April. If this year’s invoices began in another
          shop, let them go on here from its last number.
        </p>
        <Problem error={error} />
        <ul className="grid gap-2">
          {series.map((one) => (
            <li key={one.start} className="flex flex-wrap items-baseline gap-x-4">
              <span>
                {NAMES[one.document]}{" "}
                <strong className="whitespace-nowrap">{documentNumber(one.start, one.next)}</strong>
              </span>
              <button
                type="button"
                className="text-link py-1"
                aria-label={`Set the next number of ${one.start}`}
                onClick={() => setChosen(one)}
              >
                Set
              </button>
            </li>
          ))}
        </ul>
      </Panel>
      {chosen && (
        <NextNumberForm
          series={chosen}
          onSet={(after) => {
            setSeries(after);
            setChosen(null);
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  );
}

interface NextNumberFormProps {
  series: DocumentSeries;
  onSet: (after: readonly DocumentSeries[]) => void;
  onClose: () => void;
}

function NextNumberForm({ series: { document, start, next, max }, onSet, onClose }: NextNumberFormProps) {
  const [typed, setTyped] = useState(String(next));
  const { run, busy, error } = useAction();
  const serial = isWholeNumber(typed, next, max) ? Number(typed) : undefined;
  return (
    <DialogForm
      title={`Next ${NAMES[document].toLowerCase()} of ${start}`}
      submit="Set it"
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          const body = { document, start, next: /^\s*\d{1,8}\s*$/.test(typed) ? Number(typed) : 0 };
          onSet((await call("setNextNumber", { body })).series);
        })
      }
      onClose={onClose}
    >
      <Field
        label="Next number"
        hint={`A whole number from ${next} to ${max}. It can’t be set back.`}
        error={fieldMessage(error, "next")}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status">
        {serial !== undefined && serial > next && (
          <>
            The next one is <strong>{documentNumber(start, serial)}</strong>.{" "}
            {serial - next === 1
              ? `${documentNumber(start, next)} is never given here`
              : `${documentNumber(start, next)} to ${documentNumber(start, serial - 1)} are never given here`}
            : the month’s return needs them from where they were issued.
          </>
        )}
      </p>
    </DialogForm>
  );
}
