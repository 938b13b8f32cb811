import { arrivalRules, sentBackRules } from "#contract/orders/way-back.ts";
import type { Order } from "#contract/orders/orders.ts";
import { limits, statuses } from "#contract/catalog/codes.ts";
import { withName } from "#contract/desk/package.ts";
import { writeSlip } from "#contract/desk/slip-code.ts";
import { PostalAddress, TrackingNumber } from "#web/orders/order-parts.tsx";
import { BorrowerPhotos } from "#web/orders/photos.tsx";
import { today } from "#web/orders/status.ts";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { Rich } from "#web/language/rich.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call, refusalOf } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { QrCode } from "#web/ui/data/qr-code.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { draftStore, useDraft } from "#web/ui/form/use-draft.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { PackageCheck, Printer, Truck } from "#web/ui/icons.tsx";
import { ReportProblem } from "./report-problem.tsx";
import styles from "./return-instructions.module.css";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { DialogButton, useRefresh } from "#web/ui/actions/action-button.tsx";
import { DescriptionList } from "#web/ui/data/details.tsx";
import { DateField, TextField } from "#web/ui/forms/text-fields.tsx";
import { DateText } from "#web/lib/formats.tsx";

type ReturnInstructionsProps = { order: Order; mayAct: boolean; onPrint: () => void };

