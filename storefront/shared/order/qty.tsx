/** The word before a number of units: short to read, whole to hear. */
export const Qty = () => (
  <>
    <span className="sr-only">Quantity</span>
    <span aria-hidden="true">Qty</span>
  </>
);
