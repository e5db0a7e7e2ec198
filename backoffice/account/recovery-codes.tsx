import { saveFile } from "../shared/save-file.ts";

/** Shows new recovery codes once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="grid gap-4">
      <p>
        Each of these replaces your authenticator app once, if you lose your phone. Print them or store them in a
        password manager: they aren’t shown again.
      </p>
      <ul className="grid grid-cols-2 gap-2 bg-linen p-3 text-center font-semibold tracking-wider">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="button-primary grow" onClick={onDone}>
          I’ve stored them
        </button>
        <button
          type="button"
          className="button-quiet"
          onClick={() => saveFile("recovery-codes.txt", `${codes.join("\n")}\n`, "text/plain")}
        >
          Download
        </button>
      </div>
    </div>
  );
}
