import type { z } from "zod";

/**
 * A setting of the shop: what it means, its default, and whether it must change before going live.
 *
 * `deployment` settings come from the environment alone and are read once at start. `shop` settings are the owner's: the
 * environment may set them, else the table `setting` (`npm run settings -- NAME VALUE`), else the default.
 */
export interface Setting<T = unknown> {
  scope: "deployment" | "shop";
  meaning: string;
  /** Parses the value from text. */
  schema: z.ZodType<T, string>;
  /** The default as text, as in the environment. */
  default: string;
  /** Prevents the value from being printed, even if it is invalid. */
  secret?: true;
  /** Why the default must be reviewed before going live. Setting the same value confirms it. */
  beforeLive?: string;
  /** Set if the default suits no live shop, so that it cannot be confirmed. */
  defaultUnfit?: true;
  /** Converts a stored value that an earlier release accepted to the nearest valid one. */
  repair?: (text: string) => string;
  /** Its name before it was renamed, still read for one release. */
  formerName?: string;
  /** Returns why a value does not suit a live shop; undefined if it does. */
  unfitForLive?: (text: string) => string | undefined;
}

export const define = <const Scope extends Setting["scope"], T>(setting: Setting<T> & { scope: Scope }) => setting;
