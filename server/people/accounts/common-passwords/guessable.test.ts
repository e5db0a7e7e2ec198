import { expect, it } from "vitest";
import { isGuessablePassword } from "./guessable.ts";

it.each([
  "123456789012",
  "111111111111",
  "passwordpassword",
  "PasswordPassword1!",
  "password1234",
  "2026-iloveyou",
  "qwertyuiop12",
  "098765432109",
  "abcdefghijklm",
  "aaaabbbbcccc",
  "finalfantasy",
  "1qa2ws3ed4rf",
])("%s is easy to guess", async (password) => {
  expect(await isGuessablePassword(password)).toBe(true);
});

it.each([
  "ruh khus and clay",
  "correct horse battery",
  "a wholly new one",
  "kX9#vQ2!mZ7p",
  "482957301658",
  "sandal-wood-press",
])("%s is not", async (password) => {
  expect(await isGuessablePassword(password)).toBe(false);
});
