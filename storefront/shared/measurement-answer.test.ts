import { expect, it } from "vitest";
import { googleClientId } from "./measurement-answer.ts";

it.each([
  ["_ga=GA1.1.1234567890.1764000000", "1234567890.1764000000"],
  ["a=b; _ga=GA1.2.7.8; _ga_ABC=GS2.1.s1", "7.8"],
  ["_ga_ABC=GS2.1.s1764000000", null],
  ["x_ga=GA1.1.1.2", null],
  ["_ga=GA1.1.<script>", null],
  ["", null],
])("reads Google's number from the cookies %j", (cookies, clientId) => {
  expect(googleClientId(cookies)).toBe(clientId);
});
