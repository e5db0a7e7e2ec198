export class OutOfTime extends Error {}

/**
 * Waits for a promise for a limited time; the work behind it continues.
 * @throws OutOfTime when the time is over
 */
export async function withTimeLimit<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OutOfTime(`no response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
