/** Masks a UPI ID so that only its owner recognises it: "as…@okaxis". */
export function maskUpiId(upiId: string): string {
  const [user = "", bank = ""] = upiId.split("@");
  return `${user.slice(0, 2)}…@${bank}`;
}
