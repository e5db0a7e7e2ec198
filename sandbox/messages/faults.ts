/** What goes wrong next, as the page's buttons ask for it. Of one process: the demo has one. */
export interface PhoneFaults {
  /** How many of the next responses are lost after the message was sent. */
  lost: number;
}

/** Whether this response is lost. */
export function losesResponse(faults: PhoneFaults): boolean {
  if (faults.lost === 0) return false;
  faults.lost -= 1;
  return true;
}
