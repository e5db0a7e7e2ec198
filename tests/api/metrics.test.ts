/** What Prometheus reads from the private port. */

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, Server } from "node:net";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createOrderEventReader } from "../../server/operations/metrics/shop-counts.ts";
import { LONGEST_WAIT_MS } from "../longest-wait.ts";
import { buyersOf } from "./buyers.ts";
import { rowsOf } from "./people.ts";
import { openShop, type TestShop } from "./shop.ts";

let shop: TestShop;
let shoppers: ReturnType<typeof buyersOf>;
let port: number;
beforeAll(async () => {
  port = await freePort();
  shop = await openShop({ environment: { METRICS_PORT: String(port) } });
  shoppers = buyersOf(shop);
  await shop.app.ready();
});
afterAll(() => shop?.close());
afterEach(() => void vi.useRealTimers());

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "localhost");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

const read = async () => (await fetch(`http://localhost:${port}/metrics`)).text();
/** Reads the metrics as they are later, when nothing of an earlier scrape is cached and changes of orders count. */
let seconds = 0;
async function readLater(): Promise<string> {
  seconds += 20;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });
  const clock = performance.now.bind(performance);
  const later = vi.spyOn(performance, "now").mockImplementation(() => clock() + seconds * 1000);
  const text = await read();
  later.mockRestore();
  vi.useRealTimers();
  return text;
}

/** The value of a series, such as `kewra_jobs{task="send_mail",state="due"}`; undefined if it is missing. */
function seriesValue(text: string, series: string): number | undefined {
  const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
  const wanted = labels === "" ? [] : labels.split(",").sort();
  for (const [, found, list = "", value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm))
    if (found === name && JSON.stringify(list === "" ? [] : list.split(",").sort()) === JSON.stringify(wanted))
      return Number(value);
  return undefined;
}

