import type { FastifyBaseLogger } from "fastify";
import { mailUndeliveredCode } from "./buying/cash-on-delivery/place-cash-order.ts";
import { deleteOldDraftOrders } from "./buying/draft-orders/housekeeping.ts";
import { deleteOldAgentSessions } from "./operations/agents/buying/housekeeping.ts";
import { isPublicOrLoopback } from "./operations/agents/callers/platform-profiles.ts";
import { forgetOldPlatforms } from "./operations/agents/callers/platforms.ts";
import { notifyAgentTask } from "./operations/agents/order-events/notify-agent-task.ts";
import { rotateUsedSigningKeys } from "./operations/agents/signatures/signing-keys.ts";
import { bookParcelTask } from "./operations/couriers/book-parcel-task.ts";
import { cancelBookingTask } from "./operations/couriers/cancel-booking.ts";
import { tellCourierTask } from "./operations/couriers/failed-deliveries/tell-courier-task.ts";
import { deleteOldLabels } from "./operations/couriers/labels.ts";
import { deleteOldPackingPhotos } from "./operations/couriers/packing/pack-parcel.ts";
import { pollParcelsTask } from "./operations/couriers/poll-parcels-task.ts";
import { deleteOldPushes } from "./operations/couriers/pushes.ts";
import { readPushTask } from "./operations/couriers/read-push-task.ts";
import { readChargedWeightsTask } from "./operations/couriers/weight-differences/read-charged-weights-task.ts";
import { deleteUnstoredPeople } from "./operations/moving/people-files.ts";
import { movePeopleTask } from "./operations/moving/people-task.ts";
import { warmPicturesTask } from "./operations/pages/warm-pictures-task.ts";
import { rollUpCohortsTask } from "./operations/reports/cohorts.ts";
import { rollUpSalesTask } from "./operations/reports/roll-up.ts";
import { rollUpVariantsTask } from "./operations/reports/roll-up-variants.ts";
import type { Services } from "./operations/services.ts";
import { watchDiskTask } from "./operations/system/watch-disk-task.ts";
import { deliverEventsTask, deliverWebhookTask } from "./operations/webhooks/deliver-events-task.ts";
import { createSender } from "./operations/webhooks/send.ts";
import { deleteOldDeliveries } from "./operations/webhooks/webhook-endpoints.ts";
import { deleteUnsentEvents } from "./orders/measurement/consents.ts";
import { sendPurchaseEventTask } from "./orders/measurement/send-purchase-event-task.ts";
import { orderAttachments } from "./orders/orders/invoice/attachment.ts";
import { isMessageStillTrue } from "./orders/orders/mails/queue-order-message.ts";
import { checkOrderTask } from "./orders/payments/check-order-task.ts";
import { checkDisputeTask } from "./orders/payments/disputes/check-dispute-task.ts";
import { expireOrderTask } from "./orders/payments/expire-order.ts";
import { deleteOldEvents } from "./orders/payments/housekeeping.ts";
import type { PaymentDeps } from "./orders/payments/payment-deps.ts";
import { sendRefundTask } from "./orders/payments/send-refund-task.ts";
import { fetchSettledDaysTask, fetchSettlementsTask } from "./orders/payments/settlements/fetch-settled.ts";
import { expireEditTask } from "./orders/post-purchase/end-edit.ts";
import { refundReleasedCreditTask } from "./orders/post-purchase/released-credit.ts";
import { deleteExpired } from "./people/accounts/housekeeping.ts";
import { sendCampaignTask } from "./people/campaigns/send-campaign-task.ts";
import { deleteUnconfirmed } from "./people/newsletter/housekeeping.ts";
import { isSubscribed } from "./people/newsletter/list-subscribers.ts";
import { copyAttachments } from "./people/privacy/copies.ts";
import { erasePersonTask } from "./people/privacy/erase-person-task.ts";
import { deleteOldRecipients } from "./people/privacy/recipients.ts";
import { sendIncidentNoticeTask } from "./people/privacy/send-incident-notice-task.ts";
import { deleteExpiredOfStaff } from "./people/staff/housekeeping.ts";
import { reportLockOutTask } from "./people/staff/report-lock-out-task.ts";
import type { DeploymentSettings } from "./platform/config/config.ts";
import { readSpace } from "./platform/database/data-dir.ts";
import type { Database } from "./platform/database/database.ts";
import type { RepeatedRequests } from "./platform/http/repeated-requests.ts";
import { publishTopicTask } from "./platform/jobs/publish-later.ts";
import type { Tasks } from "./platform/jobs/tasks.ts";
import { deleteOldMails } from "./platform/mail/outbox.ts";
import { sendMailTask } from "./platform/mail/send-mail.ts";
import type { MediaLibrary } from "./platform/media/media-library.ts";
import { removeMediaTask } from "./platform/media/removal.ts";
import { deleteUnusedUploads } from "./platform/media/uploads.ts";
import { createDownloader } from "./platform/outgoing/download.ts";
import { connectedChannels } from "./platform/phone-messages/connected.ts";
import { type FallBackDeps, fallBackTask } from "./platform/phone-messages/fall-back.ts";
import { emptyOldPhoneMessages } from "./platform/phone-messages/outbox.ts";
import { sendPhoneMessageTasks } from "./platform/phone-messages/send-phone-message.ts";
import type { ShopSettingsReader } from "./selling/settings/shop-settings.ts";
import { withholdLotsTask } from "./selling/stock/withhold-lots-task.ts";
import { endClaimsTask } from "./shop/catalogue/claims.ts";
import { legalFactsOf } from "./shop/catalogue/editing/missing-for-sale.ts";
import { changePriceTask } from "./shop/catalogue/editing/price-change-task.ts";
import { publishProductTask } from "./shop/catalogue/editing/product-state.ts";
import { importProductsTask } from "./shop/catalogue/import/import-task.ts";
import { deleteOldNotFoundPaths } from "./shop/redirects/not-found-paths.ts";
import { queueRestockEmails } from "./shop/wishlist/restock-emails.ts";

