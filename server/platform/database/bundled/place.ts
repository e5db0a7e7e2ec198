/** Where the shop's own PostgreSQL is: its files, its socket, its log. */

import { createHash, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OperatorError } from "../../../base/errors.ts";
import { dataDirProblem } from "../data-dir.ts";
import { type Account, postgresAccount } from "./account.ts";
import { type Cluster, createCluster, giveOwnership, SUPERUSER } from "./cluster.ts";
import { bundledPrograms } from "./programs.ts";

export interface Place extends Cluster {
  log: string;
  /** The folder of the socket; null on Windows, where the server listens on a port of 127.0.0.1. */
  sockets: string | null;
}

const WINDOWS = process.platform === "win32";
const SOCKET_PORT = "5432";
/** The maximum length of a socket's path: 108 bytes on Linux, 104 on macOS, including the final NUL. */
const LONGEST_PATH = 103;
/** Followed by the id of the process that creates the files there. */
const UNFINISHED = "postgres-new-";

/** The folder of the files in a DATA_DIR. */
export const dataFolderOf = (dataDir: string) => join(dataDir, "postgres");

/** Whether DATA_DIR has a database, also one that this program cannot open. */
export const hasDatabase = (dataDir: string) => existsSync(dataFolderOf(dataDir)) || hasPglite(dataDir);

/** Earlier versions of the shop had another database there: PGlite, whose files no PostgreSQL reads. */
const hasPglite = (dataDir: string) => existsSync(join(dataDir, "database", "PG_VERSION"));

/**
 * Finds the database of a DATA_DIR, and creates an empty one if there is none.
 * @throws OperatorError
 */
export function openPlace(dataDir: string): Place {
  const problem = dataDirProblem(dataDir);
  if (problem) throw new OperatorError(`${problem}; choose another folder or change its permissions.`);
  const data = dataFolderOf(dataDir);
  if (!existsSync(data) && hasPglite(dataDir))
    throw new OperatorError(
      `${join(dataDir, "database")} is a database of an earlier version of the shop (PGlite), which this one cannot read. To start with an empty shop, rename that folder. To keep products and texts, export them with the earlier version first (catalogue:export, categories:export, content:export), then rename the folder, start this version and import them.`,
    );
  const account = postgresAccount();
  const programs = bundledPrograms(account);
  const place: Place = { programs, account, data, log: join(dataDir, "postgres.log"), sockets: null };
  if (!existsSync(data)) create(place, dataDir);
  const major = Number(readFileSync(join(data, "PG_VERSION"), "utf8"));
  if (major !== programs.major)
    throw new OperatorError(
      `The database in ${data} is of PostgreSQL ${major}, and this version of the shop brings PostgreSQL ${programs.major}. Move it by npm run backup with the version of the shop that made it, and npm run restore with this one (docs/operate.md).`,
    );
  if (!WINDOWS) place.sockets = socketFolder(data, account);
  return place;
}

/** In another folder first, so that an interrupted creation leaves no half of a database. */
function create({ programs, account, data }: Place, dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith(UNFINISHED)))
    if (!isAlive(Number(name.slice(UNFINISHED.length)))) rmSync(join(dataDir, name), { recursive: true, force: true });
  const unfinished = join(dataDir, UNFINISHED + process.pid);
  const files = join(unfinished, "data");
  mkdirSync(files, { recursive: true, mode: 0o700 });
  try {
    giveOwnership(files, account);
    const password = WINDOWS ? randomBytes(24).toString("hex") : undefined;
    createCluster({ programs, account, data: files }, password === undefined ? {} : { password });
    if (password !== undefined) writeFileSync(passwordFile(files), password, { mode: 0o600 });
    renameSync(files, data);
  } catch (error) {
    // Another process has created it meanwhile.
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "") || !existsSync(data))
      throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const passwordFile = (data: string) => join(data, "password-of-the-shop");

/** Beside the files, where only this account comes; where that path is too long for a socket, in a private folder of the temporary one. */
function socketFolder(data: string, account: Account): string {
  if (Buffer.byteLength(socketIn(data)) <= LONGEST_PATH) return data;
  const folder = join(tmpdir(), `postgres-${createHash("sha256").update(data).digest("hex").slice(0, 16)}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = account.uid ?? process.getuid?.();
  const { uid, mode } = lstatSync(folder);
  // Everybody may create it: its owner would be believed to be the database.
  if (![owner, process.getuid?.()].includes(uid) || !lstatSync(folder).isDirectory() || mode & 0o022)
    throw new OperatorError(`${folder} is another account's; delete it, or choose a DATA_DIR with a shorter path.`);
  chmodSync(folder, 0o700);
  giveOwnership(folder, account);
  return folder;
}

const socketIn = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`);

/** What a running server has written about itself; null without one. */
export function readPidFile({ data }: Place): { pid: number; port: string } | null {
  try {
    const [pid = "", , , port = ""] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return Number(pid) > 0 && port ? { pid: Number(pid), port } : null;
  } catch {
    return null;
  }
}

/** Where the server listens, or shall listen. @param port on Windows, the port to try */
export function listenSettings({ data, sockets }: Place, port: string): Record<string, string> {
  return sockets === null
    ? { listen_addresses: "127.0.0.1", port, unix_socket_directories: "" }
    : {
        listen_addresses: "",
        port: SOCKET_PORT,
        unix_socket_directories: sockets === data ? "." : sockets,
        unix_socket_permissions: "0700",
      };
}

/** The URL of the running server; on Windows null without one. */
export function urlOf(place: Place): string | null {
  if (place.sockets !== null)
    return `postgres://${SUPERUSER}@localhost/postgres?host=${encodeURIComponent(place.sockets)}`;
  const running = readPidFile(place);
  if (!running) return null;
  return `postgres://${SUPERUSER}:${readFileSync(passwordFile(place.data), "utf8")}@127.0.0.1:${running.port}/postgres`;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
