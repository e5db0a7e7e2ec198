/**
 * Every write to the back office's API is an entry of the audit log. Each test that opens a shop checks it of each request that succeeds;
 * after a run of all files, `requireAllAudited` finds the endpoints of which no test has proved it.
 */

import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import findMyWay from "find-my-way";
import type { AdminEndpoint } from "../../contract/admin/endpoint.ts";
import { type AdminEndpointName, adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { auditEntry } from "../../server/platform/database/schema.ts";

type Writing = {
  [Name in AdminEndpointName]: (typeof adminEndpoints)[Name]["method"] extends "GET" ? never : Name;
}[AdminEndpointName];

const NOTHING_STORED = "stores nothing";
const CHALLENGE = "computes what a passkey signs; its use is what counts";
const PICTURE = "a stored picture shows nowhere until something that is logged refers to it";
const BY_JOB = "its job records what it has stored, undone or found, with the request's id";

/** The endpoints that write no entry, and why. */
const UNAUDITED: Partial<Record<Writing, string>> = {
  signInToDemo: "nobody signs in: every visitor of a demo may be its owner",
  signOut: "ends the member's own session",
  stepUp: "extends what the member's own session may do for minutes",
  stepUpWithPasskey: "extends what the member's own session may do for minutes",
  openInvitation: NOTHING_STORED,
  openSetup: "stores nothing but another invitation of the first owner, which is logged",
  testSetupMail: NOTHING_STORED,
  setUpShop: "stores nothing in the demo that it ends; the database of the shop has its entries",
  startPasskey: CHALLENGE,
  startPasskeySignIn: CHALLENGE,
  startPasskeyStepUp: CHALLENGE,
  previewContent: NOTHING_STORED,
  previewAdminProduct: NOTHING_STORED,
  previewIncidentNotice: NOTHING_STORED,
  previewCampaign: NOTHING_STORED,
  testCampaign: "emails a draft to its author alone",
  checkPincode: NOTHING_STORED,
  checkParcelFile: NOTHING_STORED,
  checkDeliveredFile: NOTHING_STORED,
  readPurchaseRows: NOTHING_STORED,
  uploadBrandMark: PICTURE,
  uploadContentPicture: PICTURE,
  uploadProductPicture: PICTURE,
  cropProductPicture: PICTURE,
  uploadCategoryPicture: PICTURE,
  compareImport: "changes nothing but what the page of the file shows",
  storeImport: BY_JOB,
  undoImport: BY_JOB,
};

/** The endpoints that succeed without an entry when there is nothing to change, and when that is. */
const MAY_CHANGE_NOTHING: Partial<Record<Writing, string>> = {
  uploadSettlement: "without a digest it compares",
  uploadRemittance: "without a digest it compares",
  uploadCourierBill: "without a digest it compares",
  bookParcels: "each order stands for itself",
  handOverParcels: "each order stands for itself",
  uploadRedirects: "without a digest it compares",
  storeMovedPeople: "the file is being stored already",
  stopMovedPeople: "no job is at work on the file",
  undoMovedPeople: "the file is being undone already",
  addUtr: "none of the remittances lacks one",
  takeBackTestOrders: "no test order is stored",
  shipOrders: "none of the orders can be shipped",
  sendOrdersOut: "no parcel can be sent out",
  deliverOrders: "no parcel can be delivered",
  undoOrderSteps: "no step can be undone",
  setNextNumber: "it is the next number already",
  countStock: "what was counted is what is stored",
  recallOrders: "no order is left to treat",
  changeProduct: "the fields are stored already",
  saveProductGrid: "no product can be changed",
  recordPrivacyRequest: "the customer has an open request of this kind",
  recordRequestByEmail: "there is an open request of this kind",
  retryJobs: "no job has failed",
  resendUncertainMails: "there is none",
  unsubscribeForSubscriber: "the subscriber has unsubscribed",
  stopCampaign: "it was sent",
};

export interface SentRequest {
  method: string;
  /** The path with its query. */
  url: string;
  payload: unknown;
  status: number;
  requestId: string;
  /** Whether it is the stored response of an earlier request. */
  isReplay: boolean;
}

const router = findMyWay({ maxParamLength: 200 });
for (const [name, { method, path }] of Object.entries<AdminEndpoint>(adminEndpoints))
  if (method !== "GET") router.on(method, `/admin/api${path}`, () => {}, name);

const SEEN_FILE = "audited";
const seen = new Set<string>();

/** Returns what is missing in the audit log after a request; null if nothing is. @param folder of the templates */
export async function missingEntry(db: Database, sent: SentRequest, folder: string): Promise<string | null> {
  const { method, url, payload, status, requestId, isReplay } = sent;
  if (status !== 200 || isReplay || !url.startsWith("/admin/api")) return null;
  const found = router.find(method as "POST", url.split("?")[0] ?? "");
  const name = found?.store as Writing | undefined;
  if (!name) return null;
  const entries = await db.$count(auditEntry, eq(auditEntry.requestId, requestId));
  // A job may be done before the log is read here.
  if (name in UNAUDITED)
    return entries === 0 || UNAUDITED[name] === BY_JOB
      ? null
      : `${name} has an entry of the audit log, and is listed as one without`;
  if (entries > 0 && !seen.has(name)) {
    seen.add(name);
    await appendFile(join(folder, SEEN_FILE), `${name}\n`);
  }
  const isPreview = (payload as { preview?: boolean } | undefined)?.preview === true;
  if (entries > 0 || isPreview || name in MAY_CHANGE_NOTHING) return null;
  return `${name} has succeeded without an entry of the audit log; a reason for that belongs to tests/api/audited.ts`;
}

/** @throws Error that names the writing endpoints of which no test has seen an entry */
export async function requireAllAudited(folder: string): Promise<void> {
  const found = new Set((await readFile(join(folder, SEEN_FILE), "utf8")).split("\n"));
  const unseen = Object.entries<AdminEndpoint>(adminEndpoints).filter(
    ([name, { method }]) => method !== "GET" && !(name in UNAUDITED) && !found.has(name),
  );
  if (unseen.length > 0)
    throw new Error(`No test has seen an entry of the audit log for ${unseen.map(([name]) => name).join(", ")}.`);
}
