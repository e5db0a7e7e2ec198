/** Which pincodes the couriers of the shop's accounts serve, remembered in the database for all instances. */

import { setTimeout } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, MINUTE_MS } from "../../../contract/dates.ts";
import { paise } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount, courierService } from "../../platform/database/schema.ts";
import { createLocalLimits } from "../../platform/rate-limits/local-limits.ts";
import { ANY_SERVICE, type ReadCourierService } from "../../selling/shipping/courier-service.ts";
import type { AccountRow } from "./accounts.ts";
import type { CourierProvider } from "./provider.ts";
import type { CourierProviders } from "./providers.ts";

/** How long an answer is used. */
const ANSWERED_FOR_MS = 7 * DAY_MS;
/** After how long a courier that gave none is asked again. */
const UNANSWERED_FOR_MS = MINUTE_MS;
/** How long a shopper waits for couriers. */
const MAX_WAIT_MS = 1500;
/** Questions of one instance to one account: couriers block a server that asks much more, also for bookings. */
const ASKED = { limit: 60, windowSeconds: 60 };
/** Couriers are asked for nothing else, which an agent may send. */
const PINCODE = /^[1-9][0-9]{5}$/;
/** A usual parcel, since the content is not known yet. */
const PARCEL = { grams: 500, codPaise: paise(50_000), valuePaise: paise(50_000) };

interface Deps {
  db: Database;
  providers: CourierProviders;
  /** Whether the owner lets couriers decide where the shop sells. */
  doTheyDecide: () => Promise<boolean>;
  log: FastifyBaseLogger;
}

type ServiceRow = typeof courierService.$inferSelect;

interface Answer {
  prepaid: boolean;
  cod: boolean;
  alcoholFreePrepaid: boolean;
  alcoholFreeCod: boolean;
}

/** Answers of the accounts that are switched on and whose keys are set; an account that has given none counts as serving. */
export function createCourierService({ db, providers, doTheyDecide, log }: Deps): ReadCourierService {
  const limits = createLocalLimits();

  /** Asks an account and stores its answer, also one that comes too late for who waits. @returns null without one */
  async function ask(account: AccountRow, provider: CourierProvider, pincode: string): Promise<Answer | null> {
    let answer: Answer | null = null;
    try {
      limits.consume(String(account.id), ASKED);
      const route = { fromPincode: account.pickupPincode, toPincode: pincode, ...PARCEL };
      const { any, surface } = await provider.readService(route);
      const withAlcohol = account.surfaceOnly ? surface : any;
      answer = { ...withAlcohol, alcoholFreePrepaid: any.prepaid, alcoholFreeCod: any.cod };
    } catch (error) {
      log.warn({ err: error, account: account.id }, "a courier has not said whether it serves a pincode");
    }
    const found = { ...(answer ?? NONE), askedAt: new Date() };
    await db
      .insert(courierService)
      .values({ accountId: account.id, pincode, ...found })
      .onConflictDoUpdate({ target: [courierService.accountId, courierService.pincode], set: found });
    return answer;
  }

  /** @param known what it has said before */
  function readAnswer(
    { account, provider, known }: { account: AccountRow; provider: CourierProvider; known: ServiceRow | null },
    pincode: string,
  ): Answer | null | Promise<Answer | null> {
    const answer = known && isAnswer(known) ? known : null;
    if (known && Date.now() - known.askedAt.getTime() < (answer ? ANSWERED_FOR_MS : UNANSWERED_FOR_MS)) return answer;
    const asked = ask(account, provider, pincode).catch((error) => {
      log.error({ err: error }, "a courier's answer about a pincode could not be stored");
      return null;
    });
    return Promise.race([asked, setTimeout(MAX_WAIT_MS, null, { ref: false })]);
  }

  return async (pincode) => {
    if (providers.size === 0 || !PINCODE.test(pincode) || !(await doTheyDecide())) return ANY_SERVICE;
    const accounts = await db
      .select({ account: courierAccount, known: courierService })
      .from(courierAccount)
      .leftJoin(
        courierService,
        and(eq(courierService.accountId, courierAccount.id), eq(courierService.pincode, pincode)),
      )
      .where(eq(courierAccount.isEnabled, true));
    const connected = accounts.flatMap(({ account, known }) => {
      const provider = providers.get(account.provider);
      return provider ? [{ account, provider, known }] : [];
    });
    if (connected.length === 0) return ANY_SERVICE;
    const answers = await Promise.all(connected.map((one) => readAnswer(one, pincode)));
    const says = (one: keyof Answer) => answers.some((answer) => answer === null || answer[one]);
    return {
      withAlcohol: { isServed: says("prepaid") || says("cod"), takesCash: says("cod") },
      alcoholFree: {
        isServed: says("alcoholFreePrepaid") || says("alcoholFreeCod"),
        takesCash: says("alcoholFreeCod"),
      },
    };
  };
}

const NONE = { prepaid: null, cod: null, alcoholFreePrepaid: null, alcoholFreeCod: null };

/** An answer of the release before says nothing of parcels without alcohol. */
const isAnswer = (row: ServiceRow): row is ServiceRow & Answer =>
  row.prepaid !== null && row.cod !== null && row.alcoholFreePrepaid !== null && row.alcoholFreeCod !== null;
