import { describe, expect, it } from "vitest";
import { filterProblem } from "./filter-problem.ts";

const problem = (field: string, message: string) => filterProblem({ message, errors: [{ field, message }] });

describe("the words about an invalid filter", () => {
  it("name the filter, not the API’s field and values", () => {
    expect(problem("state", "state must be one of paid, packed.")).toBe(
      "This link filters by a value that the shop doesn’t know, perhaps one that was removed since: state.",
    );
    expect(problem("tab", "tab must be one of a, b.")).toMatch(/: list\.$/);
    expect(problem("low_stock", "low_stock must be true.")).toMatch(/: low stock\.$/);
  });

  it("speak of the page if only its beginning is invalid", () => {
    expect(problem("after", "after must be digits.")).toBe(
      "The page of the list that this link leads to does not exist.",
    );
  });

  it("are the API’s own where these ask for something", () => {
    const asked = "Please search with at most 100 characters.";
    expect(problem("q", asked)).toBe(asked);
  });
});
