/**
 * Drops out-of-order responses. Call it at each request; the function that it returns says, when the response has arrived, whether to use
 * it: not if a later request has been answered already.
 */
export function createLatestOnly(): () => () => boolean {
  let requests = 0;
  let latestAnswered = 0;
  return () => {
    requests += 1;
    const request = requests;
    return () => {
      if (request < latestAnswered) return false;
      latestAnswered = request;
      return true;
    };
  };
}
