/**
 * Drops out-of-order responses. Call it when a request begins; the function that it returns says, when the response arrives, whether the
 * response is current: not if a later request has already been answered.
 */
export function createResponseGuard(): () => () => boolean {
  let requests = 0;
  let latestResponse = 0;
  return () => {
    requests += 1;
    const request = requests;
    return () => {
      if (request < latestResponse) return false;
      latestResponse = request;
      return true;
    };
  };
}