describe("the metrics", () => {
  it("count requests and their durations by route template, method and status class", async () => {
    await shop.get("/api/product/no-such-thing?email=asha@example.com");
    await shop.get("/api/product/another-thing");
    await shop.get("/no/such/page-of-asha@example.com");
    const text = await read();
    const series = (part: string, labels: string) =>
      seriesValue(text, `kewra_http_request_duration_seconds_${part}{${labels}}`);
    expect(series("count", 'method="GET",route="/api/product/:slug",status="4xx"')).toBe(2);
    expect(series("sum", 'method="GET",route="/api/product/:slug",status="4xx"')).toBeGreaterThan(0);
    expect(series("bucket", 'le="+Inf",method="GET",route="/api/product/:slug",status="4xx"')).toBe(2);
    expect(series("count", 'method="GET",route="unknown",status="4xx"')).toBe(1);
    expect(text).not.toMatch(/asha|no-such|another-thing/);
  });

  it("are at no route of the public port", async () => {
    for (const path of ["/metrics", "/metrics/", "/api/metrics"]) expect((await shop.get(path)).status).toBe(404);
  });

  it("are the only thing at the private port", async () => {
    for (const path of ["/", "/healthz", "/api/product", "/metrics/x"])
      expect((await fetch(`http://localhost:${port}${path}`)).status, path).toBe(404);
    expect((await fetch(`http://localhost:${port}/metrics`, { method: "POST" })).status).toBe(404);
  });

  it("are off unless METRICS_PORT is set", async () => {
    const listen = vi.spyOn(Server.prototype, "listen");
    const other = await openShop();
    await other.app.ready();
    expect(listen).not.toHaveBeenCalled();
    listen.mockRestore();
    await other.close();
  });

  it("keep the shop from opening if their port is taken", async () => {
    const other = await openShop({ environment: { METRICS_PORT: String(port) } });
    await expect(other.app.ready()).rejects.toThrow(/^Port \d+ is taken .* set another METRICS_PORT/);
    await other.close();
  });

  it("measure what the process uses: connections, page cache, disk, memory, event loop", async () => {
    const text = await read();
    expect(seriesValue(text, 'kewra_build_info{version="0.1.0"}')).toBe(1);
    expect(seriesValue(text, "kewra_http_connections")).toBe(0);
    expect(seriesValue(text, "kewra_database_up")).toBe(1);
    expect(seriesValue(text, 'kewra_database_connections{state="max"}')).toBe(4);
    expect(seriesValue(text, 'kewra_page_cache_requests_total{result="hit"}')).toBe(0);
    expect(seriesValue(text, "kewra_page_cache_bytes")).toBe(0);
    expect(seriesValue(text, "kewra_response_cache_bytes")).toBe(0);
    const [free, size] = ["free", "size"].map((part) => seriesValue(text, `kewra_data_disk_bytes{kind="${part}"}`));
    expect(free).toBeGreaterThan(0);
    expect(size).toBeGreaterThanOrEqual(free ?? Number.POSITIVE_INFINITY);
    expect(seriesValue(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \S+$/m);
  });

  it("count open orders, and what happens to orders", async () => {
    const before = await readLater();
    const product = await shoppers.sell({ stock: 10 });
    await (await shoppers.buyer({ [product]: 1 })).buy();
    await (await shoppers.buyer({ [product]: 1 })).order();
    const after = await readLater();
    const grown = (series: string) => (seriesValue(after, series) ?? 0) - (seriesValue(before, series) ?? 0);
    expect(grown('kewra_orders_open{state="paid"}')).toBe(1);
    expect(grown('kewra_orders_open{state="pending"}')).toBe(1);
    expect(seriesValue(after, 'kewra_orders_open_oldest_seconds{state="pending"}')).toBeGreaterThan(15);
    expect(grown('kewra_order_events_total{state="pending"}')).toBe(2);
    expect(grown('kewra_order_events_total{state="paid"}')).toBe(1);
    expect(seriesValue(after, "kewra_orders_overdue_seconds")).toBe(0);
    await shop.db.execute(sql`delete from job where task_identifier in ('check_order', 'expire_order')`);
    await shop.db.execute(sql`update customer_order set pay_until = now() - interval '1 hour' where state = 'pending'`);
    expect(seriesValue(await readLater(), "kewra_orders_overdue_seconds")).toBeGreaterThan(3600);
  });

  it("count payments, refunds and mails that are open or have failed, with the age of the oldest", async () => {
    const product = await shoppers.sell({ stock: 10 });
    await (await shoppers.buyer({ [product]: 1 })).buy();
    const [paid] = await rowsOf<{ id: number; order_id: number; amount_paise: number }>(
      shop,
      sql`update payment set state = 'authorized', created_at = now() - interval '1 day'
        where id = (select max(id) from payment) returning id, order_id, amount_paise`,
    );
    await shop.db.execute(sql`insert into refund (order_id, payment_id, amount_paise, reason, state, created_at)
      values (${paid?.order_id}, ${paid?.id}, ${paid?.amount_paise}, 'cancelled', 'failed', now())`);
    await shop.db.execute(sql`insert into mail (state, recipient, subject, text, html, message_id, created_at, expires_at)
      values ('failed', 'asha@example.com', 'Hello', '', '', 'm1', now(), now()),
        ('sent', 'asha@example.com', 'Hello', '', '', 'm2', now(), now())`);
    const text = await readLater();
    expect(seriesValue(text, 'kewra_payments_open{state="authorized"}')).toBe(1);
    expect(seriesValue(text, 'kewra_payments_open_oldest_seconds{state="authorized"}')).toBeGreaterThan(86_400);
    expect(seriesValue(text, 'kewra_refunds_open{state="requested"}')).toBe(0);
    expect(seriesValue(text, "kewra_refunds_failed")).toBe(1);
    expect(seriesValue(text, 'kewra_mails_unsent{state="failed"}')).toBe(1);
    expect(seriesValue(text, 'kewra_mails_unsent{state="sent"}')).toBeUndefined();
    expect(text).not.toContain("asha");
  });

  it("count jobs by task: due, running and failed ones, how long the first has been due, and attempts", async () => {
    await shop.db.execute(sql`insert into job (task_identifier, payload, run_at, locked_at, failed_at) values
      ('housekeeping', '{}', now() - interval '1 day', now(), null),
      ('housekeeping', '{}', now() + interval '1 day', null, null),
      ('housekeeping', '{}', now(), null, now())`);
    const text = await readLater();
    expect(seriesValue(text, 'kewra_jobs{task="housekeeping",state="due"}')).toBe(0);
    expect(seriesValue(text, 'kewra_jobs{task="housekeeping",state="running"}')).toBe(1);
    expect(seriesValue(text, 'kewra_jobs{task="housekeeping",state="failed"}')).toBe(1);
    expect(seriesValue(text, 'kewra_job_oldest_due_seconds{task="housekeeping"}')).toBe(0);
    // The mails of the orders above, which may be on their way.
    const sent = 'kewra_job_duration_seconds_count{task="send_mail",outcome="done"}';
    await vi.waitFor(async () => expect(seriesValue(await readLater(), sent)).toBeGreaterThan(0), {
      timeout: LONGEST_WAIT_MS,
    });
  });

  it("omit what a database that does not answer holds, and say so", async () => {
    const execute = vi.spyOn(shop.db, "select").mockImplementation(() => {
      throw new Error("away");
    });
    const text = await readLater();
    execute.mockRestore();
    expect(seriesValue(text, "kewra_database_up")).toBe(0);
    expect(seriesValue(text, 'kewra_jobs{task="send_mail",state="due"}')).toBeUndefined();
    expect(seriesValue(text, "kewra_refunds_failed")).toBeUndefined();
    expect(seriesValue(text, "kewra_http_connections")).toBe(0);
    expect(seriesValue(await readLater(), "kewra_refunds_failed")).toBe(1);
  });
});

it("a change of an order is counted once, and only when it must have been committed", async () => {
  const readEvents = createOrderEventReader(shop.db);
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);
  expect(await readEvents(inSeconds(0))).toEqual([]);
  const product = await shoppers.sell({ stock: 10 });
  await (await shoppers.buyer({ [product]: 1 })).order();
  expect(await readEvents(inSeconds(1))).toEqual([]);
  expect(await readEvents(inSeconds(20))).toEqual([{ state: "pending", events: 1 }]);
  expect(await readEvents(inSeconds(40))).toEqual([]);
});

