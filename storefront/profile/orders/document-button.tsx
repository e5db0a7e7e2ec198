import { documentPath, type OrderDocument } from "../../../contract/orders/routes.ts";
import { browserDownload } from "../../api/browser.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { type ButtonLook, WaitingButton } from "./waiting-button.tsx";

const NAMES: Record<OrderDocument, string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
  "receipt-voucher": "Receipt voucher",
  "refund-voucher": "Refund voucher",
};

interface DocumentButtonProps {
  /** The order number. */
  number: string;
  document: OrderDocument;
  documentNumber: string;
  /** The position of the credit note or voucher, if there are several. */
  position?: number;
  look: ButtonLook;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Saves a document: downloading it needs the session, so it is not a link. */
export function DocumentButton({
  number,
  document,
  documentNumber,
  position,
  look,
  onStart,
  onError,
}: DocumentButtonProps) {
  const name = NAMES[document];
  const { running, start } = useRequest();
  const save = () => {
    onStart();
    void start(() => browserDownload(documentPath(number, document, position)), {
      onSuccess: (file) => saveFile(file, `${name} ${documentNumber.replaceAll("/", "-")}.pdf`),
      onError: (failed) => onError(`We couldn’t load the ${name.toLowerCase()}. ${failed.message}`),
    });
  };
  return (
    <WaitingButton running={running} doing="Downloading…" look={look} onClick={save}>
      <span>
        Download {name.toLowerCase()}
        {position !== undefined && (
          <>
            {" "}
            <span className="inline-block">{documentNumber}</span>
          </>
        )}
      </span>
    </WaitingButton>
  );
}

/** Makes the browser save a file, as if a link to it had been followed. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
