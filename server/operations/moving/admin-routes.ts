import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import { originOf } from "../../platform/http/origin.ts";
import { addMoveFile, decideMove, deleteMove, listMoves, readMove, readNotes, stageMove, startMove } from "./moves.ts";
import { stopPeople, storePeople, undoPeople } from "./people-files.ts";
import type { ReadDeps } from "./read-aside.ts";

interface Deps extends ReadDeps {
  /** The folder for uploads. */
  uploads: string;
}

/** Moves from another shop. */
export function moveAdminRoutes(admin: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  handleAdmin(admin, adminEndpoints.listMoves, async () => ({ data: { moves: await listMoves(db) } }));
  handleAdmin(admin, adminEndpoints.startMove, async ({ query: { name }, staff: actor, request }) => ({
    data: await startMove(deps, { name, body: request.body }, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.addMoveFile, async ({ params, query: { name }, staff: actor, request }) => ({
    data: await addMoveFile(deps, Number(params.id), { name, body: request.body }, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.readMove, async ({ params }) => ({ data: await readMove(db, Number(params.id)) }));
  handleAdmin(admin, adminEndpoints.decideMove, async ({ params, body, staff: actor }) => ({
    data: await decideMove(deps, Number(params.id), body, { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.stageMove, async ({ params, staff: actor }) => ({
    data: await stageMove(deps, Number(params.id), { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.downloadMoveNotes, async ({ params, reply }) =>
    csvResponse(reply, "not-taken.csv", await readNotes(db, Number(params.id))),
  );
  handleAdmin(admin, adminEndpoints.storeMovedPeople, async ({ params, body: { consent }, staff: actor, request }) => {
    const proof = consent && { ...consent, shopOrigin: originOf(request) };
    return { data: await storePeople(db, fileOf(params), proof, { actor, now: new Date() }) };
  });
  handleAdmin(admin, adminEndpoints.stopMovedPeople, async ({ params, staff: actor }) => ({
    data: await stopPeople(db, fileOf(params), { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.undoMovedPeople, async ({ params, staff: actor }) => ({
    data: await undoPeople(db, fileOf(params), { actor, now: new Date() }),
  }));
  handleAdmin(admin, adminEndpoints.deleteMove, async ({ params, staff: actor }) => {
    await deleteMove(db, Number(params.id), { actor, now: new Date() });
    return { data: {} };
  });
}

const fileOf = ({ id, file }: { id: string; file: string }) => ({ moveId: Number(id), fileId: Number(file) });
