import { documentPath, type OrderDocument } from "../../../contract/orders/routes.ts";
import { browserDownload } from "../../api/browser.ts";
import { useRequest } from "../../shared/form/use-request.ts";
import { saveFile } from "./save-file.ts";
import { WaitingButton } from "./waiting-button.tsx";

const NAMES: Record<OrderDocument, string> = { invoice: "Invoice", "credit-note": "Credit note" };

interface DocumentButtonProps {
  /** The order's. */
  number: string;
  document: OrderDocument;
  documentNumber: string;
  onStart: () => void;
  onError: (message: string) => void;
}

/** Saves an invoice or credit note as a file: it can be fetched with the session alone, so a link would not do. */
export function DocumentButton({ number, document, documentNumber, onStart, onError }: DocumentButtonProps) {
  const name = NAMES[document];
  const { running, start } = useRequest();
  const save = () => {
    onStart();
    void start(() => browserDownload(documentPath(number, document)), {
      onSuccess: (file) => saveFile(file, `${name} ${documentNumber.replaceAll("/", "-")}.pdf`),
      onError: (failed) => onError(`We couldn’t load the ${name.toLowerCase()}. ${failed.message}`),
    });
  };
  return (
    <WaitingButton running={running} onClick={save}>
      Download {name.toLowerCase()}
    </WaitingButton>
  );
}
