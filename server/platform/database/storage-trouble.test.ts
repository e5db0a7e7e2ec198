import { expect, it } from "vitest";
import { noteStorageTrouble, storageTrouble } from "./storage-trouble.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 29, 12, minutes));

it("the last error that somebody has to mend is remembered for a quarter of an hour", () => {
  expect(storageTrouble(at(0))).toBeNull();
  noteStorageTrouble("23505", at(0));
  noteStorageTrouble("53200", at(0));
  noteStorageTrouble(undefined, at(0));
  expect(storageTrouble(at(0))).toBeNull();
  noteStorageTrouble("53100", at(1));
  expect(storageTrouble(at(15))).toEqual({ trouble: "disk_full", at: at(1) });
  noteStorageTrouble("53400", at(15));
  expect(storageTrouble(at(29))).toEqual({ trouble: "limit_exceeded", at: at(15) });
  noteStorageTrouble("58030", at(29));
  expect(storageTrouble(at(43))?.trouble).toBe("files_broken");
  expect(storageTrouble(at(44))).toBeNull();
});
