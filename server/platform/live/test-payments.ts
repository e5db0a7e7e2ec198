import type { DeploymentSettings } from "../config/config.ts";

/** Whether a live shop's Razorpay keys are those of its test mode, which moves no money. A demo's orders are what they are. */
export const takesTestPayments = ({ DEMO, RAZORPAY_KEY_ID }: Pick<DeploymentSettings, "DEMO" | "RAZORPAY_KEY_ID">) =>
  !DEMO && RAZORPAY_KEY_ID.startsWith("rzp_test_");
