/** The error body of Razorpay's API. */

export interface ErrorBody {
  error: {
    code: "BAD_REQUEST_ERROR" | "GATEWAY_ERROR" | "SERVER_ERROR";
    description: string;
    source: string;
    step: string;
    reason: string;
    metadata: Record<string, string>;
    /** The name of the invalid parameter. */
    field?: string;
  };
}

const NOT_APPLICABLE = { source: "NA", step: "NA", reason: "NA", metadata: {} };

export class RazorpayError extends Error {
  readonly statusCode: number;
  readonly body: ErrorBody;

  constructor(statusCode: number, error: ErrorBody["error"]) {
    super(error.description);
    this.statusCode = statusCode;
    this.body = { error };
  }

  /** An invalid request. */
  static invalid(description: string, field?: string): RazorpayError {
    return new RazorpayError(400, {
      code: "BAD_REQUEST_ERROR",
      description,
      source: "business",
      step: "payment_initiation",
      reason: "input_validation_failed",
      metadata: {},
      ...(field && { field }),
    });
  }

  /** A valid request that is rejected. */
  static rejected(description: string, statusCode = 400): RazorpayError {
    return new RazorpayError(statusCode, { code: "BAD_REQUEST_ERROR", description, ...NOT_APPLICABLE });
  }

  static unexpected(): RazorpayError {
    return new RazorpayError(500, {
      code: "SERVER_ERROR",
      description: "We are facing some trouble completing your request at the moment. Please try again shortly.",
      ...NOT_APPLICABLE,
    });
  }
}

export const UNKNOWN_ID = "The id provided does not exist";
export const ORDER_ALREADY_PAID =
  "Your payment has been declined as the order is already paid. Please initiate the payment with a new order.";
export const NOT_ENOUGH_BALANCE =
  "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from your Razorpay dashboard or capture new payments.";
