import { expect, it } from "vitest";
import { clocksOf } from "./incident-clocks.ts";

const at = (time: string) => new Date(`2026-11-28T${time}:00.000Z`);
const OPEN = {
  noticedAt: at("10:00"),
  certInReportedAt: null,
  certInExempt: false,
  boardInformedAt: null,
  boardNotifiedAt: null,
  othersContactedAt: null,
  notices: [],
};
const stepsOf = (facts: object, now: Date) =>
  Object.fromEntries(clocksOf({ ...OPEN, ...facts }, now).map(({ step, ...clock }) => [step, clock]));

it("CERT-In has six hours, the details 72, and the rest is due without delay", () => {
  const clocks = clocksOf(OPEN, at("10:01"));
  expect(clocks.map(({ step, dueAt, isLate }) => [step, dueAt, isLate])).toEqual([
    ["cert_in", "2026-11-28T16:00:00.000Z", false],
    ["board_informed", null, false],
    ["people", null, false],
    ["others", null, false],
    ["board_details", "2026-12-01T10:00:00.000Z", false],
  ]);
});

it("a step is late once its hours are over, also when it was done after them", () => {
  expect(stepsOf({}, at("16:00")).cert_in?.isLate).toBe(false);
  expect(stepsOf({}, at("16:01")).cert_in?.isLate).toBe(true);
  const reported = { certInReportedAt: at("16:30") };
  expect(stepsOf(reported, at("17:00")).cert_in).toMatchObject({ doneAt: "2026-11-28T16:30:00.000Z", isLate: true });
  expect(stepsOf({}, new Date("2026-12-01T10:01:00Z")).people?.isLate).toBe(true);
});

it("CERT-In does not apply to what is no cyber incident", () => {
  expect(stepsOf({ certInExempt: true }, at("23:00")).cert_in).toMatchObject({ isNeeded: false, isLate: false });
});

it("the details inform the Board, and the first notice the people", () => {
  const notices = [
    { createdAt: at("12:00"), unreached: 0 },
    { createdAt: at("11:00"), unreached: 0 },
  ];
  const steps = stepsOf({ boardNotifiedAt: at("11:30"), notices }, at("13:00"));
  expect(steps.board_informed?.doneAt).toBe("2026-11-28T11:30:00.000Z");
  expect(steps.people?.doneAt).toBe("2026-11-28T11:00:00.000Z");
  expect(steps.others?.isNeeded).toBe(false);
});

it("people whom no email reaches must be contacted in another way", () => {
  const notices = [{ createdAt: at("11:00"), unreached: 2 }];
  expect(stepsOf({ notices }, at("12:00")).others).toMatchObject({ isNeeded: true, doneAt: null });
  const done = { notices, othersContactedAt: at("12:00") };
  expect(stepsOf(done, at("12:00")).others?.doneAt).toBe("2026-11-28T12:00:00.000Z");
});
