/** The couriers' view of the demo's parcels, with buttons for what happens on the road and for what goes wrong. */

import type { FastifyInstance } from "fastify";
import { COURIER_PROVIDERS, type CourierProviderName } from "../../contract/couriers.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { formatRupees, paise } from "../../server/base/money.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { escapeHtml } from "../../server/platform/mail/html.ts";
import { sendPage } from "../page.ts";
import { happen, isStep, STEPS } from "./journey.ts";
import { listParcels, type SandboxParcel } from "./parcels.ts";
import { readHook, setHook } from "./pushes.ts";
import { readSwitch, type SwitchName, setSwitch } from "./switches.ts";

const COURIER_NAMES: Readonly<Record<CourierProviderName, string>> = {
  shiprocket: "Shiprocket",
  delhivery: "Delhivery",
};
const LISTED = 100;
const MINUTE_MS = 60_000;

const SWITCHES: Readonly<Record<string, { label: string; name: SwitchName; value: () => number }>> = {
  empty: { label: "Empty the wallet", name: "wallet", value: () => 0 },
  fill: { label: "Fill the wallet", name: "wallet", value: () => 500_000 },
  block: { label: "Answer 403 for a minute", name: "blocked_until", value: () => Date.now() + MINUTE_MS },
  down: { label: "Be down for ten minutes", name: "down_until", value: () => Date.now() + 10 * MINUTE_MS },
  slow: { label: "Take five seconds, for ten minutes", name: "slow_until", value: () => Date.now() + 10 * MINUTE_MS },
  drop: { label: "Drop the next push", name: "drop_pushes", value: () => 1 },
  twice: { label: "Push twice", name: "push_twice", value: () => 1 },
  backwards: { label: "Push backwards", name: "push_backwards", value: () => 1 },
  once: { label: "Push once", name: "push_twice", value: () => 0 },
  forwards: { label: "Push in order", name: "push_backwards", value: () => 0 },
  lose: { label: "Lose the next answer after acting", name: "lose_next", value: () => 1 },
};

export async function couriersPageRoute(
  app: FastifyInstance,
  { db, path }: { db: Database; path: string },
): Promise<void> {
  app.get("/", async (_request, reply) => {
    const parcels = await listParcels(db, LISTED);
    const wallet = paise(Math.max(0, await readSwitch(db, "wallet")));
    const hooks = (
      await Promise.all(
        COURIER_PROVIDERS.map(async (courier) => {
          const label = `${COURIER_NAMES[courier]} pushes to`;
          return `<form class="entry-actions own" method="post" action="${path}/hook"><input type="hidden" name="courier" value="${courier}"><label>${label} <input name="url" type="url" maxlength="300" value="${escapeHtml(await readHook(db, courier))}"></label><button>Save</button></form>`;
        }),
      )
    ).join("\n");
    const body = `<h1>Couriers</h1>
<p class="about">The couriers’ view of the demo’s parcels. Nothing leaves this computer. The wallet has ${formatRupees(wallet)}. Pincodes that end in 00 are not served, those in 98 only prepaid, those in 97 by Shiprocket’s air couriers alone, which are the only ones to collect cash in 95; those in 96 have an embargo of Delhivery’s.</p>
<ul><li class="record">${buttons(Object.entries(SWITCHES).map(([name, { label }]) => [`${path}/switches/${name}`, label]))}</li></ul>
${hooks}
<ul>${parcels.map((parcel) => row(parcel, path)).join("\n")}</ul>
${parcels.length === 0 ? "<p>No parcels yet. Book a courier for an order in the back office.</p>" : ""}`;
    return sendPage(reply, { title: "Couriers, sandbox", body });
  });
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post("/hook", async (request, reply) => {
    const { courier, url = "" } = (request.body ?? {}) as Record<string, string>;
    const chosen = COURIER_PROVIDERS.find((one) => one === courier);
    if (chosen && (url === "" || URL.canParse(url))) await setHook(db, chosen, url.slice(0, 300));
    return reply.redirect(path, 303);
  });
  app.post("/switches/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const chosen = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined;
    if (!chosen) return reply.callNotFound();
    await setSwitch(db, chosen.name, chosen.value());
    return reply.redirect(path, 303);
  });
  app.post("/parcels/:id/:scan", async (request, reply) => {
    const { id, scan } = request.params as { id: string; scan: string };
    if (!/^\d{1,15}$/.test(id) || !isStep(scan)) return reply.callNotFound();
    await happen(db, Number(id), scan);
    return reply.redirect(path, 303);
  });
}

/** Shows a parcel, with buttons for what happens to it next. */
function row({ id, reference, awb, status, codPaise, scans, createdAt }: SandboxParcel, path: string): string {
  const last = scans.at(-1);
  return `<li class="record"><strong>${escapeHtml(awb ?? "no AWB")}</strong> ${escapeHtml(reference)}, ${escapeHtml(status)}${codPaise > 0 ? `, collects ${formatRupees(paise(codPaise))}` : ", prepaid"}
<small>${formatDateTime(createdAt)}</small>
${last ? `<p class="entry">${escapeHtml(last.text)}, ${formatDateTime(last.at)}</p>` : ""}
${
  awb === null
    ? ""
    : buttons(Object.entries(STEPS).map(([name, { label }]) => [`${path}/parcels/${id}/${name}`, label]))
}</li>`;
}

const buttons = (actions: readonly [string, string][]) =>
  `<form class="entry-actions" method="post">${actions.map(([action, label]) => `<button formaction="${action}">${label}</button>`).join("")}</form>`;
