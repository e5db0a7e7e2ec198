/** The test answers each request. */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorCode } from "../../../contract/errors.ts";
import { api } from "../../api/api.ts";
import { RequestError, RequestTimeoutError } from "../../api/request.ts";
import { SendingStopped } from "../../shared/upload/send-files.ts";
import { addFiles, draftOf, draftStore } from "./review-draft.ts";
import { sendReview } from "./send-review.ts";

vi.mock("../../api/api.ts", () => ({ api: { uploadReviewFile: vi.fn(), saveReview: vi.fn() } }));
const upload = vi.mocked(api.uploadReviewFile);
const save = vi.mocked(api.saveReview);

const WORDS = { rating: 4, review_title: "Lovely", review_text: "" };
const send = (signal = new AbortController().signal) => sendReview("1", WORDS, { onProgress: () => {}, signal });
const refused = (status: number, code: ErrorCode, field?: string) => {
  const message = "One of your files has expired. Please add it again.";
  const errors = field ? [{ field, message }] : undefined;
  return new RequestError(status, { success: false, statusCode: status, code, message, errors });
};
const sentPaths = () => save.mock.calls.map(([{ body }]) => body.files);

beforeEach(() => {
  vi.clearAllMocks();
  draftStore.set({});
  let number = 0;
  upload.mockImplementation(async () => {
    number += 1;
    return { path: `/reviews/${number}.webp`, kind: "image" };
  });
  addFiles("1", [new File(["a"], "a.webp", { type: "image/webp" }), new File(["b"], "b.webp", { type: "image/webp" })]);
});

describe("the files of a review", () => {
  it("are not uploaded again when the review is rejected for another reason", async () => {
    save.mockRejectedValueOnce(refused(429, "rate_limited"));
    await expect(send()).rejects.toMatchObject({ status: 429 });
    await send();
    expect(upload).toHaveBeenCalledTimes(2);
    expect(sentPaths()[1]).toEqual(["/reviews/1.webp", "/reviews/2.webp"]);
  });

  it("are cancelled: nothing is published, and uploaded files are not uploaded again", async () => {
    const sending = new AbortController();
    upload.mockImplementationOnce(async () => ({ path: "/reviews/first.webp", kind: "image" }));
    upload.mockImplementationOnce(async ({ signal }) => {
      sending.abort();
      throw signal?.reason;
    });
    await expect(send(sending.signal)).rejects.toBeInstanceOf(SendingStopped);
    expect(save).not.toHaveBeenCalled();
    await send();
    expect(upload).toHaveBeenCalledTimes(3);
    expect(sentPaths()[0]?.[0]).toBe("/reviews/first.webp");
  });

  it("are cancelled even at the last moment", async () => {
    const sending = new AbortController();
    upload.mockImplementation(async () => {
      sending.abort();
      return { path: "/reviews/last.webp", kind: "image" };
    });
    await expect(send(sending.signal)).rejects.toBeInstanceOf(SendingStopped);
    expect(save).not.toHaveBeenCalled();
  });

  it("that take too long are named, with what to do", async () => {
    upload.mockRejectedValueOnce(new RequestTimeoutError());
    const message = "a.webp: The upload took too long. Please try a smaller photo or a faster connection.";
    await expect(send()).rejects.toMatchObject({ errorResponse: { errors: [{ field: "files", message }] } });
    draftStore.set({});
    addFiles("1", [new File(["f"], "film.webm", { type: "video/webm" })]);
    upload.mockRejectedValueOnce(new RequestTimeoutError());
    await expect(send()).rejects.toThrow(/^film\.webm: The upload took too long\. .* shorter video/);
    expect(save).not.toHaveBeenCalled();
  });

  it("are uploaded again once the shop has deleted them, and those of the stored review stay", async () => {
    const stored = { id: "s", kind: "image" as const, name: "photo 1", file: null, path: "/reviews/stored.webp" };
    draftStore.set({
      1: { ...draftOf(draftStore.get(), "1"), files: [stored, ...draftOf(draftStore.get(), "1").files] },
    });
    save.mockRejectedValueOnce(refused(422, "upload_gone", "files"));
    await expect(send()).rejects.toMatchObject({ status: 422 });
    await send();
    expect(upload).toHaveBeenCalledTimes(4);
    expect(sentPaths()[1]).toEqual(["/reviews/stored.webp", "/reviews/3.webp", "/reviews/4.webp"]);
  });
});
