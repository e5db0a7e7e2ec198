import * as z from "zod/mini";

/**
 * The envelopes of every answer. A success carries `success: true`, the HTTP status once more as `statusCode`, and `data`;
 * a list adds its paging. Every failure of every call has the one shape of `failure`.
 */

export const responseOf = <T extends z.core.$ZodType>(data: T) =>
  z.object({ success: z.literal(true), statusCode: z.number(), data });

export const listOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({
    success: z.literal(true),
    statusCode: z.number(),
    data: z.array(entry),
    perPage: z.number(),
    page: z.number(),
    totalData: z.number(),
    totalPages: z.number(),
  });

/** One refused field: where it is (`perPage`, `address.pincode`) and what to do about it. */
export const fieldError = z.object({ field: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldError>;

export const errorResponse = z.object({
  success: z.literal(false),
  statusCode: z.number(),
  message: z.string(),
  errors: z.optional(z.array(fieldError)),
});
export type ErrorResponse = z.infer<typeof errorResponse>;

export interface ApiResponse<T> {
  success: true;
  statusCode: number;
  data: T;
}

export interface ListResponse<T> extends ApiResponse<T[]> {
  perPage: number;
  page: number;
  totalData: number;
  totalPages: number;
}

/** Pages that `totalData` entries fill; an empty list still has its first page. */
export function totalPagesOf(totalData: number, perPage: number): number {
  return Math.max(1, Math.ceil(totalData / perPage));
}
