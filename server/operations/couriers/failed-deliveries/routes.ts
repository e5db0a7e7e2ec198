import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../../contract/endpoints.ts";
import type { DeploymentSettings } from "../../../platform/config/config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/http/endpoints.ts";
import { answerFailedDelivery, idOfToken, readFailedDelivery } from "./answer-failed-delivery.ts";

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "CODE_SECRET">;
}

export function failedDeliveryRoutes(app: FastifyInstance, { db, settings }: Deps): void {
  const idOf = (token: string) => idOfToken(settings.CODE_SECRET, token);

  handle(app, endpoints.readFailedDelivery, async ({ params }) => ({
    data: await readFailedDelivery(db, idOf(params.token), new Date()),
  }));
  handle(app, endpoints.answerFailedDelivery, async ({ params, body }) => {
    const [id, now] = [idOf(params.token), new Date()];
    await answerFailedDelivery(db, id, body, { actor: null, now });
    return { data: await readFailedDelivery(db, id, now) };
  });
}
