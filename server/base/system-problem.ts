/** What the operating system lacked when a file, a disk or a connection failed. */

export type SystemProblem = "disk_full" | "files_unavailable" | "too_many_open_files";

const PROBLEMS: Record<string, SystemProblem> = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EACCES: "files_unavailable",
  EIO: "files_unavailable",
  EPERM: "files_unavailable",
  EROFS: "files_unavailable",
  EMFILE: "too_many_open_files",
  ENFILE: "too_many_open_files",
};

/** Recognises an error of Node by its code; undefined for any other. */
export const systemProblem = (error: unknown): SystemProblem | undefined =>
  PROBLEMS[(error as Partial<NodeJS.ErrnoException> | undefined)?.code ?? ""];
