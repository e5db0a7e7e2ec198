/**
 * Rebuilds list.txt from the npm package @zxcvbn-ts/language-common (MIT licence), whose list of leaked passwords is ordered by how often
 * each was found. Only one of its files is needed, so it is not installed with the shop:
 *
 *     npm install --no-save @zxcvbn-ts/language-common@4.1.3
 *     node server/people/accounts/common-passwords/make.ts
 */

import { writeFile } from "node:fs/promises";
import { MIN_PASSWORD_LENGTH } from "../../../../contract/accounts/schemas.ts";
import { STAFF_PASSWORD_LENGTH } from "../../../../contract/admin/session.ts";
import { LIST_FILE } from "./common-passwords.ts";

const COUNT = 10_000;

const packageName = "@zxcvbn-ts/language-common";
const { dictionary } = (await import(packageName)) as { dictionary: { "passwords-common": string[] } };
const known = dictionary["passwords-common"].filter(({ length }) => length >= MIN_PASSWORD_LENGTH);
// All that are long enough for staff: hardly any of them are among the most common.
const common = known.filter(({ length }, rank) => rank < COUNT || length >= STAFF_PASSWORD_LENGTH);
await writeFile(LIST_FILE, `${common.sort().join("\n")}\n`);
