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
      <button type="button" className="button-primary" onClick={onDone}>
        I’ve stored them
      </button>
    </div>
  );
}
