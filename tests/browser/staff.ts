import { runInOpenShop } from "../../server/commands/socket-client.ts";

/** Performs staff's commands in the process of the running shop: `staffOf("review")("publish", id)`. */
export function staffOf(command: "order" | "review" | "settings" | "stock") {
  return async (...words: string[]): Promise<void> => {
    let printed = "";
    const write = (text: string) => {
      printed += text;
    };
    const code = await runInOpenShop(
      process.env.SHOP_FOLDER ?? "",
      { command, words },
      {
        cwd: process.cwd(),
        outIsTerminal: false,
        errIsTerminal: false,
        writeOut: async (text) => write(text),
        writeErr: write,
        ask: async (question) => {
          throw new Error(`a command asks: ${question}`);
        },
        signal: new AbortController().signal,
      },
    );
    if (code !== 0) throw new Error(`npm run ${command} -- ${words.join(" ")}: ${printed || "no shop is open"}`);
  };
}

/** `staff("pack", number)`. */
export const staff = staffOf("order");
