import type { DeploymentSettings } from "../config.ts";
import type { OpenDatabase } from "../database/database.ts";
import { ApiError, OperatorError } from "../errors.ts";
import { describeShop } from "../settings/overview.ts";
import { type Caller, type CommandContext, callerContext } from "./context.ts";
import type { Action, Input } from "./declare.ts";

/** The shop that a command works on. */
export interface CommandShop {
  settings: DeploymentSettings;
  database: OpenDatabase;
  environment: Record<string, string | undefined>;
}

/** Runs one action of a command on a shop that is open. Prints its errors to the caller. @returns the exit code */
export async function perform(
  { action, input }: { action: Action; input: Input },
  { settings, database, environment }: CommandShop,
  caller: Caller,
): Promise<number> {
  const context: CommandContext = {
    ...callerContext(caller),
    database,
    db: database.db,
    settings,
    environment,
  };
  try {
    // Says which shop is about to change.
    if (action.writes) context.note(await describeShop(database, settings, environment));
    const code = await action.run(context, input);
    return code ?? 0;
  } catch (error) {
    context.note(errorText(error));
    return 1;
  } finally {
    await new Promise<void>((resolve) => context.out.end(() => resolve()));
  }
}

/** One sentence for an error that the caller can correct; any other with its stack trace. */
export function errorText(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ApiError) return error.message;
  return (error as Error).stack ?? String(error);
}
