import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { userTypes } from "#contract/codes.ts";
import { useLanguage } from "#web/language/use-language.ts";
import { focusOn } from "#web/lib/focus-on.ts";
import { useSession } from "#web/lib/session.ts";
import { announce } from "#web/ui/feedback/announce.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import { OwnPlace } from "./own-place.tsx";
import { ownPlacesQuery } from "./own-places-query.ts";
import { useQueue } from "./queue-queries.ts";

/** What was pressed before the login that it needs. */
const pressed = "waitFor";

export type WaitProps = {
  inventoryId: number;
  /** The login that leads back here. */
  login: string;
};

/** On a title that is out of stock: joins its waitlist, or shows the reader's place on it. */
export function WaitForTitle(props: WaitProps) {
  const session = useSession();
  if (!session) return <AskToLogIn {...props} />;
  return session.user.userTypeId === userTypes.user ? <Wait inventoryId={props.inventoryId} /> : null;
}

function AskToLogIn({ inventoryId, login }: WaitProps) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const press = () => {
    sessionStorage.setItem(pressed, String(inventoryId));
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
  const { data: places } = useQuery(ownPlacesQuery);
  const { join } = useQueue();
  const place = places?.find((one) => one.inventoryId === inventoryId);
  const box = useRef<HTMLDivElement>(null);
  const press = () => join.mutate(inventoryId);
  const { isIdle, isSuccess } = join;
  const placeId = place?.placeId;
  const placeBefore = useRef<number>(undefined);
  useEffect(() => {
    // the pressed button goes: the focus moves to what can be done next, and the place is said, as a focused paragraph is not always read
    const isLost = document.activeElement === document.body;
    const hasLeft = placeBefore.current && !placeId && isLost;
    if (isSuccess && placeId) announce(box.current?.querySelector("p")?.textContent ?? "");
    if ((isSuccess && placeId) || hasLeft) {
      const next = box.current?.querySelector("a, button");
      focusOn(next);
      next?.scrollIntoView({ block: "nearest" }); // the words above it may have pushed it out of the window
    }
    placeBefore.current = placeId;
  }, [isSuccess, placeId]);
  useEffect(() => {
    // once the places are there: what is read again after the press would be what is still being read, from before it
    if (!places || !isIdle || sessionStorage.getItem(pressed) !== String(inventoryId)) return;
    sessionStorage.removeItem(pressed);
    press();
  });
  if (!places) return null;
  return (
    <div ref={box}>
      {place ? (
        <OwnPlace place={place} />
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
