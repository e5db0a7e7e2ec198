import { createPoster, type Post } from "../../platform/outgoing/post.ts";

/** Sends a request to a URL that staff has typed. @returns the status. @throws Error as `Post` */
export type Send = (...outgoing: Parameters<Post>) => Promise<number>;

/** @param options as `createPoster` */
export function createSender(options: Parameters<typeof createPoster>[0] = {}): Send {
  const post = createPoster(options);
  return async (outgoing) => (await post(outgoing)).status;
}
