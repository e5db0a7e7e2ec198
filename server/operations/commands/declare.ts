/** Declares commands. Usage text, `--help` and argument parsing derive from the declaration. */

import { type ParseArgsConfig, parseArgs } from "node:util";
import { OperatorError } from "../../base/errors.ts";
import type { OpenOptions } from "../../platform/database/database.ts";
import type { CallerContext, CommandContext } from "./context.ts";

export interface Option {
  /** The name of its value in the usage text, for example AWB. An option without a value is a switch. */
  value?: string;
  required?: true;
  /** Its default value. */
  default?: string;
  summary: string;
}

type Options = Readonly<Record<string, Option>>;
/** Names of the arguments: "ORDER", or "[FILE]" for one that may be omitted. */
type Arguments = readonly string[];

type ArgumentValues<A extends Arguments> = {
  [Index in keyof A]: A[Index] extends `[${string}]` ? string | undefined : string;
};
export type OptionValues<O extends Options> = {
  [Name in keyof O]: O[Name] extends { value: string }
    ? O[Name] extends { required: true } | { default: string }
      ? string
      : string | undefined
    : boolean;
};

export interface Input<A extends Arguments = Arguments, O extends Options = Options> {
  arguments: ArgumentValues<A>;
  options: OptionValues<O>;
}

/** One of the actions of a command. */
export interface Action<A extends Arguments = Arguments, O extends Options = Options> {
  /** The word that selects it; omitted if the command has one action. */
  verb?: string;
  summary: string;
  arguments?: A;
  options?: O;
  /** Set if it changes the shop: the shop's name is then printed first. */
  writes?: true;
  /**
   * Runs the action. @returns the exit code, or nothing for 0. @throws OperatorError or ApiError, printed as one sentence with exit code 1
   */
  run(context: CommandContext, input: Input<A, O>): Promise<number> | Promise<void>;
}

export interface Command {
  /** The name in `npm run NAME`. */
  name: string;
  summary: string;
  actions: readonly Action[];
  /** Parses the words itself, for a command whose actions are not declared. @throws OperatorError with the usage */
  parse?(words: readonly string[]): ParsedWords;
  /** Runs before the settings are read and the database is opened, so that it can change the environment. */
  prepare?(
    context: CallerContext,
    options: Input["options"],
    environment: CommandContext["environment"],
  ): Promise<void>;
  /** Runs instead of the action, and before the database is opened, which would migrate it. */
  runUnopened?(context: CallerContext & Pick<CommandContext, "settings" | "environment">, input: Input): Promise<void>;
  /** Returns how to open the database for it. */
  openOptions?(context: CallerContext, options: Input["options"]): OpenOptions;
}

/** Makes the compiler check `run` against the arguments and options that the action declares. */
export function defineAction<const A extends Arguments = [], const O extends Options = Record<never, Option>>(
  action: Action<A, O>,
): Action {
  return action as unknown as Action;
}

/** The parsed words after the command's name. */
export type ParsedWords = { help: string } | { action: Action; input: Input };

/**
 * Parses the words after the command's name.
 * @throws OperatorError with the usage
 */
export function parseWords(command: Command, words: readonly string[]): ParsedWords {
  if (command.parse) return command.parse(words);
  const end = words.indexOf("--");
  if (words.slice(0, end < 0 ? undefined : end).some((word) => word === "--help" || word === "-h"))
    return { help: usageOf(command) };
  const action = findAction(command, words);
  const { values, positionals } = parse(command, action, words);
  const given = action.verb === undefined ? positionals : positionals.slice(1);
  const declared = action.arguments ?? [];
  const required = declared.filter((name) => !name.startsWith("["));
  const missing = Object.entries(action.options ?? {}).some(
    ([name, option]) => option.required && values[name] === undefined,
  );
  if (missing || given.length < required.length || given.length > declared.length || given.includes(""))
    throw usageError(command, action);
  return {
    action,
    input: {
      arguments: declared.map((_, index) => given[index]) as unknown as Input["arguments"],
      options: Object.fromEntries(
        Object.entries(action.options ?? {}).map(([name, { value, default: fallback }]) => [
          name,
          value === undefined ? values[name] === true : (values[name] ?? fallback),
        ]),
      ) as Input["options"],
    },
  };
}