interface TaskDeps {
  settings: DeploymentSettings;
  db: Database;
  media: MediaLibrary;
  /** Folder of uploaded product files. */
  uploads: string;
  services: Pick<Services, "mail" | "phones" | "couriers">;
  /** How messages to phones that are not delivered in time go on. */
  fallBack: FallBackDeps;
  payments: PaymentDeps;
  shopSettings: ShopSettingsReader;
  repeatedRequests: RepeatedRequests;
  log: FastifyBaseLogger;
}

/** What messages to phones need of the modules that cause them. */
export const fallBackDeps = (
  settings: DeploymentSettings,
  { mailSender }: Pick<ShopSettingsReader, "mailSender">,
): FallBackDeps => ({
  channels: connectedChannels(settings),
  isStillTrue: isMessageStillTrue,
  mailCode: (trx, message, now) => mailUndeliveredCode(trx, mailSender, message, now),
});

/** How often expired rows are deleted. */
const HOUSEKEEPING_EVERY_MS = 60 * 60_000;

/** Makes the tasks of all modules, which the job worker runs. */
export function createTasks({
  settings,
  db,
  media,
  uploads,
  services,
  fallBack,
  payments,
  shopSettings,
  repeatedRequests,
  log,
}: TaskDeps): Tasks {
  const readSender = shopSettings.mailSender;
  const sendNotice = sendIncidentNoticeTask({ db, readSender });
  const erasePerson = erasePersonTask({ db, codeSecret: settings.CODE_SECRET, readSender });
  const readFacts = async () => legalFactsOf(await shopSettings.current());
  const scans = {
    ...{ db, readSender, log, providers: services.couriers, codeSecret: settings.CODE_SECRET },
    readReturnDays: async () => (await shopSettings.current()).RETURN_DAYS,
  };
  const attachCopy = copyAttachments(db);
  const attachDocument = orderAttachments({ db, media });
  return {
    send_mail: sendMailTask({
      db,
      transport: services.mail,
      from: async () => {
        const { name, email } = await readSender("");
        return { name, address: email };
      },
      attach: async (name) => (await attachCopy(name)) ?? attachDocument(name),
      isSubscribed: (email) => isSubscribed(db, email),
      log,
    }),
    ...sendPhoneMessageTasks({ ...fallBack, db, providers: services.phones, log }),
    fall_back_phone_message: fallBackTask(db, fallBack),
    check_order: checkOrderTask(payments),
    expire_order: expireOrderTask(payments),
    expire_edit: expireEditTask(payments),
    refund_released_credit: refundReleasedCreditTask({ db, readSender }),
    send_refund: sendRefundTask(payments),
    book_parcel: bookParcelTask({ db, providers: services.couriers, log }),
    read_charged_weights: readChargedWeightsTask({ db, providers: services.couriers, log }),
    tell_courier: tellCourierTask({ db, providers: services.couriers, log }),
    cancel_booking: cancelBookingTask({ db, providers: services.couriers, log }),
    read_push: readPushTask(scans),
    poll_parcels: pollParcelsTask(scans),
    remove_media: removeMediaTask(media),
    warm_pictures: warmPicturesTask({ db, media, settings }),
    end_claims: endClaimsTask(db),
    publish_topic: publishTopicTask(db),
    change_price: changePriceTask(db, media, readFacts),
    publish_product: publishProductTask(db, readFacts),
    report_lock_out: reportLockOutTask({ db, readSender }),
    erase_person: erasePerson,
    erase_customer: erasePerson,
    send_campaign: sendCampaignTask({
      db,
      readSender,
      readSettings: shopSettings.current,
      mediaHost: settings.MEDIA_HOST,
    }),
    send_incident_notice: sendNotice,
    send_incident_letter: {
      ...sendNotice,
      run: ({ letterId }, attempt) => sendNotice.run({ noticeId: letterId }, attempt),
    },
    check_dispute: checkDisputeTask({ ...payments, shopOrigin: settings.SHOP_ORIGIN }),
    fetch_settlements: fetchSettlementsTask(payments),
    fetch_settled_days: fetchSettledDaysTask(payments),
    import_products: importProductsTask({
      db,
      media,
      uploads,
      download: createDownloader(),
      readFacts,
      onRestocked: async (trx, productIds) => queueRestockEmails(trx, productIds, await readSender(""), new Date()),
    }),
    move_people: movePeopleTask({ db, uploads, codeSecret: settings.CODE_SECRET }),
    roll_up_sales: rollUpSalesTask(db),
    roll_up_cohorts: rollUpCohortsTask(db),
    roll_up_variants: rollUpVariantsTask(db),
    withhold_lots: withholdLotsTask(db, async () => (await shopSettings.current()).LOT_MIN_DAYS),
    deliver_events: deliverEventsTask({ db, send: createSender(), codeSecret: settings.CODE_SECRET, readSender }),
    deliver_webhook: deliverWebhookTask(db),
    send_purchase_event: sendPurchaseEventTask({ db, settings, readSettings: shopSettings.current }),
    notify_agent: notifyAgentTask({
      db,
      send: createSender(settings.AGENTS_FROM_LOOPBACK ? { isAllowed: isPublicOrLoopback, mayBeHttp: true } : {}),
      settings,
    }),
    watch_disk: watchDiskTask({ db, read: () => readSpace(settings.DATA_DIR), readSender }),
    housekeeping: {
      intervalMs: HOUSEKEEPING_EVERY_MS,
      concurrency: 1,
      maxAttempts: Number.POSITIVE_INFINITY,
      async run() {
        const now = new Date();
        await Promise.all([
          deleteExpired(db, now),
          repeatedRequests.deleteExpired(now),
          deleteOldRecipients(db, now),
          deleteOldMails(db, now),
          emptyOldPhoneMessages(db, now),
          deleteOldLabels(db, now),
          deleteOldPushes(db, now),
          deleteOldEvents(db, now),
          deleteUnconfirmed(db, now),
          deleteUnusedUploads(db, now),
          deleteExpiredOfStaff(db, now),
          deleteOldDeliveries(db, now),
          deleteUnsentEvents(db, now),
          deleteOldDraftOrders(db, now),
          deleteOldPackingPhotos(db, now),
          deleteOldNotFoundPaths(db, now),
          deleteUnstoredPeople(db, now),
          deleteOldAgentSessions(db, now),
          forgetOldPlatforms(db, now),
          rotateUsedSigningKeys(db, settings.CODE_SECRET, now),
        ]);
        return null;
      },
    },
  };
}
