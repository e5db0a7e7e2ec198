/** Remembers in this browser the pincode for which the visitor last asked the delivery date. */

const KEY = "pincode";

/** @returns an empty text without one, or in a browser that forbids storage */
export function readPincode(): string {
  try {
    const stored = window.localStorage.getItem(KEY) ?? "";
    return /^[0-9]{6}$/.test(stored) ? stored : "";
  } catch {
    return "";
  }
}

export function storePincode(pincode: string): void {
  try {
    window.localStorage.setItem(KEY, pincode);
  } catch {
    // A browser that forbids storage does not remember it.
  }
}
