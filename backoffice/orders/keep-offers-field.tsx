interface KeepOffersFieldProps {
  value: boolean;
  onChange: (keepsOffers: boolean) => void;
}

/** Asks whether the rest of an order keeps its offers, because the shop is at fault. */
export function KeepOffersField({ value, onChange }: KeepOffersFieldProps) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" className="mt-1" checked={value} onChange={(event) => onChange(event.target.checked)} />
      <span>
        Keep the offers for the rest
        <span className="block text-bark text-small">
          Tick it if the shop or the courier is at fault. Otherwise the rest costs what it would have cost alone, and
          the refund is less by what its offers took off.
        </span>
      </span>
    </label>
  );
}
