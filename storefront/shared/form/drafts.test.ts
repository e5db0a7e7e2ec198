import { beforeEach, describe, expect, it } from "vitest";
import { sessionStore } from "../../session/session.ts";
import { clearDraft, recallDraft, storeDraft } from "./drafts.ts";

const logIn = (_id: string | null) =>
  sessionStore.set({
    isLoaded: true,
    session: _id === null ? null : { token: "t", _id, name: "Asha", email: "a@example.com", profile_image: null },
  });

describe("a draft", () => {
  beforeEach(() => {
    logIn("asha");
    storeDraft("profile", { city: "Mysuru" });
  });

  it("is restored for the customer who wrote it, also after another login", () => {
    expect(recallDraft("profile")).toEqual({ city: "Mysuru" });
    logIn(null);
    expect(recallDraft("profile")).toBeUndefined();
    logIn("asha");
    expect(recallDraft("profile")).toEqual({ city: "Mysuru" });
  });

  it("is restored for nobody else", () => {
    logIn("priya");
    expect(recallDraft("profile")).toBeUndefined();
  });

  it("is gone once it was sent", () => {
    clearDraft("profile");
    expect(recallDraft("profile")).toBeUndefined();
  });
});