/**
 * Parses this process's arguments as options of a program without a shop, such as a benchmark. `--help` and unknown arguments print the
 * usage and end the process.
 */
export function readScriptOptions<const O extends Options>({
  name,
  summary,
  options,
}: {
  name: string;
  summary: string;
  options: O;
}): OptionValues<O> {
  const command = { name, summary, actions: [defineAction({ summary: "", options, async run() {} })] };
  try {
    const reading = parseWords(command, process.argv.slice(2));
    if ("input" in reading) return reading.input.options as OptionValues<O>;
    process.stdout.write(`${reading.help}\n`);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function findAction(command: Command, words: readonly string[]): Action {
  const [only] = command.actions;
  if (only?.verb === undefined && only) return only;
  const verb = words.find((word) => !word.startsWith("-"));
  if (verb === undefined) throw new OperatorError(usageOf(command));
  const action = command.actions.find((candidate) => candidate.verb === verb);
  if (!action)
    throw new OperatorError(
      `npm run ${command.name} knows no "${verb}", only ${command.actions.map((known) => known.verb).join(", ")}; ${helpHint(command)}`,
    );
  return action;
}

function parse(command: Command, action: Action, words: readonly string[]) {
  const options: NonNullable<ParseArgsConfig["options"]> = Object.fromEntries(
    Object.entries(action.options ?? {}).map(([name, { value }]) => [
      name,
      { type: value === undefined ? "boolean" : "string" },
    ]),
  );
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const [, option = ""] = /'(-[^']*)'/.exec(message) ?? [];
      throw usageError(command, action, `There is no option ${option}. `);
    }
    if (code?.startsWith("ERR_PARSE_ARGS")) throw usageError(command, action);
    throw error;
  }
}

/** Creates an error with the reason, and the usage of `action`. */
function usageError(command: Pick<Command, "name">, action: Action, why = ""): OperatorError {
  return new OperatorError(`${why}Write it like this: ${lineOf(command, action)}`);
}

/** Formats the text of `--help`: a line for each action and each option. */
function usageOf(command: Command): string {
  const actions = command.actions.map((action) => [lineOf(command, action), action.summary]);
  const options = new Map(
    command.actions.flatMap((action) =>
      Object.entries(action.options ?? {}).map(
        ([name, option]) =>
          [optionOf(name, option), option.summary + (option.default ? ` (${option.default})` : "")] as const,
      ),
    ),
  );
  return [
    `npm run ${command.name}: ${command.summary}`,
    "",
    ...columns(actions),
    "",
    ...columns([...options, ["--help, -h", "prints this and does nothing else"]]),
  ].join("\n");
}

/** The width from which the second column starts on a new line. */
const FIRST_COLUMN = 58;

function columns(rows: readonly (readonly string[])[]): string[] {
  const width = Math.min(FIRST_COLUMN, Math.max(...rows.map(([first = ""]) => first.length)));
  return rows.flatMap(([first = "", second = ""]) =>
    first.length > width
      ? [`  ${first}`, `  ${" ".repeat(width)}  ${second}`]
      : [`  ${first.padEnd(width)}  ${second}`.trimEnd()],
  );
}

/** With more options the usage line names only the required ones. */
const MAX_OPTIONS = 3;

function lineOf({ name }: Pick<Command, "name">, { verb, arguments: names = [], options = {} }: Action): string {
  const declared = Object.entries(options);
  const isLong = declared.length > MAX_OPTIONS;
  const words = [
    ...(verb === undefined ? [] : [verb]),
    ...names,
    ...declared
      .filter(([, { required }]) => required || !isLong)
      .map(([option, given]) => (given.required ? optionOf(option, given) : `[${optionOf(option, given)}]`)),
    ...(isLong ? ["[OPTIONS]"] : []),
  ];
  return [`npm run ${name}`, ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
}

const optionOf = (name: string, { value }: Option) => `--${name}${value === undefined ? "" : ` ${value}`}`;
const helpHint = ({ name }: Command) => `npm run ${name} -- --help lists what it does.`;
