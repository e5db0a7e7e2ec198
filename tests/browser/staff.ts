/** Performs staff's commands in the process of the running shop: `staffOf("review")("publish", id)`. */
export function staffOf(command: "order" | "review" | "settings" | "stock") {
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
