import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { userTypes } from "#contract/catalog/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { useSession } from "#web/lib/session.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { OwnEntry } from "./own-entries.tsx";
import { ownEntriesQuery, useOwnEntry } from "./own-entries-query.ts";
import { formatDay } from "#web/lib/formats.tsx";
import { announce, focusOn } from "#web/ui/accessibility.tsx";
import { useRefresh } from "#web/ui/actions/action-button.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { useNavigate } from "#web/ui/router.tsx";

/** Fails silently: the page already says that the title is out of stock. */
const availabilityQuery = (inventoryId: number) =>
  dataQuery(
    ["circulation", "availability", inventoryId],
    (context) => call("GET Inventory/GetAvailability/{id}", { params: { id: inventoryId } }, context),
    { meta: { background: true } },
  );

/** Shows when the next copy is due back, and the waitlist. Once a copy is on hold for the borrower, shows only their entry. */
export function TitleWaitlist({ inventoryId, login }: WaitProps) {
  const { t, code } = useLanguage();
  const { data } = useQuery(availabilityQuery(inventoryId));
  const entry = useOwnEntry(inventoryId);
  if (entry?.held) return <WaitForTitle inventoryId={inventoryId} login={login} />;
  if (!data || data.inStock > 0) return null;
  const { copies, dueOn, lateSince, reserved, waiting } = data;
  const longDate = (day: string) => formatDay(day, code, true);
  const sentences = [
    copies === 1 ? t("The library has 1 copy.") : copies > 1 && t("The library has {n} copies.", { n: copies }),
    dueOn && t("The next one is due back on {day}.", { day: longDate(dueOn) }),
    lateSince && t("One was due back on {day} and is late.", { day: longDate(lateSince) }),
    waiting === 1 && !entry
      ? t("1 person is waiting for this title.")
      : waiting > 1 && t("{n} people are waiting for this title.", { n: waiting }),
    !dueOn && !lateSince && reserved > 0 && t("Returned copies will go to earlier orders first."),
  ];
  return (
    <Stack>
      <p>{sentences.filter(Boolean).join(" ")}</p>
      <WaitForTitle inventoryId={inventoryId} login={login} />
    </Stack>
  );
}

/** Stores the title while the visitor logs in to join its waitlist. */
const pendingKey = "waitFor";

type WaitProps = {
  inventoryId: number;
  /** The login page's address, which leads back here. */
  login: string;
};

function WaitForTitle({ inventoryId, login }: WaitProps) {
  const { t } = useLanguage();
  const session = useSession();
  const navigate = useNavigate();
  if (session) return session.user.userTypeId === userTypes.user ? <Wait inventoryId={inventoryId} /> : null;
  const press = () => {
    sessionStorage.setItem(pendingKey, String(inventoryId));
    void navigate(login);
  };
  return (
    <p>
      <Button onClick={press}>{t("Tell me when it’s back")}</Button>
    </p>
  );
}

function Wait({ inventoryId }: Pick<WaitProps, "inventoryId">) {
  const { t } = useLanguage();
  const { data: entries } = useQuery(ownEntriesQuery);
  const join = useMutation({
    mutationFn: () => call("POST Waitlist/Join/{inventoryId}", { params: { inventoryId } }),
    onSettled: useRefresh(),
  });
  const entry = entries?.find((each) => each.inventoryId === inventoryId);
  const box = useRef<HTMLDivElement>(null);
  const press = () => join.mutate();
  const { isIdle, isSuccess } = join;
  const entryId = entry?.entryId;
  const previousEntryId = useRef<number>(undefined);
  useEffect(() => {
    // the pressed button is gone, so focus the next action; announce the entry, as not every screen reader does
    const isLost = document.activeElement === document.body;
    const hasLeft = previousEntryId.current && !entryId && isLost;
    if (isSuccess && entryId) announce(box.current?.querySelector("p")?.textContent ?? "");
    if ((isSuccess && entryId) || hasLeft) {
      const next = box.current?.querySelector("a, button");
      focusOn(next);
      next?.scrollIntoView({ block: "nearest" }); // the sentences above may have pushed it out of the window
    }
    previousEntryId.current = entryId;
  }, [isSuccess, entryId]);
  useEffect(() => {
    // wait for the entries: a refetch after the click would reuse the request already in flight, which predates it
    if (!entries || !isIdle || sessionStorage.getItem(pendingKey) !== String(inventoryId)) return;
    sessionStorage.removeItem(pendingKey);
    press();
  });
  if (!entries) return null;
  return (
    <div ref={box}>
      {entry ? (
        <OwnEntry entry={entry} />
      ) : (
        <p>
          <Button busy={join.isPending} onClick={press}>
            {t("Tell me when it’s back")}
          </Button>
        </p>
      )}
    </div>
  );
}
