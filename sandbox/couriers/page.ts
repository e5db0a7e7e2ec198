/** The couriers' view of the demo's parcels, with buttons for what happens on the road and for what goes wrong. */

import type { FastifyInstance } from "fastify";
import { formatDateTime } from "../../contract/dates.ts";
import { formatRupees, paise } from "../../server/base/money.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { escapeHtml } from "../../server/platform/mail/html.ts";
import { sendPage } from "../page.ts";
import { addScan, findParcel, listParcels, type SandboxParcel } from "./parcels.ts";
import { readSwitch, type SwitchName, setSwitch } from "./switches.ts";

const LISTED = 100;
const MINUTE_MS = 60_000;

/** What happens to a parcel, in Shiprocket's `shipment_status_id` and words. */
const SCANS = {
  picked_up: { label: "Pick up", code: "42", text: "Picked Up", place: "Bengaluru" },
  in_transit: { label: "In transit", code: "18", text: "In Transit", place: "Bengaluru Hub" },
  out: { label: "Out for delivery", code: "17", text: "Out For Delivery", place: "Destination" },
  failed: { label: "Delivery fails", code: "21", text: "Undelivered - Customer not available", place: "Destination" },
  delivered: { label: "Deliver", code: "7", text: "Delivered", place: "Destination" },
  returning: { label: "Send back", code: "9", text: "RTO Initiated", place: "Destination" },
  returned: { label: "Came back", code: "10", text: "RTO Delivered", place: "Bengaluru" },
  lost: { label: "Lose it", code: "12", text: "Lost", place: "" },
} as const;
type ScanName = keyof typeof SCANS;

const SWITCHES: Readonly<Record<string, { label: string; name: SwitchName; value: () => number }>> = {
  empty: { label: "Empty the wallet", name: "wallet", value: () => 0 },
  fill: { label: "Fill the wallet", name: "wallet", value: () => 500_000 },
  block: { label: "Answer 403 for a minute", name: "blocked_until", value: () => Date.now() + MINUTE_MS },
  down: { label: "Be down for ten minutes", name: "down_until", value: () => Date.now() + 10 * MINUTE_MS },
  lose: { label: "Lose the next answer after acting", name: "lose_next", value: () => 1 },
};

export async function couriersPageRoute(
  app: FastifyInstance,
  { db, path }: { db: Database; path: string },
): Promise<void> {
  app.get("/", async (_request, reply) => {
    const parcels = await listParcels(db, LISTED);
    const wallet = paise(Math.max(0, await readSwitch(db, "wallet")));
    const body = `<h1>Couriers</h1>
<p class="about">The couriers’ view of the demo’s parcels. Nothing leaves this computer. The wallet has ${formatRupees(wallet)}. Pincodes that end in 00 are not served, those in 98 only prepaid, those in 97 by air alone.</p>
<ul><li class="record">${buttons(Object.entries(SWITCHES).map(([name, { label }]) => [`${path}/switches/${name}`, label]))}</li></ul>
<ul>${parcels.map((parcel) => row(parcel, path)).join("\n")}</ul>
${parcels.length === 0 ? "<p>No parcels yet. Book a courier for an order in the back office.</p>" : ""}`;
    return sendPage(reply, { title: "Couriers, sandbox", body });
  });
  // The forms of this page have no fields.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, _body, done) =>
    done(null, undefined),
  );
  app.post("/switches/:name", async (request, reply) => {
    const { name } = request.params as { name: string };
    const chosen = Object.hasOwn(SWITCHES, name) ? SWITCHES[name] : undefined;
    if (!chosen) return reply.callNotFound();
    await setSwitch(db, chosen.name, chosen.value());
    return reply.redirect(path, 303);
  });
  app.post("/parcels/:id/:scan", async (request, reply) => {
    const { id, scan } = request.params as { id: string; scan: string };
    const parcel = /^\d{1,15}$/.test(id) ? await findParcel(db, { id: Number(id) }) : null;
    if (!parcel || !isScan(scan)) return reply.callNotFound();
    if (parcel.awb) {
      const { code, text, place } = SCANS[scan];
      await addScan(db, parcel, text.toUpperCase().split(" - ")[0] ?? "", {
        at: new Date().toISOString(),
        code,
        text,
        place,
      });
    }
    return reply.redirect(path, 303);
  });
}

const isScan = (name: string): name is ScanName => Object.hasOwn(SCANS, name);

/** Shows a parcel, with buttons for what happens to it next. */
function row({ id, reference, awb, status, codPaise, scans, createdAt }: SandboxParcel, path: string): string {
  const last = scans.at(-1);
  return `<li class="record"><strong>${escapeHtml(awb ?? "no AWB")}</strong> ${escapeHtml(reference)}, ${escapeHtml(status)}${codPaise > 0 ? `, collects ${formatRupees(paise(codPaise))}` : ", prepaid"}
<small>${formatDateTime(createdAt)}</small>
${last ? `<p class="entry">${escapeHtml(last.text)}, ${formatDateTime(last.at)}</p>` : ""}
${
  awb === null
    ? ""
    : buttons(Object.entries(SCANS).map(([name, { label }]) => [`${path}/parcels/${id}/${name}`, label]))
}</li>`;
}

const buttons = (actions: readonly [string, string][]) =>
  `<form class="entry-actions" method="post">${actions.map(([action, label]) => `<button formaction="${action}">${label}</button>`).join("")}</form>`;
