/** What the fuzz itself does as an owner: reads what the shop has, and completes imports. */

import { setTimeout as pause } from "node:timers/promises";
import { type Response, send } from "./request.ts";
import { openSender, type Sender } from "./senders.ts";

// biome-ignore lint/suspicious/noExplicitAny: the contract's tests check the shapes
type Data = any;

export interface Owner {
  /** The data of a path below `/admin/api`, or the text of a file; null if there is none. */
  read(path: string): Promise<Data>;
  /** @throws Error for another status than 200 */
  post(path: string, body: object): Promise<Data>;
}

export function ownerOf(url: string): Owner {
  let sender: Promise<Sender> | undefined;
  const open = () => openSender(url, "Owner", null, async () => "");
  async function call(method: string, path: string, body?: object): Promise<Response> {
    sender ??= open();
    const { headers } = await sender;
    const type: Record<string, string> = body ? { "content-type": "application/json" } : {};
    const response = await send(url, {
      ...{ what: "", method, path: `/admin/api${path}` },
      headers: { ...headers, origin: url, ...type },
      body: body && JSON.stringify(body),
    });
    // Requests of the fuzz end sessions.
    if (response.status !== 401) return response;
    sender = undefined;
    return call(method, path, body);
  }
  const dataOf = ({ headers, body }: Response): Data =>
    String(headers["content-type"]).includes("json") ? JSON.parse(body.toString()).data : body.toString();
  return {
    async read(path) {
      const response = await call("GET", path);
      return response.status === 200 ? dataOf(response) : null;
    },
    async post(path, body) {
      const response = await call("POST", path, body);
      if (response.status !== 200) throw new Error(`${path} answered ${response.body}`);
      return dataOf(response);
    },
  };
}

/** How many products the valid product file has. */
const ROWS = 4;

/** A valid file for each endpoint that takes one, by its path. */
export async function readFiles({ read }: Owner): Promise<Readonly<Record<string, string>>> {
  const catalogue: string = await read("/catalogue.csv?q=attar");
  const { orders } = await read("/cash/orders?tab=cash_due");
  const { problems } = await read("/reports/settlements");
  const parcels = orders.slice(0, ROWS).map(({ parcels: [{ awb }], due }: Data) => `${awb},${due}`);
  const settled = problems
    .slice(0, ROWS)
    .map(
      ({ id, of, expected }: Data) =>
        `${id},${of},${expected},0,${expected},0,0,setl_Fuzz0000000001,2026-11-25 10:30:00`,
    );
  return {
    [IMPORTS]: catalogue,
    "/admin/api/cash/remittances": ["awb,amount", ...parcels].join("\n"),
    "/admin/api/reports/settlements/file": [
      "entity_id,type,amount,debit,credit,fee,tax,settlement_id,settled_at",
      ...settled,
    ].join("\n"),
  };
}

/** The path of uploads of product files. */
export const IMPORTS = "/admin/api/imports";
const RUNNING = ["comparing", "storing", "undoing"];

/** Compares an uploaded file, stores it and undoes it as far as the shop accepts it. @returns what is wrong with it */
export async function completeImport({ read, post }: Owner, { body }: Response): Promise<string[]> {
  const { _id, columns } = JSON.parse(body.toString()).data;
  const path = `/imports/${_id}`;
  const settled = async (): Promise<Data> => {
    for (let tries = 0; tries < 600; tries++) {
      const data = await read(path);
      if (!RUNNING.includes(data.state)) return data;
      await pause(25);
    }
    throw new Error("its job takes too long");
  };
  const mapping = columns.map(({ heading, column }: Data) => ({ heading, column }));
  const names = mapping.flatMap(({ column }: Data) => column || []);
  if (!names.includes("slug") || names.length < 2) return [];
  await post(`${path}/compare`, { columns: mapping });
  const compared = await settled();
  if (compared.state === "rejected") return [];
  if (compared.state !== "compared") return [`its comparison ended as ${compared.state}: ${compared.message}`];
  if (compared.added + compared.changed === 0) return [];
  await post(`${path}/store`, { digest: compared.digest });
  const stored = await settled();
  if (stored.state !== "stored" || stored.message !== "")
    return [`storing it ended as ${stored.state}: ${stored.message}`];
  await post(`${path}/undo`, {});
  const undone = await settled();
  return undone.state === "undone" ? [] : [`undoing it ended as ${undone.state}: ${undone.message}`];
}
