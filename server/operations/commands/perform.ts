import { ApiError, OperatorError } from "../../base/errors.ts";
import type { DeploymentSettings } from "../../platform/config/config.ts";
import type { OpenDatabase } from "../../platform/database/database.ts";
import { describeShop } from "../../selling/settings/overview.ts";
import { type Caller, type CommandContext, type CreateCommandApp, callerContext } from "./context.ts";
import type { Action, Input } from "./declare.ts";

/** The shop on which a command works. */
export interface CommandShop {
  settings: DeploymentSettings;
  database: OpenDatabase;
  environment: Record<string, string | undefined>;
  createApi: CreateCommandApp;
}

/** Runs an action of a command on an open shop. Prints its errors to the caller. @returns the exit code */
export async function perform(
  { action, input }: { action: Action; input: Input },
  { settings, database, environment, createApi }: CommandShop,
  caller: Caller,
): Promise<number> {
  const context: CommandContext = {
    ...callerContext(caller),
    database,
    db: database.db,
    settings,
    environment,
    openApi: () => createApi({ settings, database, environment, log: { write: caller.writeErr } }),
  };
  try {
    // Tells the caller which shop is about to change.
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

/** Formats an error: as one sentence if the caller can correct it, otherwise with its stack trace. */
export function errorText(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ApiError) return error.message;
  return (error as Error).stack ?? String(error);
}
