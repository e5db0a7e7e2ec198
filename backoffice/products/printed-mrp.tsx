/** The statement that the packs in stock carry a raised MRP, without which the server raises none. */

import type { AdminSize } from "../../contract/admin/products.ts";
import { readNumber } from "./product-draft.ts";

export const PACKS_CARRY_MRP = "The packs in stock carry this MRP";

/** Whether typed prices put the MRP above the stored one. */
export function raisesMrp(
  { price, originalPrice }: Pick<AdminSize, "price" | "originalPrice">,
  typed: { price?: string; originalPrice?: string },
): boolean {
  const mrp = Math.max(...[typed.price, typed.originalPrice].map((text) => Number(readNumber(text ?? "")) || 0));
  return mrp > (originalPrice ?? price);
}

interface PacksCarryMrpProps {
  /** Where or when they carry it. */
  where?: string;
  checked: boolean;
  disabled?: boolean;
  onChange: (isChecked: boolean) => void;
}

export function PacksCarryMrp({ where = "", checked, disabled = false, onChange }: PacksCarryMrpProps) {
  return (
    <label className="flex items-center gap-2 py-1">
      <input
        type="checkbox"
        disabled={disabled}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {[PACKS_CARRY_MRP, where].filter(Boolean).join(" ")}. Nobody may sell them above what they carry.
    </label>
  );
}
