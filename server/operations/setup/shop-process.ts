import type { ServerResponse } from "node:http";
import { ApiError } from "../../base/errors.ts";
import type { FormerFile } from "../../platform/jobs/stop-on-signal.ts";
import { createReachedAddresses, type ReachedAddresses } from "./web-address.ts";

/** The process that serves the shop, as far as the back office changes what it starts with. */
export interface ShopProcess {
  startedAt: Date;
  /**
   * The token of the link that npm start prints: it sets up a shop on a demo, and leads the owner into that shop until somebody has joined. Null
   * without npm start, and on a demo that cannot become a shop.
   */
  setupToken: string | null;
  /** By which web addresses it was reached, for one that is to be stored. */
  reached: ReachedAddresses;
  /** Why this process runs with the settings of before the last change; null if it does not. */
  undone: string | null;
  /** Ends the process and starts the shop again, with the former settings if it does not open; null if nothing would start it. */
  restart: ((former: FormerFile) => void) | null;
  /**
   * Does what changes the settings of the next start, and nothing beside it: once it has succeeded, the process is about to end.
   * @throws ApiError (409) while another change is being made
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

/** What a page that waits for the shop to start again asks. */
export const startOf = ({ startedAt, undone }: ShopProcess) => ({ startedAt: startedAt.toISOString(), undone });

export function createShopProcess({
  setupToken = null,
  undone = null,
  restart = null,
}: Partial<Pick<ShopProcess, "setupToken" | "undone" | "restart">> = {}): ShopProcess {
  let isBusy = false;
  return {
    startedAt: new Date(),
    reached: createReachedAddresses(),
    setupToken,
    undone,
    restart,
    async exclusively(work) {
      if (isBusy) throw new ApiError("conflict", "The shop is about to start again. Please wait a moment.");
      isBusy = true;
      try {
        return await work();
      } catch (error) {
        isBusy = false;
        throw error;
      }
    },
  };
}

/** Starts the shop again once a client has its response, or at once if it has gone meanwhile: what it asked for is stored. */
export function restartAfter(
  response: Pick<ServerResponse, "closed" | "once">,
  { restart }: Pick<ShopProcess, "restart">,
  former: FormerFile,
): void {
  if (response.closed) restart?.(former);
  else response.once("close", () => restart?.(former));
}
