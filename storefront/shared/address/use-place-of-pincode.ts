import { useRef } from "react";
import { api } from "../../api/api.ts";
import type { FormHandle } from "../form/use-form.ts";

const COMPLETE = /^[0-9]{6}$/;

/**
 * Fills in city and state of a known pincode. Does not overwrite typed values; replaces values that it filled in itself. An unknown pincode
 * is not an error.
 * @returns the input handler of the pincode
 */
export function usePlaceOfPincode(form: FormHandle, prefix: string): () => void {
  const filled = useRef<Record<string, string>>({});

  const fill = async () => {
    const typed = () => form.read(`${prefix}pincode`).trim();
    const pincode = typed();
    if (!COMPLETE.test(pincode)) return;
    const place = await api.readPincode({ params: { pincode } }).catch(() => null);
    if (!place || typed() !== pincode) return;
    for (const [part, value] of Object.entries(place)) {
      const name = prefix + part;
      if (!["", filled.current[name]].includes(form.read(name))) continue;
      filled.current[name] = value;
      form.fill({ [name]: value });
    }
  };
  return () => void fill();
}
