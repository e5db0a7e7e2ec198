/** Performs commands in the process of the running shop: `staffOf("admin")("publishReview", id)`; `order` is that of tests/api/staff-acts.ts. */
export function staffOf(command: "admin" | "order" | "settings") {
  return async (...words: string[]): Promise<void> => {
    const response = await fetch(process.env.SHOP_COMMANDS ?? "", {
      method: "POST",
      body: JSON.stringify([command, ...words]),
    });
    const { code, out, err } = (await response.json()) as { code: number; out: string; err: string };
    if (code !== 0) throw new Error(`npm run ${command} -- ${words.join(" ")}: ${out}${err}`);
  };
}

/** `staff("pack", number)`. */
export const staff = staffOf("order");
