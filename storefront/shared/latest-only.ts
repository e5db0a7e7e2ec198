/**
 * Drops out-of-order responses. Call it at each request; the function that it returns says, when the response has arrived, whether to use
 * it: not if a later request has been answered already.
 */
export function createLatestOnly(): () => () => boolean {
  let asked = 0;
  let answered = 0;
  return () => {
    asked += 1;
    const mine = asked;
    return () => {
      if (mine < answered) return false;
      answered = mine;
      return true;
    };
  };
}
