import { expect, it } from "vitest";
import { fileProblem } from "./data-dir.ts";

const failure = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: the system's words`), { code, path });

it.each([
  [failure("ENOSPC"), /^The disk of DATA_DIR \/srv\/shop is full; make space\.$/],
  [failure("EMFILE", "/usr/lib/x"), /^Too few files may be open; raise the limit to 1024 or above/],
  [failure("EACCES", "/srv/shop/media"), /^DATA_DIR \/srv\/shop cannot be written \(EACCES\); choose another folder/],
  [failure("ENOENT", "/srv/shop"), /^DATA_DIR \/srv\/shop cannot be written \(ENOENT\); choose another folder/],
  [failure("EACCES", "/srv/shop-2"), /^EACCES: the system's words$/],
  [failure("EACCES"), /^EACCES: the system's words$/],
])("a start that meets %s says what to do, if it is about the shop's files", (error, sentence) => {
  expect((fileProblem(error, "/srv/shop") as Error).message).toMatch(sentence);
});
