/** The pincode whose delivery date the visitor last asked for, in this browser. */

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
    // Not remembered then.
  }
}
