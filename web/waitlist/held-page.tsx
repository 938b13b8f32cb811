import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Rich } from "#web/language/rich.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useLinkSecret } from "#web/ui/link-secret.ts";
import { call, isRefusedFor, refusalOf } from "#web/lib/call.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { holdInWords } from "./holds.ts";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { focusOn } from "#web/ui/accessibility.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Skeleton } from "#web/ui/feedback/loading.tsx";
import { Link, useParams } from "#web/ui/router.tsx";
import { useTermsDialog } from "#web/site/use-terms-dialog.tsx";
import styles from "#web/orders/cart/cart-items-page.module.css";

export function HeldPage() {
  const { t } = useLanguage();
  const secret = useLinkSecret();
  const { id } = useParams();
  const hold: Hold = id === undefined ? { secret } : { entryId: Number(id) };
  const { openTerms, termsDialog } = useTermsDialog();
  const terms = (words: string) => (
    <button type="button" className={styles.link} onClick={openTerms}>
      {words}
    </button>
  );
  return (
    <Page heading={t("On hold for you")} width="narrow">
      <HeldOffer
        key={id ?? secret}
        hold={hold}
        terms={
          <p>
            <Rich sentence="By proceeding you accept the <terms>Terms and Responsibilities</terms>" parts={{ terms }} />
          </p>
        }
      />
      {termsDialog}
    </Page>
  );
}

/** A hold, by the secret of an emailed link or by the reader's own waitlist entry. */
type Hold = { secret: string } | { entryId: number };

/** Fetches a hold. Returns null if there is none. */
function heldQuery(hold: Hold) {
  return queryOptions({
    queryKey: ["waitlist", "held", hold],
    queryFn: async ({ signal }) => {
      if ("secret" in hold) return offerOf(hold.secret, signal);
      const { data } = await call("GET Waitlist/GetOwnPlaces", {}, { signal });
      const ownEntry = data.find(({ entryId }) => entryId === hold.entryId);
      return ownEntry?.held ? { ...ownEntry, until: ownEntry.held.until ?? "" } : null;
    },
  });
}

/** Returns the hold of an email link, or null once it has expired. */
async function offerOf(token: string, signal: AbortSignal) {
  try {
    return (await call("POST Waitlist/GetOffer", { body: { token } }, { signal })).data;
  } catch (error) {
    if (isRefusedFor(error, "hold-over")) return null;
    throw error;
  }
}

async function orderHeld(hold: Hold) {
  return "secret" in hold
    ? call("POST Waitlist/OrderOffer", { body: { token: hold.secret } })
    : call("POST Waitlist/OrderHeld/{entryId}", { params: { entryId: hold.entryId } });
}

function HeldOffer({ hold, terms }: { hold: Hold; terms: ReactNode }) {
  const language = useLanguage();
  const { t, say } = language;
  const client = useQueryClient();
  const offer = useQuery(heldQuery(hold));
  const order = useMutation({
    mutationFn: async () => orderHeld(hold),
    onSuccess: async () => {
      focusOn(document.querySelector("main h1")); // the pressed button disappears
      await client.invalidateQueries({ queryKey: ["orders"] });
    },
    meta: { ownFaults: (error) => refusalOf(error) !== undefined },
  });
  if (order.data)
    return (
      <Alert tone="success" title={t("Thank you for your order!")}>
        <Link to={`/user/vieworder/${order.data.id}`}>{t("Order #{id}", { id: order.data.id })}</Link>
      </Alert>
    );
  const refusal = order.error && refusalOf(order.error);
  if (refusal) return <EndedHold>{say(refusal)}</EndedHold>;
  if (offer.isError) return <EndedHold>{t("This couldn’t load.")}</EndedHold>;
  if (offer.data === undefined) return <Skeleton height="10rem" />;
  if (offer.data === null) return <EndedHold>{t("No copy is on hold for you.")}</EndedHold>;
  return (
    <Stack>
      <h2>
        <Link to={`/user/viewitem/${offer.data.inventoryId}`}>
          <TitleText of={offer.data} />
        </Link>
      </h2>
      <p>
        {holdInWords(offer.data, language)} {t("We’ll ship it to the address in your account.")}
      </p>
      {terms}
      <Row>
        <Button look="primary" busy={order.isPending} onClick={() => order.mutate()}>
          {t("Order it now")}
        </Button>
      </Row>
    </Stack>
  );
}

function EndedHold({ children }: { children: string }) {
  const { t } = useLanguage();
  return (
    <Stack>
      <Alert tone="warning">{children}</Alert>
      <Row>
        <ButtonLink to="/user/inventories">{t("Find something to borrow")}</ButtonLink>
      </Row>
    </Stack>
  );
}