describe("deploy/", () => {
  const deploy = join(import.meta.dirname, "../../deploy");
  const files = ["prometheus/alerts.yml", "prometheus/alerts.test.yml", "grafana/kewra.json"];
  /** Labels that Prometheus adds, and values that these tests do not cause. */
  const UNCHECKED = /^(job|instance|le|route|method|status|outcome)$/;

  it.each(files)("%s uses only metrics, labels and values that the shop exports", async (name) => {
    const text = await readLater();
    const families = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, family = "", type]) => [family, type]),
    );
    const known = [...families].flatMap(([family, type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => family + suffix) : [family],
    );
    const used = [
      ...readFileSync(join(deploy, name), "utf8")
        .replaceAll('\\"', '"')
        .matchAll(/\b((?:kewra|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g),
    ];
    expect(used.length).toBeGreaterThan(10);
    expect(used.map(([, metric = ""]) => metric).filter((metric) => !known.includes(metric))).toEqual([]);

    for (const [, metric = "", selector = ""] of used) {
      const series = [...text.matchAll(new RegExp(`^${metric}\\{(.*)\\} `, "gm"))].map(([, labels = ""]) => labels);
      // Such as of readers, which this shop has none of.
      if (series.length === 0) continue;
      for (const [, label = "", operator, values = ""] of selector.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
        if (UNCHECKED.test(label) || operator === "!=") continue;
        for (const value of values.split("|"))
          expect(
            series.some((labels) => labels.split(",").includes(`${label}="${value}"`)),
            `${metric} ${selector}`,
          ).toBe(true);
      }
    }
  });

  const PROMTOOL = process.env.PROMTOOL ?? "promtool";
  const promtool = (args: string[], input = "") =>
    execFileSync(PROMTOOL, args, { cwd: join(deploy, "prometheus"), input, encoding: "utf8", stdio: "pipe" });
  const hasPromtool = (() => {
    try {
      return /promtool/.test(promtool(["--version"]));
    } catch {
      return false;
    }
  })();

  // Debian's package prometheus has it; PROMTOOL may name the program.
  it.skipIf(!hasPromtool)("has alerts that fire when they should, by promtool", () => {
    expect(promtool(["check", "config", "prometheus.yml"])).toMatch(/SUCCESS: \d+ rules found/);
    expect(promtool(["test", "rules", "alerts.test.yml"])).toMatch(/SUCCESS/);
  });

  it.skipIf(!hasPromtool)("has metrics that follow the conventions, by promtool", async () => {
    const own = (await readLater()).split(/\n(?=# HELP )/).filter((family) => family.startsWith("# HELP kewra_"));
    expect(promtool(["check", "metrics"], `${own.map((family) => family.trim()).join("\n")}\n`)).toBe("");
  });
});
