import type { PurchaseService } from "../../../contract/measurement.ts";

/** Payload of each task's jobs: ids and paths only; the handler loads the rows. */
export interface TaskPayloads {
  send_mail: { mailId: number };
  /** Codes have workers of their own, so that they wait for no other messages. */
  send_phone_code: { messageId: number };
  send_phone_message: { messageId: number };
  fall_back_phone_message: { messageId: number };
  check_order: { orderId: number };
  expire_order: { orderId: number };
  expire_edit: { editId: number };
  refund_released_credit: { orderId: number };
  send_refund: { refundId: number };
  book_parcel: { bookingId: number };
  read_charged_weights: Record<string, never>;
  /** Tells the courier what its customer wants after a failed delivery. */
  tell_courier: { failedDeliveryId: number };
  /** What a courier has pushed. */
  read_push: { pushId: number };
  poll_parcels: Record<string, never>;
  /** Cancels the open booking of an order that its customer has cancelled. */
  cancel_booking: { orderId: number };
  remove_media: { path: string };
  /** Where it resumes; empty at the beginning. */
  warm_pictures: { pass?: number; afterProduct?: number };
  publish_product: { productId: number };
  /** Null: the email is no member's. */
  report_lock_out: { memberId: number | null; kind: string };
  erase_person: { requestId: number };
  /** The name of `erase_person` in earlier releases. */
  erase_customer: { requestId: number };
  send_campaign: { campaignId: number };
  send_incident_notice: { noticeId: number };
  /** The name of `send_incident_notice` in earlier releases. */
  send_incident_letter: { letterId: number };
  fetch_settlements: Record<string, never>;
  /** Days in India. */
  fetch_settled_days: { from: string; to: string };
  check_dispute: { providerDisputeId: string };
  import_products: { importId: number };
  move_people: { fileId: number };
  roll_up_sales: Record<string, never>;
  roll_up_cohorts: Record<string, never>;
  roll_up_variants: Record<string, never>;
  change_price: { changeId: number };
  end_claims: Record<string, never>;
  publish_topic: { topic: "content" | "settings" };
  withhold_lots: Record<string, never>;
  /** The subject is what an event is about: `order 17`. */
  deliver_events: { webhookId: number; subject?: string };
  /** The task of earlier releases. */
  deliver_webhook: { deliveryId: number };
  send_purchase_event: { orderId: number; service: PurchaseService };
  notify_agent: { orderId: number };
  watch_disk: Record<string, never>;
  housekeeping: Record<string, never>;
}

export type TaskIdentifier = keyof TaskPayloads;

/** A kind of job: what handles it, and how. */
export interface Task<Payload> {
  /**
   * Handles a job. May run twice for one job, if the process dies midway.
   * @returns when it runs again; null when it is done
   * @throws `RetryJob`, or any error, which is logged. A thrown error causes a retry
   */
  run(payload: Payload, attempt: Attempt): Promise<Date | null>;
  /** Maximum jobs that run at once in a process, with JOB_CONCURRENCY = 1. */
  concurrency: number;
  /** The number of attempts after which a job has failed and needs staff. */
  maxAttempts: number;
  /** Set only for a recurring task: its single job runs at this interval. */
  intervalMs?: number;
}

export interface Attempt {
  /** The number of the attempt, from 1. */
  attempts: number;
  /** The error of the previous attempt. */
  lastError: string | null;
  /** Aborts when the process closes. A long job then adds itself again for the rest of its work. */
  stopping: AbortSignal;
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
