import { ApiError } from "../../base/errors.ts";

/** The process that serves the shop, as far as the back office changes what it starts with. */
export interface ShopProcess {
  startedAt: Date;
  /** The token of the link that sets up a shop; null unless this is a demo that may become one. */
  setupToken: string | null;
  /** Ends the process and starts the shop again; null if nothing would start it. */
  restart: (() => void) | null;
  /**
   * Does what changes the settings of the next start, and nothing beside it: once it has succeeded, the process is about to end.
   * @throws ApiError (409) while another change is being made
   */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
}

export function createShopProcess({
  setupToken = null,
  restart = null,
}: Partial<Pick<ShopProcess, "setupToken" | "restart">> = {}): ShopProcess {
  let isBusy = false;
  return {
    startedAt: new Date(),
    setupToken,
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
