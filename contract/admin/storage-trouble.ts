/** Why the database cannot store anything, as the back office shows it. */

/** The header of each response to staff while there is trouble: a name of `STORAGE_TROUBLES`. */
export const STORAGE_TROUBLE = "kewra-storage-trouble";

export const STORAGE_TROUBLES = {
  disk_full:
    "The database’s disk is full. Until there is space again, the shop can’t store orders or changes. Please have the disk made larger, or old files removed from it.",
  limit_exceeded:
    "The database has reached a limit of its configuration, such as temp_file_limit, so not everything can be read or stored. Please have its log looked at.",
  files_broken:
    "The database can’t read or write some of its files, so not everything can be stored. Please have its disk and its log looked at, and keep the last backup.",
} as const;
export type StorageTrouble = keyof typeof STORAGE_TROUBLES;

export const isStorageTrouble = (name: unknown): name is StorageTrouble =>
  typeof name === "string" && Object.hasOwn(STORAGE_TROUBLES, name);
