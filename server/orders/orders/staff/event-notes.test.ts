import { expect, it } from "vitest";
import { noteForStaff } from "./event-notes.ts";

it.each([
  ["Your reason: You paid me back too little.", "Reason: You paid me back too little."],
  [
    "You paid ₹99.00 in advance. ₹900.00 is due on delivery.",
    "The customer paid ₹99.00 in advance. ₹900.00 is due on delivery.",
  ],
  ["You confirmed the order.", "The customer confirmed the order."],
  ["Return accepted. We’re sending you 1 × Mitti again.", "Return accepted. We’re sending 1 × Mitti again."],
  [
    "Added: 1 × Mitti. This waits for your payment of ₹99.00.",
    "Added: 1 × Mitti. This waits for the payment of ₹99.00.",
  ],
  ["The parcel was lost in transit.", "The parcel was lost in transit."],
])("the note %j is said to staff as %j", (note, said) => {
  expect(noteForStaff(note)).toBe(said);
});
