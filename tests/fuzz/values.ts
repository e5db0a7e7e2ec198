/** Values that often break programs. */

export const LONG = 60_000;

export const TEXTS: readonly string[] = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\u001b[2J",
  "\r\nSet-Cookie: a=b",
  "\ud800",
  "a\udfffb",
  "\u202etxt",
  "\ufeff",
  "\u2028",
  "e\u0301".repeat(500),
  "👩‍👩‍👧‍👦".repeat(50),
  "अनुराधा",
  "a".repeat(LONG),
  " ".repeat(LONG),
  `a@${".".repeat(LONG)}@`,
  "a-".repeat(LONG / 2),
  "9".repeat(LONG),
  "'",
  "'; drop table customer; --",
  "%' or 1=1 --",
  "\\",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "../../etc/passwd",
  "__proto__",
  "null",
  "undefined",
  "NaN",
  "true",
  "0x10",
  "1e1",
  "-0",
  "+1",
  "1.5",
  "99999999999999999999",
  "2147483648",
  "9223372036854775808",
  "2026-02-31",
  "0000-01-01",
  "9999-12-31",
];

/** For any field of a JSON body. */
export const OTHER_TYPES: readonly unknown[] = [
  undefined,
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  2 ** 31,
  2 ** 53,
  [],
  [[]],
  ["a", "b"],
  Array(2000).fill("1"),
  {},
  { length: 3 },
  { toString: "x" },
  { a: { b: { c: {} } } },
];

/** Invalid bodies with the content type JSON. */
export const RAW_BODIES: readonly (string | Buffer)[] = [
  "",
  " ",
  "{",
  "[]",
  "[{}]",
  "null",
  "true",
  "0",
  '"a"',
  "{}{}",
  '{"a":1,"a":2}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  `${"[".repeat(5000)}${"]".repeat(5000)}`,
  `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`,
  `{"a":"${"a".repeat(70_000)}"}`,
  "\ufeff{}",
  Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.alloc(1000),
];

export const CONTENT_TYPES: readonly string[] = [
  "text/plain",
  "text/html",
  "application/x-www-form-urlencoded",
  "application/xml",
  "application/octet-stream",
  "application/json; charset=utf-16",
  "application/json;",
  "multipart/form-data",
  "multipart/form-data; boundary=",
  "nonsense",
  "a".repeat(5000),
];

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "PROPFIND"] as const;

/** Values of Authorization; `token` is a session's, `undefined` sends none. */
export const authorizations = (token: string): readonly (string | undefined)[] => [
  undefined,
  "",
  "Bearer",
  "Bearer ",
  "Bearer x",
  `Bearer ${"a".repeat(10_000)}`,
  `Bearer ${token} ${token}`,
  `bearer ${token}`,
  `Basic ${Buffer.from("a:b").toString("base64")}`,
  `Bearer ${token}x`,
  token,
  "Bearer \u00ff",
];

/** Values of Cookie, none of which is a session. */
export const cookies = (token: string): readonly (string | undefined)[] => [
  undefined,
  "",
  "staff_session",
  "staff_session=",
  "staff_session=x",
  `staff_session=${"a".repeat(43)};`,
  `staff_session=${"a".repeat(10_000)}`,
  `staff_session=x; staff_session=${token}`,
  `STAFF_SESSION=${token}`,
  `staff_session="${token}"`,
  `staff_session=${token}x`,
  `__Secure-staff_session=${token}`,
  `other=${token}`,
  "staff_device=1.x.y",
  `${"; ".repeat(5000)}`,
];

/** Values of Origin, none of which is the shop's. */
export const ORIGINS: readonly (string | undefined)[] = [
  undefined,
  "",
  "null",
  "http://evil.example",
  "http://127.0.0.1",
  "http://127.0.0.1:1",
  "https://127.0.0.1",
  "127.0.0.1",
  "http://127.0.0.1.evil.example",
  "a".repeat(5000),
];

/** Values of UCP-Agent, none of which leads to a profile. */
export const UCP_AGENTS: readonly (string | undefined)[] = [
  undefined,
  "",
  "profile",
  "profile=1",
  'profile="',
  'profile="https://127.0.0.1"',
  'profile="https://[::1]/p"',
  'profile="http://169.254.169.254/"',
  'profile="file:///etc/passwd"',
  `profile="https://agent.example/${"p".repeat(5000)}"`,
  `${"a=1, ".repeat(3000)}profile="https://agent.example/p"`,
  "profile=\u00ff",
];

/** Values of Idempotency-Key. */
export const KEYS: readonly (string | undefined)[] = ["", " ", "a", "a b", "\u00ff", "k".repeat(255), "k".repeat(5000)];

/** Values of Signature-Input, none of which fits a signature. */
export const SIGNATURES: readonly (string | undefined)[] = [
  undefined,
  "",
  "sig1",
  "sig1=()",
  'sig1=("@method");keyid="x"',
  `sig1=(${'"@method" '.repeat(5000)})`,
  `${"sig1=(), ".repeat(3000)}sig2=()`,
  "sig1=\u00ff",
];
