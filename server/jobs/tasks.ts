/** Payload of each task's jobs: ids, since a job reads what it works on when it runs. */
export interface TaskPayloads {
  send_mail: { mailId: number };
  check_order: { orderId: number };
  expire_order: { orderId: number };
  send_refund: { refundId: number };
  housekeeping: Record<string, never>;
}

export type TaskIdentifier = keyof TaskPayloads;

/** A kind of job: what handles it, and how. */
export interface Task<Payload> {
  /**
   * Handles a job. May run twice for one job, when a process ends in between.
   * @returns when it runs again; null when it is done
   * @throws to be retried: `RetryJob`, or any error, which is logged
   */
  run(payload: Payload, attempt: Attempt): Promise<Date | null>;
  /** Jobs that this process runs at once. */
  concurrency: number;
  /** After this many attempts a job has failed and waits for staff. */
  maxAttempts: number;
  /** A recurring task has one job, which runs this often. */
  everyMs?: number;
}

export interface Attempt {
  /** 1 for the first. */
  attempts: number;
  /** Of the attempt before. */
  lastError: string | null;
}

/** Retries a job, at `runAt` or after the usual pause. The task has logged the reason where it needs a log line. */
export class RetryJob extends Error {
  readonly runAt: Date | undefined;

  constructor(message: string, runAt?: Date) {
    super(message);
    this.runAt = runAt;
  }
}

/** The handlers of all tasks. */
export type Tasks = { [Name in TaskIdentifier]: Task<TaskPayloads[Name]> };
