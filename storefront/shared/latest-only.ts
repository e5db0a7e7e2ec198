/**
 * Answers that overtake each other: for something that is read now and then, each time in whole. To be asked with every question; what
 * it gives back tells, when the answer is there, whether it counts: not if a later question has been answered already.
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
