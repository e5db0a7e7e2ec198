import { BUYERS, PRODUCT_SLUGS } from "./buyers.ts";
import { type BuyingResult, STEPS } from "./buying.ts";
import { type MeasuredServer, startBuyers } from "./processes.ts";
import type { Provider } from "./start-provider.ts";

/** The benchmark of end-to-end purchases; not compared with a baseline. */
export const PURCHASE_BENCHMARK = "purchase";

export interface PurchaseMeasurement extends BuyingResult {
  products: number;
  /** Concurrent customers. */
  customers: number;
  /** SQL statements of the server per purchase, including those of mails and webhooks meanwhile. */
  statementsPerPurchase: number;
  /** Processor time of the server per purchase, in milliseconds; it depends less than the rate on other work on the machine. */
  cpuPerPurchase: number;
  /** Mails that are unsent at the end, because they are sent later. */
  unsentMails: number;
}

const WARM_UP_SECONDS = 1;

/** Measures purchases of one customer alone, then of all at once, and then how many products per second all add to their carts. */
export async function measurePurchases(
  server: MeasuredServer,
  provider: Provider,
  seconds: number,
): Promise<{ purchases: Omit<PurchaseMeasurement, "products">[]; addsPerSecond: number }> {
  const buyers = startBuyers();
  await provider.serve(server.url);
  try {
    const products = await Promise.all(PRODUCT_SLUGS.map((slug) => fetchProductId(server.url, slug)));
    const run = (customers: number, duration: number, onlyAdd = false) =>
      buyers.run({
        url: server.url,
        provider: provider.url,
        tokens: BUYERS.slice(0, customers).map(({ token }) => token),
        products,
        seconds: duration,
        onlyAdd,
      });
    await run(BUYERS.length, WARM_UP_SECONDS);
    const measured = [];
    for (const customers of [1, BUYERS.length]) {
      const before = await server.ownMetrics();
      const result = await run(customers, seconds);
      const after = await server.ownMetrics();
      measured.push({
        customers,
        ...result,
        statementsPerPurchase: (after.statements - before.statements) / result.purchases,
        cpuPerPurchase: (after.processor - before.processor) / 1000 / result.purchases,
        unsentMails: after.unsentMails,
      });
    }
    // Last, because it leaves full carts.
    const { perSecond } = await run(BUYERS.length, seconds, true);
    return { purchases: measured, addsPerSecond: perSecond };
  } finally {
    await buyers.stop();
  }
}

async function fetchProductId(url: string, slug: string): Promise<string> {
  const response = await fetch(`${url}/api/product/${slug}`);
  const { data } = (await response.json()) as { data: { _id: string } };
  return data._id;
}

/** Formats the measurements as a table. */
export function purchaseTable(measurements: PurchaseMeasurement[]): string {
  const header = [
    "products",
    "customers",
    "purchases/s",
    "p50 ms",
    "p99 ms",
    "statements",
    "CPU ms",
    "unsent mails",
    ...STEPS.map((step) => `${step} p50 / p99`),
  ];
  const rows = measurements.map(({ steps, ...measured }) => [
    measured.products.toLocaleString("en"),
    String(measured.customers),
    measured.perSecond.toFixed(0),
    measured.total.p50.toFixed(1),
    measured.total.p99.toFixed(1),
    measured.statementsPerPurchase.toFixed(1),
    measured.cpuPerPurchase.toFixed(1),
    String(measured.unsentMails),
    ...STEPS.map((step) => `${steps[step].p50.toFixed(1)} / ${steps[step].p99.toFixed(1)}`),
  ]);
  return [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
