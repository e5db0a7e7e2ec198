import { expect, it } from "vitest";
import type { Permission } from "../../../contract/admin/permissions.ts";
import { createAdminEvents } from "./admin-events.ts";

const packer = new Set<Permission>(["view_orders"]);

it("a stream merges events and sends those that the member may see", async () => {
  const adminEvents = createAdminEvents();
  const stream = adminEvents.stream(packer);
  expect((await stream.next()).value).toMatch(/^retry: \d+\n\n$/);
  const next = stream.next();
  adminEvents.publish("messages");
  adminEvents.publish("orders");
  adminEvents.publish("orders");
  let { value } = await next;
  // Waking for what it may not see is as silent as a heartbeat.
  if (value === ":\n\n") ({ value } = await stream.next());
  expect(value).toBe("event: orders\ndata:\n\n");
});

it("a stream ends when the shop stops", async () => {
  const adminEvents = createAdminEvents();
  const stream = adminEvents.stream(packer);
  await stream.next();
  const next = stream.next();
  adminEvents.close();
  expect((await next).value).toBe(":\n\n");
  expect((await stream.next()).done).toBe(true);
});

it("streams beyond the limit are rejected until others end", async () => {
  const adminEvents = createAdminEvents();
  const streams = Array.from({ length: 200 }, () => adminEvents.stream(packer));
  await Promise.all(streams.map((stream) => stream.next()));
  const refused = adminEvents.stream(packer);
  expect((await refused.next()).value).toBe("retry: 60000\n\n");
  expect((await refused.next()).done).toBe(true);
  await streams[0]?.return(undefined);
  expect((await adminEvents.stream(packer).next()).value).toBe("retry: 3000\n\n");
});
