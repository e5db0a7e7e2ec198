import { OperatorError } from "../../base/errors.ts";
import { endSessionsByEmail } from "../../people/accounts/sessions.ts";
import { counted } from "./counted.ts";
import { type Command, defineAction } from "./declare.ts";

/** Ends sessions: of a customer whose device or password was stolen, or of all customers after a break-in; see docs/operate.md. */
const command: Command = {
  name: "sessions",
  summary: "logs customers out",
  actions: [
    defineAction({
      verb: "end",
      arguments: ["EMAIL"],
      summary: "logs the customer with this email out on every device, or everybody with the word all",
      writes: true,
      async run({ db, print }, { arguments: [email] }) {
        const ended = await endSessionsByEmail(db, email === "all" ? null : email);
        if (ended === null) throw new OperatorError(`No customer has the email "${email}".`);
        print(`Ended ${counted(ended, "session")}.`);
      },
    }),
  ],
};
export default command;
