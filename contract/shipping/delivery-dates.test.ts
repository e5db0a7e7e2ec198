import { describe, expect, it } from "vitest";
import { formatWeekday } from "../dates.ts";
import { deliveryDates } from "./delivery-dates.ts";

/** Monday to Saturday; Christmas 2026 is a Friday. */
const calendar = { weekdays: [1, 2, 3, 4, 5, 6], holidays: ["2026-12-25"] };
const transit = { cutOff: "14:00", minDays: 2, maxDays: 4 };
const dates = (now: string) => deliveryDates(transit, calendar, new Date(now));

describe("the promised days of delivery", () => {
  it.each([
    // Monday 1:59 PM: leaves on Monday 23, arrives Wednesday 25 to Friday 27.
    ["2026-11-23T13:59:00+05:30", "2026-11-23", "2026-11-25", "2026-11-27"],
    // Monday 2:00 PM: leaves on Tuesday 24, arrives Thursday 26 to Saturday 28.
    ["2026-11-23T14:00:00+05:30", "2026-11-24", "2026-11-26", "2026-11-28"],
    // Saturday afternoon: leaves on Monday 30.
    ["2026-11-28T18:00:00+05:30", "2026-11-30", "2026-12-02", "2026-12-04"],
    // Sunday morning: leaves on Monday 30.
    ["2026-11-29T09:00:00+05:30", "2026-11-30", "2026-12-02", "2026-12-04"],
    // Wednesday 23 December: Christmas and the Sunday do not count: 24, 26 | 28, 29.
    ["2026-12-23T10:00:00+05:30", "2026-12-23", "2026-12-26", "2026-12-29"],
    // On the holiday itself nothing leaves.
    ["2026-12-25T10:00:00+05:30", "2026-12-26", "2026-12-29", "2026-12-31"],
    // 11 PM on Monday in London is Tuesday 4:30 AM in India.
    ["2026-11-23T23:00:00Z", "2026-11-24", "2026-11-26", "2026-11-28"],
  ])("of an order at %s count working days from its dispatch", (now, dispatch, earliest, latest) => {
    expect(dates(now)).toEqual({ dispatch, earliest, latest });
  });

  it("are the day of dispatch where transit takes no day", () => {
    const sameDay = { cutOff: "10:30", minDays: 0, maxDays: 0 };
    const monday = { dispatch: "2026-11-23", earliest: "2026-11-23", latest: "2026-11-23" };
    expect(deliveryDates(sameDay, calendar, new Date("2026-11-23T10:29:59+05:30"))).toEqual(monday);
  });

  it("are not promised by a shop without working days", () => {
    expect(deliveryDates(transit, { weekdays: [], holidays: [] }, new Date())).toBeNull();
  });

  it("are shown with their weekday", () => {
    expect(formatWeekday("2026-11-27")).toBe("Fri, 27 Nov");
    expect(formatWeekday("2027-01-01")).toBe("Fri, 1 Jan");
  });
});
