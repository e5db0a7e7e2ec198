import { describe, expect, it } from "vitest";
import { cleanPath, createPictureNames } from "./picture-names.ts";

const found = (names: string[], entry: string) => {
  const result = createPictureNames(names.map(cleanPath)).find(entry);
  return "name" in result ? result.name : `? ${result.problem}`;
};

describe("an uploaded picture is found", () => {
  it.each([
    ["rose.jpg", "rose.jpg", "as it is written"],
    ["Rose Gold.JPG", "rose gold.jpg", "in other capitals"],
    ["Rose  Gold.jpg", "Rose Gold.jpg", "with another number of spaces"],
    ["pictures/2 ml/rose.jpg", "rose.jpg", "in folders that the file doesn’t name"],
    ["pictures/2 ml/rose.jpg", "2 ml/rose.jpg", "in a folder that the ZIP file has within another"],
    ["rose.jpg", "photos/rose.jpg", "when only the file names a folder"],
    ["rose.jpg", "C:\\Users\\Asha\\Pictures\\Rose.jpg", "by a path of Windows"],
    ["./rose.jpg", "/rose.jpg", "whatever begins the path"],
    ["cafe\u0301.jpg", "caf\u00e9.jpg", "by letters that macOS takes apart"],
    ["\u0917\u0941\u0932\u093e\u092c.jpg", "\u0917\u0941\u0932\u093e\u092c.jpg", "in another script"],
  ])("%s by %s, %s", (name, entry) => {
    expect(found([name, "other.jpg"], entry)).toBe(cleanPath(name));
  });

  it("exactly as written, beside others of its name", () => {
    expect(found(["rose.jpg", "a/rose.jpg", "b/rose.jpg"], "rose.jpg")).toBe("rose.jpg");
    expect(found(["Rose.jpg", "rose.jpg"], "rose.jpg")).toBe("rose.jpg");
    expect(found(["a/rose.jpg", "b/rose.jpg"], "B/Rose.jpg")).toBe("b/rose.jpg");
  });
});

describe("an uploaded picture is asked for", () => {
  it("when two have its name", () => {
    expect(found(["a/rose.jpg", "b/rose.jpg"], "rose.jpg")).toBe(
      '? is the name of 2 uploaded pictures: "a/rose.jpg", "b/rose.jpg"; please write one of them',
    );
    expect(found(["Rose.jpg", "ROSE.jpg"], "rose.jpg")).toContain('"Rose.jpg", "ROSE.jpg"');
  });

  it("when another folder stands in place of its own", () => {
    expect(found(["2 ml/rose.jpg"], "6 ml/rose.jpg")).toBe(
      '? is not among the uploaded pictures; there is "2 ml/rose.jpg"',
    );
  });

  it("when its name is another, with the one that it may be", () => {
    expect(found(["rose.jpg", "mogra.jpg"], "rose.jpeg")).toBe(
      '? is not among the uploaded pictures; there is "rose.jpg"',
    );
    expect(found(["mogra-attar.jpg"], "mogar-attar.jpg")).toContain('there is "mogra-attar.jpg"');
    expect(found(["mogra.jpg"], "sandal.jpg")).toBe(
      "? is not among the uploaded pictures: please add it, alone or in a ZIP file, or write its address",
    );
    const { find } = createPictureNames(["rose.jpg"]);
    const problems = Array.from({ length: 300 }, () => find("rose.jpeg")).map((result) => JSON.stringify(result));
    expect(problems.filter((problem) => problem.includes("there is"))).toHaveLength(200);
    expect(found([], "sandal.jpg")).toBe(
      "? is not uploaded: please add it, alone or in a ZIP file, or write its address",
    );
  });
});
