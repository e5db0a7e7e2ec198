import { describe, expect, it } from "vitest";
import { type Command, defineAction, parseWords } from "./declare.ts";
import { COMMANDS } from "./registry.ts";

const parcel: Command = {
  name: "parcel",
  summary: "sends parcels",
  actions: [
    defineAction({
      verb: "send",
      arguments: ["ORDER", "[NOTE]"],
      options: { awb: { value: "AWB", required: true, summary: "its number" }, fast: { summary: "by air" } },
      summary: "sends one",
      async run() {},
    }),
    defineAction({ verb: "list", summary: "lists all", async run() {} }),
  ],
};

describe("the words of a command", () => {
  it("are read by its declaration", () => {
    const reading = parseWords(parcel, ["send", "KW-1", "--awb", "42"]);
    expect(reading).toMatchObject({
      action: { verb: "send" },
      input: { arguments: ["KW-1", undefined], options: { awb: "42", fast: false } },
    });
  });

  it.each([
    [["send"], "Write it like this: npm run parcel -- send ORDER [NOTE] --awb AWB [--fast]"],
    [["send", "KW-1"], "Write it like this: npm run parcel -- send ORDER [NOTE] --awb AWB [--fast]"],
    [["send", "", "--awb", "1"], "Write it like this: npm run parcel -- send ORDER [NOTE] --awb AWB [--fast]"],
    [["list", "KW-1"], "Write it like this: npm run parcel -- list"],
    [["list", "--slow"], "There is no option --slow. Write it like this: npm run parcel -- list"],
    [["lose"], 'npm run parcel knows no "lose", only send, list; npm run parcel -- --help lists what it does.'],
  ])("%j are rejected with the usage", (words, sentence) => {
    expect(() => parseWords(parcel, words)).toThrow(sentence);
  });

  it.each([[["--help"]], [["-h"]], [["send", "KW-1", "--help"]], [["--nonsense", "--help"]]])(
    "%j print the usage and select nothing",
    (words) => {
      const reading = parseWords(parcel, words);
      expect(reading).toEqual({ help: expect.stringContaining("send ORDER [NOTE] --awb AWB [--fast]  sends one") });
    },
  );

  it("may be anything after --, also a value that looks like an option", () => {
    const note = parseWords(parcel, ["send", "--awb=1", "--", "KW-1", "--help"]);
    expect(note).toMatchObject({ input: { arguments: ["KW-1", "--help"] } });
  });
});

describe("every command of the shop", () => {
  it.each(Object.entries(COMMANDS))("%s is named as it is run, and prints its usage", async (name, load) => {
    const { default: command } = await load();
    expect(command.name).toBe(name);
    expect(parseWords(command, ["--help"])).toEqual({ help: expect.stringMatching(new RegExp(`^npm run ${name}: `)) });
  });
});
