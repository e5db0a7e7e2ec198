import { expect, it } from "vitest";
import { paise } from "../../base/money.ts";
import { reasonTexts } from "./removal-texts.ts";

const FREE = { reasons: [], paidPaise: paise(0), worthPaise: paise(299_900), kept: {} };

it("a unit is free only as long as nothing is refunded for it", () => {
  expect(reasonTexts({ ...FREE, totalPaise: paise(0) } as never)).toHaveLength(1);
  // It was paid for when another unit went before.
  expect(reasonTexts({ ...FREE, totalPaise: paise(189_900) } as never)).toEqual([]);
});