export function ReturnInstructions({ order, mayAct, onPrint }: ReturnInstructionsProps) {
  const { t } = useLanguage();
  const isOut = order.statusId === statuses.shipped;
  if (!isOut && order.reports.length === 0) return null;
  return (
    <Card heading={isOut ? t("How to return it") : t("What you told us")}>
      <Stack>
        {isOut && order.sentBack && <SentBackNotice sentBack={order.sentBack} />}
        {isOut && (
          <>
            <DescriptionList items={[{ term: t("Send it to"), value: <LibraryAddress /> }]} />
            <p>{t("Put everything in one package, insure it, and use a carrier that tracks it. Keep the receipt.")}</p>
          </>
        )}
        {order.reports.length > 0 && (
          <ul className={styles.reports}>
            {order.reports.map(({ at, words, photoIds }) => (
              <li key={at + words}>
                <p className={styles.when}>
                  <Rich
                    sentence="You told us on <day>day</day>:"
                    parts={{ day: () => <DateText value={at} inSentence /> }}
                  />
                </p>
                <p className={styles.words}>{words}</p>
                <BorrowerPhotos photoIds={photoIds} words={(n) => t("Photo {n}", { n })} />
              </li>
            ))}
          </ul>
        )}
        {isOut && (
          <Row>
            {mayAct && <SentBackButton order={order} />}
            <Button icon={<Printer size={18} />} onClick={onPrint}>
              {t("Print a return slip")}
            </Button>
            {mayAct && <ReportProblem orderId={order.orderId} />}
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function SentBackNotice({ sentBack: { on, trackingNumber } }: { sentBack: NonNullable<Order["sentBack"]> }) {
  const { t } = useLanguage();
  return (
    <Alert title={t("You told us it’s on its way back")}>
      <Rich
        sentence="Sent on <day>day</day>. We’ll email you when it arrives, and we won’t remind you for two weeks."
        parts={{ day: () => <DateText value={on} inSentence /> }}
      />
      {trackingNumber !== "" && (
        <p>
          {t("Tracking number")}: <TrackingNumber value={trackingNumber} />
        </p>
      )}
    </Alert>
  );
}

function LibraryAddress() {
  const { t } = useLanguage();
  const { site, contact } = useSiteConfiguration()?.content ?? {};
  if (!contact?.postalAddress) return t("The address on the packing slip that came with it");
  return (
    <address className={styles.address} lang="en">
      {withName(site?.siteName ?? "", contact.postalAddress)}
    </address>
  );
}

/** Prints on US Letter, for the return package. */
export function ReturnSlip({ order }: { order: Order }) {
  const { t } = useLanguage();
  // leaves out returned and lost copies; old orders have no recorded copies
  const linesOnLoan = order.orderItems.filter(({ orderInventoryItems }) => orderInventoryItems.length > 0);
  const linesToReturn = linesOnLoan.length > 0 ? linesOnLoan : order.orderItems;
  return (
    <article className={styles.slip} data-print-only>
      <h2>{t("Return slip for order #{id}", { id: order.orderId })}</h2>
      <p>{t("Put this slip in the package, or cut out the address and tape it to the outside.")}</p>
      <div className={styles.both}>
        <div>
          <h3>{t("From")}</h3>
          <PostalAddress borrower={order.borrower} />
        </div>
        <div>
          <h3>{t("To")}</h3>
          <LibraryAddress />
        </div>
        <QrCode text={writeSlip(order.orderId)} name={t("Order #{id}", { id: order.orderId })} size={116} />
      </div>
      <h3>{t("Items to return")}</h3>
      <ul>
        {linesToReturn.map(({ orderItemId, inventory, quantity, orderInventoryItems }) => (
          <li key={orderItemId}>
            {orderInventoryItems.length || quantity} × #{inventory.referenceNumber} <TitleText of={inventory} />
          </li>
        ))}
      </ul>
    </article>
  );
}

type DialogProps = { order: Order; onClose: () => void };

export function ArrivalButton({ order }: { order: Order }) {
  const { t } = useLanguage();
  if (order.statusId !== statuses.shipped || order.sentBack) return null;
  return (
    <DialogButton
      size="small"
      icon={<PackageCheck size={18} />}
      dialog={(close) => <ArrivalDialog order={order} onClose={close} />}
    >
      {order.arrivedOn ? t("Change the arrival date") : t("It arrived")}
    </DialogButton>
  );
}

function ArrivalDialog({ order: { orderId, shipDate, arrivedOn }, onClose }: DialogProps) {
  const { t } = useLanguage();
  const refresh = useRefresh();
  const form = useForm({
    stored: { values: { arrivedOn: arrivedOn ?? today() } },
    check: (values) => brokenRules(arrivalRules, { arrivedOn: values.arrivedOn || null }),
    objection: refusalOf,
    save: async (values) => {
      await call("POST Order/ReportArrival/{orderId}", {
        params: { orderId },
        body: { arrivedOn: values.arrivedOn || null },
      });
      await refresh();
      toast(t("Thank you."));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={t("When did it arrive?")}
      send={t("Tell the library")}
      leave={t("Not yet")}
    >
      <DateField label={t("Date")} min={shipDate ?? undefined} max={today()} {...form.field("arrivedOn")} />
    </FormDialog>
  );
}

/** Keeps a draft, so that the dialog reopens after a reload or once the session has expired. */
const drafts = draftStore(["sentOn", "trackingNumber"]);
const draftOf = ({ orderId }: Order) => `sent back ${orderId}`;

function SentBackButton({ order }: { order: Order }) {
  const { t } = useLanguage();
  return (
    <DialogButton
      icon={<Truck size={18} />}
      look={order.sentBack ? "secondary" : "primary"}
      startsOpen={() => drafts.find(draftOf(order)) !== undefined}
      dialog={(close) => <SentBackDialog order={order} onClose={close} />}
    >
      {order.sentBack ? t("Change the date I sent it") : t("I sent it back")}
    </DialogButton>
  );
}

function SentBackDialog({ order, onClose }: DialogProps) {
  const { t } = useLanguage();
  const refresh = useRefresh();
  const { orderId, shipDate, sentBack } = order;
  const close = () => {
    drafts.forget(draftOf(order));
    onClose();
  };
  const bodyOf = ({ sentOn, trackingNumber }: { sentOn: string; trackingNumber: string }) => ({
    sentOn: sentOn || null,
    trackingNumber,
  });
  const form = useForm({
    stored: { values: { sentOn: sentBack?.on ?? today(), trackingNumber: sentBack?.trackingNumber ?? "" } },
    check: (values) => brokenRules(sentBackRules, bodyOf(values)),
    objection: refusalOf,
    save: async (values) => {
      await call("POST Order/SentBack/{orderId}", { params: { orderId }, body: bodyOf(values) });
      await refresh();
      toast(t("Thank you. We’ll watch for your package."));
      close();
    },
  });
  useDraft(form, drafts, draftOf(order));
  return (
    <FormDialog
      form={form}
      onClose={close}
      title={t("When did you send it back?")}
      send={t("Tell the library")}
      leave={t("Not yet")}
    >
      <Stack>
        <DateField label={t("Date")} min={shipDate ?? undefined} max={today()} {...form.field("sentOn")} />
        <TextField
          label={t("Tracking number")}
          hint={t("Enter it if you have one. It’s on the carrier’s receipt.")}
          optional
          width="full"
          maxLength={limits.line}
          {...form.field("trackingNumber")}
        />
      </Stack>
    </FormDialog>
  );
}
